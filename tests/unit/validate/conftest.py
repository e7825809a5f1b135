"""Objects to break, and what judges them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from gitops_gen.catalog import load_kinds
from gitops_gen.validate.context import CheckContext, check_context
from gitops_gen.validate.schema import Schemas

Body = dict[str, Any]
LEVELS = {"open": "privileged", "base": "baseline", "strict": "restricted"}


@pytest.fixture(scope="session")
def schemas() -> Schemas:
    return Schemas()


@pytest.fixture
def context() -> CheckContext:
    """A cluster of Kubernetes 1.36 with one namespace for each level of Pod Security, named by LEVELS."""
    return check_context(load_kinds().values(), kubernetes_version="1.36", namespaces=map(_namespace, LEVELS))


def _namespace(name: str) -> Body:
    labels = {
        "pod-security.kubernetes.io/enforce": LEVELS[name],
        "pod-security.kubernetes.io/enforce-version": "v1.36",
    }
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}


@pytest.fixture(scope="session")
def load() -> Callable[[str], Body]:
    """Reads one object from text."""

    def read(text: str) -> Body:
        body = yaml.safe_load(text)
        assert isinstance(body, dict)
        return body

    return read
