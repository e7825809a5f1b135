"""Defaults and ceilings of a container."""

from __future__ import annotations

from typing import Any

import pytest

from gitops_gen.kinds.limit_range import KIND
from gitops_gen.model.quantity import Quantity
from tests.builders import CLUSTER, make_allocation, make_pool_spec, make_tenant, traced
from tests.unit.kinds.objects import drafts, origins

ONE: dict[str, Any] = {"container_requests": {"cpu": "1"}, "container_limits": {"cpu": "2"}}

CASES: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "the node is smaller": ({**ONE, "resources": {"cpu": "400"}, "largest_node": {"cpu": "188"}}, {"cpu": "188"}),
    "the quota is smaller": ({**ONE, "resources": {"cpu": "64"}, "largest_node": {"cpu": "188"}}, {"cpu": "64"}),
    "unlimited: the node": ({**ONE, "resources": {"cpu": None}, "largest_node": {"cpu": "188"}}, {"cpu": "188"}),
    "no quota: the node": ({**ONE, "resources": {}, "largest_node": {"cpu": "188"}}, {"cpu": "188"}),
    "no node: the quota": ({**ONE, "resources": {"cpu": "64"}, "largest_node": {}}, {"cpu": "64"}),
    "neither": ({**ONE, "resources": {}, "largest_node": {}}, {}),
    "what has no default has no ceiling": (
        {
            **ONE,
            "resources": {"cpu": "64", "ephemeral-storage": "1Ti"},
            "largest_node": {"cpu": "8", "ephemeral-storage": "3Ti"},
        },
        {"cpu": "8"},
    ),
    "no line for GPUs": ({**ONE, "resources": {"cpu": "1"}, "gpu_keys": {"nvidia.com/gpu": 16}}, {"cpu": "1"}),
}


@pytest.mark.parametrize(("fields", "want"), CASES.values(), ids=CASES)
def test_ceilings(fields: dict[str, Any], want: dict[str, str]) -> None:
    (item,) = drafts(KIND, make_tenant(**fields))["defaults"].body["spec"]["limits"]
    assert item.get("max", {}) == want


def test_defaults_of_limits_and_requests_differ_where_the_spec_says_so() -> None:
    (item,) = drafts(KIND, make_tenant(**ONE))["defaults"].body["spec"]["limits"]
    assert (item["default"], item["defaultRequest"], item["type"]) == ({"cpu": "2"}, {"cpu": "1"}, "Container")


@pytest.mark.parametrize(("state", "want"), [("active", 1), ("frozen", 1), ("drained", 0), ("removed", 0)])
def test_states(state: str, want: int) -> None:
    assert len(drafts(KIND, make_tenant(state))) == want


@pytest.mark.parametrize(
    ("quota", "want"),
    [(4, ["NodePool/h100", "Allocation/vision-prod"]), (400, ["Allocation/vision-prod", "NodePool/h100"])],
)
def test_the_one_that_holds_comes_last(quota: int, want: list[str]) -> None:
    allocation, pool = make_allocation(), make_pool_spec()
    at = allocation.ref("clusters", CLUSTER, "resources", "cpu")
    tenant = make_tenant(
        resources={"cpu": traced(Quantity.of(quota), at)},
        largest_node={"cpu": traced(Quantity.of(188), pool.ref("allocatable", "cpu"))},
        **ONE,
    )
    found = origins(drafts(KIND, tenant)["defaults"], "spec", "limits", 0, "max", "cpu")
    assert [text.split("#")[0] for text in found] == want
