"""CODEOWNERS from the specs: a team owns its own file, the platform all else, nobody what is generated. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from gitops_gen.model.fleet import Spec
from gitops_gen.model.spec import Platform, Team

_HEAD = """\
# Made from the owners in the specs. The last line that fits a file decides.
"""

_PLAIN = re.compile(r"[A-Za-z0-9._/-]+\Z")
"""Paths that mean themselves in a pattern. Others stay the platform's: no escape is read alike everywhere."""


def code_owners(specs: Iterable[Spec[Any]]) -> str:
    """The file's text, each pattern once. Needs the Platform; without one there is nobody to own anything."""
    found = tuple(specs)
    platform = next((spec.model for spec in found if isinstance(spec.model, Platform)), None)
    if platform is None:
        return _HEAD
    repository = platform.spec.repository
    top = f"/{repository.folder}/" if repository.folder else "/"
    rest = ((top if repository.folder else "*", (platform.spec.owners.platform,)), (f"{top}{repository.path}/", ()))
    lines = (*rest, *((f"{top}{file}", owners) for file, owners in _team_files(found).items()))
    width = max(len(pattern) for pattern, _ in lines)
    return _HEAD + "".join(f"{pattern:{width}}  {' '.join(owners)}".rstrip() + "\n" for pattern, owners in lines)


def _team_files(specs: tuple[Spec[Any], ...]) -> dict[str, tuple[str, ...]]:
    """Files that hold teams and nothing else, with all the teams' owners: another document there is the platform's."""
    mixed = {spec.document.file for spec in specs if not isinstance(spec.model, Team)}
    owners: dict[str, list[str]] = {}
    for spec in specs:
        file = spec.document.file
        if isinstance(spec.model, Team) and file not in mixed and _PLAIN.match(file):
            owners.setdefault(file, []).extend(spec.model.spec.owners)
    return {file: tuple(dict.fromkeys(owners[file])) for file in sorted(owners) if owners[file]}
