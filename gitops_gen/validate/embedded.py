"""Files inside ConfigMaps, against the formats of the programs that read them, which ignore or choke on faults."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.load.yaml import read
from gitops_gen.model.source import Json
from gitops_gen.validate.problem import ObjectProblem, mapping
from gitops_gen.validate.schema import Schemas

FORMATS = {"mig-parted-config": "mig-parted-v1", "device-plugin-config": "device-plugin-v1"}
"""ConfigMap to the format of every file in it."""


def embedded_problems(body: Json, schemas: Schemas) -> Iterator[ObjectProblem]:
    """Faults of the files in a ConfigMap whose format is known."""
    if body.get("kind") != "ConfigMap":
        return
    file_format = FORMATS.get(str(mapping(body.get("metadata")).get("name")))
    if file_format is None:
        return
    for key, text in sorted(mapping(body.get("data")).items()):
        documents, faults = read(key, str(text).encode())
        for fault in faults:
            yield ObjectProblem("manifest-file", ("data", key), fault.message, fault.fix)
        for document in documents:
            for error in schemas.check_file(file_format, document.data).errors:
                where = "/".join(map(str, error.path))
                message = f"{key}: {where}: {error.message}"
                yield ObjectProblem("manifest-file", ("data", key), message, f"expected: {error.expected}")
