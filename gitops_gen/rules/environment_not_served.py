"""An allocation names a cluster that does not serve its environment."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import MAIN, RANKING_DEV

MOVED = Edit(
    RANKING_DEV,
    '    lab:\n      resources: {tier: standard}\n      gpus: {"l4-24gb:shared": {guaranteed: 8}}',
    "    main:\n      resources: {tier: standard}\n      gpus: {h100-80gb/1g.10gb: {guaranteed: 8}}",
)

RULE = Rule(
    id="environment-not-served",
    severity=Severity.ERROR,
    title="An allocation names a cluster that does not serve its environment",
    why=(
        "Environments keep development and production apart. A namespace in a cluster of another "
        "environment would run with the wrong policy beside the wrong neighbours."
    ),
    fix="Name a cluster that serves the environment, or add the environment to the cluster.",
    invalid=(
        Example(
            "a development namespace in the production cluster",
            (
                MOVED,
                Edit(RANKING_DEV, "allow: [robots]", "allow: []"),
            ),
            at="main:",
        ),
    ),
    valid=(
        Example(
            "a cluster that serves both",
            (
                MOVED,
                Edit(RANKING_DEV, "allow: [robots]", "allow: []"),
                Edit(MAIN, "environments: [prod]", "environments: [dev, prod]"),
            ),
        ),
    ),
    stage="resolve",
)
