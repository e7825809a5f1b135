"""A job template would have a name that is too long."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING, RANKING_PROD

PROFILE = """apiVersion: gitops-gen.io/v1
kind: WorkloadProfile
metadata: {name: NAME}
spec:
  version: "1"
  workload: Job
  container:
    image: registry.orchard.example/gpu/long@sha256:0000000000000000000000000000000000000000000000000000000000000000
  gpu:
    accepts:
      - h100-80gb/1g.10gb
      - h100-80gb/3g.40gb
  resources: {perGpu: {cpu: 3, memory: 24Gi}}
"""

RULE = Rule(
    id="template-name",
    severity=Severity.ERROR,
    title="A job template would have a name that is too long",
    why=(
        "Job templates are CronJobs, whose names may have 52 characters so that the names of their Jobs "
        "fit. The API server would refuse the template, and the team could start nothing."
    ),
    fix=("Shorten the profile's name; a GPU kind that is not the first of accepts adds its own name as a suffix."),
    invalid=(
        Example(
            "the name and the suffix of a slice",
            (
                Edit(
                    "profiles/workloads/long.yaml",
                    "",
                    PROFILE.replace("NAME", "interactive-experiments-on-slices-of-cards"),
                ),
                Edit(
                    RANKING,
                    "    experiment: {}",
                    ("    experiment: {}\n    interactive-experiments-on-slices-of-cards: {}"),
                ),
                Edit(
                    RANKING_PROD,
                    "profiles: [experiment]",
                    "profiles: [experiment, interactive-experiments-on-slices-of-cards]",
                ),
            ),
            at="- h100-80gb/3g.40gb",
        ),
    ),
    valid=(
        Example(
            "a long name that leaves room for the suffix",
            (
                Edit("profiles/workloads/long.yaml", "", PROFILE.replace("NAME", "interactive-experiments-on-slices")),
                Edit(RANKING, "    experiment: {}", "    experiment: {}\n    interactive-experiments-on-slices: {}"),
                Edit(
                    RANKING_PROD, "profiles: [experiment]", "profiles: [experiment, interactive-experiments-on-slices]"
                ),
            ),
        ),
    ),
    stage="resolve",
)
