"""``explain`` names the right lines of the example platform: what a person asks of it first."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from gitops_gen.cli import root

PERCEPTION = "generated/prod-eu1/teams/perception"
POD = "/spec/jobTemplate/spec/template/spec"

CASES: dict[str, tuple[str, str, str]] = {
    "a GPU quota": (
        f"{PERCEPTION}/resourcequota-gpu.yaml#/spec/hard/requests.nvidia.com~1mig-1g.10gb",
        "environments/prod/allocations/perception-prod.yaml",
        "h100-80gb/1g.10gb: {guaranteed: 18}",
    ),
    "a quota on memory, from the tier": (
        f"{PERCEPTION}/resourcequota-compute.yaml#/spec/hard/requests.memory",
        "environments/prod/allocations/perception-prod.yaml",
        "resources: {tier: large",
    ),
    "a count, where the strictest layer holds": (
        f"{PERCEPTION}/resourcequota-objects.yaml#/spec/hard/count~1jobs.batch",
        "profiles/platform.yaml",
        "jobs: 600",
    ),
    "a LimitRange's maximum": (
        f"{PERCEPTION}/limitrange-defaults.yaml#/spec/limits/0/max/cpu",
        "environments/clusters/prod-eu1/nodepool-h100.yaml",
        "allocatable: {cpu: 220",
    ),
    "a MIG layout": (
        "generated/prod-eu1/platform/configmap-gpu-operator.mig-parted-config.yaml"
        "#/data/config.yaml/mig-configs/h100-sevenths/0/mig-devices/1g.10gb",
        "environments/clusters/prod-eu1/nodepool-h100.yaml",
        "sevenths: {nodes: {count: 2}, gpus: all, slices: {1g.10gb: 7}}",
    ),
    "the port of a flow": (
        f"{PERCEPTION}/networkpolicy-allow-egress-captions.yaml#/spec/egress/0/ports/0/port",
        "profiles/teams/language.yaml",
        "captions: {from: {team: perception}, ports: [8080/TCP]}",
    ),
    "a template's image": (
        f"{PERCEPTION}/cronjob-training.yaml#{POD}/containers/0/image",
        "profiles/teams/perception.yaml",
        "image: ghcr.io/acme/perception@sha256:",
    ),
    "a template's memory": (
        f"{PERCEPTION}/cronjob-training.yaml#{POD}/containers/0/resources/requests/memory",
        "profiles/workloads/training.yaml",
        "perGpu: {cpu: 20, memory: 200Gi}",
    ),
    "a template's deadline": (
        f"{PERCEPTION}/cronjob-training.yaml#/spec/jobTemplate/spec/activeDeadlineSeconds",
        "profiles/workloads/training.yaml",
        "maxRuntime:",
    ),
    "a template's pool": (
        f"{PERCEPTION}/cronjob-training.yaml#{POD}/nodeSelector/acme.example~1pool",
        "environments/clusters/prod-eu1/nodepool-h100.yaml",
        "nodeLabels: {acme.example/pool: h100}",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_line_that_decides(repository: Path, name: str) -> None:
    target, file, text = CASES[name]
    result = CliRunner().invoke(root, ["-C", str(repository), "explain", target])
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    (decided,) = [index for index, line in enumerate(lines) if line.startswith("  set by")]
    assert lines[decided].split()[2].startswith(f"{file}:")
    assert text in lines[decided + 1]
