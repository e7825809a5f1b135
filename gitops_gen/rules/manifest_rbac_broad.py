"""A role or binding gives more than it seems to."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING

EVERYTHING = """apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: admin, namespace: robotics}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
"""

EVERYBODY = """apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: viewer, namespace: robotics}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: viewer}
subjects: [{kind: Group, name: "system:authenticated", apiGroup: rbac.authorization.k8s.io}]
"""

RULE = Rule(
    id="manifest-rbac-broad",
    severity=Severity.WARNING,
    title="A role or binding gives more than it seems to",
    why=(
        "A wildcard grants what exists today and what comes later, and some rights reach everything: "
        "writing roles, impersonating, reading all Secrets. Nobody notices until somebody uses them."
    ),
    fix="Name exact verbs, resources and subjects, or narrow the right with resourceNames.",
    invalid=(),
    valid=(
        Example(
            "a team whose groups are all administrators",
            (Edit(RANKING, "ranking-members: {role: developer}", "ranking-members: {role: admin}"),),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        EVERYTHING,
        EVERYBODY,
    ),
)
