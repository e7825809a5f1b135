"""The API server takes everything that we emit, as it stands, and a second time has nothing to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.controlplane.client import Body
from tests.controlplane.controlplane import ControlPlane
from tests.controlplane.orders import Order, argo_cd, flux
from tests.controlplane.roots import ensure_namespaces, remove, sync_roots

CLUSTERS = sorted(path for path in (REPOSITORY / "generated").iterdir() if (path / "platform").is_dir())
# Written by the server, or kept apart from what was asked for.
SERVERS = ("creationTimestamp", "generation", "managedFields", "resourceVersion", "uid")


@pytest.mark.parametrize("order", [argo_cd, flux])
@pytest.mark.parametrize("cluster", CLUSTERS, ids=lambda path: path.name)
def test_every_root_is_taken_as_it_stands(operators: ControlPlane, cluster: Path, order: Order) -> None:
    client = operators.client
    roots = [(root, order(bodies)) for root, bodies in sync_roots(cluster)]
    everything = [body for _, bodies in roots for body in bodies]
    assert len(everything) > 50
    spaces = ensure_namespaces(client, everything)
    refused, drift = [], []
    try:
        for root, bodies in roots:
            for body in bodies:
                answer = client.apply(body, manager="agent")
                if not answer.accepted:
                    refused.append(f"{root}: {client.path(body)}: {answer.message}")
        for root, bodies in roots:
            for body in bodies:
                live = client.get(client.path(body)).body
                again = client.apply(body, manager="agent", dry_run=True)
                if _stored(again.body) != _stored(live):
                    drift.append(f"{root}: {client.path(body)}: a second apply would change it")
                drift += [f"{root}: {client.path(body)}: {text}" for text in differences(body, live, "")]
    finally:
        remove(client, everything)
    assert refused == []
    assert drift == []
    assert set(spaces) <= {"argocd", "flux-system", "gpu-operator", "kube-system", "node-feature-discovery"}


def _stored(body: Body) -> Body:
    metadata = {key: value for key, value in body["metadata"].items() if key not in SERVERS}
    return {**body, "metadata": metadata}


def differences(wanted: object, live: object, path: str) -> Iterator[str]:
    """Where an object as emitted is not what the server keeps: an agent that compares would show it for ever."""
    if isinstance(wanted, dict) and isinstance(live, dict):
        for key, value in wanted.items():
            if key not in live:
                yield f"{path}.{key} is dropped"
            else:
                yield from differences(value, live[key], f"{path}.{key}")
    elif isinstance(wanted, list) and isinstance(live, list) and len(wanted) == len(live):
        for position, (one, other) in enumerate(zip(wanted, live, strict=True)):
            yield from differences(one, other, f"{path}[{position}]")
    elif wanted != live or type(wanted) is not type(live):
        yield f"{path} is kept as {live!r}, not as {wanted!r}"
