"""An object names another one that the cluster does not get."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import TRAINING

NO_ROLE = """apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: viewer, namespace: robotics}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: viewer}
subjects: [{kind: Group, name: "sso:robotics", apiGroup: rbac.authorization.k8s.io}]
"""

RULE = Rule(
    id="manifest-reference",
    severity=Severity.ERROR,
    title="An object names another one that the cluster does not get",
    why=(
        "A pod that names a missing account, claim or priority is never created, and a binding to a "
        "missing role gives nothing. The fault would show only when somebody starts a job."
    ),
    fix="Define the object that is named, or name another one.",
    invalid=(),
    valid=(Example("a profile without a priority", (Edit(TRAINING, "  priority: urgent\n", ""),)),),
    stage="validate",
    invalid_manifests=(NO_ROLE,),
)
