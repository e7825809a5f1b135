"""Two verdicts of one object: ours at level server, and the API server's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gitops_gen import catalog
from gitops_gen.load.manifests import FoundObject, read_manifests
from gitops_gen.model.finding import Problem
from gitops_gen.model.level import Level
from gitops_gen.model.source import Json
from gitops_gen.validate.inspect import Inspector
from gitops_gen.validate.levels import SERVER, load_levels
from tests.controlplane.client import Client
from tests.controlplane.definitions import definitions

KUBERNETES = "1.36"


@dataclass(frozen=True)
class Verdict:
    """What is wrong with an object, as JSON pointers and in words; nothing if it is taken."""

    fields: tuple[str, ...]
    message: str

    @property
    def accepted(self) -> bool:
        return not self.message


class Judge:
    """Our side, with the definitions of a folder."""

    def __init__(self, folder: Path | None) -> None:
        self._inspector = Inspector(catalog.load_kinds(), KUBERNETES)
        if folder is not None:
            self._inspector.learn(_found(body) for body in definitions(folder))

    def verdict(self, found: FoundObject) -> Verdict:
        levels = load_levels()
        problems: list[Problem] = [
            problem
            for problem in self._inspector.check([found])
            if levels.get(problem.rule, SERVER).level is Level.SERVER and problem.rule != "manifest-no-schema"
        ]
        return Verdict(
            tuple(problem.path for problem in problems),
            "; ".join(f"[{problem.rule}] {problem.path} {problem.message}" for problem in problems),
        )


def _found(body: dict[str, Json]) -> FoundObject:
    return FoundObject(None, (), body)  # type: ignore[arg-type]


def servers_verdict(client: Client, found: FoundObject) -> Verdict:
    """The server's side: create it, as a dry run with strict fields."""
    body = found.body
    namespace = body.get("metadata", {}).get("namespace")
    if isinstance(namespace, str):
        client.apply({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}})
    answer = client.create(body)
    if answer.status == 409:
        # It is there already, made by the server itself or by another object.
        answer = client.apply(body, dry_run=True)
    return Verdict(tuple(answer.fields), "" if answer.accepted else answer.message)


def objects_in(files: Sequence[Path]) -> list[tuple[str, FoundObject]]:
    """Every object of the files, with a name to tell it by."""
    named = []
    for path in files:
        for number, found in enumerate(read_manifests(path.name, path.read_bytes())[0]):
            named.append((f"{path.parent.name}/{path.name}#{number}", found))
    return named


def plain(field: str) -> str:
    """A field's name without indices and keys, to compare the spelling of two programs."""
    return re.sub(r"\[[^\]]*\]|/[0-9]+(?=/|$)", "", field).strip("./").replace("/", ".")
