"""One commit, made of Git objects and one compare-and-swap of the branch.

Until the branch moves nothing can be seen; when it has moved, the commit is whole. A run that is killed in between
leaves loose objects, which Git collects.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gitops_gen.errors import GitError
from gitops_gen.write.branch import find_branch
from gitops_gen.write.git import Git
from gitops_gen.write.hooks import after_commit, run_hooks
from gitops_gen.write.stage import Content, own_stage, refresh, refuse_sparse
from gitops_gen.write.state import locked

_AUTHOR = re.compile(r"\s*(?P<name>[^<>\n]*[^<>\s])\s*<(?P<mail>[^<>\s]+)>\s*\Z")


@dataclass(frozen=True, slots=True)
class Request:
    """How to commit. ``message`` is made of the paths that change, below the platform's folder; ``sign`` None follows
    Git's configuration; ``branch`` None is the one that is checked out; ``verify`` runs hooks. With ``pending`` nothing
    is committed, only told: it names the output files that would have to be written first."""

    message: Callable[[tuple[str, ...]], str]
    trailers: tuple[tuple[str, str], ...] = ()
    author: str | None = None
    sign: bool | None = None
    branch: str | None = None
    verify: bool = True
    pending: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """``commit`` is where the branch is now: at a new commit if ``made``. ``changed`` are paths from the top of the Git
    repository, as ``left_alone``: others that differ from HEAD. ``warning``: what could not be done after it."""

    commit: str
    made: bool
    branch: str
    changed: tuple[str, ...]
    left_alone: tuple[str, ...]
    warning: str = ""


def refuse_unready(root: Path, branch: str | None, author: str | None) -> None:
    """What can be said before anything is compiled. Raises GitError."""
    _author(author)
    git = Git(root)
    find_branch(git, branch)
    refuse_sparse(git)
    git.run("var", "GIT_COMMITTER_IDENT")


def commit(root: Path, content: Content, request: Request) -> Committed:
    """Commit specs and output, and nothing else. Raises GitError with what to do; then no branch has moved."""
    author = _author(request.author)
    git = Git(root)
    _refuse_other_folder(git, content.folder)
    branch = find_branch(git, request.branch)
    left_alone = dirty_beside(git, content)
    with locked(root) as folder, own_stage(git, folder, branch) as stage:
        stage.add(content)
        if request.pending is not None:
            changed = {*stage.changes(), *(git.prefix + path for path in request.pending)}
            return Committed(branch.old, False, branch.name, tuple(sorted(changed)), left_alone)
        stage.verify(content)
        changes = stage.changes()
        if not changes:
            warning = refresh(git, branch.old, content) if branch.checked_out and branch.old else ""
            return Committed(branch.old, False, branch.name, (), left_alone, warning)
        message = _message(git, request, changes)
        if request.verify:
            message = run_hooks(git, stage, message)
            stage.verify(content)
            changes = stage.changes()
            _refuse_others(git, content, changes)
        options = [*(["-p", branch.parent] if branch.parent else []), "-S" if _signs(git, request) else "--no-gpg-sign"]
        made = git.run("commit-tree", stage.tree(), *options, "-F", "-", stdin=message, **author)
        branch.move(git, made)
    warnings = [refresh(git, made, content)] if branch.checked_out else []
    if request.verify and branch.checked_out:
        warnings.append(after_commit(git))
    return Committed(made, True, branch.name, changes, left_alone, "\n".join(filter(None, warnings)))


def _refuse_other_folder(git: Git, folder: str) -> None:
    """The agents would look for the generated files at another place."""
    there = git.prefix.rstrip("/")
    if there != folder:
        told = f"repository.folder of the Platform says {folder}" if folder else "the Platform has no repository.folder"
        fix = f"write folder: {there}" if there else "remove it"
        raise GitError(
            f"this is {there or 'the top'} of the Git repository, and {told}: {fix} there, and generate again"
        )


def push(root: Path, remote: str, done: Committed) -> None:
    """Push the branch. Raises GitError; the commit stays."""
    git = Git(root)
    try:
        git.run("push", "--quiet", "--end-of-options", remote, f"{done.commit}:refs/heads/{done.branch}")
    except GitError as error:
        raise GitError(
            f"the push failed; the commit {done.commit[:12]} stays on {done.branch}; "
            f"when the cause is gone, run: git push {remote} {done.branch}",
            error.said,
        ) from None


def dirty_beside(git: Git, content: Content) -> tuple[str, ...]:
    """Paths from the top of the Git repository, neither specs nor output, that differ from HEAD or are not tracked."""
    found: list[str] = []
    entries = iter(git.fields("status", "--porcelain", "-z", "--untracked-files=normal"))
    for entry in entries:
        found.append(entry[3:])
        if "R" in entry[:2] or "C" in entry[:2]:
            next(entries, None)
    return tuple(sorted(path for path in found if not _ours(git, content, path)))


def _ours(git: Git, content: Content, path: str) -> bool:
    below = path.removeprefix(git.prefix)
    if not path.startswith(git.prefix):
        return False
    # Git names a folder where nothing in it is tracked; it may hold specs.
    return content.covers(below) or (below.endswith("/") and any(spec.startswith(below) for spec in content.specs))


def _author(text: str | None) -> dict[str, str]:
    if text is None:
        return {}
    match = _AUTHOR.match(text)
    if match is None:
        raise GitError(f'{text!r} is no author; write "Name <name@example.com>"')
    return {"GIT_AUTHOR_NAME": match["name"], "GIT_AUTHOR_EMAIL": match["mail"]}


def _signs(git: Git, request: Request) -> bool:
    if request.sign is None:
        return git.ask("config", "--type=bool", "--get", "commit.gpgSign") == "true"
    return request.sign


def _message(git: Git, request: Request, changed: tuple[str, ...]) -> str:
    text = request.message(tuple(path.removeprefix(git.prefix) for path in changed)).strip()
    if not text:
        raise GitError("the message is empty; give one with -m")
    trailers = [part for key, value in request.trailers for part in ("--trailer", f"{key}: {value}")]
    return git.run("interpret-trailers", *trailers, stdin=text + "\n") + "\n"


def _refuse_others(git: Git, content: Content, changes: tuple[str, ...]) -> None:
    for path in changes:
        if not path.startswith(git.prefix) or not content.covers(path.removeprefix(git.prefix)):
            raise GitError(f"a hook put {path} into the commit, which holds specs and output alone")
