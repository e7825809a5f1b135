"""Roles and their bindings: what the API server refuses, what grants nothing, and what grants more than it looks."""

from __future__ import annotations

from gitops_gen.model.names import did_you_mean, is_subdomain, nearest
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.facts import BroadGrant
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, entries, listing, mapping, shown, texts

RULE = "manifest-rbac"
IDLE_RULE = "manifest-ineffective"
BROAD_RULE = "manifest-rbac-broad"
GROUP = "rbac.authorization.k8s.io"
ANY = "*"


def check_role(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report rules of a Role or ClusterRole that are refused, without effect, or broad."""
    is_cluster = body.get("kind") == "ClusterRole"
    if "aggregationRule" in body:
        yield from _check_aggregation(body)
    for rule, path in entries(body.get("rules"), ("rules",)):
        yield from _check_shape(rule, path, is_cluster=is_cluster)
        yield from _check_effect(rule, path, context)
        yield from _check_breadth(rule, path, context)


def _check_aggregation(body: dict[str, Json]) -> Problems:
    path: Path = ("aggregationRule", "clusterRoleSelectors")
    if not dig(body, ("aggregationRule",)).get("clusterRoleSelectors"):
        yield ObjectProblem(RULE, path, "an aggregated role needs at least one selector", "write a selector")
    if body.get("rules"):
        text = "the server fills the rules of an aggregated role, so these would change at once"
        yield ObjectProblem(IDLE_RULE, ("rules",), text, "remove rules, or remove aggregationRule")


def _check_shape(rule: dict[str, Json], path: Path, *, is_cluster: bool) -> Problems:
    if not rule.get("verbs"):
        yield ObjectProblem(RULE, (*path, "verbs"), "a rule without verbs is refused", "name the verbs")
    if rule.get("nonResourceURLs"):
        if not is_cluster:
            text = "only a ClusterRole may grant URLs that are no resources"
            yield ObjectProblem(RULE, (*path, "nonResourceURLs"), text, "move the rule to a ClusterRole")
        if any(rule.get(field) for field in ("apiGroups", "resourceNames", "resources")):
            text = "URLs and resources do not go into one rule"
            yield ObjectProblem(RULE, (*path, "nonResourceURLs"), text, "make two rules of it")
        return
    for field in ("apiGroups", "resources"):
        if not rule.get(field):
            fix = f"write {field}{', [] for the core group' if field == 'apiGroups' else ''}"
            yield ObjectProblem(RULE, (*path, field), f"a rule without {field} is refused", fix)


def _check_effect(rule: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    facts = context.facts
    for position, verb in enumerate(texts(rule.get("verbs"))):
        if verb not in facts.rbac.verbs:
            text = f"no API has the verb {verb!r}"
            yield ObjectProblem(IDLE_RULE, (*path, "verbs", position), text, did_you_mean(verb, facts.rbac.verbs))
        elif rule.get("resourceNames") and verb in facts.rbac.verbs_without_names:
            text = f"resourceNames do not narrow {verb!r}: such requests name no object"
            yield ObjectProblem(IDLE_RULE, (*path, "verbs", position), text, "remove the verb, or resourceNames")
    groups = texts(rule.get("apiGroups"))
    for position, group in enumerate(groups):
        if "/" in group:
            text = f"{group!r} has a version, a rule names the group alone, so it grants nothing"
            fix = f"write {group.partition('/')[0]!r}"
            yield ObjectProblem(IDLE_RULE, (*path, "apiGroups", position), text, fix)
    # Rules multiply groups and resources: a pair that does not exist is harmless as long as the resource is in one.
    if groups and all(group in facts.resources for group in groups):
        for position, resource in enumerate(texts(rule.get("resources"))):
            yield from _check_resource(resource, groups, (*path, "resources", position), context)


def _check_resource(resource: str, groups: list[str], path: Path, context: CheckContext) -> Problems:
    plural, slash, part = resource.partition("/")
    if ANY in (plural, part):
        return
    known = context.facts.resources
    homes = [group for group in groups if plural in known[group]]
    if not homes:
        elsewhere = sorted(group for group, plurals in known.items() if plural in plurals)
        where = ", ".join(repr(group) for group in groups)
        fix = f"write apiGroups: [{elsewhere[0]!r}]" if elsewhere else did_you_mean(plural, _plurals(groups, context))
        yield ObjectProblem(IDLE_RULE, path, f"group {where} has no {plural!r}, so the rule grants nothing", fix)
    elif slash and not any(part in known[group][plural] or ANY in known[group][plural] for group in homes):
        parts = sorted(part for group in homes for part in known[group][plural])
        close = nearest(part, parts)
        fix = f"write {plural}/{close}" if close else "remove it"
        yield ObjectProblem(IDLE_RULE, path, f"{plural} has no part {part!r}, so the rule grants nothing", fix)


def _plurals(groups: list[str], context: CheckContext) -> list[str]:
    return sorted(plural for group in groups for plural in context.facts.resources[group])


def _check_breadth(rule: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    wild = [
        field for field in ("apiGroups", "nonResourceURLs", "resources", "verbs") if ANY in listing(rule.get(field))
    ]
    for field in wild:
        text = f"* under {field} grants what exists today and what comes later"
        yield ObjectProblem(BROAD_RULE, (*path, field), text, f"name the {field}")
    if wild:
        return
    for grant in context.facts.rbac.broad:
        if _grants(rule, grant):
            name = f"{grant.resource}.{grant.group}" if grant.group else grant.resource
            fix = "remove it" + (", or narrow it with resourceNames" if grant.names_help else "")
            yield ObjectProblem(BROAD_RULE, path, f"the right on {name} {grant.why}", fix)


def _grants(rule: dict[str, Json], grant: BroadGrant) -> bool:
    return (
        grant.group in listing(rule.get("apiGroups"))
        and grant.resource in listing(rule.get("resources"))
        and not grant.verbs.isdisjoint(texts(rule.get("verbs")))
        and not (grant.names_help and rule.get("resourceNames"))
    )


def check_binding(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report a binding that the API server refuses, or that binds nobody, or everybody."""
    is_cluster = body.get("kind") == "ClusterRoleBinding"
    role = mapping(body.get("roleRef"))
    kinds = ("ClusterRole",) if is_cluster else ("ClusterRole", "Role")
    if role.get("kind") not in kinds:
        text = f"a {body.get('kind')} binds a {' or a '.join(kinds)}, not {shown(role.get('kind'))}"
        yield ObjectProblem(RULE, ("roleRef", "kind"), text, f"write {kinds[-1]}")
    if not role.get("apiGroup"):
        text = "the group of roles is left to the server to fill in, which agents show as drift"
        yield ObjectProblem(IDLE_RULE, ("roleRef", "apiGroup"), text, f"write {GROUP}")
    elif role.get("apiGroup") != GROUP:
        text = f"the group of roles is {GROUP}, not {shown(role.get('apiGroup'))}"
        yield ObjectProblem(RULE, ("roleRef", "apiGroup"), text, f"write {GROUP}")
    if not role.get("name"):
        yield ObjectProblem(RULE, ("roleRef", "name"), "the binding names no role", "name the role")
    for subject, path in entries(body.get("subjects"), ("subjects",)):
        yield from _check_subject(subject, path, context, is_cluster=is_cluster)


def _check_subject(subject: dict[str, Json], path: Path, context: CheckContext, *, is_cluster: bool) -> Problems:
    kind, name, group = subject.get("kind"), subject.get("name"), subject.get("apiGroup", "")
    if not name:
        yield ObjectProblem(RULE, (*path, "name"), "the subject has no name", "name it")
    if kind == "ServiceAccount":
        if group:
            yield ObjectProblem(RULE, (*path, "apiGroup"), "a ServiceAccount has no API group", "remove apiGroup")
        if isinstance(name, str) and name and not is_subdomain(name):
            text = f"{shown(name)} is no legal name of a ServiceAccount"
            yield ObjectProblem(RULE, (*path, "name"), text, "use lower case letters, digits, - and .")
        if not subject.get("namespace"):
            rule = RULE if is_cluster else IDLE_RULE
            text = "a ServiceAccount lies in a namespace, and none is named"
            yield ObjectProblem(rule, (*path, "namespace"), text, "write the account's namespace")
    elif kind in ("Group", "User"):
        if group not in ("", GROUP):
            text = f"the group of a {kind} is {GROUP}, not {shown(group)}"
            yield ObjectProblem(RULE, (*path, "apiGroup"), text, f"write {GROUP}")
        if subject.get("namespace"):
            text = f"a {kind} has no namespace"
            yield ObjectProblem(RULE, (*path, "namespace"), text, "remove the namespace")
        if name in context.facts.rbac.broad_subjects.get(str(kind), ()):
            text = f"{name} is nearly everybody, or bypasses the authorization"
            yield ObjectProblem(BROAD_RULE, (*path, "name"), text, "name a group of people")
    else:
        legal = ("Group", "ServiceAccount", "User")
        text = f"{shown(kind)} is no kind of subject"
        yield ObjectProblem(RULE, (*path, "kind"), text, did_you_mean(str(kind), legal))
