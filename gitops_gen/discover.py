"""Finds plug-ins: the one typed value that each module of a package exports. Sorted, unique, fail closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from gitops_gen.model.plugin import BootstrapFile, CiSystem, ClusterKind, Engine, Rule, TenantKind


class PluginError(Exception):
    """A plug-in file does not export what its family wants: a bug, so the run stops."""


@cache
def kinds() -> tuple[TenantKind | ClusterKind | BootstrapFile, ...]:
    """Every renderer, by id."""
    found = _collect("gitops_gen.kinds", "KIND", (TenantKind, ClusterKind, BootstrapFile))
    return tuple(found.values())


@cache
def engines() -> Mapping[str, Engine]:
    """Every GitOps engine, by id."""
    return _collect("gitops_gen.engines", "ENGINE", (Engine,))


@cache
def ci_systems() -> Mapping[str, CiSystem]:
    """Every CI system, by id."""
    return _collect("gitops_gen.ci", "CI", (CiSystem,))


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule, by id."""
    return _collect("gitops_gen.rules", "RULE", (Rule,))


def _collect(package: str, name: str, types: tuple[type, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in _modules(package):
        value = getattr(import_module(module), name, None)
        if not isinstance(value, types):
            raise PluginError(f"{module} exports no {name} of type {' or '.join(kind.__name__ for kind in types)}")
        plugin: Any = value
        if plugin.id in found:
            raise PluginError(f"{module}: the id {plugin.id!r} is taken")
        found[plugin.id] = plugin
    return dict(sorted(found.items()))


def _modules(package: str) -> Iterator[str]:
    """Modules of a package whose name does not start with an underscore."""
    for info in sorted(iter_modules(import_module(package).__path__), key=lambda item: item.name):
        if not info.name.startswith("_"):
            yield f"{package}.{info.name}"
