"""A rule in CEL cannot be evaluated here."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule
from gitops_gen.rules.manifest_cel import DEFINED

UNKNOWN = DEFINED.replace("self.least <= self.most", "self.?least.orValue(0) < 9")

RULE = Rule(
    id="manifest-cel-unevaluated",
    severity=Severity.INFO,
    title="A rule of a definition cannot be evaluated here",
    why=(
        "The evaluator knows the language and most of the functions that Kubernetes adds, not all of them. The API "
        "server may still refuse the object; nothing is said about that rule."
    ),
    fix="Try the object on an API server: kubectl apply --dry-run=server.",
    invalid=(),
    stage="validate",
    invalid_manifests=(UNKNOWN,),
    valid_manifests=(DEFINED,),
)
