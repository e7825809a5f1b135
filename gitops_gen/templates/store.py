"""The text of a stored template: JSON with sorted keys, one template a file, made to be reviewed in a diff."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from importlib.resources.abc import Traversable

from gitops_gen.model.template import Shape, Template


def template_text(template: Template) -> str:
    """The file's text; ``parse_template`` reads it back."""
    content = {
        "cdk8s": dict(template.versions),
        "key": template.key,
        "object": template.object,
        "schema": template.schema,
        "shape": asdict(template.shape),
    }
    return json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def parse_template(text: str) -> Template:
    """The template of a file's text. Raises ValueError, KeyError or TypeError when it is none (a broken package)."""
    content = json.loads(text)
    return Template(
        shape=Shape(**content["shape"]),
        key=content["key"],
        versions=content["cdk8s"],
        schema=content["schema"],
        object=content["object"],
    )


def file_name(shape: Shape) -> str:
    """The name of the file that holds a shape's template."""
    return f"{shape.name}.json"


def shipped_folder() -> Traversable:
    """Where the package keeps its templates."""
    return files("gitops_gen").joinpath("data", "templates")


def shipped_texts() -> dict[str, str]:
    """The files of the package's templates by name, sorted."""
    entries = sorted(shipped_folder().iterdir(), key=lambda entry: entry.name)
    return {entry.name: entry.read_text(encoding="utf-8") for entry in entries if entry.name.endswith(".json")}
