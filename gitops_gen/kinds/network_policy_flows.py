"""The flows that both sides agreed on, one policy each.

A plain NetworkPolicy cannot express DNS names, so they are left out here; that is reported where flows are resolved.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._network import namespace_peer, network_peer, policy, port_rule
from gitops_gen.kinds._refs import Refs
from gitops_gen.kinds._states import is_removed
from gitops_gen.model.fleet import Flow, ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.source import Json, Path


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """A flow whose peers nobody can be told apart by gets no policy: an empty list of peers would admit everyone."""
    if is_removed(tenant):
        return
    for flow in tenant.flows:
        peers = [*map(namespace_peer, flow.namespaces), *map(network_peer, flow.cidrs)]
        if peers:
            yield _flow(tenant, flow, peers=peers)


def _flow(tenant: Tenant, flow: Flow, *, peers: list[dict[str, Json]]) -> Draft:
    direction, side, kind = ("egress", "to", "Egress") if flow.egress else ("ingress", "from", "Ingress")
    rule: dict[str, Json] = {side: peers}
    sources: dict[Path, Refs] = {
        ("metadata", "name"): flow.peer_refs,
        ("spec", direction, 0): flow.peer_refs + flow.port_refs,
        ("spec", direction, 0, side): flow.peer_refs,
    }
    if flow.ports:
        rule["ports"] = [port_rule(port) for port in flow.ports]
        sources["spec", direction, 0, "ports"] = flow.port_refs
    return policy(tenant, f"allow-{direction}-{flow.name}", rules={direction: [rule]}, types=(kind,), sources=sources)


KIND = TenantKind(
    id="network-policy-flows",
    emits=("NetworkPolicy",),
    summary="The flows between namespaces, and to the outside, that both sides declared and were allowed",
    render=render,
)
