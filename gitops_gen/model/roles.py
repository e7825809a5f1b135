"""What the standard roles may do: data, so that the Roles and the account that hands them out cannot disagree."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class PolicyRule:
    """Rights on resources of one API group.

    ``withdrawn`` are the verbs that a namespace takes away that takes no new work. With ``operator`` and ``workload``
    the rule exists only where that operator (by the spec's key) is declared and a profile is started as that workload.
    """

    api_group: str
    resources: tuple[str, ...]
    verbs: tuple[str, ...]
    withdrawn: tuple[str, ...] = ()
    operator: str = ""
    workload: str = ""

    def verbs_when(self, *, takes_work: bool) -> tuple[str, ...]:
        """The verbs that hold; they can be none."""
        return self.verbs if takes_work else tuple(verb for verb in self.verbs if verb not in self.withdrawn)


@cache
def standard_rules() -> Mapping[str, tuple[PolicyRule, ...]]:
    """The rules of each role (admin, developer, viewer), what it includes resolved.

    Resources with the same rights share a rule. Rules are sorted by API group and resources, and so is all in them.
    """
    table = json.loads(files("gitops_gen").joinpath("data", "roles.json").read_text(encoding="utf-8"))["roles"]
    return MappingProxyType({role: _joined(_own_and_included(table, role)) for role in sorted(table)})


def _own_and_included(table: Mapping[str, Any], role: str) -> list[Mapping[str, Any]]:
    entry = table[role]
    included = _own_and_included(table, entry["includes"]) if "includes" in entry else []
    return [*included, *entry["rules"]]


def _joined(rules: list[Mapping[str, Any]]) -> tuple[PolicyRule, ...]:
    resources: dict[PolicyRule, set[str]] = {}
    for rule in rules:
        resources.setdefault(_without_resources(rule), set()).update(rule["resources"])
    return tuple(sorted(replace(rule, resources=tuple(sorted(names))) for rule, names in resources.items()))


def _without_resources(rule: Mapping[str, Any]) -> PolicyRule:
    return PolicyRule(
        api_group=rule["apiGroup"],
        resources=(),
        verbs=tuple(sorted(rule["verbs"])),
        withdrawn=tuple(sorted(rule.get("withdrawnWhenFrozen", ()))),
        operator=rule.get("operator", ""),
        workload=rule.get("workload", ""),
    )
