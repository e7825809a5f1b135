"""What the GPU Operator reads: MIG layouts, sharing, which node bears what, and the values of its chart."""

from __future__ import annotations

import pytest

from gitops_gen.kinds import device_plugin_config, gpu_operator_values, mig_parted_config, node_feature_rule
from gitops_gen.model.fleet import Pool, ResolvedCluster
from gitops_gen.model.manifest import NestedYaml, TextFile
from gitops_gen.model.source import Json
from tests.builders import make_cluster, make_layout, make_pool, make_pool_spec
from tests.unit.kinds.objects import drafts, origins

NFD = {"nodeFeatureDiscovery": {"version": "0.19.0"}}
GPU_OPERATOR = {"gpuOperator": {"version": "26.7.0"}}


def cut(
    name: str = "h100", strategy: str = "mixed", *, names: tuple[str, ...] = (), gpus: tuple[int, ...] = tuple(range(8))
) -> Pool:
    """A pool with one layout, ``seven``, on these cards."""
    nodes: Json = {"names": list(names)} if names else {"count": 2}
    layout = {"nodes": nodes, "slices": {"1g.10gb": 7}}
    spec = make_pool_spec(name, partition={"mig": {"strategy": strategy, "layouts": {"seven": layout}}})
    return make_pool(name, spec=spec, layouts=[make_layout(spec, "seven", names=names, gpus=gpus)])


def shared(name: str = "l4", how: str = "timeSlicing") -> Pool:
    return make_pool(name, partition={how: {"replicas": 4}})


def nested(draft_data: Json) -> dict[str, Json]:
    assert all(isinstance(value, NestedYaml) for value in draft_data.values())
    return {key: value.tree for key, value in draft_data.items()}


def test_layouts_by_name_and_always_a_way_back() -> None:
    (draft,) = drafts(mig_parted_config.KIND, cluster=make_cluster(pools=(cut(), make_pool("plain")))).values()
    assert (draft.name, draft.namespace) == ("mig-parted-config", "gpu-operator")
    assert nested(draft.body["data"]) == {
        "config.yaml": {
            "mig-configs": {
                "all-disabled": [{"devices": "all", "mig-enabled": False}],
                "h100-seven": [{"devices": "all", "mig-devices": {"1g.10gb": 7}, "mig-enabled": True}],
            },
            "version": "v1",
        }
    }
    assert origins(draft, "data", "config.yaml") == ["NodePool/h100#/spec/partition/mig"]
    layout = origins(draft, "data", "config.yaml", "mig-configs", "h100-seven")
    assert layout == ["NodePool/h100#/spec/partition/mig/layouts/seven"]


def test_cards_outside_a_layout_are_switched_back() -> None:
    (draft,) = drafts(mig_parted_config.KIND, cluster=make_cluster(pools=(cut(gpus=(0, 2)),))).values()
    assert nested(draft.body["data"])["config.yaml"]["mig-configs"]["h100-seven"] == [
        {"devices": [0, 2], "mig-devices": {"1g.10gb": 7}, "mig-enabled": True},
        {"devices": [1, 3, 4, 5, 6, 7], "mig-enabled": False},
    ]


def test_layouts_that_are_not_worked_out_leave_the_way_back() -> None:
    pool = make_pool(partition={"mig": {"strategy": "mixed", "layouts": "auto"}})
    (draft,) = drafts(mig_parted_config.KIND, cluster=make_cluster(pools=(pool,))).values()
    assert list(nested(draft.body["data"])["config.yaml"]["mig-configs"]) == ["all-disabled"]


def test_the_operators_own_namespace() -> None:
    operators = {"gpuOperator": {"version": "26.7.0", "namespace": "nvidia"}}
    cluster = make_cluster(pools=(cut(), shared()), operators=operators)
    for kind in (mig_parted_config.KIND, device_plugin_config.KIND):
        (draft,) = drafts(kind, cluster=cluster).values()
        assert draft.namespace == "nvidia"
        assert origins(draft, "metadata", "namespace") == ["Cluster/prod-eu1#/spec/operators/gpuOperator/namespace"]


@pytest.mark.parametrize("how", ["timeSlicing", "mps"])
def test_shared_cards_are_renamed_and_given_one_a_container(how: str) -> None:
    (draft,) = drafts(device_plugin_config.KIND, cluster=make_cluster(pools=(make_pool(), shared(how=how)))).values()
    sharing = {
        "failRequestsGreaterThanOne": True,
        "renameByDefault": True,
        "resources": [{"name": "nvidia.com/gpu", "replicas": 4}],
    }
    assert nested(draft.body["data"]) == {"l4": {"sharing": {how: sharing}, "version": "v1"}}
    assert origins(draft, "data", "l4") == ["NodePool/l4#/spec/partition"]


NOTHING_TO_SAY = {
    "plain pools": make_cluster(pools=(make_pool(),)),
    "no operator": make_cluster(pools=(cut(), shared()), operators=NFD),
}


