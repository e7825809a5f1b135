"""A driver that cannot cut the pool's cards as its layouts want is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Pool
from gitops_gen.model.gpu import parse_version
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._drivers import numbers
from gitops_gen.rules._example import LAB_A30, LAB_L4, MAIN_H100

ID = "driver-too-old"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each pool, with the highest version that anything in it needs."""
    for cluster in compiled.fleet.clusters:
        for pool in cluster.pools:
            driver, needs = pool.spec.model.spec.driver, _needs(pool)
            if driver is None or not needs:
                continue
            least, why = max(needs, key=lambda need: parse_version(need[0]))
            if parse_version(numbers(driver.version)) < parse_version(least):
                text = (
                    f"pool {pool.name} of {cluster.name} has driver {driver.version}, and {why} needs {least} or newer"
                )
                yield Problem(
                    ID, text, pool.spec.ref("driver", "version"), "update the driver, or do not cut the cards"
                )


def _needs(pool: Pool) -> list[tuple[str, str]]:
    """Minimum versions, each with what needs it."""
    model = pool.model
    if model is None or model.mig is None or not pool.layouts:
        return []
    found = [(model.mig.min_driver, f"cutting {model.id}")]
    for layout in pool.layouts:
        for name in layout.slices:
            profile = model.mig.profile(name)
            if profile is not None:
                found.append((profile.min_driver, f"slice {name} of layout {layout.name}"))
    return [need for need in found if need[0]]


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The driver is too old for the layout",
    why=(
        "Every card can be cut from a certain driver on, and some slices came later than the card. With an older "
        "driver the MIG manager fails, and the node offers no GPU at all until somebody intervenes."
    ),
    fix="Update the pool's driver to the version that the message names.",
    invalid=(
        Example(
            "older than the card's first driver for MIG",
            (Edit(MAIN_H100, '"580.173.02"', '"520.61.05"'),),
            at="520.61.05",
        ),
        Example(
            "older than a slice",
            (
                Edit(LAB_A30, '"580.173.02"', '"515.105.01"'),
                Edit(LAB_A30, "{2g.12gb: 2}", "{2g.12gb+me: 1}"),
                Edit(LAB_A30, "strategy: single", "strategy: mixed"),
            ),
            at="515.105.01",
        ),
    ),
    valid=(Example("whole cards run with any driver", (Edit(LAB_L4, '"580.173.02"', '"470.256.02"'),)),),
    check=check,
)
