"""From constructs to templates: finds constructs by name and runs them through cdk8s. Starts Node."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module

from gitops_gen.model.source import Json
from gitops_gen.model.template import Shape, Template, TemplateSource
from gitops_gen.templates.key import construct_digest, installed_versions, template_key
from gitops_gen.templates.node import SynthesisUnavailableError, node_environment
from gitops_gen.templates.stamp import compile_stamper

SCHEMA = "1.36"
"""The Kubernetes minor whose schema the constructs' fields are tested against."""
_ELSEWHERE = frozenset({"apiVersion", "kind", "metadata"})


def synthesise(shapes: Iterable[Shape], *, schema: str = SCHEMA) -> tuple[Template, ...]:
    """The templates of these shapes. Raises SynthesisUnavailableError when Node or cdk8s is missing."""
    with _bridge():
        sources = template_sources()
        return tuple(_template(sources[shape.workload], shape, schema) for shape in shapes)


def synthesise_all(*, schema: str = SCHEMA) -> tuple[Template, ...]:
    """The templates of every shape that a construct has, sorted by name. Raises SynthesisUnavailableError."""
    with _bridge():
        shapes = [shape for source in template_sources().values() for shape in source.shapes]
        return synthesise(sorted(shapes, key=lambda shape: shape.name), schema=schema)


def template_sources() -> Mapping[str, TemplateSource]:
    """Workload to the construct that makes its templates: every file of ``gitops_gen.constructs`` exports one.

    Files that start with ``_`` are parts. Raises AttributeError for a file that exports no TEMPLATE, ValueError for two
    constructs of one workload. Imports cdk8s, so it needs the environment that :func:`synthesise` sets up.
    """
    package = import_module("gitops_gen.constructs")
    names = sorted(info.name for info in pkgutil.iter_modules(package.__path__) if not info.name.startswith("_"))
    sources: dict[str, TemplateSource] = {}
    for name in names:
        source: TemplateSource = import_module(f"{package.__name__}.{name}").TEMPLATE
        if source.workload in sources:
            raise ValueError(f"{name} is the second construct for {source.workload}; one file makes all its shapes")
        sources[source.workload] = source
    return sources


@contextmanager
def _bridge() -> Iterator[None]:
    with node_environment():
        try:
            yield
        except ModuleNotFoundError as error:
            if error.name not in {"cdk8s", "constructs", "jsii"}:
                raise
            fix = "run: pip install 'gitops-gen[constructs]'"
            raise SynthesisUnavailableError(f"the Python package {error.name} is not installed", fix) from error


def _template(source: TemplateSource, shape: Shape, schema: str) -> Template:
    versions = installed_versions()
    key = template_key(constructs=construct_digest(), versions=versions, schema=schema, shape=shape)
    return Template(shape=shape, key=key, versions=versions, schema=schema, object=_object(source, shape))


def _object(source: TemplateSource, shape: Shape) -> dict[str, Json]:
    from gitops_gen.constructs._synthesis import synthesised  # imports cdk8s

    objects = synthesised(shape.name, lambda scope: source.build(scope, shape))
    if len(objects) != 1:
        raise ValueError(f"the construct for {shape.name} yields {len(objects)} objects; a template is one")
    body = {key: value for key, value in objects[0].items() if key not in _ELSEWHERE}
    # Sorted, so that a template just synthesised is in the same order as one read from the store.
    plain: dict[str, Json] = json.loads(json.dumps(body, sort_keys=True))
    compile_stamper(plain)
    return plain
