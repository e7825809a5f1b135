"""From the reference's specs come the reference's objects. Each difference is listed with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from gitops_gen.app import compile_specs
from gitops_gen.model.source import pointer

_ACCOUNT = (
    "the account that Flux applies as holds the union of the Roles it makes and of the kinds that can be emitted, "
    "instead of bind and escalate on them: the reference follows an earlier decision, and its README says so (item 6)"
)
_POLICIES = "admission policies, with their parameters in a namespace of the platform, came after the reference"
DIFFERENT_ON_PURPOSE: Mapping[str, str] = {
    **{
        f"{cluster}/platform/{start}": _POLICIES
        for cluster in ("dev-eu1", "prod-eu1")
        for start in (
            "configmap-gitops-gen-policies.",
            "namespace-gitops-gen-policies.yaml",
            "kustomization.yaml#/resources",
            "validatingadmissionpolicy",
        )
    },
    "prod-eu1/gitops/application-prod-eu1-platform.yaml#/spec/destination/namespace": _POLICIES,
    "prod-eu1/gitops/appproject-prod-eu1-platform.yaml#/spec/clusterResourceWhitelist": _POLICIES,
    "prod-eu1/gitops/appproject-prod-eu1-platform.yaml#/spec/destinations": _POLICIES,
    "dev-eu1/bootstrap/clusterrole-dev-eu1-platform.yaml#/rules": _ACCOUNT,
    "dev-eu1/bootstrap/role-dev-eu1-platform.yaml#": _ACCOUNT + "; config maps are then held in every namespace",
    "dev-eu1/bootstrap/rolebinding-dev-eu1-platform.yaml#": _ACCOUNT,
    "dev-eu1/bootstrap/kustomization.yaml#/resources": _ACCOUNT,
}
"""``path#pointer`` (a prefix is enough) to the reason."""


def _specs(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*.yaml"))}


def differences(want: Any, have: Any, path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """JSON pointers at which two trees differ, with both values."""
    if isinstance(want, dict) and isinstance(have, dict):
        for key in sorted({*want, *have}):
            if key not in want:
                yield f"{pointer((*path, key))}: only ours has {have[key]!r}"
            elif key not in have:
                yield f"{pointer((*path, key))}: only the reference has {want[key]!r}"
            else:
                yield from differences(want[key], have[key], (*path, key))
    elif isinstance(want, list) and isinstance(have, list) and len(want) == len(have):
        for index, (left, right) in enumerate(zip(want, have, strict=True)):
            yield from differences(left, right, (*path, index))
    elif want != have:
        yield f"{pointer(path)}: the reference has {want!r}, ours {have!r}"


@pytest.fixture(scope="module")
def ours(shared: Path) -> Mapping[str, Any]:
    compilation = compile_specs(_specs(shared / "reference" / "specs"))
    assert compilation.ok, compilation.findings
    return {path: yaml.safe_load(content) for path, content in compilation.contents.items()}


@pytest.fixture(scope="module")
def reference(shared: Path) -> Mapping[str, Any]:
    root = shared / "reference" / "generated"
    return {
        path.relative_to(root).as_posix(): yaml.safe_load(path.read_bytes()) for path in sorted(root.rglob("*.yaml"))
    }


def test_every_difference_has_its_reason(ours: Mapping[str, Any], reference: Mapping[str, Any]) -> None:
    found = []
    for path in sorted({*ours, *reference}):
        if path not in ours:
            found.append(f"{path}#: only in the reference")
        elif path not in reference:
            found.append(f"{path}#: only ours")
        else:
            found += [f"{path}#{text}" for text in differences(reference[path], ours[path])]
    unexplained = [text for text in found if not text.startswith(tuple(DIFFERENT_ON_PURPOSE))]
    assert unexplained == [], "\n".join(unexplained)
    unused = [prefix for prefix in DIFFERENT_ON_PURPOSE if not any(text.startswith(prefix) for text in found)]
    assert unused == [], "a listed difference is none any more"
