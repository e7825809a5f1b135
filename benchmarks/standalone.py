"""Kubernetes' schemas as kubeconform reads them: one file a kind, with all that it refers to."""

from __future__ import annotations

import json
from pathlib import Path

from gitops_gen.catalog import load_kinds
from gitops_gen.validate.bundle import builtin_schema, bundled_versions, definitions
from gitops_gen.validate.definitions import self_contained

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def write_schemas(folder: Path) -> str:
    """Write those of the kinds that we emit. Returns where kubeconform is to look."""
    folder.mkdir()
    version = bundled_versions()[-1]
    known = definitions(version)
    for facts in load_kinds().values():
        gvk = facts.gvk
        schema = builtin_schema(version, gvk)
        if schema:
            parts = (gvk.kind.lower(), gvk.group.partition(".")[0], gvk.version)
            name = "-".join(part for part in parts if part)
            text = json.dumps({"$schema": DRAFT, **self_contained(schema, known)})
            (folder / f"{name}.json").write_text(text)
    return f"{folder}/{{{{ .ResourceKind }}}}{{{{ .KindSuffix }}}}.json"
