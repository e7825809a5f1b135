"""The construct library, used by itself with real values, and the templates that it yields with slots."""

from __future__ import annotations

import copy
import doctest
from collections.abc import Callable, Mapping
from functools import reduce
from importlib import import_module
from types import MappingProxyType
from typing import Any

import pytest

from gitops_gen.model.source import Json
from gitops_gen.model.source import Path as JsonPath
from gitops_gen.model.template import Shape
from gitops_gen.templates.node import SynthesisUnavailableError, node_environment
from gitops_gen.templates.shipped import load_templates
from gitops_gen.templates.stamp import slot_paths, stamp
from gitops_gen.templates.synthesise import SCHEMA, template_sources

kubernetes_validate: Any = import_module("kubernetes_validate")  # it has no types

POD: JsonPath = ("spec", "jobTemplate", "spec", "template", "spec")
RESOURCES = {"cpu": "16", "ephemeral-storage": "400Gi", "memory": "160Gi", "nvidia.com/gpu": "1"}
SECRETS = [{"secret": {"name": "wandb", "items": [{"key": "api-key", "path": "wandb/api-key"}]}}]
REQUIRED: Mapping[str, Json] = {
    "image": "registry.example/train@sha256:" + "0" * 64,
    "labels": {"example.com/team": "vision"},
    "resources": RESOURCES,
    "service_account": "training",
    "grace_period": 300,
}
AFFINITY: Json = {
    "nodeAffinity": {
        "requiredDuringSchedulingIgnoredDuringExecution": {
            "nodeSelectorTerms": [
                {"matchExpressions": [{"key": "example.com/pool", "operator": "In", "values": ["a"]}]}
            ]
        }
    }
}
OPTIONAL: Mapping[str, Json] = {
    "affinity": AFFINITY,
    "args": ["--epochs", "3"],
    "command": ["python", "-m", "train"],
    "env": [{"name": "NCCL_DEBUG", "value": "WARN"}],
    "node_selector": {"example.com/pool": "h100"},
    "priority_class": "high",
    "scratch_size": "400Gi",
    "tolerations": [{"effect": "NoSchedule", "key": "example.com/pool", "operator": "Equal", "value": "h100"}],
}
SHAPES = [Shape("Job"), Shape("Job", checkpoint=True, secrets=True, shared_memory=True)]
SHAPES += [Shape("Job", checkpoint=True), Shape("Job", secrets=True), Shape("Job", shared_memory=True)]


@pytest.fixture(scope="module")
def library() -> Any:
    """The construct library, imported where jsii finds a Node: importing it starts one."""
    try:
        with node_environment():
            return import_module("gitops_gen.constructs")
    except (SynthesisUnavailableError, ModuleNotFoundError) as error:
        pytest.skip(f"cannot synthesise here: {error}")


def at(tree: Json, path: JsonPath) -> Json:
    return reduce(lambda node, step: node[step], path, tree)


def make_pod(library: Any, shape: Shape, **fields: Json) -> Any:
    parts: dict[str, Json] = {}
    if shape.checkpoint:
        parts["checkpoint"] = library.Checkpoint.at("/checkpoints", claim="training-checkpoints")
    if shape.secrets:
        parts["secrets"] = SECRETS
    if shape.shared_memory:
        parts["shared_memory_size"] = "64Gi"
    return library.GpuPod(**{**REQUIRED, **parts, **fields})


def make_manifest(library: Any, pod: Any, **fields: Json) -> Json:
    cdk8s = import_module("cdk8s")
    chart = cdk8s.Chart(cdk8s.App(), "test")
    library.GpuJobTemplate(chart, "training", pod=pod, **{"retries": 3, "name": "training", **fields})
    return chart.to_json()[0]


@pytest.fixture(scope="module")
def manifest(library: Any) -> Json:
    """Everything that the construct can do, with real values."""
    pod = make_pod(library, SHAPES[1], **OPTIONAL)
    return make_manifest(library, pod, max_runtime=259200, delete_after=604800, namespace="vision")


# Pod Security: https://kubernetes.io/docs/concepts/security/pod-security-standards/ (restricted, with baseline)


def containers(pod: Json) -> list[Json]:
    return [*pod.get("initContainers", []), *pod["containers"], *pod.get("ephemeralContainers", [])]


