"""MIG layouts that no card, node or strategy can have."""

from __future__ import annotations

from gitops_gen.model.plugin import Edit
from gitops_gen.rules._example import LAB_A30, LAB_L4, MAIN_H100
from tests.example_platform import Case, case

FIT = "layout-does-not-fit"


def _sevenths(slices: str) -> Case:
    return case(FIT, Edit(MAIN_H100, "{1g.10gb: 7}", f"{{{slices}}}"), at="sevenths:")


def _halves(slices: str, rule: str = FIT) -> Case:
    edits = (Edit(LAB_A30, "{2g.12gb: 2}", f"{{{slices}}}"), Edit(LAB_A30, "strategy: single", "strategy: mixed"))
    return case(rule, *edits, at="halves:")


CASES = {
    "eight sevenths": _sevenths("1g.10gb: 8"),
    "two halves and a bit": _sevenths("3g.40gb: 2, 1g.10gb: 1"),
    "two of four sevenths": _sevenths("4g.40gb: 2"),
    "the whole card and a slice of it": _sevenths("7g.80gb: 1, 1g.10gb: 1"),
    "four of two sevenths": _sevenths("2g.20gb: 4"),
    "a sum of compute that fits and a sum of memory that does not": _sevenths("1g.20gb: 4, 1g.10gb: 1"),
    "media engines twice": _sevenths("1g.10gb+me: 2"),
    "a slice that only another model has": _sevenths("1g.5gb: 7"),
    "a slice of four on a card of four, and one more": _halves("4g.24gb: 1, 1g.6gb: 1"),
    "three halves": _halves("2g.12gb: 3"),
    "a half and three quarters": _halves("2g.12gb: 1, 1g.6gb: 3"),
    "two kinds of slices under strategy single": case(
        "layout-single-strategy", Edit(LAB_A30, "{2g.12gb: 2}", "{2g.12gb: 1, 1g.6gb: 2}"), at="halves:"
    ),
    "some cards under strategy single": case(
        "layout-single-strategy", Edit(LAB_A30, "gpus: all", "gpus: [0, 1, 2]"), at="halves:"
    ),
    "slices of a card that cannot be cut": case(
        "layout-not-mig",
        Edit(
            LAB_L4,
            "timeSlicing: {replicas: 4}",
            "mig: {strategy: single, layouts: {a: {nodes: {count: 3}, slices: {1g.6gb: 4}}}}",
        ),
        at="mig:",
    ),
    "a card that is not there": case(
        "layout-card-unknown", Edit(MAIN_H100, "gpus: [0, 1, 2, 3]", "gpus: [4, 5, 6, 7, 8]"), at="gpus: [4"
    ),
    "a card that is named twice": case(
        "layout-card-unknown", Edit(MAIN_H100, "gpus: [0, 1, 2, 3]", "gpus: [0, 0]"), at="gpus: [0, 0]"
    ),
    "more nodes than there are": case(
        "layout-nodes", Edit(LAB_A30, "nodes: {count: 2}\n", "nodes: {count: 1}\n"), at="layouts:"
    ),
    "more nodes than an autoscaler may bring": case(
        "layout-nodes", Edit(LAB_A30, "nodes: {count: 2}\n", "nodes: {min: 0, max: 1}\n"), at="layouts:"
    ),
    "a node in two layouts": case(
        "layout-nodes",
        Edit(MAIN_H100, "sevenths: {nodes: {count: 2}", "sevenths: {nodes: {names: [main-h100-3]}"),
        at="sevenths:",
    ),
    "a name that is no label's value": case(
        "layout-name-long", Edit(MAIN_H100, "sevenths:", "s" * 60 + ":"), at="sssss"
    ),
}
