"""Admission policies: what quotas, RBAC and Pod Security leave open, held by the API server itself.

A quota counts kinds of GPU that share a resource key together; RBAC knows no priorities, images or nodes. The policies
are the same in every cluster; what a namespace may do are parameters in a namespace of the platform, where no team can
change them, and without parameters nothing is let in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gitops_gen.kinds._admission import OBJECTS, PODS, binding, has_admission
from gitops_gen.kinds._admission_rules import MANAGED, POD_CHECKS, POD_VARIABLES, Check, Variable, object_checks
from gitops_gen.model.agents import applying_account
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import ClusterKind
from gitops_gen.model.source import Json

POD_RULES: list[Json] = [
    {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE", "UPDATE"], "resources": ["pods"]},
    {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["UPDATE"], "resources": ["pods/ephemeralcontainers"]},
]
GUARDED = {
    "": ("configmaps", "limitranges", "resourcequotas", "serviceaccounts"),
    "batch": ("cronjobs",),
    "networking.k8s.io": ("networkpolicies",),
    "rbac.authorization.k8s.io": ("rolebindings", "roles"),
}
"""What is generated into a team's namespace, by API group."""


def render(cluster: ResolvedCluster) -> Iterator[Draft]:
    """The policies, and the binding of the one that holds in all teams' namespaces alike."""
    if not has_admission(cluster):
        return
    yield _policy(cluster, PODS, POD_RULES, POD_VARIABLES, POD_CHECKS)
    rules: list[Json] = [
        {"apiGroups": [group], "apiVersions": ["v1"], "operations": ["DELETE", "UPDATE"], "resources": [*plurals]}
        for group, plurals in GUARDED.items()
    ]
    yield _policy(cluster, OBJECTS, rules, (), object_checks(applying_account(cluster)))
    yield binding(cluster, OBJECTS, OBJECTS, labels={MANAGED: "gitops-gen"})


def _policy(
    cluster: ResolvedCluster, name: str, rules: list[Json], variables: Iterable[Variable], checks: Iterable[Check]
) -> Draft:
    spec: dict[str, Json] = {
        "failurePolicy": "Fail",
        "matchConstraints": {"resourceRules": rules},
        "validations": [{**check._asdict(), "reason": "Forbidden"} for check in checks],
    }
    if name == PODS:
        spec["paramKind"] = {"apiVersion": "v1", "kind": "ConfigMap"}
        spec["variables"] = [variable._asdict() for variable in variables]
    return Draft(
        kind="ValidatingAdmissionPolicy",
        name=name,
        body={"spec": spec},
        origin=cluster.spec.ref(),
        wave=-10,
        protection="keep" if name == PODS else None,
    )


KIND = ClusterKind(
    id="admission-policy",
    emits=("ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"),
    summary="What the API server asks of pods and of changes by hand, beyond quotas and RBAC",
    render=render,
)
