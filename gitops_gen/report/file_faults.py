"""What can be wrong with a file of the output, in words and as a rule of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gitops_gen.report.summary import FileChanges

_GENERATE = 'run "gitops-gen generate" and commit'


@dataclass(frozen=True, slots=True)
class FileFault:
    """``word`` is how the text calls it; ``id`` is how formats do that want a rule."""

    word: str
    title: str
    fix: str

    @property
    def id(self) -> str:
        return f"output-{self.word}"

    @property
    def text(self) -> str:
        return f"{self.title}; {self.fix}"


FILE_FAULTS = {
    fault.word: fault
    for fault in (
        FileFault("missing", "the specs make this file, and it is not there", _GENERATE),
        FileFault("stale", "the specs say something else", _GENERATE),
        FileFault("hand-edited", "somebody edited this generated file", f"change the spec instead, {_GENERATE}"),
        FileFault("leftover", "no spec makes this file any more", _GENERATE),
        FileFault("cut-off", "the run that wrote last did not come to its end", _GENERATE),
        FileFault("blocked", "this file is not ours, and one of ours must go here", "move or delete it"),
    )
}


def file_faults(files: FileChanges | None) -> Iterator[tuple[FileFault, str]]:
    """Each fault with the path of its file."""
    for word, path in files.faults if files else ():
        yield FILE_FAULTS[word], path
