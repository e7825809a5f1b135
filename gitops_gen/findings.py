"""Problems to findings: the rule's severity, real lines, one total order. The only place that knows both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gitops_gen.model.finding import Finding, Problem, has_errors, sorted_findings
from gitops_gen.model.plugin import Rule
from gitops_gen.model.source import Location, Ref


def as_findings(problems: Iterable[Problem], rules: Mapping[str, Rule]) -> tuple[Finding, ...]:
    """Look up lines and severities. Raises KeyError for a problem whose rule is not registered: that is a bug."""
    return tuple(_finding(problem, rules[problem.rule]) for problem in problems)


def merged_findings(*parts: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings of all stages in order, without those that only follow from others."""
    return sorted_findings(_causes([finding for part in parts for finding in part]))


def _causes(findings: list[Finding]) -> list[Finding]:
    """Where specs are wrong, faults of the objects made from them follow from that, in dozens: they would bury it."""
    causes = [finding for finding in findings if not finding.object]
    return causes if has_errors(causes) else findings


def _finding(problem: Problem, rule: Rule) -> Finding:
    return Finding(
        id=rule.id,
        severity=rule.severity,
        message=problem.message,
        location=_location(problem.at, key=problem.on_key),
        fix=problem.fix,
        related=tuple((role, _location(ref, key=True)) for role, ref in problem.related),
        object=problem.object,
        path=problem.path,
    )


def _location(at: Ref | Location, *, key: bool) -> Location:
    if isinstance(at, Location):
        return at
    return at.key_location if key else at.location
