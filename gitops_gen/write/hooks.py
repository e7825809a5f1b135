"""The hooks of a Git repository: the same, and in the same order, as ``git commit`` runs them."""

from __future__ import annotations

from gitops_gen.errors import GitError
from gitops_gen.write.git import Git
from gitops_gen.write.stage import Stage


def run_hooks(git: Git, stage: Stage, message: str) -> str:
    """Let the hooks judge that git commit runs, in its order. Returns the message as they have left it."""
    _hook(stage, "pre-commit")
    path = stage.message(message)
    _hook(stage, "prepare-commit-msg", "--", str(path), "message")
    _hook(stage, "commit-msg", "--", str(path))
    left = git.run("stripspace", stdin=path.read_text(encoding="utf-8", errors="surrogateescape"))
    if not left:
        raise GitError("a hook has emptied the message; nothing was committed")
    return left + "\n"


def _hook(stage: Stage, name: str, *arguments: str) -> None:
    try:
        stage.run("hook", "run", "--ignore-missing", name, *arguments)
    except GitError as error:
        if "git hook" not in str(error):
            raise
        raise GitError(f"the hook {name} refuses the commit; nothing was committed", error.said) from None


def after_commit(git: Git) -> str:
    """It can refuse nothing any more."""
    try:
        git.run("hook", "run", "--ignore-missing", "post-commit")
    except GitError as error:
        return f"the commit is made, but the hook post-commit failed: {error.said}"
    return ""
