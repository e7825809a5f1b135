"""Whole processes, timed from start to end, with the memory of all that they start."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

_SAMPLE_SECONDS = 0.02


class Result(NamedTuple):
    """``seconds`` on the wall; ``code`` and ``output`` of the process."""

    seconds: float
    code: int
    output: str


def run(command: Sequence[str | Path], cwd: Path, environment: Mapping[str, str]) -> Result:
    """Run to the end. What it prints to standard error is shown when it fails."""
    begin = time.perf_counter()
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=dict(environment), capture_output=True, text=True, check=False
    )
    return Result(time.perf_counter() - begin, done.returncode, done.stdout + done.stderr)


def peak_memory(command: Sequence[str | Path], cwd: Path, environment: Mapping[str, str]) -> int | None:
    """The most memory, in bytes, that a process and all below it have held at one moment. What they share is counted
    once (PSS), sampled fifty times a second. None where the system does not tell."""
    if not Path("/proc/self/smaps_rollup").exists():
        return None
    most = 0
    with subprocess.Popen(
        [str(part) for part in command],
        cwd=cwd, env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        while process.poll() is None:
            most = max(most, sum(map(_proportional, _family(process.pid))))
            time.sleep(_SAMPLE_SECONDS)
    return most


def _family(process: int) -> list[int]:
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return [process]
    return [process, *(member for child in children for member in _family(int(child)))]


def _proportional(process: int) -> int:
    try:
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # it has ended
    return 0


class Series:
    """Times of several things, measured in turns, so that a slow moment of the machine falls on all of them."""

    def __init__(self) -> None:
        self._times: dict[str, list[float]] = {}

    def add(self, name: str, seconds: float) -> None:
        self._times.setdefault(name, []).append(seconds)

    def median(self, name: str) -> float | None:
        times = self._times.get(name)
        return median(times) if times else None

    def spread(self, name: str) -> tuple[float, float]:
        return min(self._times[name]), max(self._times[name])


def quiet_environment(home: Path) -> dict[str, str]:
    """No settings of the person, no CI, caches of their own."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    people = [f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]
    return {
        **kept,
        **dict.fromkeys(people, "bench@acme.example"),
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "PYTHONPATH": str(Path(__file__).resolve().parents[1]),
    }
