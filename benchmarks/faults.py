"""Twenty faults to seed in a fleet. What is measured must find them: all, at their lines, in one run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fleet import DIGEST, team_name

FEWEST_TEAMS = 40
"""A fleet of fewer teams does not hold all of them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong edit of one file, and the rule that must find it. ``line`` is the line of the edit, but where the finding
    belongs elsewhere: ``found_in`` names that file, and a text on its line."""

    file: str
    old: str
    new: str
    rule: str
    found_in: tuple[str, str] | None = None


def _allocation(number: int, environment: str = "prod") -> str:
    return f"environments/{environment}/allocations/{team_name(number)}.yaml"


def _team(number: int) -> str:
    return f"profiles/teams/{team_name(number)}.yaml"


def _pools(cluster: str) -> str:
    return f"environments/clusters/{cluster}/pools.yaml"


def _cluster(name: str) -> str:
    return f"environments/clusters/{name}/cluster.yaml"


_RESERVED = '  labels: {kubernetes.io/x: "x"}\n'
_PRIVILEGED = "  podSecurity: privileged\n"

FAULTS = (
    Fault(_allocation(2), "h100-80gb: {", "h200-141gb: {", "gpu-kind-not-offered"),
    Fault(_allocation(33), "{h100-80gb: {", "{a100-80gb: {guaranteed: 1}, h100-80gb: {", "gpu-kind-not-offered"),
    Fault(_allocation(4), "guaranteed: 7}", "guaranteed: 70000}", "capacity-gpu"),
    Fault(_allocation(8), "memory: 792Gi", "memory: 79200000Gi", "capacity-compute"),
    Fault(_allocation(7), "cpu: 96,", "cpu: 1,", "template-over-quota"),
    Fault(_allocation(9), "{cpu: 98, ", "{", "resources-missing"),
    Fault(_allocation(37), ", fileshare: 4Ti", "", "checkpoint-storage"),
    Fault(_allocation(29, "dev"), "guaranteed: 2}}", "guaranteed: 2, borrow: 3}}", "borrow-without-queue"),
    Fault(_allocation(34), "  network:", f"{_RESERVED}  network:", "label-reserved"),
    Fault(_allocation(31, "staging"), "  network:", f"{_PRIVILEGED}  network:", "layer-loosens-security"),
    Fault(
        _allocation(38, "staging"),
        ", store]",
        "]",
        "network-one-sided",
        found_in=(_allocation(34, "staging"), "readers"),
    ),
    Fault(_team(16), "ghcr.io", "docker.io", "image-registry"),
    Fault(_team(20), f"@{DIGEST}", ":v1", "image-not-pinned"),
    Fault(_team(25), "training: {}", "training: {resources: {sharedMemory: 4000Gi}}", "shared-memory-large"),
    Fault(_pools("prod-us2"), "1g.10gb: 7", "1g.10gb: 8", "layout-does-not-fit"),
    Fault(
        _pools("prod-us1"),
        "}, gpus: all",
        "9999}, gpus: all",
        "layout-nodes",
        found_in=(_pools("prod-us1"), "layouts:"),
    ),
    Fault(_pools("prod-eu2"), "580.173.02", "450.80.02", "driver-too-old"),
    Fault(_pools("shared-us1"), "replicas: 4", "replicas: 100", "sharing-overcommit"),
    Fault(_cluster("prod-us1"), '"1.36"', '"1.99"', "kubernetes-version"),
    Fault(_cluster("shared-eu1"), "198.51.100.0/26", "0.0.0.0/0", "endpoint-open"),
)


def seed(root: Path) -> dict[Fault, tuple[str, int]]:
    """Make all of the edits in a fleet on disk. Return where each must be found: file and line."""
    places = {}
    for fault in FAULTS:
        text = (root / fault.file).read_text()
        before, found, after = text.partition(fault.old)
        assert found, f"{fault.file} holds no {fault.old!r}"
        (root / fault.file).write_text(before + fault.new + after)
        places[fault] = (fault.file, before.count("\n") + 1)
        if fault.found_in:
            file, words = fault.found_in
            places[fault] = (file, (root / file).read_text().partition(words)[0].count("\n") + 1)
    return places


def not_found(places: dict[Fault, tuple[str, int]], report: str) -> tuple[Fault, ...]:
    """Faults that a report (JSON, version 1) does not name at their lines."""
    found = {(item["id"], item["file"], item["line"]) for item in json.loads(report)["findings"]}
    return tuple(fault for fault, place in places.items() if (fault.rule, *place) not in found)
