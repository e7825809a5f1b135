"""PriorityClasses."""

from __future__ import annotations

from gitops_gen.kinds.priority_class import KIND
from tests.builders import make_cluster, make_platform
from tests.unit.kinds.objects import drafts, origins

PRIORITIES = {
    "low": {"value": -10},
    "normal": {"value": 10000, "default": True, "preempts": False},
    "high": {"value": 100000, "preempts": True, "description": "For deadlines"},
}


def test_what_is_a_default_of_the_api_server_is_left_out_unless_it_cannot_change() -> None:
    found = drafts(KIND, cluster=make_cluster(platform=make_platform(priorities=PRIORITIES)))
    assert list(found) == ["high", "low", "normal"]
    assert {name: draft.body for name, draft in found.items()} == {
        "high": {"description": "For deadlines", "preemptionPolicy": "PreemptLowerPriority", "value": 100000},
        "low": {"preemptionPolicy": "Never", "value": -10},
        "normal": {"globalDefault": True, "preemptionPolicy": "Never", "value": 10000},
    }


def test_sources_name_what_is_written_and_else_what_it_is_the_default_of() -> None:
    found = drafts(KIND, cluster=make_cluster(platform=make_platform(priorities=PRIORITIES)))
    assert origins(found["normal"], "preemptionPolicy") == ["Platform/acme#/spec/priorities/normal/preempts"]
    assert origins(found["low"], "preemptionPolicy") == ["Platform/acme#/spec/priorities/low"]
    assert origins(found["high"], "value") == ["Platform/acme#/spec/priorities/high/value"]


def test_no_priorities() -> None:
    assert drafts(KIND, cluster=make_cluster(platform=make_platform(priorities={}))) == {}
