"""Names of namespaces: from the pattern, unique, and none that is already somebody's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gitops_gen.model import names
from gitops_gen.model.admission import PARAMETERS_NAMESPACE
from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Spec
from gitops_gen.model.source import Ref, Traced
from gitops_gen.model.spec import Allocation, Cluster, Environment, Platform, Team

RESERVED = ("default", "platform", "root", PARAMETERS_NAMESPACE)
RESERVED_PREFIXES = ("kube-", "openshift-")
RESERVED_TEAMS = ("platform", "root")
LONGEST_PART = max(RESERVED_TEAMS, key=len)

Claim = tuple[Spec[Cluster], str, Spec[Allocation]]
"""A namespace that an allocation makes in a cluster."""


def namespace_name(pattern: str, *, team: str, environment: str, suffix: str | None) -> str:
    """Fill the pattern. An unset suffix vanishes with one hyphen; one that the pattern lacks is appended."""
    text = pattern.replace("{team}", team).replace("{environment}", environment)
    if suffix is None:
        for written in ("-{namespace}", "{namespace}-", "{namespace}"):
            if written in text:
                text = text.replace(written, "", 1)
        return text
    return text.replace("{namespace}", suffix) if "{namespace}" in text else f"{text}-{suffix}"


def pattern_of(platform: Spec[Platform], environment: Spec[Environment]) -> Traced[str]:
    """The naming pattern of an environment: its own, else the Platform's."""
    below = (platform.ref("naming", "namespace"),)
    if environment.model.spec.naming is not None:
        return Traced(environment.model.spec.naming.namespace, (*below, environment.ref("naming", "namespace")))
    return Traced(platform.model.spec.naming.namespace, below)


def taken_namespaces(cluster: Spec[Cluster]) -> Mapping[str, str]:
    """Namespaces of the cluster that are somebody's already, and whose."""
    spec = cluster.model.spec
    taken = dict.fromkeys(RESERVED, "reserved")
    if spec.gitops.argocd:
        taken[spec.gitops.argocd.namespace] = "Argo CD's"
    if spec.gitops.flux:
        taken[spec.gitops.flux.namespace] = "Flux's"
    if spec.monitoring:
        taken[spec.monitoring.namespace] = "the monitoring's"
    for name in type(spec.operators).model_fields:
        operator = getattr(spec.operators, name)
        if operator is not None and operator.namespace is not None:
            taken[operator.namespace] = "an operator's"
    return taken


def check_namespace(
    name: str, *, cluster: Spec[Cluster], allocation: Spec[Allocation], pattern: Traced[str], problems: list[Problem]
) -> None:
    """Refuse a name that is no DNS label or that the cluster already uses."""
    at = allocation.ref("namespace") if allocation.model.spec.namespace else allocation.ref("team")
    related: tuple[tuple[str, Ref], ...] = (("the pattern", pattern.winner),)
    if not names.is_label(name):
        text = f"the namespace would be called {name!r}, which is no DNS label of at most 63 characters"
        problems.append(
            Problem("namespace-name", text, at, "shorten the team's name, the suffix or the pattern", related=related)
        )
        return
    owner = taken_namespaces(cluster).get(name) or ("reserved" if name.startswith(RESERVED_PREFIXES) else None)
    if owner is not None:
        text = f"the namespace would be called {name!r} in {cluster.name}, which is {owner}"
        problems.append(
            Problem("namespace-reserved", text, at, "set spec.namespace, or change the naming pattern", related=related)
        )


def check_teams(teams: Iterable[Spec[Team]], problems: list[Problem]) -> None:
    """Refuse names that the GitOps engine's own objects bear."""
    for team in teams:
        if team.name in RESERVED_TEAMS:
            text = f"a team may not be called {team.name!r}: projects and applications bear that name"
            problems.append(Problem("namespace-reserved", text, team.ref(), "rename the team"))


