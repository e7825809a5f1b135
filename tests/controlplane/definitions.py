"""The CustomResourceDefinitions of a folder, made known to a server without the webhooks behind them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import yaml

from tests.conftest import REPOSITORY
from tests.controlplane.client import Body, Client

PATIENCE = 60


def definitions_folder() -> Path | None:
    """The folder that CONTROLPLANE_CRDS names, or the one beside the checkout."""
    named = os.environ.get("CONTROLPLANE_CRDS")
    folder = Path(named) if named else REPOSITORY.parent / "shared" / "crds"
    return folder if folder.is_dir() else None


def definitions(folder: Path) -> Iterator[Body]:
    """Every definition, as a server without its operator can have it: nobody is there to convert between versions."""
    for path in sorted(folder.glob("*.yaml")):
        for body in yaml.load_all(path.read_bytes(), Loader=yaml.CSafeLoader):
            if isinstance(body, dict) and body.get("kind") == "CustomResourceDefinition":
                body["spec"].pop("conversion", None)
                body.pop("status", None)
                _approve(body)
                yield body


def _approve(body: Body) -> None:
    """Groups of Kubernetes' own domain want a mark, which collections of definitions leave out."""
    if body["spec"]["group"].endswith((".k8s.io", ".kubernetes.io")):
        body["metadata"].setdefault("annotations", {}).setdefault("api-approved.kubernetes.io", "unapproved, for tests")


def apply_definitions(client: Client, folder: Path) -> None:
    """Apply all, and wait until the server serves them. Raises AssertionError for one that it does not take."""
    applied = []
    for body in definitions(folder):
        answer = client.apply(body)
        assert answer.accepted, f"{body['metadata']['name']}: {answer.message}"
        applied.append(client.path(body))
    end = time.monotonic() + PATIENCE
    for path in applied:
        while not _established(client.get(path).body):
            assert time.monotonic() < end, f"{path} is not established"
            time.sleep(0.1)


def _established(body: Body) -> bool:
    conditions = body.get("status", {}).get("conditions", [])
    return any(each["type"] == "Established" and each["status"] == "True" for each in conditions)
