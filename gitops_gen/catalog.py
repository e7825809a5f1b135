"""The facts that ship with the product: GPUs, drivers, sharing, and the Kubernetes kinds that we emit.

Reads package data and nothing else. Each loader reads once a process and returns frozen values. A data file of the
wrong shape is a defect of the package, so it raises. ``parse_*`` do the same for data already read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, TypeVar

import yaml

from gitops_gen.model.gpu import (
    PLACEMENT_STATUSES,
    DriverRule,
    GpuModel,
    Mig,
    MigProfile,
    Placement,
    SharingLimits,
    parse_version,
)
from gitops_gen.model.manifest import Gvk, KindFacts
from gitops_gen.model.source import Json

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")

PROTECTIONS = ("", "confirm", "keep")


class CatalogError(Exception):
    """A data file of the package has the wrong shape; the text names the file and the field."""


@cache
def load_gpus() -> Mapping[str, GpuModel]:
    """Every GPU known, by id, sorted. Raises CatalogError."""
    entries = {entry.name.removesuffix(".yaml"): entry for entry in _data("gpus").iterdir()}
    return MappingProxyType({id: parse_gpu(_yaml(entries[id]), file=entries[id].name) for id in sorted(entries)})


@cache
def load_kinds() -> Mapping[str, KindFacts]:
    """What we know of each kind that we emit, by the key of the data file, sorted. Raises CatalogError."""
    return MappingProxyType(parse_kinds(_yaml(_data("kinds.yaml")), file="kinds.yaml"))


@cache
def load_overlays() -> Mapping[str, Mapping[str, Json]]:
    """What is laid over Kubernetes' types, by their full names, with the forms written out. Raises CatalogError."""
    data = _yaml(_data("kubernetes-overlays.yaml"))
    try:
        return MappingProxyType({name: _formed(entry, data["forms"]) for name, entry in data["types"].items()})
    except (KeyError, TypeError, AttributeError) as error:
        raise CatalogError(f"kubernetes-overlays.yaml: {error!r}") from error


def _formed(entry: Mapping[str, Json], forms: Mapping[str, Json]) -> dict[str, Json]:
    fields = {
        name: {
            **(forms[field["form"]] if "form" in field else {}),
            **{key: field[key] for key in field if key != "form"},
        }
        for name, field in entry.get("fields", {}).items()
    }
    return {**entry, "fields": fields}


@cache
def load_driver_rules() -> tuple[DriverRule, ...]:
    """The drivers that cannot do what a MIG layout needs, in the order of the data file. Raises CatalogError."""
    return parse_driver_rules(_yaml(_data("gpu-drivers.yaml")), file="gpu-drivers.yaml")


@cache
def load_sharing_limits() -> Mapping[str, SharingLimits]:
    """The limits of ``timeSlicing`` and ``mps``, by that word. Raises CatalogError."""
    return MappingProxyType(parse_sharing_limits(_yaml(_data("gpu-sharing.yaml")), file="gpu-sharing.yaml"))


def parse_gpu(data: Json, *, file: str) -> GpuModel:
    """One GPU; its id must be the name of the file. Raises CatalogError."""
    with _Fields(data, file) as fields:
        if fields.text("id") != file.removesuffix(".yaml"):
            raise CatalogError(f"{file}: id: expected the name of the file")
        min_driver = fields.text("minMigDriver", "")
        return GpuModel(
            id=file.removesuffix(".yaml"),
            name=fields.text("name"),
            vendor=fields.text("vendor"),
            architecture=fields.text("architecture"),
            compute_capability=fields.text("computeCapability"),
            memory_gib=fields.count("memoryGiB"),
            resource=fields.text("resource"),
            product_labels=fields.list_of("productLabels", str),
            unconfirmed_labels=fields.list_of("unconfirmedLabels", str, []),
            mig=_mig(fields.nested("mig"), min_driver=min_driver) if "mig" in fields else None,
            sources=fields.list_of("sources", str),
            notes=fields.list_of("notes", str, []),
        )


def parse_kinds(data: Json, *, file: str) -> dict[str, KindFacts]:
    """Every kind by key: ``Kind``, or ``Kind.group`` where two groups share the name. Raises CatalogError."""
    with _Fields(data, file) as fields:
        kinds = {key: _kind(key, entry) for key, entry in fields.nested("kinds").entries()}
    if len({(facts.gvk.group, facts.gvk.kind) for facts in kinds.values()}) != len(kinds):
        raise CatalogError(f"{file}: kinds: the same group and kind under two keys")
    return kinds


def parse_driver_rules(data: Json, *, file: str) -> tuple[DriverRule, ...]:
    """The rules in their order. Raises CatalogError."""
    with _Fields(data, file) as fields:
        rules = fields.take("rules", list)
    return tuple(_driver_rule(rule, f"{file}: rules[{index}]") for index, rule in enumerate(rules))


def parse_sharing_limits(data: Json, *, file: str) -> dict[str, SharingLimits]:
    """The modes of sharing by name. Raises CatalogError."""
    with _Fields(data, file) as fields:
        return {mode: _sharing(mode, entry) for mode, entry in fields.nested("modes").entries()}


