"""Failures of the environment, never of the input (those are findings).

GitOpsGenError            expected failures; the command line prints the text and exits with 2
├── ToolError             something this machine lacks: libyaml, Node, a bundled Kubernetes version
├── TreeError             the repository cannot be read as a tree: unreadable file, too many files, a link out of it
├── WriteError            a file cannot be written or replaced
├── GitError              Git refuses, or is not in a state to commit in
└── LostError             a process that shared the work has ended
"""

from __future__ import annotations


class GitOpsGenError(Exception):
    """The environment failed. The text says what was tried, what happened and what to do."""


class ToolError(GitOpsGenError):
    """This machine lacks something; the text names the fix."""


class TreeError(GitOpsGenError):
    """The repository cannot be read."""


class WriteError(GitOpsGenError):
    """The output cannot be written."""


class LostError(GitOpsGenError):
    """A process that shared the work ended before it answered: killed, or out of memory."""


class GitError(GitOpsGenError):
    """Git cannot do what is asked; the text says the remedy. ``said`` are Git's own words, or a hook's, in lines."""

    def __init__(self, text: str, said: str = "") -> None:
        super().__init__(text)
        self.said = said
