"""A driver that is known to fail with the pool's layouts is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Pool, ResolvedCluster, ResolvedLayout
from gitops_gen.model.gpu import DriverRule, GpuModel, ProfileName
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._drivers import numbers
from gitops_gen.rules._example import LAB_A30, MAIN_H100
from gitops_gen.rules._words import listed

ID = "driver-denied"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each pool and known fault."""
    for cluster in compiled.fleet.clusters:
        for pool in cluster.pools:
            for rule in compiled.driver_rules:
                yield from _judge(cluster, pool, rule)


def _judge(cluster: ResolvedCluster, pool: Pool, rule: DriverRule) -> Iterator[Problem]:
    driver, model = pool.spec.model.spec.driver, pool.model
    if driver is None or model is None or not rule.refuses(numbers(driver.version)):
        return
    concerned = [layout for layout in pool.layouts if _concerns(rule, model, layout)]
    if concerned:
        layouts = listed(layout.name for layout in concerned)
        text = (
            f"driver {driver.version} of pool {pool.name} in {cluster.name} fails with {layouts}: "
            f"{rule.effect} ({rule.source})"
        )
        fix = f"use driver {rule.fixed_in} or newer" if rule.fixed_in else "use another driver"
        related = tuple((f"layout {layout.name}", layout.ref) for layout in concerned)
        yield Problem(ID, text, pool.spec.ref("driver", "version"), fix, related=related)


def _concerns(rule: DriverRule, model: GpuModel, layout: ResolvedLayout) -> bool:
    slices = [ProfileName.parse(name).compute_slices for name, count in layout.slices.items() for _ in range(count)]
    return rule.concerns(model.id, slices, beside_whole=not layout.covers_all)


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The driver is known to fail with this layout",
    why=(
        "Some driver versions break certain ways of cutting cards: pods stay pending, or their containers fail to "
        "start, though everything else is right. The catalog lists them with their sources."
    ),
    fix="Use the driver version that the message names, or cut the cards in another way.",
    invalid=(
        Example("cut and whole cards on one node", (Edit(MAIN_H100, '"580.173.02"', '"570.148.08"'),), at="570.148.08"),
    ),
    valid=(
        Example("the same driver where every card is cut", (Edit(LAB_A30, '"580.173.02"', '"570.148.08"'),)),
        Example("the first driver in which it is mended", (Edit(MAIN_H100, '"580.173.02"', '"570.172.08"'),)),
    ),
    check=check,
)
