"""What holds for every renderer, in every state, on a world where each has something to say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest

from gitops_gen import discover
from gitops_gen.catalog import load_kinds
from gitops_gen.emit.yaml import to_yaml
from gitops_gen.model.fleet import GroupAccess, ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft, NestedYaml
from gitops_gen.model.plugin import BootstrapFile, ClusterKind, TenantKind
from gitops_gen.templates.shipped import load_templates
from gitops_gen.templates.stamp import stamp
from tests.builders import (
    make_allocation,
    make_cluster,
    make_flow,
    make_layout,
    make_platform,
    make_pool,
    make_pool_spec,
    make_profile,
    make_team,
    make_tenant,
)
from tests.unit.kinds.objects import faults, unwanted

STATES = ("active", "frozen", "drained", "removed")
TENANT_KINDS = [kind for kind in discover.kinds() if isinstance(kind, TenantKind)]
CLUSTER_KINDS = [kind for kind in discover.kinds() if isinstance(kind, ClusterKind)]
FILES = [kind for kind in discover.kinds() if isinstance(kind, BootstrapFile)]


def full_tenant(state: str = "active") -> Tenant:
    secret = {"store": "vault", "path": "ml/vision/wandb", "keys": ["api-key"]}
    team = make_team(secrets={"wandb": secret}, profiles={"jobsets": {}, "training": {}})
    allocation = make_allocation(
        profiles=["jobsets", "training"],
        identities={"training": {"role": "train@acme.example"}, "trainer": {"role": "t"}},
    )
    training = make_profile(
        container={"image": "ghcr.io/acme/train:1", "env": {"A": "1", "B": None}, "args": ["x"], "secrets": ["wandb"]},
        priority="normal",
        resources={"sharedMemory": "64Gi"},
        lifecycle={"retries": 1, "maxRuntime": "8h", "deleteAfter": "1h", "gracePeriod": "30s"},
        checkpoint={"path": "/checkpoints", "size": "500Gi", "storageClass": "shared", "gracePeriod": "5m"},
    )
    return make_tenant(
        state,
        team=team,
        allocation=allocation,
        access={role: (GroupAccess(role, team.ref("access", "leads")),) for role in ("admin", "developer", "viewer")},
        flows=(
            make_flow(namespaces=("data",), cidrs=("203.0.113.0/24",)),
            make_flow("in", egress=False, namespaces=("a",)),
        ),
        profiles=(make_profile("jobsets", workload="JobSet", kinds=()), training),
    )


def full_cluster() -> ResolvedCluster:
    layout = {"nodes": {"names": ["gpu-07"]}, "gpus": [0, 1], "slices": {"1g.10gb": 7}}
    cut = make_pool_spec("cut", partition={"mig": {"strategy": "mixed", "layouts": {"some": layout}}})
    return make_cluster(
        pools=(
            make_pool("cut", spec=cut, layouts=[make_layout(cut, "some", names=("gpu-07",), gpus=(0, 1))]),
            make_pool(),
            make_pool("l4", partition={"timeSlicing": {"replicas": 4}}),
        ),
        platform=make_platform(priorities={"high": {"value": 5, "preempts": True, "description": "soon"}}),
        identity={"mode": "gke"},
        monitoring={"namespace": "monitoring"},
        network={"cni": "cilium", "dns": {"port": 5353, "nodeLocal": True}},
        operators={
            "gpuOperator": {"version": "26.7.0"},
            "nodeFeatureDiscovery": {"version": "0.19.0"},
            "jobset": {"version": "0.9.0"},
        },
    )


def every_draft(state: str = "active") -> Iterator[tuple[str, Draft]]:
    cluster = full_cluster()
    for kind in TENANT_KINDS:
        yield from ((kind.id, draft) for draft in kind.render(full_tenant(state), cluster))
    for cluster_kind in CLUSTER_KINDS:
        served = replace(cluster, tenants=(full_tenant(state),))
        yield from ((cluster_kind.id, draft) for draft in cluster_kind.render(served))


def test_every_kind_renders_what_it_says() -> None:
    emits = {kind.id: kind.emits for kind in TENANT_KINDS} | {kind.id: kind.emits for kind in CLUSTER_KINDS}
    rendered: dict[str, set[str]] = {}
    for id_, draft in every_draft():
        rendered.setdefault(id_, set()).add(draft.kind)
    assert rendered == {id_: set(kinds) for id_, kinds in emits.items()}
    assert set(chain(*emits.values())) <= set(load_kinds())


@pytest.mark.parametrize("state", STATES)
def test_every_source_leads_from_a_field_to_a_line(state: str) -> None:
    assert [fault for _, draft in every_draft(state) for fault in faults(draft)] == []


@pytest.mark.parametrize("state", STATES)
def test_nothing_that_the_api_server_would_drop(state: str) -> None:
    found = [(draft.kind, path) for _, draft in every_draft(state) for path in unwanted(body_of(draft))]
    # An empty text in a ConfigMap's data stays, and means something: none.
    assert [(kind, path) for kind, path in found if (kind, path[:1]) != ("ConfigMap", ("data",))] == []


def body_of(draft: Draft) -> dict[str, object]:
    if draft.template is not None:
        return stamp(load_templates()[draft.template.shape], draft.template.values)
    return {key: value for key, value in draft.body.items() if not isinstance(value, NestedYaml)}


@pytest.mark.parametrize("state", STATES)
def test_namespaces_and_scopes(state: str) -> None:
    facts = load_kinds()
    for id_, draft in every_draft(state):
        assert bool(draft.namespace) == facts[draft.kind].namespaced, id_


def test_removed_leaves_the_namespace_alone() -> None:
    tenant, cluster = full_tenant("removed"), full_cluster()
    assert [draft.kind for kind in TENANT_KINDS for draft in kind.render(tenant, cluster)] == ["Namespace"]


def test_drained_keeps_data_and_rights_but_neither_templates_nor_defaults() -> None:
    found = {(draft.kind, draft.name) for _, draft in every_draft("drained")}
    assert {("Namespace", "vision"), ("PersistentVolumeClaim", "training-checkpoints"), ("Role", "admin")} <= found
    assert {kind for kind, _ in found} & {"CronJob", "LimitRange"} == set()
    assert {name for kind, name in found if kind == "ServiceAccount"} == {"default"}


def test_rendering_twice_gives_the_same() -> None:
    first = [to_yaml(_plain(body_of(draft))) for _, draft in every_draft()]
    assert first == [to_yaml(_plain(body_of(draft))) for _, draft in every_draft()]


def _plain(tree: object) -> object:
    if isinstance(tree, NestedYaml):
        return tree.tree
    return {key: _plain(value) for key, value in tree.items()} if isinstance(tree, dict) else tree


@pytest.mark.parametrize("kind", discover.kinds(), ids=lambda kind: kind.id)
def test_names_itself(kind: TenantKind | ClusterKind | BootstrapFile) -> None:
    assert kind.render.__module__ == f"gitops_gen.kinds.{kind.id.replace('-', '_')}"
    assert kind.summary[0].isupper()
    assert not kind.summary.endswith(".")


def test_without_an_operator_nothing_of_it_is_rendered() -> None:
    bare = make_cluster(pools=full_cluster().pools, operators={})
    rendered = {draft.kind for kind in CLUSTER_KINDS for draft in kind.render(bare)}
    policies = {"ConfigMap", "Namespace", "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"}
    assert rendered == {"PriorityClass", *policies}
    assert [file for kind in FILES for file in kind.render(bare)] == []