def check_agent_names(claims: Iterable[Claim], *, clusters: Iterable[Spec[Cluster]], problems: list[Problem]) -> None:
    """Refuse names of Applications and Kustomizations that are too long for a label.

    Flux labels everything that it applies with the name, and so does Argo CD where it tracks by label.
    """
    for cluster in clusters:
        fix = f"shorten it to {names.LABEL_LENGTH - len(LONGEST_PART) - 1} characters"
        _check_agent_name(f"{cluster.name}-{LONGEST_PART}", cluster.ref(), fix, problems)
    for cluster, namespace, allocation in claims:
        if not names.is_label(namespace):
            continue  # reported already
        at = allocation.ref("namespace") if allocation.model.spec.namespace else allocation.ref("team")
        fix = "shorten the name of the cluster or the team, the suffix or the naming pattern"
        _check_agent_name(f"{cluster.name}-{namespace}", at, fix, problems)


def _check_agent_name(name: str, at: Ref, fix: str, problems: list[Problem]) -> None:
    if len(name) > names.LABEL_LENGTH:
        text = f"the agent's object would be called {name!r}, {len(name)} characters of {names.LABEL_LENGTH}"
        problems.append(Problem("agent-name", text, at, fix))


def check_collisions(claims: Iterable[Claim], *, clusters: Iterable[Spec[Cluster]], problems: list[Problem]) -> None:
    """Refuse two allocations that make one namespace in a cluster, and two objects of one name under an Argo CD."""
    namespaces: dict[tuple[str, str], Spec[Allocation]] = {}
    kept: list[Claim] = []
    for cluster, namespace, allocation in claims:
        first = namespaces.setdefault((cluster.name, namespace), allocation)
        if first is allocation:
            kept.append((cluster, namespace, allocation))
            continue
        if _same_tenant(allocation, first):
            continue  # reported as a duplicate
        text = f"{allocation.document} and {first.document} both make namespace {namespace!r} in {cluster.name}"
        fix = "set spec.namespace in one of them, or put {environment} into the naming pattern"
        problems.append(
            Problem("namespace-collision", text, allocation.ref(), fix, related=(("the other one", first.ref()),))
        )
    _check_hubs(_hub_objects(kept, clusters), problems)


def _same_tenant(one: Spec[Allocation], other: Spec[Allocation]) -> bool:
    first, second = one.model.spec, other.model.spec
    return (first.team, first.environment, first.namespace) == (second.team, second.environment, second.namespace)


class _HubObject(NamedTuple):
    """An object in the namespace of an Argo CD that several clusters may share."""

    kind: str
    name: str
    cluster: Spec[Cluster]
    owner: Spec[Allocation] | Spec[Cluster]


def _hub_objects(claims: Iterable[Claim], clusters: Iterable[Spec[Cluster]]) -> Iterator[_HubObject]:
    """The platform's objects first: where a team's object meets one of them, the team's is the fault."""
    for cluster in clusters:
        for part in RESERVED_TEAMS:
            yield _HubObject("Application", f"{cluster.name}-{part}", cluster, cluster)
            yield _HubObject("AppProject", f"{cluster.name}-{part}", cluster, cluster)
    for cluster, namespace, allocation in claims:
        yield _HubObject("Application", f"{cluster.name}-{namespace}", cluster, allocation)
        yield _HubObject("AppProject", f"{cluster.name}-{allocation.model.spec.team}", cluster, allocation)


def _check_hubs(objects: Iterable[_HubObject], problems: list[Problem]) -> None:
    taken: dict[tuple[str, str, str], _HubObject] = {}
    reported: set[tuple[str, str]] = set()
    for item in objects:
        argocd = item.cluster.model.spec.gitops.argocd
        if argocd is None:
            continue
        first = taken.setdefault((argocd.hub, item.kind, item.name), item)
        pair = (str(item.owner.document), str(first.owner.document))
        if first.cluster is item.cluster or pair in reported:
            continue
        reported.add(pair)
        text = (
            f"two {item.kind}s of hub {argocd.hub} would be called {item.name!r}: "
            f"for {item.owner.document} in {item.cluster.name} and for {first.owner.document} in {first.cluster.name}"
        )
        problems.append(
            Problem(
                "application-collision",
                text,
                item.owner.ref(),
                "rename the cluster, the team or the suffix, or give the cluster a hub of its own",
                related=(("the other one", first.owner.ref()),),
            )
        )
