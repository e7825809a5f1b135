"""The files of a new platform repository, from ``data/init``: what all have, the engine's, the CI system's. Pure.

A template is a whole file. Its only variable parts are the tokens of ``_tokens``, whose values have been judged
before. ``dot-`` at the begin of a name stands for a dot, so that no file there acts on the repository it lies in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files as package_files
from importlib.resources.abc import Traversable
from typing import Any
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from gitops_gen.errors import GitOpsGenError
from gitops_gen.model.spec.scalars import Name, Owner, RepoFolder, Url

_DOT = "dot-"
_VERSION = re.compile(r"[0-9][A-Za-z0-9.+!-]*\Z")


class ChoiceError(GitOpsGenError):
    """A name or URL that no spec could hold."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person chooses for a new repository. ``version`` is the one of the tool that its CI installs, ``folder``
    that of the platform in a Git repository that is there already, if it is not the top."""

    engine: str
    ci: str
    platform: str
    repository: str
    version: str
    folder: str = ""


def skeleton_files(choices: Choices) -> Mapping[str, str]:
    """Text by path, sorted. Raises ChoiceError for a name or URL that no spec could hold."""
    _judge("--platform", choices.platform, Name)
    _judge("--repository", choices.repository, Url)
    if choices.folder:
        _judge_folder(choices)
    if not _VERSION.match(choices.version):
        raise ChoiceError(
            "gitops-gen runs from a checkout that is not installed, so CI could not install the same; install it"
        )
    root = package_files("gitops_gen") / "data" / "init"
    found: dict[str, str] = {}
    for folder in (root / "common", root / "engines" / choices.engine, root / "ci" / choices.ci):
        found.update(_walk(folder, ""))
    tokens = _tokens(choices)
    return {path: _filled(text, tokens) for path, text in sorted(found.items())}


def _walk(folder: Traversable, above: str) -> Iterator[tuple[str, str]]:
    """Nothing where there is no folder: a CI system may have no files."""
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        name = entry.name
        path = above + (f".{name.removeprefix(_DOT)}" if name.startswith(_DOT) else name)
        if entry.is_dir():
            yield from _walk(entry, f"{path}/")
        else:
            yield path, entry.read_text(encoding="utf-8")


def _tokens(choices: Choices) -> Mapping[str, str]:
    return {
        "__ORGANISATION__": _organisation(choices),
        "__PLATFORM__": choices.platform,
        "__REPOSITORY__": choices.repository,
        "__FOLDER__": f", folder: {choices.folder}" if choices.folder else "",
        "__VERSION__": choices.version,
    }


def _filled(text: str, tokens: Mapping[str, str]) -> str:
    for token, value in tokens.items():
        text = text.replace(token, value)
    return text


def _organisation(choices: Choices) -> str:
    """Who owners belong to: the first part of the repository's path, or the platform's name where that is none."""
    first, slash, _ = urlsplit(choices.repository).path.lstrip("/").partition("/")
    return first if slash and not _fault(f"@{first}/team", Owner) else choices.platform[:39]


def _judge_folder(choices: Choices) -> None:
    """CI systems and CODEOWNERS are read at the top of a Git repository, where nothing of this is ours."""
    _judge("the platform's folder in its Git repository,", choices.folder, RepoFolder)
    if choices.ci != "none":
        raise ChoiceError(
            f"this is the folder {choices.folder} of a Git repository, and CI systems look at the top, which is not "
            "ours to change: say --ci none, and let CI there run gitops-gen; for a repository of its own, git init "
            "it first"
        )


def _judge(option: str, value: str, wanted: Any) -> None:
    fault = _fault(value, wanted)
    if fault:
        raise ChoiceError(f"{option} {value!r}: {fault}")


def _fault(value: str, wanted: Any) -> str | None:
    """What is wrong with a value, in the words of the spec language."""
    try:
        TypeAdapter(wanted).validate_python(value)
    except ValidationError as error:
        fault = error.errors()[0]
        return "write an https:// or ssh:// URL" if fault["type"] == "string_pattern_mismatch" else fault["msg"]
    return None
