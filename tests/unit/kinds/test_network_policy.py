"""NetworkPolicies: what is closed, what is opened, and that nothing empty ever opens more."""

from __future__ import annotations

import pytest

from gitops_gen.kinds import network_policy_baseline, network_policy_flows
from gitops_gen.model.fleet import Flow
from gitops_gen.model.source import Json
from gitops_gen.model.spec.scalars import Port
from tests.builders import make_allocation, make_cluster, make_flow, make_team, make_tenant
from tests.unit.kinds.objects import drafts, origins

BASELINE, FLOWS = network_policy_baseline.KIND, network_policy_flows.KIND
BOTH_WAYS = {"default-deny", "allow-same-namespace"}


def in_namespace(name: str, **labels: str) -> dict[str, Json]:
    peer: dict[str, Json] = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": name}}}
    return {**peer, "podSelector": {"matchLabels": labels}} if labels else peer


def both(port: int) -> list[Json]:
    return [{"port": port, "protocol": "TCP"}, {"port": port, "protocol": "UDP"}]


def test_all_is_denied_in_both_directions() -> None:
    draft = drafts(BASELINE, make_tenant())["default-deny"]
    assert draft.body == {"spec": {"podSelector": {}, "policyTypes": ["Egress", "Ingress"]}}


@pytest.mark.parametrize("state", ["active", "frozen", "drained"])
def test_the_baseline_of_every_namespace(state: str) -> None:
    assert set(drafts(BASELINE, make_tenant(state))) == BOTH_WAYS | {"allow-dns"}


def test_names_are_asked_for_at_one_peer() -> None:
    cluster = make_cluster(
        network={"cni": "other", "dns": {"namespace": "openshift-dns", "podLabels": {"dns": "default"}, "port": 5353}}
    )
    draft = drafts(BASELINE, make_tenant(), cluster)["allow-dns"]
    assert draft.body["spec"]["egress"] == [{"ports": both(5353), "to": [in_namespace("openshift-dns", dns="default")]}]
    assert origins(draft, "spec", "egress", 0, "ports") == ["Cluster/prod-eu1#/spec/network/dns/port"]


def test_the_nodes_cache_by_address_and_by_pod() -> None:
    cluster = make_cluster(network={"cni": "cilium", "dns": {"port": 5353, "nodeLocal": True}})
    draft = drafts(BASELINE, make_tenant(), cluster)["allow-dns"]
    cache = [
        {
            "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "kube-system"}},
            "podSelector": {"matchLabels": {"k8s-app": "node-local-dns"}},
        },
        {"ipBlock": {"cidr": "169.254.20.10/32"}},
    ]
    assert draft.body["spec"]["egress"][1] == {"ports": both(53), "to": cache}
    assert origins(draft, "spec", "egress", 1) == ["Cluster/prod-eu1#/spec/network/dns/nodeLocal"]


def test_scraping_is_one_peer_and_only_where_the_cluster_is_scraped() -> None:
    assert "allow-monitoring" not in drafts(BASELINE, make_tenant())
    cluster = make_cluster(monitoring={"namespace": "watch", "podLabels": {"app": "prom"}, "port": "web"})
    draft = drafts(BASELINE, make_tenant(), cluster)["allow-monitoring"]
    assert draft.body["spec"] == {
        "ingress": [{"from": [in_namespace("watch", app="prom")], "ports": [{"port": "web", "protocol": "TCP"}]}],
        "podSelector": {},
        "policyTypes": ["Ingress"],
    }


GKE = {"cilium": ("169.254.169.254/32", [80, 8080]), "calico": ("169.254.169.252/32", [987, 988])}


@pytest.mark.parametrize("cni", GKE)
def test_the_metadata_server_where_identities_come_from_it(cni: str) -> None:
    cidr, ports = GKE[cni]
    tenant = make_tenant(allocation=make_allocation(identities={"training": {"role": "a"}}))
    cluster = make_cluster(identity={"mode": "gke"}, network={"cni": cni})
    (rule,) = drafts(BASELINE, tenant, cluster)["allow-metadata"].body["spec"]["egress"]
    assert rule == {"ports": [{"port": port, "protocol": "TCP"} for port in ports], "to": [{"ipBlock": {"cidr": cidr}}]}
    assert "allow-metadata" not in drafts(BASELINE, make_tenant(), cluster), "no identities"
    for mode in ("none", "irsa", "azure"):
        assert "allow-metadata" not in drafts(BASELINE, tenant, make_cluster(identity={"mode": mode}))


