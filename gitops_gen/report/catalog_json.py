"""GPUs as JSON, version 1."""

from __future__ import annotations

import json
from collections.abc import Iterable

from gitops_gen.model.gpu import GpuModel, Mig, MigProfile, mig_resource
from gitops_gen.model.source import Json


def render_catalog_json(gpus: Iterable[GpuModel]) -> str:
    """All about each card."""
    return json.dumps({"version": 1, "gpus": [_gpu(gpu) for gpu in gpus]}, indent=2) + "\n"


def _gpu(gpu: GpuModel) -> dict[str, Json]:
    return {
        "id": gpu.id,
        "name": gpu.name,
        "architecture": gpu.architecture,
        "computeCapability": gpu.compute_capability,
        "memoryGB": gpu.memory_gib,
        "resource": gpu.resource,
        "productLabels": list(gpu.product_labels),
        "unconfirmedLabels": list(gpu.unconfirmed_labels),
        "mig": _mig(gpu.mig) if gpu.mig else None,
        "notes": list(gpu.notes),
        "sources": list(gpu.sources),
    }


def _mig(mig: Mig) -> dict[str, Json]:
    return {
        "computeSlices": mig.compute_slices,
        "memoryUnits": mig.memory_units,
        "maxInstances": mig.max_instances,
        "minDriver": mig.min_driver,
        "placementStatus": mig.placement_status,
        "profiles": [_profile(profile) for profile in mig.profiles],
    }


def _profile(profile: MigProfile) -> dict[str, Json]:
    return {
        "name": profile.name,
        "resource": mig_resource(profile.name),
        "computeSlices": profile.compute_slices,
        "memoryUnits": profile.memory_units,
        "maxInstances": profile.max_instances,
        "placement": {"starts": list(profile.placement.starts), "size": profile.placement.size},
        "engines": dict(profile.engines),
        "minDriver": profile.min_driver,
    }