def security(container: Json) -> Json:
    return container.get("securityContext", {})


def each(judge: Callable[[Json], bool]) -> Callable[[Json], bool]:
    return lambda pod: all(judge(container) for container in containers(pod))


ALLOWED_VOLUMES = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim"}
ALLOWED_VOLUMES |= {"projected", "secret"}
NO = ()
RESTRICTED: dict[str, tuple[Callable[[Json], bool], JsonPath, Json]] = {
    "no network of the host": (lambda pod: not pod.get("hostNetwork"), ("hostNetwork",), True),
    "no processes of the host": (lambda pod: not pod.get("hostPID"), ("hostPID",), True),
    "no shared memory of the host": (lambda pod: not pod.get("hostIPC"), ("hostIPC",), True),
    "no ports of the host": (
        each(lambda c: not any(port.get("hostPort") for port in c.get("ports", NO))),
        ("containers", 0, "ports"),
        [{"containerPort": 1, "hostPort": 1}],
    ),
    "not privileged": (
        each(lambda c: not security(c).get("privileged")),
        ("containers", 0, "securityContext", "privileged"),
        True,
    ),
    "no escalation": (
        each(lambda c: security(c).get("allowPrivilegeEscalation") is False),
        ("containers", 0, "securityContext", "allowPrivilegeEscalation"),
        None,
    ),
    "all capabilities dropped": (
        each(lambda c: "ALL" in security(c)["capabilities"]["drop"]),
        ("containers", 0, "securityContext", "capabilities"),
        {"drop": ["all"]},
    ),
    "none added": (
        each(lambda c: not security(c)["capabilities"].get("add")),
        ("containers", 0, "securityContext", "capabilities", "add"),
        ["IPC_LOCK"],
    ),
    "not root": (
        lambda pod: pod["securityContext"]["runAsNonRoot"] is True,
        ("securityContext", "runAsNonRoot"),
        False,
    ),
    "no container takes that back": (
        each(lambda c: security(c).get("runAsNonRoot") is not False),
        ("containers", 0, "securityContext", "runAsNonRoot"),
        False,
    ),
    "user is not 0": (lambda pod: pod["securityContext"]["runAsUser"] != 0, ("securityContext", "runAsUser"), 0),
    "nor in a container": (
        each(lambda c: security(c).get("runAsUser") != 0),
        ("containers", 0, "securityContext", "runAsUser"),
        0,
    ),
    "seccomp profile": (
        lambda pod: pod["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault",
        ("securityContext", "seccompProfile", "type"),
        "Unconfined",
    ),
    "seccomp holds in containers": (
        each(lambda c: "seccompProfile" not in security(c)),
        ("containers", 0, "securityContext", "seccompProfile"),
        {"type": "Unconfined"},
    ),
    "volumes of allowed types": (
        lambda pod: all(volume.keys() - {"name"} <= ALLOWED_VOLUMES for volume in pod["volumes"]),
        ("volumes", 0),
        {"name": "checkpoints", "nfs": {"server": "a", "path": "/"}},
    ),
    "no volume without a type": (
        lambda pod: all(len(volume) == 2 for volume in pod["volumes"]),
        ("volumes", 0),
        {"name": "checkpoints"},
    ),
    "proc as usual": (
        each(lambda c: security(c).get("procMount", "Default") == "Default"),
        ("containers", 0, "securityContext", "procMount"),
        "Unmasked",
    ),
    "no sysctls": (
        lambda pod: "sysctls" not in pod["securityContext"],
        ("securityContext", "sysctls"),
        [{"name": "a"}],
    ),
    "no SELinux options": (
        lambda pod: "seLinuxOptions" not in pod["securityContext"],
        ("securityContext", "seLinuxOptions"),
        {"type": "spc_t"},
    ),
    "no AppArmor profile": (
        lambda pod: "appArmorProfile" not in pod["securityContext"],
        ("securityContext", "appArmorProfile"),
        {"type": "Unconfined"},
    ),
    "no windows, which three checks excuse": (lambda pod: "os" not in pod, ("os",), {"name": "windows"}),
    # Beyond the standard: what peers and the GPU need.
    "read-only root": (
        each(lambda c: security(c)["readOnlyRootFilesystem"] is True),
        ("containers", 0, "securityContext", "readOnlyRootFilesystem"),
        False,
    ),
    "no token": (lambda pod: pod["automountServiceAccountToken"] is False, ("automountServiceAccountToken",), True),
    "GPUs requested are the limit": (
        each(lambda c: c["resources"]["requests"] == c["resources"]["limits"] == RESOURCES),
        ("containers", 0, "resources", "limits"),
        {**RESOURCES, "nvidia.com/gpu": "2"},
    ),
    "memory-backed volumes are bounded": (
        lambda pod: all("sizeLimit" in v["emptyDir"] for v in pod["volumes"] if "medium" in v.get("emptyDir", {})),
        ("volumes", 3, "emptyDir"),
        {"medium": "Memory"},
    ),
}


@pytest.mark.parametrize(("judge", "path", "bad"), RESTRICTED.values(), ids=RESTRICTED)
def test_pod_is_restricted(judge: Callable[[Json], bool], path: JsonPath, bad: Json, manifest: Json) -> None:
    pod = copy.deepcopy(at(manifest, POD))
    assert judge(pod)
    at(pod, path[:-1])[path[-1]] = bad
    assert not judge(pod), "the judge misses what it is for"


# The object


def test_real_values_are_valid_for_kubernetes(manifest: Json) -> None:
    assert manifest["metadata"] == {"name": "training", "namespace": "vision"}
    kubernetes_validate.validate(manifest, SCHEMA, strict=True)


def test_schema_would_find_a_wrong_field(manifest: Json) -> None:
    wrong = copy.deepcopy(manifest)
    at(wrong, POD)["restartPolcy"] = "Never"
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, SCHEMA, strict=True)


