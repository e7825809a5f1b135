"""What the checks of single objects know beside the object: facts, the cluster, and the texts already found good."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gitops_gen.model.manifest import KindFacts
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Json
from gitops_gen.validate.facts import Facts, load_facts
from gitops_gen.validate.memory import Verdicts
from gitops_gen.validate.problem import mapping

LEVEL_LABEL = "pod-security.kubernetes.io/enforce"
VERSION_LABEL = "pod-security.kubernetes.io/enforce-version"
PINNED = re.compile(r"v1\.(0|[1-9]\d*)\Z")
LATEST = "latest"


class PodSecurity(NamedTuple):
    """What a namespace enforces: a level, and the minor of Kubernetes 1.x whose rules hold."""

    level: str
    minor: int


@dataclass(frozen=True, slots=True)
class CheckContext:
    """One cluster's settings for one run, and the run's memory.

    ``kinds`` by group and kind. ``pod_security`` by namespace; a namespace that is not there enforces nothing.
    ``tracking_label`` is Argo CD's label, empty where Argo CD tracks by annotation and the label is anyone's.
    The collections at the end hold what was judged before: a fleet repeats a few texts and bodies endlessly.
    """

    facts: Facts
    kinds: Mapping[tuple[str, str], KindFacts]
    minor: int
    pod_security: dict[str, PodSecurity] = field(default_factory=dict)
    tracking_label: str = "app.kubernetes.io/instance"
    good_names: set[tuple[str, str]] = field(default_factory=set)
    good_labels: set[tuple[str, str]] = field(default_factory=set)
    good_annotations: set[str] = field(default_factory=set)
    amounts: dict[str, Quantity] = field(default_factory=dict)
    verdicts: Verdicts = field(default_factory=dict)


def add_namespaces(context: CheckContext, namespaces: Iterable[Json]) -> None:
    """Learn what Namespace objects enforce, before what lies in them is checked."""
    context.pod_security.update(_enforced(body, context.minor) for body in namespaces)


def check_context(
    kinds: Iterable[KindFacts],
    *,
    kubernetes_version: str,
    namespaces: Iterable[Json] = (),
    tracking_label: str = "app.kubernetes.io/instance",
) -> CheckContext:
    """A context for one cluster. ``namespaces``: its Namespace objects; ``kubernetes_version``: a minor like 1.36."""
    minor = int(kubernetes_version.rpartition(".")[2])
    return CheckContext(
        facts=load_facts(),
        kinds={(facts.gvk.group, facts.gvk.kind): facts for facts in kinds},
        minor=minor,
        pod_security=dict(_enforced(body, minor) for body in namespaces),
        tracking_label=tracking_label,
    )


def _enforced(namespace: Json, minor: int) -> tuple[str, PodSecurity]:
    """What a Namespace enforces. A pin beyond the server's version means the newest rules that the server has."""
    metadata = mapping(mapping(namespace).get("metadata"))
    labels = mapping(metadata.get("labels"))
    pinned = PINNED.match(str(labels.get(VERSION_LABEL, LATEST)))
    level = str(labels.get(LEVEL_LABEL, "privileged"))
    return str(metadata.get("name", "")), PodSecurity(level, min(int(pinned[1]), minor) if pinned else minor)
