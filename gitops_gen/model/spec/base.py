"""The base of all spec models: unknown keys are errors, nothing is coerced, ``null`` means unset."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic.alias_generators import to_camel

API_VERSION = "gitops-gen.io/v1"


class SpecModel(BaseModel):
    """A mapping of the spec language. Keys are camelCase in YAML, snake_case in Python."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        alias_generator=to_camel,
        populate_by_name=False,
        use_attribute_docstrings=True,
        arbitrary_types_allowed=True,
    )

    @model_validator(mode="before")
    @classmethod
    def _null_is_unset(cls, data: Any) -> Any:
        if isinstance(data, dict) and None in data.values():
            return {key: value for key, value in data.items() if value is not None}
        return data
