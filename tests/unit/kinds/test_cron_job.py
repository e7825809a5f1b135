"""Job templates: which there are, what fills their slots, and when they lose their protection."""

from __future__ import annotations

from typing import Any

import pytest

from gitops_gen.kinds.cron_job import KIND
from gitops_gen.model.manifest import Draft
from gitops_gen.model.source import Json
from gitops_gen.model.template import Shape, Stamp
from gitops_gen.templates.shipped import load_templates
from gitops_gen.templates.stamp import stamp
from tests.builders import (
    IMAGE,
    SLICE,
    make_allocation,
    make_cluster,
    make_pool,
    make_profile,
    make_profile_kind,
    make_team,
    make_tenant,
    traced,
)
from tests.unit.kinds.objects import drafts, origins

CHECKPOINT = {"path": "/checkpoints", "size": "500Gi", "storageClass": "shared", "gracePeriod": "5m"}


def template(draft: Draft) -> Stamp:
    assert draft.template is not None
    return draft.template


def slots(draft: Draft) -> dict[str, Json]:
    return dict(template(draft).values)


def slot_origins(draft: Draft, *path: str | int) -> list[str]:
    return [str(ref) for ref in template(draft).slot_sources[path]]


def only(tenant: Any = None, cluster: Any = None, **profile: Json) -> Draft:
    """The template of a tenant's only profile."""
    (draft,) = drafts(KIND, tenant or make_tenant(profiles=(make_profile(**profile),)), cluster).values()
    return draft


def test_the_least_that_a_profile_can_say() -> None:
    draft = only(container={"image": IMAGE}, lifecycle={})
    assert template(draft).shape == Shape("Job")
    assert slots(draft) == {
        "args": None,
        "affinity": None,
        "command": None,
        "deleteAfter": None,
        "env": [],
        "gracePeriod": 30,
        "image": IMAGE,
        "labels": {"gitops-gen.io/profile": "training", "gitops-gen.io/team": "vision"},
        "maxRuntime": None,
        "nodeSelector": {"acme.example/pool": "h100"},
        "priorityClass": None,
        "resources": {"cpu": "64", "ephemeral-storage": "400Gi", "memory": "640Gi", "nvidia.com/gpu": "4"},
        "retries": 0,
        "scratchSize": "400Gi",
        "serviceAccount": "training",
        "tolerations": [{"effect": "NoSchedule", "key": "acme.example/pool", "operator": "Equal", "value": "h100"}],
    }
    assert (draft.body, draft.labels) == ({}, {"gitops-gen.io/profile": "training"})


def test_all_that_a_profile_can_say() -> None:
    secrets = {name: {"store": "vault", "path": "x", "keys": ["b", "a"]} for name in ("hub", "wandb")}
    profile = make_profile(
        container={
            "image": IMAGE,
            "args": ["-v"],
            "env": {"B": "2", "A": "1", "C": None},
            "secrets": ["wandb", "gone"],
        },
        priority="high",
        resources={"sharedMemory": "64Gi"},
        lifecycle={"retries": 3, "maxRuntime": "72h", "deleteAfter": "168h", "gracePeriod": "30s"},
        checkpoint=CHECKPOINT,
    )
    draft = only(make_tenant(team=make_team(secrets=secrets), profiles=(profile,)))
    assert template(draft).shape == Shape("Job", checkpoint=True, secrets=True, shared_memory=True)
    assert (
        slots(draft).items()
        >= {
            "args": ["-v"],
            "checkpointClaim": "training-checkpoints",
            "checkpointDirectory": "/checkpoints/$(RUN_NAME)",
            "checkpointPath": "/checkpoints",
            "deleteAfter": 604800,
            "env": [{"name": "A", "value": "1"}, {"name": "B", "value": "2"}],
            "gracePeriod": 300,
            "maxRuntime": 259200,
            "priorityClass": "high",
            "retries": 3,
            "sharedMemorySize": "64Gi",
        }.items()
    )
    items = [{"key": "a", "path": "wandb/a"}, {"key": "b", "path": "wandb/b"}]
    assert slots(draft)["secrets"] == [{"secret": {"items": items, "name": "wandb"}}]


SHAPES = {
    "plain": {},
    "checkpoint": {"checkpoint": CHECKPOINT},
    "secrets": {"container": {"image": IMAGE, "secrets": ["wandb"]}},
    "shared memory": {"resources": {"sharedMemory": "1Gi"}},
    "all": {
        "checkpoint": CHECKPOINT,
        "container": {"image": IMAGE, "secrets": ["wandb"]},
        "resources": {"sharedMemory": "1Gi"},
    },
}


@pytest.mark.parametrize("profile", SHAPES.values(), ids=SHAPES)
def test_the_shipped_template_of_its_shape_can_be_stamped(profile: dict[str, Json]) -> None:
    team = make_team(secrets={"wandb": {"store": "vault", "path": "x", "keys": ["a"]}})
    found = template(only(make_tenant(team=team, profiles=(make_profile(**profile),))))
    job = stamp(load_templates()[found.shape], found.values)
    assert job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]["image"] == IMAGE


def test_one_template_for_each_kind() -> None:
    kinds = (
        make_profile_kind(),
        make_profile_kind(kind=SLICE, key="nvidia.com/mig-1g.10gb", gpus=1, name="training-slice"),
    )
    found = drafts(KIND, make_tenant(profiles=(make_profile(kinds=kinds),)))
    gpus = {name: [v for k, v in slots(draft)["resources"].items() if "/" in k] for name, draft in found.items()}
    assert gpus == {"training": ["4"], "training-slice": ["1"]}
    assert {draft.labels["gitops-gen.io/profile"] for draft in found.values()} == {"training"}


