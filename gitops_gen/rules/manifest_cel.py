"""An object breaks a rule that its CustomResourceDefinition writes in CEL."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

DEFINED = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shares.acme.example}
spec:
  group: acme.example
  scope: Namespaced
  names: {kind: Share, plural: shares}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties: {least: {type: integer}, most: {type: integer}}
              x-kubernetes-validations:
                - {rule: "self.least <= self.most", message: least is more than most}
---
apiVersion: acme.example/v1
kind: Share
metadata: {name: half, namespace: robotics}
spec: {least: 4, most: 2}
"""

RULE = Rule(
    id="manifest-cel",
    severity=Severity.ERROR,
    title="An object breaks a rule of its definition",
    why=(
        "Definitions of kinds carry rules in CEL (x-kubernetes-validations), which schema checkers pass over. The API "
        "server evaluates them, with defaults filled in, and refuses the object."
    ),
    fix="Change the object so that the rule, which the finding quotes, holds.",
    invalid=(),
    stage="validate",
    invalid_manifests=(DEFINED,),
    valid_manifests=(DEFINED.replace("least: 4", "least: 1"),),
)
