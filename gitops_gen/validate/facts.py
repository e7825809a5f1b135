"""The facts behind the checks of single objects: ``manifest-rules.json`` and ``kubernetes-resources.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple


class BroadGrant(NamedTuple):
    """A right that reaches further than it looks; ``names_help``: ``resourceNames`` narrow it."""

    group: str
    resource: str
    verbs: frozenset[str]
    names_help: bool
    why: str


@dataclass(frozen=True, slots=True)
class PodSecurityFacts:
    """What the Pod Security Standards allow. Numbers are the Kubernetes 1.x minor since which a value is allowed."""

    levels: tuple[str, ...]
    capabilities: Mapping[str, frozenset[str]]
    se_linux_types: Mapping[str, int]
    sysctls: Mapping[str, int]
    restricted_volumes: frozenset[str]


@dataclass(frozen=True, slots=True)
class QuotaFacts:
    """The keys and scopes of a ResourceQuota that the API server knows."""

    amounts: frozenset[str]
    counts: frozenset[str]
    class_suffixes: tuple[str, ...]
    scopes: Mapping[str, frozenset[str]]
    scopes_with_values: frozenset[str]
    exclusive_scopes: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class RbacFacts:
    """Verbs, and rights and subjects that are broader than a team should have."""

    verbs: frozenset[str]
    verbs_without_names: frozenset[str]
    broad: tuple[BroadGrant, ...]
    broad_subjects: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything the checks of single objects know. Kinds by ``Kind.group``, by ``Kind`` alone in the core group."""

    name_rules: Mapping[str, str]
    name_lengths: Mapping[str, int]
    server_fields: frozenset[str]
    owner_annotations: Mapping[str, str]
    owner_labels: Mapping[str, str]
    skip_file_text: str
    sync_options: Mapping[str, tuple[str, ...]]
    list_annotations: Mapping[str, tuple[str, ...]]
    flux_annotations: Mapping[str, tuple[str, ...]]
    empty_anywhere: frozenset[str]
    empty_by_kind: Mapping[str, frozenset[str]]
    quantity_maps: frozenset[str]
    quantity_fields: frozenset[str]
    choices: Mapping[str, frozenset[str]]
    container_resources: frozenset[str]
    quota: QuotaFacts
    rbac: RbacFacts
    pod_security: PodSecurityFacts
    resources: Mapping[str, Mapping[str, frozenset[str]]]
    """API group to plural to subresources."""


def load_facts() -> Facts:
    """Read the facts that ship with the product."""
    rules, resources = _read("manifest-rules.json"), _read("kubernetes-resources.json")["groups"]
    return Facts(
        name_rules=rules["names"]["byKind"],
        name_lengths=rules["names"]["maxLength"],
        server_fields=frozenset(rules["serverFields"]["metadata"]),
        owner_annotations=rules["ownership"]["annotations"],
        owner_labels=rules["ownership"]["labels"],
        skip_file_text=rules["argocd"]["skipFileText"],
        sync_options=_tuples(rules["argocd"]["syncOptions"]),
        list_annotations=_tuples(rules["argocd"]["listAnnotations"]),
        flux_annotations=_tuples(rules["flux"]["annotations"]),
        empty_anywhere=frozenset(rules["emptyValues"]["anyKind"]),
        empty_by_kind=_sets(rules["emptyValues"]["byKind"]),
        quantity_maps=frozenset(rules["quantities"]["maps"]),
        quantity_fields=frozenset(rules["quantities"]["fields"]),
        choices={field: frozenset(values) for field, values in rules["choices"].items() if field != "source"},
        container_resources=frozenset(rules["containerResources"]["names"]),
        quota=_quota(rules["quota"]),
        rbac=_rbac(rules["rbac"]),
        pod_security=_pod_security(rules["podSecurity"]),
        resources={group: _sets(plurals) for group, plurals in resources.items()},
    )


def _quota(data: dict[str, Any]) -> QuotaFacts:
    return QuotaFacts(
        amounts=frozenset(data["amounts"]),
        counts=frozenset(data["counts"]),
        class_suffixes=tuple(data["classSuffixes"]),
        scopes=_sets(data["scopes"]),
        scopes_with_values=frozenset(data["scopesWithValues"]),
        exclusive_scopes=tuple(frozenset(pair) for pair in data["exclusiveScopes"]),
    )


def _rbac(data: dict[str, Any]) -> RbacFacts:
    return RbacFacts(
        verbs=frozenset(data["verbs"]),
        verbs_without_names=frozenset(data["verbsWithoutNames"]),
        broad=tuple(
            BroadGrant(item["group"], item["resource"], frozenset(item["verbs"]), item["namesHelp"], item["why"])
            for item in data["broad"]
        ),
        broad_subjects=_sets(data["broadSubjects"]),
    )


def _pod_security(data: dict[str, Any]) -> PodSecurityFacts:
    return PodSecurityFacts(
        levels=tuple(data["levels"]),
        capabilities=_sets(data["capabilities"]),
        se_linux_types=data["seLinuxTypes"],
        sysctls=data["sysctls"],
        restricted_volumes=frozenset(data["restrictedVolumes"]),
    )


def _read(name: str) -> dict[str, Any]:
    return dict(json.loads(files("gitops_gen").joinpath("data", name).read_bytes()))


def _sets(data: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    return {key: frozenset(values) for key, values in data.items()}


def _tuples(data: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(values) for key, values in data.items()}
