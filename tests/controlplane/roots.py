"""The sync roots of a generated tree, and everything in them taken away from a server again."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml

from tests.controlplane.client import Body, Client

PATIENCE = 120
ANCHORS = ("gitops-gen-pods", "gitops-gen-policies", "gitops-gen-pods-gitops-gen-policies")
"""These stay, as they do in a cluster that is in use: an API server on which the last binding with ConfigMaps for
parameters goes never looks at ConfigMaps again (kubernetes/kubernetes#130887)."""


def sync_roots(cluster: Path) -> Iterator[tuple[str, list[Body]]]:
    """Each root of a cluster with its objects, in the order in which they come to be."""
    folders = sorted(path.parent for path in cluster.rglob("kustomization.yaml"))
    for folder in sorted(folders, key=lambda path: ("teams" in path.parts, path)):
        yield str(folder.relative_to(cluster.parent)), [*_objects(folder)]


def _objects(folder: Path) -> Iterator[Body]:
    for path in sorted(folder.glob("*.yaml")):
        if path.name != "kustomization.yaml" and not path.name.startswith("values-"):
            yield yaml.safe_load(path.read_bytes())


def ensure_namespaces(client: Client, bodies: Iterable[Body]) -> list[str]:
    """Make the namespaces that others bring: those of the agents and operators. Returns their names."""
    bodies = list(bodies)
    made = {body["metadata"]["name"] for body in bodies if body["kind"] == "Namespace"}
    used = {body["metadata"].get("namespace") for body in bodies} - {None} - made
    for name in sorted(used):
        answer = client.apply({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})
        assert answer.accepted, answer.message
    return sorted(used)


def remove(client: Client, bodies: Iterable[Body]) -> None:
    """Delete the objects, bindings of policies first and namespaces last, and wait until the server knows none of them
    any more: a policy that has lost its parameters lets nothing pass."""
    order = {"ValidatingAdmissionPolicyBinding": -1, "Namespace": 1}
    gone = (body for body in bodies if body["metadata"]["name"] not in ANCHORS)
    bodies = sorted(gone, key=lambda body: order.get(body["kind"], 0))
    for body in bodies:
        client.delete(f"{client.path(body)}?propagationPolicy=Background")
    end = time.monotonic() + PATIENCE
    for body in bodies:
        while client.get(client.path(body)).accepted:
            assert time.monotonic() < end, f"{client.path(body)} does not go away"
            time.sleep(0.1)
