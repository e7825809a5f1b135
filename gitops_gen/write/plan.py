"""What a run would change on disk: desired files against what is there. Pure, and by digest: contents stay where
they were made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gitops_gen.write.index import Seen, read_index, write_index


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths below the output directory, sorted.

    ``create`` and ``update`` are written, ``delete`` goes. Of those on disk: ``hand_edited`` are ours and were changed
    by somebody; ``foreign`` are not ours and stay; ``blocked`` are not ours and stand where a file of ours must go.
    """

    desired: Mapping[str, str]
    create: tuple[str, ...]
    update: tuple[str, ...]
    delete: tuple[str, ...]
    hand_edited: tuple[str, ...]
    foreign: tuple[str, ...]
    blocked: tuple[str, ...]
    index: bytes
    index_changed: bool

    @property
    def is_empty(self) -> bool:
        """Whether no file changes but the index."""
        return not (self.create or self.update or self.delete or self.blocked)

    @property
    def undoes_edits(self) -> bool:
        """Whether to write would undo what somebody has changed by hand."""
        return not {*self.update, *self.delete}.isdisjoint(self.hand_edited)


def make_plan(
    desired: Mapping[str, str],
    current: Mapping[str, Seen],
    index: bytes = b"",
    *,
    inside: Callable[[str], bool] | None = None,
) -> Plan:
    """Compare digests by path. ``current`` is everything below the output directory but the index; of what is not
    ``inside`` the run's scope some may be missing. None: all is inside.

    A file is ours when the index names it or when it begins with our header; anything else is never touched. What is
    outside the scope stays as it is, on disk and in the index.
    """
    owned = read_index(index)
    kept: dict[str, str] = {}
    here, wanted = current, desired
    if inside is not None:
        here = {path: seen for path, seen in current.items() if inside(path)}
        wanted = {path: digest for path, digest in desired.items() if inside(path)}
        kept = {path: seen.digest for path, seen in current.items() if seen.ours and not inside(path)}
        kept |= {path: digest for path, digest in owned.items() if not inside(path)}
    ours = {path for path, seen in here.items() if seen.ours or path in owned}
    create = sorted(path for path in wanted if path not in here)
    update = sorted(path for path, digest in wanted.items() if path in ours and here[path].digest != digest)
    delete = sorted(path for path in ours if path not in wanted and here[path].ours)
    hand_edited = sorted(path for path in ours if path in owned and owned[path] != here[path].digest)
    foreign = sorted(path for path in here if path not in ours and path not in wanted)
    written = write_index({**wanted, **kept} if kept else wanted)
    return Plan(
        desired=wanted,
        create=tuple(create),
        update=tuple(update),
        delete=tuple(delete),
        hand_edited=tuple(hand_edited),
        foreign=tuple(foreign),
        blocked=_blocked(wanted, here, ours, foreign),
        index=written,
        index_changed=written != index,
    )


def _blocked(
    desired: Mapping[str, str], current: Mapping[str, Seen], ours: set[str], foreign: Iterable[str]
) -> tuple[str, ...]:
    """Where somebody else's file stands in the way; also one whose name differs in case alone: on many laptops the two
    are one file, and ours would replace it."""
    taken = {path.casefold(): path for path in foreign}
    same = {
        path
        for path, digest in desired.items()
        if path in current and path not in ours and current[path].digest != digest
    }
    alike = {path for path in desired if path not in current and path.casefold() in taken} if taken else set()
    return tuple(sorted(same | alike))
