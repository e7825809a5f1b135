"""Argo CD would refuse a project or an application."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS

OTHER_PROJECT = """apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: main-robotics, namespace: argocd}
spec:
  roles:
    - name: developer
      policies: ["p, proj:main-ranking:developer, applications, sync, main-ranking/*, allow"]
"""

SCHEDULE = """apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: main-robotics, namespace: argocd}
spec:
  syncWindows: [{kind: deny, namespaces: ["*"], schedule: "0 25 * * *", duration: 1h}]
"""

RULE = Rule(
    id="manifest-argocd",
    severity=Severity.ERROR,
    title="Argo CD would refuse a project or an application",
    why=(
        "Argo CD's server checks more than the types of its objects: policies of other projects, "
        "duplicates, schedules, names. A project that it refuses stops every application in it."
    ),
    fix="Correct the field as the finding says.",
    invalid=(),
    valid=(
        Example(
            "a project with repositories of its own",
            (Edit(ROBOTICS, "  egress:", ('  repositories: ["https://git.orchard.example/robotics/*"]\n  egress:')),),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        OTHER_PROJECT,
        SCHEDULE,
    ),
)
