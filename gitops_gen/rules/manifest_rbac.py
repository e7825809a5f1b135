"""A role or binding is illegal."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING

NO_VERBS = """apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: viewer, namespace: robotics}
rules: [{apiGroups: [""], resources: [pods], verbs: []}]
"""

WRONG_ROLE = """apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: viewer}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: viewer}
subjects: [{kind: Group, name: "sso:robotics", apiGroup: rbac.authorization.k8s.io}]
"""

RULE = Rule(
    id="manifest-rbac",
    severity=Severity.ERROR,
    title="A role or binding is illegal",
    why=(
        "The API server refuses a rule without verbs or groups, and a binding of the wrong kind of role. "
        "The people in it would have no rights, and the sync would stop."
    ),
    fix="Correct the rule, the role or the subject as the finding says.",
    invalid=(),
    valid=(
        Example(
            "a team whose groups hold one role only",
            (
                Edit(RANKING, "{role: admin}", "{role: viewer}"),
                Edit(RANKING, "ranking-members: {role: developer}", "ranking-members: {role: viewer}"),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        NO_VERBS,
        WRONG_ROLE,
    ),
)
