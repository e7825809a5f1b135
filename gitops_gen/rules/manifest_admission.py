"""An admission policy would refuse a pod."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

GUARDED = """apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: registries}
spec:
  paramKind: {apiVersion: v1, kind: ConfigMap}
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  validations:
    - expression: object.spec.containers.all(c, c.image.startsWith(params.data.registry + '/'))
      message: an image comes from elsewhere
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: registries}
spec:
  policyName: registries
  paramRef: {name: registries, namespace: guard, parameterNotFoundAction: Deny}
  validationActions: [Deny]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: registries, namespace: guard}
data: {registry: registry.acme.example}
---
apiVersion: batch/v1
kind: Job
metadata: {name: train, namespace: robotics}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: docker.io/acme/train}]}}}
"""

RULE = Rule(
    id="manifest-admission",
    severity=Severity.ERROR,
    title="An admission policy would refuse a pod",
    why=(
        "The API server evaluates ValidatingAdmissionPolicies when a pod is made. A Job whose pods are refused is "
        "taken, and then never starts one: only its events say why."
    ),
    fix="Change the pod, or what the policy's parameters allow the namespace.",
    invalid=(),
    stage="validate",
    invalid_manifests=(GUARDED,),
    valid_manifests=(GUARDED.replace("docker.io/acme", "registry.acme.example/acme"),),
)
