"""How a run ends: one place decides the exit code, and no fault of a user shows a traceback.

0 fine · 1 findings of severity error, or output that is not what the specs say · 2 usage or unreadable input ·
3 a bug, with a log · 130 interrupted
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Callable
from importlib import metadata
from typing import Any

import click

from gitops_gen.errors import GitError, GitOpsGenError
from gitops_gen.report.printable import printable

FINE = 0
FINDINGS = 1
USAGE = 2
BUG = 3
INTERRUPTED = 130
PIPE_CLOSED = 141

_REPORTED_PACKAGES = ("click", "PyYAML", "pydantic", "jsonschema-rs", "kubernetes-validate")


class PipeClosedError(Exception):
    """Whoever read our output is gone (``| head``)."""


def exit_code(run: Callable[[], Any]) -> int:
    """Run a command and say how it ended. Expected failures are printed, others are logged."""
    try:
        result = run()
    except click.Abort:
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return USAGE
    except GitOpsGenError as error:
        click.echo(f"error: {printable(str(error))}", err=True)
        if isinstance(error, GitError):
            # Marked, so that no line of it can be taken for one of ours, or for a command to a CI system.
            click.echo("".join(f"  | {printable(line)}\n" for line in error.said.splitlines()), err=True, nl=False)
        return USAGE
    except PipeClosedError:
        return _pipe_closed()
    except Exception as error:
        click.echo(_crash_text(error), err=True)
        return BUG
    return result if isinstance(result, int) else FINE


def _pipe_closed() -> int:
    """Nothing is left to say, and the interpreter must not try at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def _crash_text(error: Exception) -> str:
    kind = type(error).__name__
    try:
        path = _write_log(error)
    except OSError as failure:
        detail = "".join(traceback.format_exception(error))
        return f"{detail}\nbug: {kind}; no log could be written ({failure.strerror}), please report the text above"
    return f"bug: {kind}: {printable(str(error))[:300]}\nPlease report it, with this log: {path}"


def _write_log(error: Exception) -> str:
    """A log that can be pasted into a report: versions, arguments, traceback; no environment, no content of files."""
    text = "\n".join([*versions(), f"arguments: {sys.argv[1:]!r}", "", *traceback.format_exception(error)])
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", errors="backslashreplace", prefix="gitops-gen-crash-", suffix=".log", delete=False
    ) as file:
        file.write(text)
    return file.name


def versions() -> tuple[str, ...]:
    """One line each for us, Python and the packages whose version matters in a report."""
    system = f"{platform.system()} {platform.machine()}"
    lines = [f"gitops-gen: {package_version('gitops-gen')}", f"Python: {platform.python_version()} on {system}"]
    return (*lines, *(f"{name}: {package_version(name)}" for name in _REPORTED_PACKAGES))


def package_version(name: str) -> str:
    """The installed version of a package, or words where there is none (a checkout that was not installed)."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"
