"""ResourceQuota: keys that exist, amounts that can be counted, scopes that go together."""

from __future__ import annotations

from collections.abc import Iterable

from gitops_gen.model.names import did_you_mean, is_qualified_name
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.amounts import HUGEPAGES, check_amount, is_extended, parse_amount
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.facts import QuotaFacts
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, entries, listing, mapping, shown, texts

RULE = "manifest-quota-key"
IDLE_RULE = "manifest-ineffective"
AMOUNT_RULE = "manifest-quantity"
HARD: Path = ("spec", "hard")
EXPRESSIONS: Path = ("spec", "scopeSelector", "matchExpressions")
REQUESTS = "requests."
LIMITS = "limits."
COUNT = "count/"


def check_quota(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report keys that the API server refuses or never counts, amounts, and scopes."""
    hard = dig(body, HARD)
    for key, value in hard.items():
        path = (*HARD, key)
        yield from _check_key(str(key), path, context)
        yield from check_amount(value, path, context, resource=counted(str(key)))
        yield from _check_whole(str(key), value, path, context)
    scopes = texts(dig(body, ("spec",)).get("scopes"))
    selected = [
        str(item.get("scopeName")) for item, _ in entries(dig(body, EXPRESSIONS[:2]).get("matchExpressions"), ())
    ]
    if scopes or selected:
        yield from _check_scopes(body, scopes, selected, context.facts.quota)
        yield from _check_scoped_keys(hard, {*scopes, *selected}, context.facts.quota)


def counted(key: str) -> str:
    """The resource that a key of a quota counts, without the key's own prefix."""
    return key.removeprefix(REQUESTS).removeprefix(LIMITS) if not key.startswith(COUNT) else "objects"


def _check_key(key: str, path: Path, context: CheckContext) -> Problems:
    facts = context.facts.quota
    if "/" not in key:
        known = facts.amounts | facts.counts
        if key not in known and not key.startswith((HUGEPAGES, REQUESTS + HUGEPAGES)):
            text = f"a quota has no key {key!r}"
            yield ObjectProblem(RULE, path, text, did_you_mean(key, known))
    elif not is_qualified_name(key):
        yield ObjectProblem(RULE, path, f"{key!r} is no legal key of a quota", "write requests.<domain>/<name>")
    elif key.startswith(COUNT):
        yield from _check_count(key, path, context)
    elif not key.startswith(REQUESTS) and not key.endswith(facts.class_suffixes):
        wanted = REQUESTS + key.removeprefix(LIMITS).removeprefix("limit.").removeprefix("request.")
        text = f"Kubernetes accepts the key {key!r} and never counts it"
        yield ObjectProblem(IDLE_RULE, path, text, f"write {wanted}")


def _check_count(key: str, path: Path, context: CheckContext) -> Problems:
    """Report a count of objects of a built-in group that has no such objects; the groups of operators are not known."""
    plural, _, group = key.removeprefix(COUNT).partition(".")
    known = context.facts.resources.get(group)
    ours = {facts.plural for facts in context.kinds.values() if facts.gvk.group == group}
    if known is not None and plural not in known and plural not in ours:
        where = f"group {group!r}" if group else "the core group"
        text = f"{where} has no {plural!r}, so nothing is counted"
        yield ObjectProblem(IDLE_RULE, path, text, did_you_mean(plural, known))


def _check_whole(key: str, value: Json, path: Path, context: CheckContext) -> Problems:
    is_count = (
        key in context.facts.quota.counts
        or key.startswith(COUNT)
        or key.endswith(("/persistentvolumeclaims", "/devices"))
    )
    amount = parse_amount(value)
    if is_count and amount is not None and not amount.is_whole and not is_extended(counted(key)):
        text = f"{key} counts whole objects, not {value}"
        yield ObjectProblem(AMOUNT_RULE, path, text, f"write {amount.whole}")


def _check_scopes(body: dict[str, Json], scopes: list[str], selected: list[str], facts: QuotaFacts) -> Problems:
    for position, scope in enumerate(scopes):
        yield from _check_scope(scope, ("spec", "scopes", position), facts)
    for item, path in entries(dig(body, EXPRESSIONS[:2]).get("matchExpressions"), EXPRESSIONS):
        yield from _check_scope(str(item.get("scopeName")), (*path, "scopeName"), facts)
        yield from _check_expression(item, path, facts)
    where: Path = ("spec", "scopes") if scopes else EXPRESSIONS
    for pair in facts.exclusive_scopes:
        if pair <= {*scopes, *selected}:
            first, second = sorted(pair)
            yield ObjectProblem(RULE, where, f"{first} and {second} exclude each other", "keep one of the two")


def _check_scope(scope: str, path: Path, facts: QuotaFacts) -> Problems:
    if scope not in facts.scopes:
        yield ObjectProblem(RULE, path, f"a quota has no scope {scope!r}", did_you_mean(scope, facts.scopes))


def _check_expression(item: dict[str, Json], path: Path, facts: QuotaFacts) -> Problems:
    scope, operator, values = item.get("scopeName"), item.get("operator"), listing(item.get("values"))
    if scope in facts.scopes and scope not in facts.scopes_with_values and operator != "Exists":
        text = f"the scope {scope} takes operator Exists only"
        yield ObjectProblem(RULE, (*path, "operator"), text, "write operator: Exists, without values")
    elif operator in ("In", "NotIn") and not values:
        yield ObjectProblem(RULE, (*path, "values"), f"{operator} needs at least one value", "name the values")
    elif operator in ("DoesNotExist", "Exists") and values:
        yield ObjectProblem(RULE, (*path, "values"), f"{operator} takes no values", "remove the values")


def _check_scoped_keys(hard: dict[str, Json], scopes: Iterable[str], facts: QuotaFacts) -> Problems:
    """Only keys without a domain are tied to scopes; those of devices may stand in any."""
    for scope in sorted(set(scopes) & facts.scopes.keys()):
        for key in mapping(hard):
            if "/" not in str(key) and key not in facts.scopes[scope]:
                text = f"a quota of scope {scope} cannot limit {shown(key)}"
                fix = f"move it to a quota without scopes; here go {', '.join(sorted(facts.scopes[scope]))}"
                yield ObjectProblem(RULE, (*HARD, key), text, fix)
