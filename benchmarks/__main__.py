"""``make bench``: the tool beside `cp -r`, `cat`, `git status`, libyaml, kustomize and kubeconform, on one fleet.

Exit code 1 means a wrong result: a fault not found, bytes that differ, a command that failed. A bar that is missed is
shown, and is no failure: machines differ.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.faults import FEWEST_TEAMS, not_found, seed
from benchmarks.fleet import write_fleet
from benchmarks.measure import Result, Series, peak_memory, quiet_environment, run
from benchmarks.overlays import write_overlays
from benchmarks.standalone import write_schemas
from benchmarks.table import Table, make_table

TOOL = (sys.executable, "-m", "gitops_gen")
MEMORY = Path("/dev/shm")
READ = """
import pathlib, sys, yaml
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.yaml")):
    list(yaml.load_all(path.read_bytes(), Loader=yaml.CSafeLoader))
"""
"""What reading all manifests costs, in one process."""


class WrongError(Exception):
    """A result is wrong, so that its time says nothing."""


@dataclass(slots=True)
class Bench:
    """One fleet in one folder."""

    root: Path
    home: Path
    teams: int
    series: Series
    overlays: int = 0

    def tool(self, *arguments: str, name: str = "", code: int = 0) -> str:
        """Run the tool; keep its time under a name."""
        return self.timed(name, [*TOOL, *arguments, "-C", self.root], code=code)

    def timed(self, name: str, command: Sequence[str | Path], *, code: int = 0, cwd: Path | None = None) -> str:
        done: Result = run(command, cwd or self.root, quiet_environment(self.home))
        if done.code != code:
            raise WrongError(f"{' '.join(map(str, command))} ended with {done.code}:\n{done.output[-2000:]}")
        if name:
            self.series.add(name, done.seconds)
        return done.output

    def prepare(self) -> None:
        """The fleet, its output, and a Git repository that holds both."""
        write_fleet(self.root, self.teams)
        self.tool("generate")
        self.timed("", ["git", "init", "-q", "-b", "main"])
        self.timed("", ["git", "add", "-A"])
        self.timed("", ["git", "commit", "-q", "-m", "Begin"])
        self.overlays = write_overlays(self.root, self.home / "overlays")

    def round(self) -> None:
        """Everything once."""
        self.timed("cp -r", ["cp", "-r", self.root / "generated", self.home / "copy"])
        shutil.rmtree(self.home / "copy")
        self.timed("cat", ["sh", "-c", "find generated -type f -print0 | xargs -0 cat >/dev/null"])
        self.timed("git status", ["git", "status"])
        self.timed("--help", [*TOOL, "--help"])
        self.timed("libyaml", [sys.executable, "-c", READ, "generated"])
        self.timed("validate", [*TOOL, "validate", "generated"])
        self.tool("generate", name="nothing to do")
        self.tool("generate", "--check", name="--check")
        self.tool("generate", "--check", "--no-cache", name="--check --no-cache")
        self._edit("96,", "97,")
        self.tool("generate", name="one team's edit")
        self._edit("97,", "96,")
        self.tool("generate", name="one team's edit")
        self._cold()

    def kustomize(self) -> None:
        """Once: it takes long, and its own bar is none."""
        if shutil.which("kubectl"):
            self.timed("kustomize", ["sh", "-c", f"kubectl kustomize {self.home}/overlays/all >/dev/null"])

    def kubeconform(self) -> None:
        """Once: schemas alone, of the kinds that have one, with as many workers as there are processors."""
        found = shutil.which("kubeconform") or shutil.which("kubeconform", path=str(Path.home() / "go" / "bin"))
        if found:
            place = write_schemas(self.home / "schemas")
            command = [
                found,
                "-strict",
                "-ignore-missing-schemas",
                "-n",
                "2",
                "-ignore-filename-pattern",
                "values-|index.json",
            ]
            self.timed("kubeconform", [*command, "-schema-location", place, "generated"])

    def _edit(self, old: str, new: str) -> None:
        path = self.root / "environments/prod/allocations/team-0000.yaml"
        path.write_text(path.read_text().replace(f"cpu: {old}", f"cpu: {new}"))

    def _cold(self) -> None:
        """No output, and no memory of an earlier run."""
        shutil.rmtree(self.root / "generated")
        shutil.rmtree(self.home / "cache", ignore_errors=True)
        self.tool("generate", name="cold")
        changed = self.timed("", ["git", "status", "--porcelain"])
        if changed:
            raise WrongError(f"the output is not what it was:\n{changed[:2000]}")

    def memory(self) -> int | None:
        shutil.rmtree(self.root / "generated")
        shutil.rmtree(self.home / "cache", ignore_errors=True)
        return peak_memory([*TOOL, "generate", "-C", self.root], self.root, quiet_environment(self.home))

    def faults(self) -> int:
        """Seed all faults; one run must find each at its line. Returns how many; 0 where the fleet is too small."""
        if self.teams < FEWEST_TEAMS:
            return 0
        places = seed(self.root)
        report = self.tool("generate", "--format", "json", name="with faults", code=1)
        missed = not_found(places, report[: report.rindex("}") + 1])
        if missed:
            raise WrongError("not found: " + ", ".join(f"{fault.rule} in {fault.file}" for fault in missed))
        return len(places)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make bench ARGS=...", description=__doc__)
    parser.add_argument("--teams", type=int, default=1_000, help="how many teams, each in three environments")
    parser.add_argument("--rounds", type=int, default=5, help="how often each thing is measured")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    chosen = parser.parse_args(arguments)
    if chosen.teams < 8 or chosen.teams % 8:
        parser.error("--teams: a multiple of 8, since teams talk to each other by eights")
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="gitops-gen-bench-", dir=memory) as folder:
        home = Path(folder, "home")
        root = Path(folder, "platform")
        for each in (home, root):
            each.mkdir()
        bench = Bench(root, home, chosen.teams, Series())
        try:
            table = _measured(bench, chosen.rounds)
        except WrongError as error:
            print(f"wrong: {error}", file=sys.stderr)
            return 1
    print(_machine(in_memory=memory is not None))
    print(table.markdown())
    if chosen.json:
        chosen.json.write_text(json.dumps(table.plain(), indent=2) + "\n")
    return 0


def _measured(bench: Bench, rounds: int) -> Table:
    bench.prepare()
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        bench.round()
    bench.kustomize()
    bench.kubeconform()
    memory = bench.memory()
    return make_table(bench.series, memory, bench.teams, bench.faults(), bench.overlays)


def _machine(*, in_memory: bool) -> str:
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    place = "a memory file system" if in_memory else "the disk of temporary files: ratios are not those of the bars"
    return f"{platform.system()}, {processors} processors, Python {platform.python_version()}, on {place}\n"


if __name__ == "__main__":
    sys.exit(main())
