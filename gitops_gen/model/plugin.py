"""What a plug-in exports: one typed value a file, found by ``discover.py``. Adding a thing means adding a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Fleet, ResolvedCluster, Tenant
from gitops_gen.model.gpu import DriverRule, SharingLimits
from gitops_gen.model.manifest import Draft, KindFacts, Manifest, TextFile


@dataclass(frozen=True, slots=True)
class TenantKind:
    """Objects in one team's namespace. ``emits`` names the kinds (keys of ``data/kinds.yaml``) that it may render."""

    id: str
    emits: tuple[str, ...]
    summary: str
    render: Callable[[Tenant, ResolvedCluster], Iterable[Draft]]


@dataclass(frozen=True, slots=True)
class ClusterKind:
    """Cluster-scoped objects and operators' configuration."""

    id: str
    emits: tuple[str, ...]
    summary: str
    render: Callable[[ResolvedCluster], Iterable[Draft]]


@dataclass(frozen=True, slots=True)
class BootstrapFile:
    """A file for a person to apply once that is no Kubernetes object, such as a chart's values."""

    id: str
    summary: str
    render: Callable[[ResolvedCluster], Iterable[TextFile]]


@dataclass(frozen=True, slots=True)
class Rendered:
    """What an engine may look at when it writes its own objects: everything else in the cluster."""

    platform: tuple[Manifest, ...]
    teams: Mapping[str, tuple[Manifest, ...]]
    """By namespace; only of the kinds that the engine reads is there more than an outline."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A GitOps engine.

    ``annotations`` turns a protection (confirm, keep or empty) and a wave into the engine's own annotations.
    ``gitops`` renders what the root syncs, ``bootstrap`` what a person applies once.
    ``emits`` are the kinds that they render. ``reads`` are kinds of teams' objects whose bodies they look at.
    """

    id: str
    emits: tuple[str, ...]
    summary: str
    annotations: Callable[[KindFacts, str, int], Mapping[str, str]]
    gitops: Callable[[ResolvedCluster, Rendered], Iterable[Draft]]
    bootstrap: Callable[[ResolvedCluster, Rendered], Iterable[Draft]]
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CiSystem:
    """A CI system that ``init`` can set a new repository up for. Its files lie in ``data/init/ci/<id>``.

    ``repository`` is the URL that a new repository gets where a person names none. ``protect`` says what is to be
    switched on there, so that nothing is merged unproven.
    """

    id: str
    summary: str
    code_owners: str
    """Path of the file that this system reads owners from."""
    repository: str
    protect: str


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of the example platform: ``old`` (must occur once in ``file``) becomes ``new``.

    An empty ``old`` writes the whole file, a new one or in place of the old one. A lone surrogate such as ``\\udce9``
    stands for the byte that it escapes (PEP 383), so that a file can be other than UTF-8.
    """

    file: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Example:
    """A change of the example platform that a rule judges.

    ``at`` is text on the line where the finding must stand, in ``at_file`` (default: the first edit's file).
    """

    name: str
    edits: tuple[Edit, ...]
    at: str = ""
    at_file: str = ""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a rule may look at. ``sharing`` and ``driver_rules`` are the catalog's facts about partitioned cards."""

    fleet: Fleet
    manifests: tuple[Manifest, ...]
    kinds: Mapping[str, KindFacts] = field(default_factory=dict)
    sharing: Mapping[str, SharingLimits] = field(default_factory=dict)
    """By the word of the spec: timeSlicing or mps."""
    driver_rules: tuple[DriverRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One promise. ``invalid`` and ``valid`` examples are its tests and its documentation.

    ``invalid_manifests`` and ``valid_manifests`` are objects in YAML, for a rule that judges manifests: specs
    can hardly break it.
    ``check`` is None where a stage before the rules finds the fault (``stage`` names it: read, parse, resolve, render,
    validate); then the rule is the fault's documentation and severity.
    """

    id: str
    severity: Severity
    title: str
    why: str
    fix: str
    invalid: tuple[Example, ...]
    valid: tuple[Example, ...] = ()
    stage: str = "rules"
    check: Callable[[Compiled], Iterable[Problem]] | None = None
    invalid_manifests: tuple[str, ...] = ()
    valid_manifests: tuple[str, ...] = ()


KindPlugin = TenantKind | ClusterKind | BootstrapFile
