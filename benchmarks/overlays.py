"""The same objects as people would keep them without the tool: a base, and an overlay for each namespace.

An overlay sets namespace and labels on a base of the objects that every namespace has. It proves nothing.
"""

from __future__ import annotations

from pathlib import Path

MOST = 60
"""Overlays: the time that they take grows with the square of their number, and 3,000 would take hours."""


def write_overlays(platform: Path, folder: Path) -> int:
    """Write a base made of the first namespace that was generated, and an overlay for each, up to a number."""
    namespaces = sorted(path for path in platform.glob("generated/*/teams/*") if path.is_dir())[:MOST]
    base = folder / "base"
    base.mkdir(parents=True)
    names = sorted(path.name for path in namespaces[0].glob("*.yaml") if path.name != "kustomization.yaml")
    for name in names:
        (base / name).write_text((namespaces[0] / name).read_text())
    (base / "kustomization.yaml").write_text(_kustomization(names))
    overlays = []
    for number, namespace in enumerate(namespaces):
        name = f"{number:05}-{namespace.name}"
        overlays.append(f"../{name}")
        (folder / name).mkdir()
        lines = f"namespace: {namespace.name}\nlabels: [{{pairs: {{team: {namespace.name}}}}}]\n"
        (folder / name / "kustomization.yaml").write_text(_kustomization(["../base"]) + lines)
    (folder / "all").mkdir()
    (folder / "all" / "kustomization.yaml").write_text(_kustomization(overlays))
    return len(overlays)


def _kustomization(resources: list[str]) -> str:
    listed = "".join(f"- {name}\n" for name in resources)
    return f"apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n{listed}"
