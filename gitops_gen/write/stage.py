"""An index of our own, beside the person's: what they have staged, and the rest of their work, stays as it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gitops_gen.errors import GitError
from gitops_gen.load.tree import SPEC_FOLDERS, is_spec
from gitops_gen.write.branch import Branch
from gitops_gen.write.disk import read_regular
from gitops_gen.write.git import Git

_INDEX = "git-index"
_MESSAGE = "COMMIT_EDITMSG"
_REGULAR = frozenset({"100644", "100755"})
_RAW = ("--raw", "-z", "--no-renames", "--no-abbrev")


@dataclass(frozen=True, slots=True)
class Content:
    """What the commit must hold: digests (SHA-256) of the specs that were compiled and of the files that came out, by
    path below the platform's folder. ``output`` is the output directory; what is ``foreign`` in it is not for us.
    ``folder`` is where the specs say that the platform lies in its Git repository."""

    specs: Mapping[str, str]
    generated: Mapping[str, str]
    output: str
    foreign: frozenset[str] = frozenset()
    folder: str = ""

    @property
    def spec_digest(self) -> str:
        """One digest for all specs: of the lines that ``sha256sum`` prints for them, in order of path."""
        lines = "".join(f"{digest}  {path}\n" for path, digest in sorted(self.specs.items()))
        return hashlib.sha256(lines.encode(errors="surrogateescape")).hexdigest()

    def covers(self, path: str) -> bool:
        """Whether a path is for us to commit."""
        return is_spec(path) or (path.startswith(f"{self.output}/") and path not in self.foreign)


@contextmanager
def own_stage(git: Git, folder: Path, branch: Branch) -> Iterator[Stage]:
    """An index in ``folder`` that holds the parent's tree; gone at the end. The folder is locked: what lies there of
    a run before was left by one that was killed."""
    folder = folder.absolute()  # Git is run in the platform's folder, we may not be
    stage = Stage(git, folder, branch.parent)
    _remove(folder)
    try:
        # With what Git remembers of the files' state, so that unchanged ones are not read again.
        if branch.parent and (git.folder / "index").exists():
            stage.index.write_bytes((git.folder / "index").read_bytes())
        stage.run("read-tree", *(["--reset", branch.parent] if branch.parent else ["--empty"]))
        yield stage
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    for name in (_INDEX, f"{_INDEX}.lock", _MESSAGE):
        (folder / name).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Stage:
    """Our index."""

    git: Git
    folder: Path
    parent: str

    @property
    def index(self) -> Path:
        return self.folder / _INDEX

    def run(self, *arguments: str, stdin: str = "") -> str:
        """As :meth:`Git.run`, on our index."""
        return self.git.run(*arguments, stdin=stdin, GIT_INDEX_FILE=str(self.index))

    def fields(self, *arguments: str) -> list[str]:
        """As :meth:`Git.fields`, on our index."""
        return self.git.fields(*arguments, GIT_INDEX_FILE=str(self.index))

    def add(self, content: Content) -> None:
        """Take the specs that were compiled and the files that came out; drop what is gone."""
        _refuse_ignored(self.git, content)
        tracked = self._entries(content)
        paths = sorted({*tracked, *content.specs, *content.generated})
        self.run("update-index", "--add", "--remove", "-z", "--stdin", stdin=_joined(paths))

    def verify(self, content: Content) -> None:
        """Our index holds, byte for byte, what was compiled and what came out. Raises GitError."""
        entries = self._entries(content)
        for path, (mode, _) in entries.items():
            if mode not in _REGULAR:
                raise GitError(f"{path} is a link or a submodule: specs and output are regular files")
            if is_spec(path) and path not in content.specs and "/." not in path:
                raise GitError(f"{path} is not what was compiled: it came while this ran, or a hook added it")
        for path, wanted in {**content.specs, **content.generated}.items():
            self._verify(path, wanted, entries)

    def _entries(self, content: Content) -> dict[str, tuple[str, str]]:
        """Mode and blob of what is tracked and for us to commit."""
        entries: dict[str, tuple[str, str]] = {}
        for entry in self.fields("ls-files", "-s", "-z", "--", *SPEC_FOLDERS, content.output):
            facts, _, path = entry.partition("\t")
            mode, identity, _ = facts.split(" ")
            if content.covers(path):
                entries[path] = (mode, identity)
        return entries

    def _verify(self, path: str, wanted: str, entries: Mapping[str, tuple[str, str]]) -> None:
        if path not in entries:
            raise GitError(f"{path} would not be in the commit: a hook took it out")
        there = read_regular(self.git.root / path)
        if hashlib.sha256(there).hexdigest() != wanted:
            raise GitError(f"{path} has changed while this ran; run this again")
        if hashlib.new(self.git.algorithm, b"blob %d\0" % len(there) + there).hexdigest() != entries[path][1]:
            raise GitError(
                f"Git would store {path} with other bytes than it has here: a hook has staged something else, or a "
                "filter of .gitattributes or core.autocrlf changes it; exclude specs and output from that"
            )

    def changes(self) -> tuple[str, ...]:
        """Paths, from the top of the Git repository, that differ from the parent; sorted."""
        base = self.parent or self.git.run("hash-object", "-t", "tree", "--stdin")
        raw = self.fields("diff-index", "--cached", *_RAW, base)
        return tuple(sorted(raw[1::2]))

    def tree(self) -> str:
        """Write the tree; return its name."""
        return self.run("write-tree")

    def message(self, text: str) -> Path:
        """A file with the message, for hooks that read it or change it; it goes with the index."""
        path = self.folder / _MESSAGE
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        return path


def refresh(git: Git, commit: str, content: Content) -> str:
    """Bring the person's index up to the commit, in what is ours; also where a run before was killed before it did.
    Returns what went wrong, or nothing."""
    raw = git.fields("diff-index", "--cached", *_RAW, commit)
    entries = []
    for facts, path in zip(raw[0::2], raw[1::2], strict=True):
        mode, _, identity, _, _ = facts.removeprefix(":").split(" ")
        if path.startswith(git.prefix) and content.covers(path.removeprefix(git.prefix)):
            entries.append(f"{mode} {identity}\t{path}")
    try:
        git.run("update-index", "-z", "--index-info", stdin=_joined(entries))
    except GitError as error:
        return f"the commit is made, but the index still shows the state before it ({error.said}); run: git reset -q"
    git.ask("update-index", "-q", "--refresh")
    return ""


def _refuse_ignored(git: Git, content: Content) -> None:
    """Whoever clones the commit must be able to compile the same. Raises GitError."""
    untracked = set(git.fields("ls-files", "-o", "-z", "--", *SPEC_FOLDERS))
    kept = set(git.fields("ls-files", "-o", "-z", "--exclude-standard", "--", *SPEC_FOLDERS))
    for path in sorted(untracked - kept):
        if path in content.specs:
            raise GitError(f"{path} is compiled, and a .gitignore keeps it out of Git; remove the file, or that line")


def refuse_sparse(git: Git) -> None:
    """Specs that Git keeps off the disk would be compiled as if they were gone. Raises GitError."""
    for entry in sorted(git.fields("ls-files", "-v", "-z", "--", *SPEC_FOLDERS)):
        if entry.startswith("S "):
            raise GitError(f"{entry[2:]} is outside the sparse checkout; run: git sparse-checkout disable")


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\0" for line in lines)
