"""The proof of an earlier run, where nothing that it depends on has changed since.

That nothing changed is told by digests of every spec that is read anew. The output is compared as ever, byte by byte; a
run that is to write, and to write nothing, takes the file system's word that no file was touched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeVar

from gitops_gen.crew import crew, processors
from gitops_gen.load.tree import read_specs
from gitops_gen.options import Options
from gitops_gen.outcome import Outcome, Totals
from gitops_gen.write.disk import Scan, read_regular, scan
from gitops_gen.write.index import INDEX, digest, read_index
from gitops_gen.write.memo import Memo, input_key, load_memo, save_memo
from gitops_gen.write.plan import Plan, make_plan
from gitops_gen.write.stamp import Stamp, stamp, wait_for_tick
from gitops_gen.write.state import STATE, was_cut_off

_SMALL = 300_000
"""Bytes of the index, 100 for a file, up to which one process is faster."""

T = TypeVar("T")


def recall(root: Path, options: Options, path: Path | None, *, check: bool) -> Outcome | None:
    """What a run would come to, or None where it has to be made: other inputs, or there is something to write.

    ``path`` is where the memo lies. Raises TreeError and WriteError as ``generate_repository`` does.
    """
    memo = None if path is None or options.limited else load_memo(path)
    if path is None or memo is None:
        return None
    specs = {name: digest(text) for name, text in read_specs(root).items()}
    if memo.key != input_key(repr(options), specs) or was_cut_off(root):
        return None
    folder = root / memo.folder
    index = _index(folder)
    if digest(index) != memo.index:
        return None
    plan = _unchanged(index, memo.foreign)
    outcome = Outcome(None, memo.findings, Totals(**memo.totals), memo.folder, plan, specs, below=memo.below)
    if not check and _digests(_stamps(folder)) == memo.stamps:
        return outcome
    now = _tick(root)
    there = _scanned(folder)
    outcome = replace(outcome, plan=make_plan(read_index(index), there.files, index))
    if outcome.plan is None or not outcome.plan.is_empty or there.temporary:
        return outcome if check else None
    _save(path, memo.key, root, outcome, now)
    return outcome


def remember(root: Path, options: Options, path: Path | None, outcome: Outcome) -> None:
    """Keep what a run came to, once all is written. Nothing is kept of a run that has left a difference, or that was
    limited."""
    if path is not None and outcome.plan is not None and not options.limited:
        _save(path, input_key(repr(options), outcome.specs), root, outcome, _tick(root))


def _save(path: Path, key: str, root: Path, outcome: Outcome, now: int | None) -> None:
    """``now`` is when the comparison began: where anything has been touched since, nothing is kept."""
    folder, plan = root / outcome.folder, outcome.plan
    if now is None or plan is None or _index(folder) != plan.index:
        return
    stamps = _stamps(folder)
    if max(found.newest for found in stamps.values()) <= now:
        totals: Mapping[str, int] = asdict(outcome.totals)
        index = digest(plan.index)
        found, where = outcome.findings, (outcome.folder, outcome.below)
        save_memo(path, Memo(key, found, totals, *where, index, plan.foreign, _digests(stamps)))


def _tick(root: Path) -> int | None:
    """None where the state of this repository has no place yet, so that ``--check`` makes none."""
    return wait_for_tick(root / STATE / "clock") if (root / STATE).is_dir() else None


def _unchanged(index: bytes, foreign: tuple[str, ...]) -> Plan:
    return Plan(read_index(index), (), (), (), (), foreign, (), index, index_changed=False)


def _index(folder: Path) -> bytes:
    return read_regular(folder / INDEX) if (folder / INDEX).is_file() else b""


@dataclass(frozen=True, slots=True)
class _Share:
    """Some of the folders at the top of the output directory."""

    folder: Path
    names: tuple[str, ...]

    def stamps(self) -> dict[str, Stamp]:
        return {name: stamp(self.folder / name) for name in self.names}

    def scans(self) -> list[Scan]:
        return [scan(self.folder, name) for name in self.names]


def _asked(folder: Path, call: Callable[[_Share], T]) -> list[T]:
    """Share the folders out, in turn: each cluster has one, and clusters are much alike."""
    names, hands = _folders(folder), processors()
    shares = [_Share(folder, names[start::hands]) for start in range(hands)]
    with crew(shares, alone=(folder / INDEX).stat().st_size < _SMALL) as members:
        for member in members:
            member.ask(call)
        return [member.answer() for member in members]


def _folders(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_dir() and not entry.is_symlink()))


def _stamps(folder: Path) -> dict[str, Stamp]:
    """By name of the folder; of the files beside the folders by none."""
    found = {"": stamp(folder, deep=False)}
    for share in _asked(folder, _Share.stamps):
        found.update(share)
    return found


def _digests(stamps: Mapping[str, Stamp]) -> dict[str, str]:
    return {name: found.digest for name, found in sorted(stamps.items())}


def _scanned(folder: Path) -> Scan:
    """Everything below the output directory but the index."""
    rest = scan(folder, skip=frozenset(_folders(folder)))
    parts = [rest, *(part for share in _asked(folder, _Share.scans) for part in share)]
    files = {path: seen for part in parts for path, seen in part.files.items()}
    files.pop(INDEX, None)
    return Scan(files, tuple(sorted(path for part in parts for path in part.temporary)))
