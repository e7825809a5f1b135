"""The failure policy of a Job: rules that the API server reads strictly."""

from __future__ import annotations

from gitops_gen.model.names import did_you_mean
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.problem import ObjectProblem, Problems, entries, listing, mapping, shown

RULE = "manifest-workload"
MOST_RULES = 20
MOST_CODES = 255
ACTIONS = ("Count", "FailIndex", "FailJob", "Ignore")
MATCHERS = ("onExitCodes", "onPodConditions")


def check_failure_policy(job: dict[str, Json], path: Path, names: set[str]) -> Problems:
    """Report what the API server refuses in ``podFailurePolicy``; ``names`` are the pod's containers."""
    policy = job.get("podFailurePolicy")
    if not isinstance(policy, dict):
        return
    where = (*path, "podFailurePolicy")
    if mapping(mapping(job.get("template")).get("spec")).get("restartPolicy") != "Never":
        yield ObjectProblem(RULE, where, "a failure policy needs restartPolicy Never", "write restartPolicy: Never")
    if job.get("podReplacementPolicy", "Failed") != "Failed":
        text = "beside a failure policy podReplacementPolicy is Failed"
        yield ObjectProblem(RULE, (*path, "podReplacementPolicy"), text, "write Failed, or remove it")
    if len(listing(policy.get("rules"))) > MOST_RULES:
        yield ObjectProblem(RULE, (*where, "rules"), f"a policy has {MOST_RULES} rules at most", "merge rules")
    for rule, place in entries(policy.get("rules"), (*where, "rules")):
        yield from _check_rule(rule, place, names, per_index="backoffLimitPerIndex" in job)


def _check_rule(rule: dict[str, Json], path: Path, names: set[str], *, per_index: bool) -> Problems:
    matchers = [name for name in MATCHERS if rule.get(name)]
    if len(matchers) != 1:
        text = "a rule looks either at exit codes or at conditions"
        yield ObjectProblem(RULE, path, text, "keep exactly one of onExitCodes and onPodConditions")
    if rule.get("action") not in ACTIONS:
        text = f"{shown(rule.get('action'))} is no action"
        yield ObjectProblem(RULE, (*path, "action"), text, did_you_mean(str(rule.get("action")), ACTIONS))
    if rule.get("action") == "FailIndex" and not per_index:
        text = "FailIndex needs backoffLimitPerIndex"
        yield ObjectProblem(RULE, (*path, "action"), text, "write backoffLimitPerIndex, or use FailJob")
    codes = rule.get("onExitCodes")
    if isinstance(codes, dict):
        yield from _check_codes(codes, (*path, "onExitCodes"), names)
    if len(listing(rule.get("onPodConditions"))) > MOST_RULES:
        text = f"a rule has {MOST_RULES} conditions at most"
        yield ObjectProblem(RULE, (*path, "onPodConditions"), text, "split the rule")


def _check_codes(codes: dict[str, Json], path: Path, names: set[str]) -> Problems:
    values = [value for value in listing(codes.get("values")) if isinstance(value, int)]
    where = (*path, "values")
    if not values or len(values) > MOST_CODES:
        yield ObjectProblem(RULE, where, f"a rule has 1 to {MOST_CODES} exit codes", "list the exit codes")
    if values != sorted(set(values)):
        text = f"the exit codes {shown(values)} are not in ascending order, each once"
        yield ObjectProblem(RULE, where, text, f"write {sorted(set(values))}")
    if codes.get("operator") == "In" and 0 in values:
        yield ObjectProblem(RULE, where, "exit code 0 is success, no failure", "remove 0")
    container = codes.get("containerName")
    if container is not None and str(container) not in names:
        text = f"the pod has no container {shown(container)}"
        yield ObjectProblem(RULE, (*path, "containerName"), text, did_you_mean(str(container), names))