@pytest.mark.parametrize("fields", [{}, OPTIONAL], ids=["only what must be", "everything"])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_real_values_and_stamping_give_the_same(library: Any, shape: Shape, fields: Mapping[str, Json]) -> None:
    runtime = {"max_runtime": 259200, "delete_after": 604800} if fields else {}
    built = make_manifest(library, make_pod(library, shape, **fields), **runtime)
    template = load_templates()[shape]
    offered: dict[str, Json] = {
        **dict.fromkeys(OPTIONAL),
        "env": [],
        **REQUIRED,
        **fields,
        "checkpoint_claim": "training-checkpoints",
        "checkpoint_path": "/checkpoints",
        "checkpoint_directory": "/checkpoints/$(RUN_NAME)",
        "secrets": SECRETS,
        "shared_memory_size": "64Gi",
        "retries": 3,
        "max_runtime": runtime.get("max_runtime"),
        "delete_after": runtime.get("delete_after"),
    }
    values = {name: offered[_snake(name)] for name in set(slot_paths(template.object).values())}
    assert stamp(template, values) == {"spec": built["spec"]}
    kubernetes_validate.validate(built, SCHEMA, strict=True)


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def test_any_mapping_and_sequence_is_taken(library: Any) -> None:
    plain = make_pod(library, SHAPES[0], command=["a"], labels={"a": "b"})
    frozen = make_pod(library, SHAPES[0], command=("a",), labels=MappingProxyType({"a": "b"}))
    assert make_manifest(library, frozen) == make_manifest(library, plain)


def test_metadata_is_the_cronjobs_own(library: Any) -> None:
    manifest = make_manifest(
        library, make_pod(library, SHAPES[0]), namespace="vision", labels={"a": "b"}, annotations={"c": "d"}
    )
    assert manifest["metadata"] == {
        "annotations": {"c": "d"},
        "labels": {"a": "b"},
        "name": "training",
        "namespace": "vision",
    }
    assert manifest["spec"]["jobTemplate"]["metadata"] == {"labels": {"example.com/team": "vision"}}


# The registry


def test_every_construct_is_found_documented_and_its_example_runs(library: Any) -> None:
    with node_environment():
        sources = template_sources()
    assert sorted(sources) == ["Job"]
    example = import_module("gitops_gen.constructs.gpu_job_template")
    results = doctest.testmod(example)
    assert results.attempted >= 6
    assert results.failed == 0
    for workload, source in sources.items():
        assert all(shape.workload == workload for shape in source.shapes)
    assert {shape for source in sources.values() for shape in source.shapes} == set(load_templates())


def test_public_names_are_documented(library: Any) -> None:
    assert all(getattr(library, name).__doc__ for name in library.__all__)
