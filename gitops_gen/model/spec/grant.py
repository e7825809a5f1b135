"""Grant: a time-boxed addition to an allocation."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.metadata import ApiVersion, Metadata
from gitops_gen.model.spec.scalars import Bytes, Count, Cpu, Date, Kind, Name, Text


class Addition(SpecModel):
    """GPUs of one kind on top of the allocation's."""

    guaranteed: Count = 0
    borrow: Count = 0


class AddedResources(SpecModel):
    """CPU, memory and storage on top of the allocation's."""

    cpu: Cpu | None = None
    memory: Bytes | None = None
    ephemeral_storage: Bytes | None = Field(default=None, alias="ephemeral-storage")
    storage: dict[Name, Bytes] = {}


class GrantSpec(SpecModel):
    """Adds; it is no layer. ``until`` is exclusive."""

    allocation: Name
    cluster: Name
    gpus: dict[Kind, Addition] = {}
    resources: AddedResources | None = None
    from_: Date | None = Field(default=None, alias="from")
    until: Date
    reason: Text

    @model_validator(mode="after")
    def _order(self) -> Self:
        if self.from_ is not None and self.from_ >= self.until:
            raise PydanticCustomError("order", "from must lie before until, which is exclusive", {})
        return self


class Grant(SpecModel):
    """A time-boxed addition."""

    api_version: ApiVersion
    kind: Literal["Grant"]
    metadata: Metadata
    spec: GrantSpec
