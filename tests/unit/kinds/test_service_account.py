"""Accounts: no tokens, one a profile, cloud roles where the cluster has them."""

from __future__ import annotations

import pytest

from gitops_gen.kinds.service_account import KIND
from tests.builders import make_allocation, make_cluster, make_profile, make_team, make_tenant
from tests.unit.kinds.objects import drafts, origins


def test_default_and_one_for_each_profile_with_templates() -> None:
    team = make_team(profiles={"idle": {}, "training": {}})
    allocation = make_allocation(profiles=["idle", "training"])
    tenant = make_tenant(team=team, allocation=allocation, profiles=(make_profile("idle", kinds=()), make_profile()))
    found = drafts(KIND, tenant)
    assert {name: dict(draft.labels) for name, draft in found.items()} == {
        "default": {},
        "training": {"gitops-gen.io/profile": "training"},
    }
    assert all(draft.body == {"automountServiceAccountToken": False} for draft in found.values())
    assert origins(found["training"], "metadata", "name") == [
        "Team/vision#/spec/profiles/training",
        "Allocation/vision-prod#/spec/profiles/1",
    ]


@pytest.mark.parametrize(
    ("state", "want"), [("frozen", {"default", "training"}), ("drained", {"default"}), ("removed", set())]
)
def test_states(state: str, want: set[str]) -> None:
    assert set(drafts(KIND, make_tenant(state, profiles=(make_profile(),)))) == want


MODES = {
    "irsa": "eks.amazonaws.com/role-arn",
    "gke": "iam.gke.io/gcp-service-account",
    "azure": "azure.workload.identity/client-id",
}


@pytest.mark.parametrize(("mode", "key"), MODES.items())
def test_identities_annotate_the_profiles_account_or_get_their_own(mode: str, key: str) -> None:
    allocation = make_allocation(identities={"training": {"role": "a"}, "trainer": {"role": "b"}})
    tenant = make_tenant(allocation=allocation, profiles=(make_profile(),))
    found = drafts(KIND, tenant, make_cluster(identity={"mode": mode}))
    assert {name: dict(draft.annotations) for name, draft in found.items()} == {
        "default": {},
        "trainer": {key: "b"},
        "training": {key: "a"},
    }
    assert (
        origins(found["trainer"], "metadata", "annotations", key)[-1]
        == "Allocation/vision-prod#/spec/identities/trainer/role"
    )


def test_without_an_identity_mode_there_is_nothing_to_become() -> None:
    tenant = make_tenant(allocation=make_allocation(identities={"trainer": {"role": "b"}}), profiles=(make_profile(),))
    found = drafts(KIND, tenant, make_cluster(identity={"mode": "none"}))
    assert set(found) == {"default", "training"}
    assert all(not draft.annotations for draft in found.values())
