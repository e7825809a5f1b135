"""Job templates as values: which structure a template has, and the slots that stamping fills.

A slot stands for a whole JSON value: the string ``${gitops-gen:slot:<name>}`` as a leaf. Constructs branch on a
:class:`Shape`, never on what a slot will hold; so one synthesis serves every team.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from gitops_gen.model.source import Json, Path, Ref

SLOT_MARK = "${gitops-gen:slot:"
_SLOT = re.compile(r"\$\{gitops-gen:slot:([a-z][A-Za-z0-9]*)([?*]?)\}\Z")


class Slot(NamedTuple):
    """A named gap in a template.

    ``optional`` (written ``?``): the key that holds it is left out when the value is None. ``spread`` (written ``*``):
    the last item of a list; the value is a list, whose items take its place.
    """

    name: str
    optional: bool = False
    spread: bool = False

    @classmethod
    def read(cls, value: Json) -> Slot | None:
        """The slot that a JSON value is, or None when it is a value of its own.

        Raises ValueError where a string only contains a slot: text around it could never be traced or checked.
        """
        if not isinstance(value, str) or SLOT_MARK not in value:
            return None
        match = _SLOT.match(value)
        if match is None:
            raise ValueError(
                f"{value!r} is no slot; a slot is the whole value, {SLOT_MARK}<name>}}, with ? or * after the name"
            )
        name, arity = match.groups()
        return cls(name, arity == "?", arity == "*")

    def __str__(self) -> str:
        return SLOT_MARK + self.name + ("?" if self.optional else "*" if self.spread else "") + "}"


def slot(name: str, *, optional: bool = False, spread: bool = False) -> Json:
    """The placeholder to hand to a construct in place of a real value. Raises ValueError for a name that is none."""
    placeholder = str(Slot(name, optional, spread))
    if Slot.read(placeholder) != (name, optional, spread):
        raise ValueError(
            f"{name!r} is no slot: a name is letters and digits, lower case first; ? and * exclude each other"
        )
    return placeholder


@dataclass(frozen=True, slots=True)
class Shape:
    """What changes the structure of a template, and nothing else: two profiles of one shape share a template."""

    workload: str
    """Job, as in a WorkloadProfile."""
    checkpoint: bool = False
    secrets: bool = False
    shared_memory: bool = False

    @property
    def name(self) -> str:
        """One to one: ``job``, ``job-checkpoint-shared-memory``."""
        parts = [self.workload.lower()]
        parts += [key.replace("_", "-") for key, value in asdict(self).items() if value is True]
        return "-".join(parts)


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A synthesised template. ``object`` is everything beside apiVersion, kind and metadata, slots included.

    ``key`` names the content it was made from, ``versions`` the packages that made it (by name), ``schema`` the
    Kubernetes minor that its fields belong to. Identity is the object itself.
    """

    shape: Shape
    key: str
    versions: Mapping[str, str]
    schema: str
    object: dict[str, Json] = field(repr=False)


@dataclass(frozen=True, slots=True)
class TemplateSource:
    """What a construct's file exports: the templates of one workload, for each shape that it has.

    ``build`` adds one construct with slots to a scope (a ``constructs.Construct``), which must yield one object.
    """

    workload: str
    shapes: tuple[Shape, ...]
    build: Callable[[Any, Shape], None]


@dataclass(frozen=True, slots=True, eq=False)
class Stamp:
    """A template to fill for one object: which, with what, and which spec values those are.

    ``values`` has every slot of the shape, optional ones as None. ``slot_sources`` are paths whose first step is a slot
    and whose rest leads into its value, such as ``("resources", "cpu")``; of a spread slot the second step is an index
    from 0.
    """

    shape: Shape
    values: Mapping[str, Json]
    slot_sources: Mapping[Path, tuple[Ref, ...]]
