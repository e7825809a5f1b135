"""GPUs for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gitops_gen.model.gpu import GpuModel, Mig, MigProfile, mig_resource
from gitops_gen.report.summary import plural

STATUS_WORDS = {
    "measured": "placements measured on this board",
    "documented": "placements documented by the vendor",
    "family": "placements of its silicon family",
    "unverified": "placements not verified",
}

PROFILE_HEAD = ("GPU kind", "resource", "max", "compute", "memory", "starts at memory unit", "takes")


def render_gpu_list(gpus: Iterable[GpuModel]) -> str:
    """One line a card."""
    rows = [("id", "memory", "MIG slices", "placements", "name")]
    rows += [_row(gpu) for gpu in gpus]
    count = plural(len(rows) - 1, "GPU")
    return f'{_columns(rows)}\n\n{count}; "gitops-gen catalog ID" shows the slices of one.\n'


def _row(gpu: GpuModel) -> tuple[str, str, str, str, str]:
    slices = f"1 to {gpu.mig.max_instances}" if gpu.mig else "-"
    return gpu.id, f"{gpu.memory_gib} GB", slices, gpu.mig.placement_status if gpu.mig else "-", gpu.name


def render_gpu(gpu: GpuModel) -> str:
    """Everything about one card."""
    return "\n".join(_lines(gpu)) + "\n"


def _lines(gpu: GpuModel) -> Iterator[str]:
    yield f"{gpu.id}: {gpu.name}"
    yield f"  {gpu.memory_gib} GB, {gpu.architecture}, compute capability {gpu.compute_capability}"
    yield f"  resource {gpu.resource}, node label nvidia.com/gpu.product"
    for label in gpu.product_labels:
        yield f"    {label}" + (" (derived from the board's name)" if label in gpu.unconfirmed_labels else "")
    yield ""
    yield from _mig(gpu, gpu.mig) if gpu.mig else ("No MIG: the card can be used whole or shared.",)
    yield from _listed("notes", gpu.notes)
    yield from _listed("sources", gpu.sources)


def _mig(gpu: GpuModel, mig: Mig) -> Iterator[str]:
    driver = f", from driver {mig.min_driver}" if mig.min_driver else ""
    units = f"{mig.compute_slices} compute slices, {mig.memory_units} memory units"
    yield f"MIG: {units}, at most {mig.max_instances} slices{driver}; {STATUS_WORDS[mig.placement_status]}"
    rows = [PROFILE_HEAD]
    rows += [profile_row(gpu, profile) for profile in mig.profiles]
    yield _columns(rows, indent="  ")


def profile_row(gpu: GpuModel, profile: MigProfile) -> tuple[str, str, str, str, str, str, str]:
    """A MIG profile in words: kind, resource under strategy mixed, maximum, sizes, placements, media engines."""
    taken = [f"{count} {engine}" for engine, count in profile.engines]
    taken += [f"driver {profile.min_driver}"] if profile.min_driver else []
    return (
        f"{gpu.id}/{profile.name}",
        mig_resource(profile.name),
        str(profile.max_instances),
        str(profile.compute_slices),
        str(profile.placement.size),
        ", ".join(str(start) for start in profile.placement.starts),
        ", ".join(taken) or "-",
    )


def _listed(title: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield ""
        yield title
        yield from (f"  - {item}" for item in items)


def _columns(rows: Sequence[Sequence[str]], indent: str = "") -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ("  ".join(part.ljust(width) for part, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join((indent + line).rstrip() for line in lines)
