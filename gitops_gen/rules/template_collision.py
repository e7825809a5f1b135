"""Two profiles would make job templates of one name."""

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
    image: registry.orchard.example/gpu/twin@sha256:0000000000000000000000000000000000000000000000000000000000000000
  gpu: {accepts: [h100-80gb/1g.10gb]}
  resources: {perGpu: {cpu: 3, memory: 24Gi}}
"""

RULE = Rule(
    id="template-collision",
    severity=Severity.ERROR,
    title="Two profiles would make job templates of one name",
    why=(
        "A template is called like its profile, and for every GPU kind but the first it bears the kind as "
        "a suffix. A profile whose own name reads like another one's with a suffix would replace that "
        "template, and people would start something else."
    ),
    fix="Rename one of the two profiles.",
    invalid=(
        Example(
            "a profile that is called like another one's template",
            (
                Edit("profiles/workloads/twin.yaml", "", PROFILE.replace("NAME", "experiment-h100-80gb-3g-40gb")),
                Edit(RANKING, "    experiment: {}", "    experiment: {}\n    experiment-h100-80gb-3g-40gb: {}"),
                Edit(RANKING_PROD, "profiles: [experiment]", "profiles: [experiment, experiment-h100-80gb-3g-40gb]"),
            ),
            at="metadata: {name: experiment-h100-80gb-3g-40gb}",
        ),
    ),
    valid=(
        Example(
            "a profile whose name begins like another one's",
            (
                Edit("profiles/workloads/twin.yaml", "", PROFILE.replace("NAME", "experiment-h100")),
                Edit(RANKING, "    experiment: {}", "    experiment: {}\n    experiment-h100: {}"),
                Edit(RANKING_PROD, "profiles: [experiment]", "profiles: [experiment, experiment-h100]"),
            ),
        ),
    ),
    stage="resolve",
)
