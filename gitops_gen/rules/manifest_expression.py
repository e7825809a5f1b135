"""An expression in CEL does not compile."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

POLICY = """apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: registries}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  validations: [{expression: "pod.spec.hostNetwork != true"}]
"""

RULE = Rule(
    id="manifest-expression",
    severity=Severity.ERROR,
    title="An expression in CEL does not compile",
    why=(
        "The API server compiles the expressions of admission policies and device classes when it stores them, and "
        "refuses those with a wrong syntax, or with a name that is no variable there."
    ),
    fix="Correct the expression: a policy sees object, oldObject, request, params, namespaceObject and variables.",
    invalid=(),
    stage="validate",
    invalid_manifests=(POLICY,),
    valid_manifests=(POLICY.replace("pod.spec", "object.spec"),),
)
