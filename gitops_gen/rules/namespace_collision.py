"""Two allocations make the same namespace in one cluster."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import DEV, MAIN, RANKING_DEV, RANKING_PROD

MOVED = Edit(
    RANKING_DEV,
    '    lab:\n      resources: {tier: standard}\n      gpus: {"l4-24gb:shared": {guaranteed: 8}}',
    "    main:\n      resources: {tier: standard}\n      gpus: {h100-80gb/1g.10gb: {guaranteed: 8}}",
)

RULE = Rule(
    id="namespace-collision",
    severity=Severity.ERROR,
    title="Two allocations make the same namespace in one cluster",
    why=(
        "Two teams or two environments would share quota, roles and secrets, and each run would overwrite "
        "one with the other. It happens when environments share a cluster without {environment} in the "
        "pattern, or when team and suffix read like another team."
    ),
    fix="Put {environment} into the naming pattern, or set another suffix in spec.namespace.",
    invalid=(
        Example(
            "two environments in one cluster, and a pattern without {environment}",
            (
                Edit(DEV, '"{team}-{environment}"', '"{team}"'),
                MOVED,
                Edit(MAIN, "environments: [prod]", "environments: [dev, prod]"),
                Edit(RANKING_DEV, "allow: [robots]", "allow: []"),
            ),
            at="metadata: {name: ranking-prod}",
            at_file=RANKING_PROD,
        ),
    ),
    valid=(
        Example(
            "two environments in one cluster, with {environment} in one pattern",
            (
                MOVED,
                Edit(MAIN, "environments: [prod]", "environments: [dev, prod]"),
                Edit(RANKING_DEV, "allow: [robots]", "allow: []"),
            ),
        ),
    ),
    stage="resolve",
)
