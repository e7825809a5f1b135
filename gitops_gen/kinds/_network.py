"""Parts of NetworkPolicies. What is empty here means everyone, so a policy is built only from peers that are there.

A rule without peers allows all, and so does one without ports (k8s.io/api networking/v1). Policies add up: none can
take back what another allows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_network

from gitops_gen.kinds._refs import Refs
from gitops_gen.model.addresses import CREDENTIAL_ADDRESSES
from gitops_gen.model.fleet import Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.source import Json, Path
from gitops_gen.model.spec.scalars import Port

NAMESPACE_LABEL = "kubernetes.io/metadata.name"
"""The control plane sets it; any other label of a namespace is somebody's to change."""


def policy(
    tenant: Tenant, name: str, *, rules: Mapping[str, Json], types: tuple[str, ...], sources: Mapping[Path, Refs]
) -> Draft:
    """A NetworkPolicy for all pods of the namespace. ``types`` are written out: left out, egress would stay open."""
    return Draft(
        kind="NetworkPolicy",
        name=name,
        namespace=tenant.namespace,
        body={"spec": {**rules, "podSelector": {}, "policyTypes": list(types)}},
        origin=tenant.allocation.ref(),
        sources=sources,
    )


def namespace_peer(namespace: str, pod_labels: Mapping[str, str] | None = None) -> dict[str, Json]:
    """Pods of another namespace; with labels only those that bear all of them. One peer: two would be an or."""
    peer: dict[str, Json] = {"namespaceSelector": {"matchLabels": {NAMESPACE_LABEL: namespace}}}
    if pod_labels:
        peer["podSelector"] = {"matchLabels": dict(pod_labels)}
    return peer


def network_peer(cidr: str) -> dict[str, Json]:
    """A network outside, less the addresses that hand out credentials, unless it is one of them by itself."""
    excluded = _excluded(cidr)
    return {"ipBlock": {"cidr": cidr, "except": list(excluded)} if excluded else {"cidr": cidr}}


@lru_cache(maxsize=4096)
def _excluded(cidr: str) -> tuple[str, ...]:
    """Strictly inside: the API server refuses an exception as large as the network."""
    network = ip_network(cidr)
    addresses = (ip_network(text) for text in CREDENTIAL_ADDRESSES)
    return tuple(str(a) for a in addresses if a.prefixlen > network.prefixlen and a.network_address in network)


def port_rule(port: Port) -> dict[str, Json]:
    """A port, or a range of them."""
    if port.first == port.last:
        return {"port": port.first, "protocol": port.protocol}
    return {"endPort": port.last, "port": port.first, "protocol": port.protocol}