@pytest.mark.parametrize("cluster", NOTHING_TO_SAY.values(), ids=NOTHING_TO_SAY)
def test_no_configuration(cluster: ResolvedCluster) -> None:
    assert drafts(mig_parted_config.KIND, cluster=cluster) == drafts(device_plugin_config.KIND, cluster=cluster) == {}


STRATEGIES: dict[str, tuple[tuple[Pool, ...], str, dict[str, str]]] = {
    "one strategy is the cluster's": ((cut("a"), cut("b")), "mixed", {}),
    "two strategies: each pool has its own": (
        (cut("a", "single"), cut("b", "mixed")),
        "",
        {"a": "single", "b": "mixed"},
    ),
    "time slicing goes with mixed": ((cut("a"), shared()), "mixed", {}),
    "mps does not": ((cut("a"), shared(how="mps")), "", {"a": "mixed"}),
    "mps beside single": ((cut("a", "single"), shared(how="mps")), "single", {}),
}


@pytest.mark.parametrize(("pools", "cluster_wide", "by_pool"), STRATEGIES.values(), ids=STRATEGIES)
def test_strategies(pools: tuple[Pool, ...], cluster_wide: str, by_pool: dict[str, str]) -> None:
    cluster = make_cluster(pools=pools)
    assert values(cluster).body["mig"] == {"strategy": cluster_wide}
    configs = {
        pool: config
        for draft in drafts(device_plugin_config.KIND, cluster=cluster).values()
        for pool, config in nested(draft.body["data"]).items()
    }
    assert {pool: config["flags"]["migStrategy"] for pool, config in configs.items() if "flags" in config} == by_pool
    assert ("devicePlugin" in values(cluster).body) == bool(configs)


def values(cluster: ResolvedCluster) -> TextFile:
    (file,) = gpu_operator_values.KIND.render(cluster)
    return file


def test_values_tolerate_every_taint_in_both_places() -> None:
    pools = (
        make_pool("b"),
        make_pool("a"),
        make_pool("soft", taints=[{"key": "k", "value": "v", "effect": "PreferNoSchedule"}]),
    )
    file = values(make_cluster(pools=pools))
    want = [
        {"effect": "NoSchedule", "key": "acme.example/pool", "operator": "Equal", "value": "a"},
        {"effect": "NoSchedule", "key": "acme.example/pool", "operator": "Equal", "value": "b"},
        {"effect": "NoSchedule", "key": "nvidia.com/gpu", "operator": "Exists"},
    ]
    assert file.path == "values-gpu-operator.yaml"
    assert file.body == {
        "daemonsets": {"tolerations": want},
        "node-feature-discovery": {"worker": {"tolerations": want}},
    }
    assert [str(ref) for ref in file.sources["daemonsets", "tolerations", 1]] == ["NodePool/b#/spec/taints/0"]


def test_a_pool_with_the_usual_taint_is_tolerated_already() -> None:
    pool = make_pool(taints=[{"key": "nvidia.com/gpu", "value": "present", "effect": "NoSchedule"}])
    tolerated = values(make_cluster(pools=(pool,))).body["daemonsets"]["tolerations"]
    assert tolerated == [{"effect": "NoSchedule", "key": "nvidia.com/gpu", "operator": "Exists"}]


def test_values_name_the_configurations_that_are_rendered() -> None:
    body = values(make_cluster(pools=(cut(), shared()))).body
    assert body["devicePlugin"] == {"config": {"name": "device-plugin-config"}}
    assert body["migManager"] == {"config": {"default": "all-disabled", "name": "mig-parted-config"}}


def test_nodes_that_are_named_get_their_layout_by_a_rule() -> None:
    pools = (cut(names=("gpu-07", "gpu-08")), cut("counted"))
    found = drafts(node_feature_rule.KIND, cluster=make_cluster(pools=pools))
    assert set(found) == {"h100-seven"}
    (rule,) = found["h100-seven"].body["spec"]["rules"]
    names = {"nodename": {"op": "In", "value": ["gpu-07", "gpu-08"]}}
    assert rule == {
        "labels": {"nvidia.com/mig.config": "h100-seven"},
        "matchFeatures": [{"feature": "system.name", "matchExpressions": names}],
        "name": "h100-seven",
    }
    layout = "NodePool/h100#/spec/partition/mig/layouts/seven"
    assert str(found["h100-seven"].origin) == "NodePool/h100#/metadata/name"
    assert origins(found["h100-seven"], "spec", "rules", 0) == [layout]
    assert origins(found["h100-seven"], "spec", "rules", 0, "matchFeatures") == [f"{layout}/nodes/names"]


def test_without_node_feature_discovery_nobody_would_read_a_rule() -> None:
    cluster = make_cluster(pools=(cut(names=("gpu-07",)),), operators=GPU_OPERATOR)
    assert drafts(node_feature_rule.KIND, cluster=cluster) == {}
