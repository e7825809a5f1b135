"""A platform repository on disk, and a way to call the command line on it."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from click.testing import CliRunner, Result

from gitops_gen.cli import root


def make_repository(folder: Path) -> Path:
    """The example platform of the package, copied."""
    with as_file(files("gitops_gen") / "data" / "example") as example:
        shutil.copytree(example, folder)
    return folder


def call(*arguments: str | Path) -> Result:
    """Run the command line in this process. Whatever it raises but its exit is a failure of the test."""
    result = CliRunner().invoke(root, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result