def test_a_profile_without_gpus_asks_for_none() -> None:
    draft = only(make_tenant(profiles=(make_profile(kinds=[make_profile_kind(kind=None, key="", gpus=0)]),)))
    assert set(slots(draft)["resources"]) == {"cpu", "ephemeral-storage", "memory"}


def test_without_ephemeral_storage_scratch_has_no_bound() -> None:
    draft = only(make_tenant(profiles=(make_profile(kinds=[make_profile_kind(requests={"cpu": "1"})]),)))
    assert slots(draft)["scratchSize"] is None
    assert ("scratchSize",) not in template(draft).slot_sources


NO_TEMPLATE = {
    "another workload": {"workload": "JobSet"},
    "no image to start": {"container": {}},
    "nowhere to run": {"kinds": ()},
}


@pytest.mark.parametrize("profile", NO_TEMPLATE.values(), ids=NO_TEMPLATE)
def test_no_template(profile: dict[str, Any]) -> None:
    assert drafts(KIND, make_tenant(profiles=(make_profile(**profile),))) == {}


PROTECTION = {
    "the kind's own": ("active", True, [None]),
    "retired": ("active", False, [""]),
    "frozen": ("frozen", True, [""]),
    "drained": ("drained", True, []),
    "removed": ("removed", True, []),
}


@pytest.mark.parametrize(("state", "protected", "want"), PROTECTION.values(), ids=PROTECTION)
def test_protection(state: str, protected: bool, want: list[str | None]) -> None:  # noqa: FBT001
    found = drafts(KIND, make_tenant(state, profiles=(make_profile(protected=protected),)))
    assert [draft.protection for draft in found.values()] == want


GRACE = {
    "the checkpoint's is longer": ("30s", "5m", 300, "checkpoint"),
    "the lifecycle's is longer": ("10m", "5m", 600, "lifecycle"),
    "the checkpoint says nothing": ("30s", None, 30, "lifecycle"),
}


@pytest.mark.parametrize(("lifecycle", "checkpoint", "want", "winner"), GRACE.values(), ids=GRACE)
def test_grace_period(lifecycle: str, checkpoint: str | None, want: int, winner: str) -> None:
    draft = only(lifecycle={"gracePeriod": lifecycle}, checkpoint={**CHECKPOINT, "gracePeriod": checkpoint})
    assert slots(draft)["gracePeriod"] == want
    assert slot_origins(draft, "gracePeriod")[-1] == f"WorkloadProfile/training#/spec/{winner}/gracePeriod"


def test_jobs_do_not_claim_to_be_managed() -> None:
    owner = make_team()
    labels = {key: traced("x", owner.ref()) for key in ("app.kubernetes.io/managed-by", "gitops-gen.io/team")}
    draft = only(make_tenant(labels=labels, profiles=(make_profile(),)))
    assert set(slots(draft)["labels"]) == {"gitops-gen.io/team", "gitops-gen.io/profile"}


@pytest.mark.parametrize(("mode", "want"), [("azure", True), ("irsa", False), ("none", False)])
def test_azure_finds_its_pods_by_a_label(mode: str, want: bool) -> None:  # noqa: FBT001
    allocation = make_allocation(identities={"training": {"role": "a"}})
    tenant = make_tenant(allocation=allocation, profiles=(make_profile(),))
    draft = only(tenant, make_cluster(identity={"mode": mode}))
    assert ("azure.workload.identity/use" in slots(draft)["labels"]) is want
    assert "azure.workload.identity/use" not in draft.labels


def test_pools_that_share_no_label_are_named_one_by_one() -> None:
    pools = (make_pool("a"), make_pool("b"))
    tenant = make_tenant(profiles=(make_profile(kinds=[make_profile_kind(pools=pools)]),))
    found = slots(only(tenant, make_cluster(pools=pools)))
    assert found["nodeSelector"] is None
    assert (
        len(found["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"])
        == 2
    )
    assert [toleration["value"] for toleration in found["tolerations"]] == ["a", "b"]


SOURCES: dict[tuple[str | int, ...], str] = {
    ("image",): "WorkloadProfile/training#/spec/container/image",
    ("command",): "WorkloadProfile/training#/spec/container/command",
    ("env", 0): "WorkloadProfile/training#/spec/container/env/A",
    ("labels", "gitops-gen.io/team"): "Team/vision#/metadata/name",
    ("labels", "gitops-gen.io/profile"): "Allocation/vision-prod#/spec/profiles/0",
    ("resources", "cpu"): "WorkloadProfile/training#/spec/gpu",
    ("resources", "nvidia.com/gpu"): "WorkloadProfile/training#/spec/gpu/accepts/0",
    ("scratchSize",): "WorkloadProfile/training#/spec/gpu",
    ("retries",): "WorkloadProfile/training#/spec/lifecycle/retries",
    ("priorityClass",): "WorkloadProfile/training#/spec/priority",
    ("nodeSelector", "acme.example/pool"): "NodePool/h100#/spec/nodeLabels/acme.example~1pool",
    ("tolerations", 0): "NodePool/h100#/spec/taints/0",
    ("serviceAccount",): "Allocation/vision-prod#/spec/profiles/0",
}


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_every_slot_knows_the_line_that_decided(path: tuple[str | int, ...]) -> None:
    draft = only(container={"image": IMAGE, "command": ["x"], "env": {"A": "1"}}, priority="normal")
    assert slot_origins(draft, *path)[-1] == SOURCES[path]


def test_the_template_exists_because_of_use_allocation_and_kind() -> None:
    assert origins(only(), "metadata", "name") == [
        "Team/vision#/spec/profiles/training",
        "Allocation/vision-prod#/spec/profiles/0",
        "Allocation/vision-prod#/spec/clusters/prod-eu1",
        "WorkloadProfile/training#/spec/gpu/accepts/0",
    ]
