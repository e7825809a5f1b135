"""What every document has above its spec."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.scalars import Name


class Metadata(SpecModel):
    """Identity of a document."""

    name: Name
    """Unique for its kind (a NodePool: in its cluster; a WorkloadProfile: with its version)."""


ApiVersion = Annotated[Literal["gitops-gen.io/v1"], Field(description="The version of the spec language.")]
