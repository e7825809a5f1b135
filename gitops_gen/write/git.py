"""Runs Git, through GitPython; nothing else in the product does. What Git refuses becomes a GitError with a remedy."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

from gitops_gen.errors import GitError

_USERINFO = re.compile(r"(?<=://)[^/@\s]+@")
_REDIRECTING = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY")
_NOBODY = 'Git does not know who commits; run: git config user.name "..." and git config user.email "..."'
_UNSIGNED = "the commit cannot be signed; look at Git's settings user.signingKey and gpg.format, or give --no-sign"
_REMEDIES = {
    "not a git repository": "this folder is in no Git repository; run: git init -b main",
    "dubious ownership": "the repository belongs to another user; name it in Git's setting safe.directory",
    "tell me who you are": _NOBODY,
    "empty ident": _NOBODY,
    "'hook' is not a git command": "this Git cannot run hooks for others; Git 2.36 or newer is needed",
    "failed to sign": _UNSIGNED,
    "load public key": _UNSIGNED,
    "signingkey": _UNSIGNED,
}


class Git:
    """Git in a platform's folder, which may be the top of a Git repository or a folder in one."""

    def __init__(self, root: Path) -> None:
        """Raises GitError where there is no Git, no repository, or an environment that points at another one."""
        found = [name for name in _REDIRECTING if name in os.environ]
        if found:
            raise GitError(f"{found[0]} is set: this runs inside a Git hook, or points at another repository; unset it")
        try:
            import git  # slow, and not needed by other commands
        except ImportError as error:
            raise GitError(f"Git cannot be used: {str(error).splitlines()[0]}; install git") from None
        self._git: Any = git.Git(str(root))
        self.root = root
        if self.run("rev-parse", "--is-inside-work-tree") != "true":
            raise GitError("this is a bare repository, or Git's own folder; commit in a clone or a worktree of it")
        self.prefix = self.run("rev-parse", "--show-prefix")
        """The platform's folder below the top of the Git repository: empty, or with a slash at its end."""
        self.folder = Path(self.run("rev-parse", "--absolute-git-dir"))
        """What belongs to this work tree: HEAD, the index."""
        self.common = Path(root, self.run("rev-parse", "--git-common-dir")).resolve()
        """What all work trees share: objects and branches."""
        self.algorithm = self.run("rev-parse", "--show-object-format")
        """``sha1`` or ``sha256``, as hashlib names them."""

    def run(self, *arguments: str, stdin: str = "", **environment: str) -> str:
        """What Git prints, without the line break at its end. Raises GitError where it says no."""
        status, printed, said = self._execute(arguments, stdin, environment)
        if status:
            raise _refusal(arguments[0], said)
        return printed.removesuffix("\n")

    def fields(self, *arguments: str, **environment: str) -> list[str]:
        """What Git prints with ``-z``, split. Raises GitError where it says no."""
        return self.run(*arguments, **environment).split("\0")[:-1]

    def ask(self, *arguments: str) -> str:
        """What Git prints; empty where it says no."""
        status, printed, _ = self._execute(arguments, "", {})
        return "" if status else printed.removesuffix("\n")

    def _execute(self, arguments: tuple[str, ...], stdin: str, environment: dict[str, str]) -> tuple[int, str, str]:
        """Names of files are bytes: what is no UTF-8 comes and goes as surrogates."""
        with tempfile.TemporaryFile() as file:
            file.write(os.fsencode(stdin))
            file.seek(0)
            status, printed, said = self._git.execute(
                ["git", *arguments],
                env={"GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": ":", **environment},
                istream=file,
                with_extended_output=True,
                with_exceptions=False,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
            )
        return int(status), os.fsdecode(printed), os.fsdecode(said)


def _refusal(command: str, said: str) -> GitError:
    """No address is shown with the credentials in it."""
    shown = _USERINFO.sub("***@", said.strip())
    for phrase, remedy in _REMEDIES.items():
        if phrase in said:
            return GitError(remedy, shown)
    return GitError(f"git {command} failed", shown)
