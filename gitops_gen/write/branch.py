"""The branch that a commit goes to: whether it may move now, and its move as one compare-and-swap."""

from __future__ import annotations

from dataclasses import dataclass

from gitops_gen.errors import GitError
from gitops_gen.write.git import Git

_IN_PROGRESS = {
    "MERGE_HEAD": ("a merge", "git merge --continue, or git merge --abort"),
    "CHERRY_PICK_HEAD": ("a cherry-pick", "git cherry-pick --continue, or git cherry-pick --abort"),
    "REVERT_HEAD": ("a revert", "git revert --continue, or git revert --abort"),
    "rebase-merge": ("a rebase", "git rebase --continue, or git rebase --abort"),
    "rebase-apply": ("a rebase", "git rebase --continue, or git rebase --abort"),
}


@dataclass(frozen=True, slots=True)
class Branch:
    """``old`` is where the branch is (empty for a new one), ``parent`` what to build on (empty for a first commit)."""

    name: str
    old: str
    parent: str
    checked_out: bool

    def move(self, git: Git, new: str) -> None:
        """Move the branch if it is still where it was. Raises GitError if not; then it stays."""
        ref = f"refs/heads/{self.name}"
        try:
            git.run("update-ref", "-m", "commit: gitops-gen", ref, new, self.old or "0" * len(new))
        except GitError as error:
            refuse_locks(git, self.name)
            now = git.ask("rev-parse", "-q", "--verify", ref)
            if now != self.old:
                raise GitError(
                    f"branch {self.name} has moved while this ran, from {self.old[:12] or 'nothing'} to {now[:12]}; "
                    "nothing is lost, run this again"
                ) from None
            raise error from None


def find_branch(git: Git, wanted: str | None) -> Branch:
    """The branch to move: the one that is named, or else the one that is checked out.

    Raises GitError where something is in progress, a lock is left, or there is no such branch to move.
    """
    for name, (what, remedy) in _IN_PROGRESS.items():
        if (git.folder / name).exists():
            raise GitError(f"{what} is in progress; end it first: {remedy}")
    current = git.ask("symbolic-ref", "-q", "HEAD").removeprefix("refs/heads/")
    name = current if wanted is None else _checked(git, wanted, current)
    if not name:
        raise GitError("HEAD is detached: name a branch with --branch, or check one out")
    refuse_locks(git, name)
    old = git.ask("rev-parse", "-q", "--verify", f"refs/heads/{name}^{{commit}}")
    parent = old or git.ask("rev-parse", "-q", "--verify", "HEAD^{commit}")
    return Branch(name, old, parent, name == current)


def _checked(git: Git, wanted: str, current: str) -> str:
    if not wanted or wanted.startswith("-") or git.ask("check-ref-format", "--branch", wanted) != wanted:
        raise GitError(f"{wanted!r} cannot be the name of a branch")
    for tree in git.run("worktree", "list", "--porcelain").split("\n\n"):
        lines = tree.splitlines()
        if f"branch refs/heads/{wanted}" in lines and wanted != current:
            raise GitError(f"branch {wanted} is checked out in {lines[0].removeprefix('worktree ')}; commit there")
    return wanted


def refuse_locks(git: Git, branch: str) -> None:
    """Locks that somebody holds, or has left. None is ever removed here: only a person knows that nobody is at work."""
    places = (
        git.folder / "index.lock",
        git.folder / "HEAD.lock",
        git.common / "packed-refs.lock",
        git.common / "refs" / "heads" / f"{branch}.lock",
    )
    for place in places:
        if place.exists():
            raise GitError(
                f"{place} exists: another Git process is at work, or one was killed and left it; "
                f"if none runs here any more, remove it: rm '{place}'"
            )
