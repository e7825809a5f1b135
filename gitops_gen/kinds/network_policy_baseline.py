"""The policies of every namespace: deny all, then open names, the namespace itself, and scraping.

No way to the API server is opened, since no pod has a token for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._network import namespace_peer, network_peer, policy
from gitops_gen.kinds._refs import Refs, written
from gitops_gen.kinds._states import is_removed
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.source import Json, Path
from gitops_gen.model.spec.cluster import Dns

# NodeLocal DNSCache: the address and port it listens on, and its pods. It shares the node's network, where some
# plug-ins match addresses only, and Cilium pods only.
NODE_CACHE_ADDRESS = "169.254.20.10/32"
NODE_CACHE_LABELS = {"k8s-app": "node-local-dns"}
NODE_CACHE_PORT = 53

# GKE's metadata server, which gives a pod its identity: address and ports under Dataplane V2 (Cilium), and else.
GKE_METADATA = {"cilium": ("169.254.169.254/32", (80, 8080))}
GKE_METADATA_ELSE = ("169.254.169.252/32", (987, 988))


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """Deny all first: whatever is not opened below or by an agreed flow stays closed, in both directions."""
    if is_removed(tenant):
        return
    yield policy(tenant, "default-deny", rules={}, types=("Egress", "Ingress"), sources={})
    yield _dns(tenant, cluster)
    yield _same_namespace(tenant)
    if cluster.spec.model.spec.monitoring is not None:
        yield _monitoring(tenant, cluster)
    if cluster.spec.model.spec.identity.mode == "gke" and tenant.allocation.model.spec.identities:
        yield _gke_metadata(tenant, cluster)


def _dns(tenant: Tenant, cluster: ResolvedCluster) -> Draft:
    dns = cluster.spec.model.spec.network.dns
    rules = [{"ports": _both(dns.port), "to": [namespace_peer(dns.namespace, dns.pod_labels)]}]
    sources: dict[Path, Refs] = {
        ("spec", "egress", 0, "ports"): (written(cluster.spec, "network", "dns", "port"),),
        ("spec", "egress", 0, "to"): (
            written(cluster.spec, "network", "dns", "namespace"),
            written(cluster.spec, "network", "dns", "podLabels"),
        ),
    }
    if dns.node_local:
        rules.append({"ports": _both(NODE_CACHE_PORT), "to": _node_cache(dns)})
        sources["spec", "egress", 1] = (written(cluster.spec, "network", "dns", "nodeLocal"),)
    return policy(tenant, "allow-dns", rules={"egress": rules}, types=("Egress",), sources=sources)


def _both(port: int) -> list[Json]:
    return [{"port": port, "protocol": "TCP"}, {"port": port, "protocol": "UDP"}]


def _node_cache(dns: Dns) -> list[Json]:
    return [namespace_peer(dns.namespace, NODE_CACHE_LABELS), network_peer(NODE_CACHE_ADDRESS)]


def _same_namespace(tenant: Tenant) -> Draft:
    """All ports: NCCL and Gloo take ephemeral ones, so work on several nodes cannot be narrowed by port."""
    peers: list[Json] = [{"podSelector": {}}]
    rules = {"egress": [{"to": peers}], "ingress": [{"from": peers}]}
    return policy(tenant, "allow-same-namespace", rules=rules, types=("Egress", "Ingress"), sources={})


def _monitoring(tenant: Tenant, cluster: ResolvedCluster) -> Draft:
    monitoring = cluster.spec.model.spec.monitoring
    assert monitoring is not None
    rule = {
        "from": [namespace_peer(monitoring.namespace, monitoring.pod_labels)],
        "ports": [{"port": monitoring.port, "protocol": "TCP"}],
    }
    sources: dict[Path, Refs] = {
        ("metadata", "name"): (cluster.spec.ref("monitoring"),),
        ("spec", "ingress", 0, "from"): (
            written(cluster.spec, "monitoring", "namespace"),
            written(cluster.spec, "monitoring", "podLabels"),
        ),
        ("spec", "ingress", 0, "ports"): (written(cluster.spec, "monitoring", "port"),),
    }
    return policy(tenant, "allow-monitoring", rules={"ingress": [rule]}, types=("Ingress",), sources=sources)


def _gke_metadata(tenant: Tenant, cluster: ResolvedCluster) -> Draft:
    """The other identity modes exchange a token at a public address: an egress flow of the team's own."""
    cidr, ports = GKE_METADATA.get(cluster.spec.model.spec.network.cni, GKE_METADATA_ELSE)
    rule = {"ports": [{"port": port, "protocol": "TCP"} for port in ports], "to": [network_peer(cidr)]}
    sources: dict[Path, Refs] = {
        ("metadata", "name"): (cluster.spec.ref("identity", "mode"), tenant.allocation.ref("identities")),
        ("spec", "egress", 0): (cluster.spec.ref("identity", "mode"), cluster.spec.ref("network", "cni")),
    }
    return policy(tenant, "allow-metadata", rules={"egress": [rule]}, types=("Egress",), sources=sources)


KIND = TenantKind(
    id="network-policy-baseline",
    emits=("NetworkPolicy",),
    summary="Deny all traffic of a namespace, less names, itself and scraping",
    render=render,
)
