"""The key of a synthesised template: everything that its content depends on.

Cheap and without cdk8s: a run computes it for every shipped template to see whether the data still fits the code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files

from gitops_gen.model.template import Shape

PACKAGES = ("cdk8s", "constructs", "jsii")
"""What turns construct code into objects, by the names of PyPI."""
FORMAT = 1
"""Raised when slots or the synthesis itself change their meaning."""


def template_key(*, constructs: str, versions: Mapping[str, str], schema: str, shape: Shape) -> str:
    """The key of a template.

    ``constructs`` is the digest of the construct code, ``versions`` those of PACKAGES that synthesise it, ``schema``
    the Kubernetes minor that it is written for (``1.36``).
    """
    content = {
        "constructs": constructs,
        "format": FORMAT,
        "schema": schema,
        "shape": shape.name,
        "versions": dict(versions),
    }
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def source_digest(sources: Mapping[str, bytes]) -> str:
    """A digest of files by name; the same for both kinds of line end, since Git may turn one into the other."""
    digests = {name: sha256(text.replace(b"\r\n", b"\n")).hexdigest() for name, text in sources.items()}
    return sha256(json.dumps(digests, sort_keys=True).encode()).hexdigest()


@cache
def construct_digest() -> str:
    """The digest of this package's construct code. Reads the files without importing them: that would start Node."""
    folder = files("gitops_gen").joinpath("constructs")
    return source_digest({entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.name.endswith(".py")})


def installed_versions() -> dict[str, str]:
    """Versions of PACKAGES on this machine. Raises importlib.metadata.PackageNotFoundError when one is missing."""
    from importlib.metadata import version  # slow to import, and only synthesis asks

    return {name: version(name) for name in PACKAGES}
