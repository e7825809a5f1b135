"""Claims for checkpoints."""

from __future__ import annotations

import pytest

from gitops_gen.kinds.persistent_volume_claim import KIND
from tests.builders import make_cluster, make_profile, make_tenant
from tests.unit.kinds.objects import drafts, origins

CHECKPOINT = {"path": "/checkpoints", "size": "2048Gi", "storageClass": "shared"}


def test_a_claim_for_a_profile_that_keeps_checkpoints() -> None:
    found = drafts(KIND, make_tenant(profiles=(make_profile(checkpoint=CHECKPOINT), make_profile("plain"))))
    assert set(found) == {"training-checkpoints"}
    draft = found["training-checkpoints"]
    assert draft.labels == {"gitops-gen.io/profile": "training"}
    assert draft.body["spec"] == {
        "accessModes": ["ReadWriteMany"],
        "resources": {"requests": {"storage": "2Ti"}},
        "storageClassName": "shared",
    }
    checkpoint = "WorkloadProfile/training#/spec/checkpoint"
    assert origins(draft, "spec", "resources", "requests", "storage") == [f"{checkpoint}/size"]
    assert origins(draft, "spec", "storageClassName") == [f"{checkpoint}/storageClass"]
    assert origins(draft, "spec", "accessModes") == ["Cluster/prod-eu1#/spec/storageClasses/shared/access"]


MODES = {
    "shared if it can be": (["ReadWriteOnce", "ReadWriteMany"], "ReadWriteMany"),
    "else the first": (["ReadWriteOncePod", "ReadWriteOnce"], "ReadWriteOncePod"),
}


@pytest.mark.parametrize(("access", "want"), MODES.values(), ids=MODES)
def test_access_modes(access: list[str], want: str) -> None:
    cluster = make_cluster(storageClasses={"shared": {"access": access}})
    draft = drafts(KIND, make_tenant(profiles=(make_profile(checkpoint=CHECKPOINT),)), cluster)["training-checkpoints"]
    assert draft.body["spec"]["accessModes"] == [want]


@pytest.mark.parametrize(("state", "want"), [("active", 1), ("frozen", 1), ("drained", 1), ("removed", 0)])
def test_data_outlives_all_states_but_the_last(state: str, want: int) -> None:
    assert len(drafts(KIND, make_tenant(state, profiles=(make_profile(checkpoint=CHECKPOINT),)))) == want


def test_no_claim_where_nothing_would_mount_it() -> None:
    assert drafts(KIND, make_tenant(profiles=(make_profile(checkpoint=CHECKPOINT, kinds=()),))) == {}


def test_no_claim_of_a_class_that_the_cluster_lacks() -> None:
    tenant = make_tenant(profiles=(make_profile(checkpoint=CHECKPOINT),))
    assert drafts(KIND, tenant, make_cluster(storageClasses={})) == {}