def _mig(fields: _Fields, *, min_driver: str) -> Mig:
    with fields:
        return Mig(
            compute_slices=fields.count("computeSlices"),
            memory_units=fields.count("memoryUnits"),
            max_instances=fields.count("maxInstances"),
            placement_status=fields.choice("placementStatus", PLACEMENT_STATUSES),
            engine_totals=fields.counts("engineTotals"),
            profiles=tuple(_profile(name, entry) for name, entry in fields.nested("profiles").entries(in_order=True)),
            min_driver=min_driver,
        )


def _profile(name: str, fields: _Fields) -> MigProfile:
    with fields, fields.nested("placement") as placement:
        return MigProfile(
            name=name,
            compute_slices=fields.count("computeSlices"),
            memory_units=fields.count("memoryUnits"),
            max_instances=fields.count("maxInstances"),
            placement=Placement(placement.list_of("starts", int), placement.count("size")),
            engines=fields.counts("engines", {}),
            min_driver=fields.text("minDriver", ""),
        )


def _kind(key: str, fields: _Fields) -> KindFacts:
    name, dot, suffix = key.partition(".")
    with fields:
        group = fields.take("group", str)
        if dot and suffix != group:
            raise CatalogError(f"{fields.where}: the group in the key is not {group!r}")
        fields.text("source")
        return KindFacts(
            gvk=Gvk(group, fields.text("version"), name),
            plural=fields.text("plural"),
            namespaced=fields.take("namespaced", bool),
            wave=fields.take("wave", int, 0),
            protection=fields.choice("protection", PROTECTIONS, ""),
            optional_crd=fields.take("optionalCrd", bool, default=False),
            file_prefix=fields.text("filePrefix", ""),
        )


def _driver_rule(data: Json, where: str) -> DriverRule:
    with _Fields(data, where) as fields:
        return DriverRule(
            id=fields.text("id"),
            effect=fields.text("effect"),
            source=fields.text("source"),
            drivers=fields.list_of("drivers", str, []),
            below=fields.text("below", ""),
            models=fields.list_of("models", str, []),
            beside_whole=fields.take("besideWhole", bool, default=False),
            together=fields.list_of("together", int, []),
            fixed_in=fields.text("fixedIn", ""),
        )


def _sharing(mode: str, fields: _Fields) -> SharingLimits:
    with fields:
        replicas = fields.counts("maxReplicas", {})
        return SharingLimits(
            mode=mode,
            min_replicas=fields.count("minReplicas"),
            max_replicas=tuple(sorted(replicas, key=lambda pair: parse_version(pair[0]), reverse=True)),
            on_mig=fields.take("onMig", bool),
            under_mixed=fields.take("underMixed", bool),
            isolation=fields.text("isolation"),
            source=fields.text("source"),
            experimental=fields.take("experimental", bool, default=False),
        )


class _Fields:
    """A mapping of a data file, taken field by field. Used as a context: fields left over at its end are an error."""

    __slots__ = ("_left", "where")

    def __init__(self, data: Json, where: str) -> None:
        if not isinstance(data, dict):
            raise CatalogError(f"{where}: expected a mapping, found {data!r}")
        self.where = where
        self._left = dict(data)

    def __enter__(self) -> _Fields:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None and self._left:
            raise CatalogError(f"{self.where}: unknown fields {sorted(map(str, self._left))}")

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def take(self, key: str, kind: type[T], default: T | None = None) -> T:
        value = self._left.pop(key, default)
        # An exact type: to Python, true is an integer too.
        if type(value) is not kind:
            raise CatalogError(f"{self.where}: {key}: expected {kind.__name__}, found {value!r}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self.take(key, str, default)
        if not value and default is None:
            raise CatalogError(f"{self.where}: {key}: expected some text, found none")
        return value

    def choice(self, key: str, legal: tuple[str, ...], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in legal:
            raise CatalogError(f"{self.where}: {key}: expected one of {list(legal)}, found {value!r}")
        return value

    def count(self, key: str) -> int:
        value = self.take(key, int)
        if value < 1:
            raise CatalogError(f"{self.where}: {key}: expected 1 or more, found {value}")
        return value

    def counts(self, key: str, default: dict[str, Json] | None = None) -> tuple[tuple[str, int], ...]:
        with _Fields(self.take(key, dict, default), f"{self.where}: {key}") as inner:
            return tuple((name, inner.count(name)) for name in tuple(inner._left))

    def list_of(self, key: str, kind: type[T], default: list[T] | None = None) -> tuple[T, ...]:
        values = self.take(key, list, default)
        if not all(type(value) is kind for value in values):
            raise CatalogError(f"{self.where}: {key}: expected a list of {kind.__name__}, found {values!r}")
        return tuple(values)

    def nested(self, key: str) -> _Fields:
        return _Fields(self.take(key, dict), f"{self.where}: {key}")

    def entries(self, *, in_order: bool = False) -> list[tuple[str, _Fields]]:
        """All fields as mappings of their own: sorted by name, or as in the file where the order means something."""
        names = list(self._left) if in_order else sorted(self._left)
        return [(name, self.nested(name)) for name in names]


def _data(name: str) -> Traversable:
    return files("gitops_gen").joinpath("data", name)


def _yaml(file: Traversable) -> Json:
    try:
        return yaml.load(file.read_bytes(), Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        raise CatalogError(f"{file.name}: {error}") from error