FLOW_CASES = {
    "to a namespace": (
        make_flow(namespaces=("data",)),
        {
            "egress": [{"to": [in_namespace("data")], "ports": [{"port": 443, "protocol": "TCP"}]}],
            "policyTypes": ["Egress"],
        },
    ),
    "from a namespace": (
        make_flow(egress=False, namespaces=("ingress-nginx",)),
        {
            "ingress": [{"from": [in_namespace("ingress-nginx")], "ports": [{"port": 443, "protocol": "TCP"}]}],
            "policyTypes": ["Ingress"],
        },
    ),
    "to networks": (
        make_flow(cidrs=("203.0.113.0/24", "2001:db8::/32"), ports=(Port(53, 53, "UDP"),)),
        {
            "egress": [
                {
                    "to": [{"ipBlock": {"cidr": "203.0.113.0/24"}}, {"ipBlock": {"cidr": "2001:db8::/32"}}],
                    "ports": [{"port": 53, "protocol": "UDP"}],
                }
            ],
            "policyTypes": ["Egress"],
        },
    ),
    "a range of ports": (
        make_flow(namespaces=("data",), ports=(Port(8000, 8010, "TCP"),)),
        {
            "egress": [{"to": [in_namespace("data")], "ports": [{"port": 8000, "endPort": 8010, "protocol": "TCP"}]}],
            "policyTypes": ["Egress"],
        },
    ),
    "any port": (
        make_flow(namespaces=("data",), ports=()),
        {"egress": [{"to": [in_namespace("data")]}], "policyTypes": ["Egress"]},
    ),
    "names are left out beside a network": (
        make_flow(cidrs=("203.0.113.0/24",), names=("github.com",), ports=()),
        {"egress": [{"to": [{"ipBlock": {"cidr": "203.0.113.0/24"}}]}], "policyTypes": ["Egress"]},
    ),
}


@pytest.mark.parametrize(("flow", "want"), FLOW_CASES.values(), ids=FLOW_CASES)
def test_flows(flow: Flow, want: dict[str, Json]) -> None:
    direction = "egress" if flow.egress else "ingress"
    found = drafts(FLOWS, make_tenant(flows=(flow,)))
    assert {name: draft.body["spec"] for name, draft in found.items()} == {
        f"allow-{direction}-data": {**want, "podSelector": {}}
    }


@pytest.mark.parametrize("egress", [True, False])
@pytest.mark.parametrize("flow", [make_flow(), make_flow(names=("github.com",)), make_flow(ports=())])
def test_a_flow_without_peers_opens_nothing(flow: Flow, egress: bool) -> None:  # noqa: FBT001
    alone = make_flow(egress=egress, names=flow.names, ports=flow.ports)
    assert drafts(FLOWS, make_tenant(flows=(alone,))) == {}


EXCEPT_CASES = {
    "the internet": (
        "0.0.0.0/0",
        [
            "100.100.100.200/32",
            "168.63.129.16/32",
            "169.254.169.252/32",
            "169.254.169.254/32",
            "169.254.170.2/32",
            "169.254.170.23/32",
        ],
    ),
    "the internet of today": ("::/0", ["fd00:ec2::23/128", "fd00:ec2::254/128", "fd20:ce::254/128"]),
    "link-local": ("169.254.169.0/24", ["169.254.169.252/32", "169.254.169.254/32"]),
    "elsewhere": ("203.0.113.0/24", None),
    "the address itself, by name": ("169.254.169.254/32", None),
}


@pytest.mark.parametrize(("cidr", "want"), EXCEPT_CASES.values(), ids=EXCEPT_CASES)
def test_wide_networks_do_not_reach_credentials(cidr: str, want: list[str] | None) -> None:
    draft = drafts(FLOWS, make_tenant(flows=(make_flow(cidrs=(cidr,)),)))["allow-egress-data"]
    assert draft.body["spec"]["egress"][0]["to"][0]["ipBlock"].get("except") == want


def test_a_flow_knows_who_agreed_to_peers_and_ports() -> None:
    team, other = make_team(), make_team("data")
    flow = make_flow(namespaces=("data",), peer_refs=(team.ref("profiles"),), port_refs=(other.ref("profiles"),))
    draft = drafts(FLOWS, make_tenant(flows=(flow,)))["allow-egress-data"]
    assert origins(draft, "spec", "egress", 0, "to") == ["Team/vision#/spec/profiles"]
    assert origins(draft, "spec", "egress", 0, "ports") == ["Team/data#/spec/profiles"]


def test_removed_leaves_no_policy() -> None:
    tenant = make_tenant("removed", flows=(make_flow(namespaces=("data",)),))
    assert drafts(BASELINE, tenant) == drafts(FLOWS, tenant) == {}
