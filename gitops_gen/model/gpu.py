"""GPUs as the product speaks of them: catalog entries, MIG profiles, and the GPU kinds that people write."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

WHOLE_RESOURCE = "nvidia.com/gpu"
SHARED_RESOURCE = "nvidia.com/gpu.shared"
SHARED_SUFFIX = "shared"

KIND = re.compile(rf"([^/:]+)(?:/([^/:]+)|(:{SHARED_SUFFIX}))?\Z")
PROFILE = re.compile(r"([1-9])g\.([0-9]{1,4})gb((?:\+[a-z.]+(?:,[a-z.]+)*|-[a-z.]+)?)\Z")
VERSION = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}){0,3}\Z")
PLACEMENT_STATUSES = ("measured", "documented", "family", "unverified")


class GpuKind(NamedTuple):
    """What a team is promised: a whole card, a MIG slice of it, or a replica of a shared one.

    ``h100-80gb`` · ``h100-80gb/1g.10gb`` · ``l4-24gb:shared``. A slice and sharing exclude each other.
    """

    model: str
    slice: str = ""
    shared: bool = False

    @classmethod
    def parse(cls, text: str) -> GpuKind:
        """Split the written form. Raises ValueError naming the three legal forms."""
        match = KIND.match(text)
        if match is None:
            raise ValueError(f"{text!r} is no GPU kind; write <model>, <model>/<slice> or <model>:{SHARED_SUFFIX}")
        return cls(match[1], match[2] or "", bool(match[3]))

    def __str__(self) -> str:
        return self.model + (f"/{self.slice}" if self.slice else "") + (f":{SHARED_SUFFIX}" if self.shared else "")

    @property
    def is_whole(self) -> bool:
        return not self.slice and not self.shared

    @property
    def suffix(self) -> str:
        """The kind inside an object's name: one to one, and a DNS label."""
        return str(self).replace("/", "-").replace(":", "-").replace(".", "-").replace("+", "--")


def mig_resource(slice_name: str) -> str:
    """The extended resource of a MIG slice under strategy ``mixed`` (``+`` is illegal there and becomes ``.``)."""
    return "nvidia.com/mig-" + slice_name.replace("+", ".")


def parse_version(text: str) -> tuple[int, ...]:
    """Turn a driver's version or a compute capability into what compares by number. Raises ValueError."""
    if not VERSION.match(text):
        raise ValueError(f"{text!r} is no version; write numbers joined by dots, such as 580.105.08")
    return tuple(int(part) for part in text.split("."))


class ProfileName(NamedTuple):
    """The parts of a MIG profile's name: ``1g.10gb+me`` has one compute slice, 10 GB and the attribute ``+me``.

    The gigabytes are the driver's rounding, not a size to calculate with. Source: NVIDIA MIG User Guide.
    """

    compute_slices: int
    memory_gb: int
    attribute: str = ""

    @classmethod
    def parse(cls, text: str) -> ProfileName:
        """Split a name. Raises ValueError, also for compute instances (``1c.3g.40gb``): nothing advertises them."""
        match = PROFILE.match(text)
        if match is None:
            raise ValueError(f"{text!r} is no MIG profile; write <slices>g.<memory>gb, such as 1g.10gb")
        return cls(int(match[1]), int(match[2]), match[3])


@dataclass(frozen=True, slots=True)
class Placement:
    """Where instances of a profile may lie: at one of ``starts``, ``size`` memory units long."""

    starts: tuple[int, ...]
    size: int


@dataclass(frozen=True, slots=True)
class MigProfile:
    """One way to cut an instance out of a card. ``engines`` are the shared media engines it takes."""

    name: str
    compute_slices: int
    memory_units: int
    max_instances: int
    placement: Placement
    engines: tuple[tuple[str, int], ...] = ()
    min_driver: str = ""


@dataclass(frozen=True, slots=True)
class Mig:
    """How a card can be cut; ``memory_units`` is the row in which instances lie.

    ``placement_status`` says how far the placements are proven: ``measured`` on this board, ``documented`` by the
    vendor, those of its silicon ``family``, or ``unverified``. The last two deserve a word to the user.
    """

    compute_slices: int
    memory_units: int
    max_instances: int
    placement_status: str
    engine_totals: tuple[tuple[str, int], ...]
    profiles: tuple[MigProfile, ...]
    min_driver: str = ""

    def profile(self, name: str) -> MigProfile | None:
        return next((profile for profile in self.profiles if profile.name == name), None)


@dataclass(frozen=True, slots=True)
class GpuModel:
    """A catalog entry. ``memory_gib`` is what the card is sold with; ``sources`` say where the facts were read.

    ``product_labels`` are the values of the node label ``nvidia.com/gpu.product``; ``unconfirmed_labels`` are those of
    them that were derived from the board's name and not seen on a node.
    """

    id: str
    name: str
    vendor: str
    architecture: str
    compute_capability: str
    memory_gib: int
    resource: str
    product_labels: tuple[str, ...]
    sources: tuple[str, ...]
    mig: Mig | None = None
    notes: tuple[str, ...] = ()
    unconfirmed_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DriverRule:
    """Drivers that cannot do what a MIG layout needs: those named in ``drivers``, and all older than ``below``.

    It concerns cut cards of ``models`` (empty: all). ``beside_whole``: only where whole cards share the node;
    ``together``: only where instances of these compute slices lie on one card. ``fixed_in``: the first good driver.
    """

    id: str
    effect: str
    source: str
    drivers: tuple[str, ...] = ()
    below: str = ""
    models: tuple[str, ...] = ()
    beside_whole: bool = False
    together: tuple[int, ...] = ()
    fixed_in: str = ""

    def refuses(self, version: str) -> bool:
        """Whether it names this driver. Raises ValueError when ``version`` is none."""
        wanted = parse_version(version)
        return any(wanted == parse_version(bad) for bad in self.drivers) or (
            bool(self.below) and wanted < parse_version(self.below)
        )

    def concerns(self, model: str, slices: Iterable[int], *, beside_whole: bool) -> bool:
        """Whether a card of ``model`` with instances of these compute ``slices`` meets all conditions."""
        return (
            (not self.models or model in self.models)
            and (beside_whole or not self.beside_whole)
            and Counter(self.together) <= Counter(slices)
        )


@dataclass(frozen=True, slots=True)
class SharingLimits:
    """How far the device plugin divides a card; ``mode`` is the word of the spec, ``timeSlicing`` or ``mps``.

    ``max_replicas`` pairs the lowest compute capability with the most replicas, highest first; empty: no limit known.
    ``on_mig``: MIG instances can be shared. ``under_mixed``: it works on nodes under MIG strategy ``mixed``.
    """

    mode: str
    min_replicas: int
    max_replicas: tuple[tuple[str, int], ...]
    on_mig: bool
    under_mixed: bool
    isolation: str
    source: str
    experimental: bool = False

    def most(self, compute_capability: str) -> int | None:
        """The most replicas of a card, or None where no limit is documented. Raises ValueError for no capability."""
        wanted = parse_version(compute_capability)
        return next((most for lowest, most in self.max_replicas if wanted >= parse_version(lowest)), None)
