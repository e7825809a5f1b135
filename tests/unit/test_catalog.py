"""The data files of the package: their shape, what they must agree on, and that they carry every fact."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from ruamel.yaml import YAML

from gitops_gen.catalog import (
    CatalogError,
    load_driver_rules,
    load_gpus,
    load_kinds,
    load_sharing_limits,
    parse_driver_rules,
    parse_gpu,
    parse_kinds,
    parse_sharing_limits,
)
from gitops_gen.model.gpu import GpuKind, GpuModel, Mig, MigProfile, ProfileName, mig_resource, parse_version
from gitops_gen.model.names import is_label, is_label_value, is_qualified_name
from gitops_gen.model.placement import Placed, place

ROOT = Path(__file__).parents[2]
DATA = ROOT / "gitops_gen" / "data"
FILES = sorted([*DATA.glob("gpus/*.yaml"), DATA / "kinds.yaml", DATA / "gpu-drivers.yaml", DATA / "gpu-sharing.yaml"])

GPUS = load_gpus()
CUT = [(gpu, gpu.mig, profile) for gpu in GPUS.values() if gpu.mig for profile in gpu.mig.profiles]

every_gpu = pytest.mark.parametrize("gpu", GPUS.values(), ids=GPUS)
every_profile = pytest.mark.parametrize(("gpu", "mig", "profile"), CUT, ids=[f"{gpu.id}/{p.name}" for gpu, _, p in CUT])


def test_the_gpus_that_people_ask_for_are_there() -> None:
    asked = """a100-40gb a100-80gb a30-24gb h100-80gb h100-94gb h100-96gb h200-141gb h200-nvl-141gb b200-180gb
        l4-24gb l40s-48gb a10-24gb t4-16gb b300-288gb"""
    assert set(asked.split()) <= set(GPUS)


def test_the_catalog_is_sorted_and_cannot_be_changed() -> None:
    assert list(GPUS) == sorted(GPUS)
    assert load_gpus() is GPUS
    with pytest.raises(TypeError):
        GPUS["t4-16gb"] = GPUS["l4-24gb"]  # type: ignore[index]


@every_gpu
def test_an_id_is_the_model_and_its_memory(gpu: GpuModel) -> None:
    assert is_label(gpu.id)
    assert gpu.id.endswith(f"-{gpu.memory_gib}gb")
    assert (DATA / "gpus" / f"{gpu.id}.yaml").is_file()


@every_gpu
def test_a_gpu_names_its_sources_and_legal_labels(gpu: GpuModel) -> None:
    assert gpu.sources
    assert all(source == source.strip() and len(source) > 20 for source in gpu.sources)
    assert is_qualified_name(gpu.resource)
    assert all(label and is_label_value(label) for label in gpu.product_labels)
    assert set(gpu.unconfirmed_labels) <= set(gpu.product_labels)
    assert parse_version(gpu.compute_capability) >= (7, 0)


def test_a_product_label_belongs_to_one_gpu() -> None:
    labels = Counter(label for gpu in GPUS.values() for label in gpu.product_labels)
    assert [label for label, count in labels.items() if count > 1] == []


@every_gpu
def test_the_driver_is_known_wherever_the_vendor_names_one(gpu: GpuModel) -> None:
    unlisted = {"gh200-96gb", "gh200-144gb"}
    assert bool(gpu.mig and gpu.mig.min_driver) == (gpu.mig is not None and gpu.id not in unlisted)


@every_profile
def test_a_profile_agrees_with_its_name(gpu: GpuModel, mig: Mig, profile: MigProfile) -> None:
    name = ProfileName.parse(profile.name)
    assert name.compute_slices == profile.compute_slices
    assert profile.memory_units == profile.placement.size
    # The driver's rounding: the share of the row, up to an eighth, of what the whole card is called, half up.
    whole = max(ProfileName.parse(other.name).memory_gb for other in mig.profiles)
    eighths = -(-8 * profile.memory_units // mig.memory_units)
    assert name.memory_gb == (2 * eighths * whole + 8) // 16
    assert whole <= gpu.memory_gib


@every_profile
def test_a_profile_is_a_legal_resource_and_kind(gpu: GpuModel, mig: Mig, profile: MigProfile) -> None:
    resource = mig_resource(profile.name)
    assert is_qualified_name(resource)
    assert len(resource) <= 63
    assert GpuKind.parse(f"{gpu.id}/{profile.name}") == GpuKind(gpu.id, profile.name)
    assert profile.name == "".join(profile.name.split())
    assert mig.profile(profile.name) is profile


@every_profile
def test_the_maximum_of_a_profile_fits_and_one_more_does_not(gpu: GpuModel, mig: Mig, profile: MigProfile) -> None:
    def lifted(most: int) -> Mig:
        free = MigProfile(
            **{field: getattr(profile, field) for field in MigProfile.__slots__} | {"max_instances": most}
        )
        return Mig(**{field: getattr(mig, field) for field in Mig.__slots__} | {"profiles": (free,)})

    assert isinstance(place(mig, {profile.name: profile.max_instances}), Placed)
    more = profile.max_instances + 1
    assert not isinstance(place(lifted(more), {profile.name: more}), Placed), f"{gpu.id} could have {more}"


@every_profile
def test_a_profile_lies_inside_its_card(gpu: GpuModel, mig: Mig, profile: MigProfile) -> None:
    starts = profile.placement.starts
    assert starts == tuple(sorted(set(starts)))
    assert starts[0] >= 0
    assert starts[-1] + profile.placement.size <= mig.memory_units
    assert profile.compute_slices <= mig.compute_slices
    assert profile.max_instances <= mig.max_instances
    totals = dict(mig.engine_totals)
    assert all(count <= totals[engine] for engine, count in profile.engines)
    assert not profile.min_driver or parse_version(profile.min_driver) >= parse_version(mig.min_driver)


def test_names_of_kinds_are_one_to_one_inside_object_names() -> None:
    kinds = [GpuKind(gpu.id, shared=shared) for gpu in GPUS.values() for shared in (False, True)]
    kinds += [GpuKind(gpu.id, profile.name) for gpu, _, profile in CUT]
    assert len({kind.suffix for kind in kinds}) == len(kinds)
    assert all(is_label(kind.suffix) for kind in kinds)
    assert all(GpuKind.parse(str(kind)) == kind for kind in kinds)


def test_whole_gpus_are_marked_by_the_only_resource_that_the_plugin_has() -> None:
    assert {gpu.resource for gpu in GPUS.values()} == {"nvidia.com/gpu"}
    assert {gpu.vendor for gpu in GPUS.values()} == {"nvidia"}


NO_KINDS = [
    "",
    "/1g.10gb",
    "h100-80gb/",
    "h100-80gb:",
    "h100-80gb:Shared",
    "h100-80gb/1g.10gb:shared",
    ":shared",
    "a/b/c",
]


@pytest.mark.parametrize("text", NO_KINDS)
def test_what_is_no_kind_is_refused_with_the_legal_forms(text: str) -> None:
    with pytest.raises(ValueError, match="write <model>, <model>/<slice> or <model>:shared"):
        GpuKind.parse(text)


@pytest.mark.parametrize(
    "text", ["", "1g", "1g.10", "1c.3g.40gb", "0g.5gb", "1G.10GB", "1g.10gb.me", "1g.99999gb", "1g.5gb\n"]
)
def test_what_is_no_profile_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no MIG profile"):
        ProfileName.parse(text)


@pytest.mark.parametrize("text", ["", "v580", "580.", "580.105.08-ubuntu", "٥٨٠", "1.2.3.4.5"])
def test_what_is_no_version_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no version"):
        parse_version(text)


# Data files as text.


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_key_stands_twice_and_every_parser_reads_the_same(file: Path) -> None:
    text = file.read_text()
    assert duplicates(yaml.compose(text, Loader=yaml.SafeLoader)) == []
    assert YAML(typ="safe", pure=True).load(text) == yaml.safe_load(text)


def duplicates(node: Any) -> list[str]:
    if isinstance(node, yaml.MappingNode):
        keys = Counter(key.value for key, _ in node.value)
        return [key for key, n in keys.items() if n > 1] + [d for _, value in node.value for d in duplicates(value)]
    if isinstance(node, yaml.SequenceNode):
        return [d for value in node.value for d in duplicates(value)]
    return []


def test_every_fact_about_mig_is_carried(shared: Path) -> None:
    facts = yaml.load((shared / "facts" / "gpu-catalog.yaml").read_bytes(), Loader=yaml.CSafeLoader)["gpus"]
    assert len(facts) == len(GPUS)
    for fact in facts:
        (gpu,) = (gpu for id, gpu in GPUS.items() if id == fact["id"] or re.fullmatch(rf"{fact['id']}-\d+gb", id))
        assert gpu.compute_capability == fact["compute_capability"]
        assert gpu.architecture == fact["architecture"]
        assert (gpu.mig is not None) == fact["mig"]["capable"]
        want_labels = {label["value"] for label in fact["gfd_product_labels"] if label["status"] != "unverified"}
        assert set(gpu.product_labels) == want_labels
        if gpu.mig:
            assert gpu.mig.min_driver == (fact["min_mig_driver"] or "")
            assert dict(gpu.mig.engine_totals) == nonzero(fact["mig"]["engine_totals"])
            assert [rewritten(profile) for profile in gpu.mig.profiles] == [
                (
                    *(fact[key] for key in ("name", "compute_slices", "memory_units", "max_instances", "placements")),
                    nonzero(fact["engines"]),
                    fact.get("min_driver", ""),
                )
                for fact in fact["mig"]["profiles"]
            ]


def rewritten(profile: MigProfile) -> tuple[Any, ...]:
    place_of = {"starts": list(profile.placement.starts), "size": profile.placement.size}
    sizes = (profile.compute_slices, profile.memory_units, profile.max_instances)
    return (profile.name, *sizes, place_of, dict(profile.engines), profile.min_driver)


def nonzero(counts: dict[str, int]) -> dict[str, int]:
    return {key: count for key, count in counts.items() if count}


# Drivers and sharing.


def test_drivers_that_break_nodes_with_cut_and_whole_cards() -> None:
    (rule,) = (rule for rule in load_driver_rules() if rule.beside_whole)
    assert [
        version for version in ("570.124.06", "570.133.20", "570.148.08", "570.158.01") if rule.refuses(version)
    ] == [
        "570.124.06",
        "570.133.20",
        "570.148.08",
        "570.158.01",
    ]
    assert not rule.refuses("570.172.08")
    assert not rule.refuses("580.105.08")
    assert rule.concerns("h100-80gb", [1], beside_whole=True)
    assert not rule.concerns("h100-80gb", [1], beside_whole=False)


def test_four_beside_three_needs_driver_510() -> None:
    (rule,) = (rule for rule in load_driver_rules() if rule.together)
    assert rule.refuses("470.82.01")
    assert rule.refuses("509")
    assert not rule.refuses("510.39.01")
    assert not rule.refuses("1000.1")
    assert rule.concerns("a100-40gb", [3, 4], beside_whole=False)
    assert not rule.concerns("a100-40gb", [3, 3], beside_whole=False)
    assert not rule.concerns("a100-40gb", [4, 2, 1], beside_whole=False)


def test_one_driver_has_no_mig_on_one_board() -> None:
    (rule,) = (rule for rule in load_driver_rules() if rule.models)
    assert rule.refuses("575.57.08")
    assert not rule.refuses("575.64")
    assert rule.concerns("rtx-pro-6000-server-96gb", [1], beside_whole=False)
    assert not rule.concerns("rtx-pro-6000-workstation-96gb", [1], beside_whole=False)


def test_driver_rules_are_well_formed() -> None:
    rules = load_driver_rules()
    assert len({rule.id for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.source
        assert bool(rule.drivers) != bool(rule.below)
        assert set(rule.models) <= set(GPUS)
        assert not any(rule.refuses(version) for version in (rule.fixed_in, "999.1.1") if version)


def test_how_far_a_card_is_shared() -> None:
    limits = load_sharing_limits()
    assert sorted(limits) == ["mps", "timeSlicing"]
    assert limits["timeSlicing"].most("7.0") is None
    assert [limits["mps"].most(capability) for capability in ("7.0", "7.5", "8.9", "10.0")] == [16, 48, 48, 48]
    assert {mode: limit.on_mig for mode, limit in limits.items()} == {"mps": False, "timeSlicing": True}
    assert {mode: limit.under_mixed for mode, limit in limits.items()} == {"mps": False, "timeSlicing": True}
    assert {limit.min_replicas for limit in limits.values()} == {2}
    assert all(limit.source for limit in limits.values())


# Kinds.


def test_a_key_of_kinds_is_the_kind_or_the_kind_and_its_group() -> None:
    kinds = load_kinds()
    assert list(kinds) == sorted(kinds)
    for key, facts in kinds.items():
        assert key in (facts.gvk.kind, f"{facts.gvk.kind}.{facts.gvk.group}")
        assert facts.plural == facts.plural.lower()
    assert kinds["Namespace"].gvk.api_version == "v1"
    assert kinds["Kustomization.kustomize.toolkit.fluxcd.io"].gvk.kind == "Kustomization"


# Broken data files.

GPU = {
    "id": "x1-1gb",
    "name": "X1",
    "vendor": "x",
    "architecture": "x",
    "computeCapability": "9.0",
    "memoryGiB": 1,
    "resource": "x.com/gpu",
    "productLabels": [],
    "sources": ["a source"],
}
PROFILE = {"computeSlices": 1, "memoryUnits": 1, "maxInstances": 1, "placement": {"starts": [0], "size": 1}}
MIG = {
    "computeSlices": 1,
    "memoryUnits": 1,
    "maxInstances": 1,
    "placementStatus": "measured",
    "engineTotals": {},
    "profiles": {"1g.1gb": PROFILE},
}

BROKEN_GPUS: dict[str, tuple[Any, str]] = {
    "no mapping": ([], "x1-1gb.yaml: expected a mapping, found []"),
    "another id than the file": (GPU | {"id": "y"}, "x1-1gb.yaml: id: expected the name of the file"),
    "a field of the wrong type": (GPU | {"memoryGiB": "1"}, "x1-1gb.yaml: memoryGiB: expected int, found '1'"),
    "true for a number": (GPU | {"memoryGiB": True}, "x1-1gb.yaml: memoryGiB: expected int, found True"),
    "a count of zero": (GPU | {"memoryGiB": 0}, "x1-1gb.yaml: memoryGiB: expected 1 or more, found 0"),
    "a field left out": ({"id": "x1-1gb"}, "x1-1gb.yaml: name: expected str, found None"),
    "an empty text": (GPU | {"vendor": ""}, "x1-1gb.yaml: vendor: expected some text, found none"),
    "a field nobody knows": (GPU | {"memoryGb": 1}, "x1-1gb.yaml: unknown fields ['memoryGb']"),
    "a list of the wrong items": (GPU | {"sources": [1]}, "x1-1gb.yaml: sources: expected a list of str, found [1]"),
    "an unknown status": (
        GPU | {"mig": MIG | {"placementStatus": "maybe"}},
        "x1-1gb.yaml: mig: placementStatus: expected one of ['measured', 'documented', 'family', 'unverified'], "
        "found 'maybe'",
    ),
    "an unknown field of a profile": (
        GPU | {"mig": MIG | {"profiles": {"1g.1gb": PROFILE | {"x": 1}}}},
        "x1-1gb.yaml: mig: profiles: 1g.1gb: unknown fields ['x']",
    ),
    "an engine without a number": (
        GPU | {"mig": MIG | {"engineTotals": {"ofa": "one"}}},
        "x1-1gb.yaml: mig: engineTotals: ofa: expected int, found 'one'",
    ),
}


@pytest.mark.parametrize(("data", "want_message"), BROKEN_GPUS.values(), ids=BROKEN_GPUS)
def test_a_broken_gpu_file_is_named_with_its_field(data: Any, want_message: str) -> None:
    with pytest.raises(CatalogError) as caught:
        parse_gpu(data, file="x1-1gb.yaml")
    assert str(caught.value) == want_message


def test_a_whole_gpu_file_is_read() -> None:
    assert parse_gpu(GPU, file="x1-1gb.yaml").mig is None
    mig = parse_gpu(GPU | {"mig": MIG, "minMigDriver": "580"}, file="x1-1gb.yaml").mig
    assert mig is not None
    assert mig.min_driver == "580"


POD = {"group": "", "version": "v1", "plural": "pods", "namespaced": True, "source": "core/v1"}

BROKEN_KINDS: dict[str, tuple[Any, str]] = {
    "another group in the key": ({"Pod.apps": POD}, "k: kinds: Pod.apps: the group in the key is not ''"),
    "no source": ({"Pod": POD | {"source": ""}}, "k: kinds: Pod: source: expected some text, found none"),
    "an unknown protection": (
        {"Pod": POD | {"protection": "x"}},
        "k: kinds: Pod: protection: expected one of ['', 'confirm', 'keep'], found 'x'",
    ),
    "a wave that is a text": ({"Pod": POD | {"wave": "1"}}, "k: kinds: Pod: wave: expected int, found '1'"),
    "one kind under two keys": (
        {"Job": POD | {"group": "batch"}, "Job.batch": POD | {"group": "batch"}},
        "k: kinds: the same group and kind under two keys",
    ),
}


@pytest.mark.parametrize(("kinds", "want_message"), BROKEN_KINDS.values(), ids=BROKEN_KINDS)
def test_a_broken_kind_is_named_with_its_field(kinds: Any, want_message: str) -> None:
    with pytest.raises(CatalogError) as caught:
        parse_kinds({"kinds": kinds}, file="k")
    assert str(caught.value) == want_message


def test_a_broken_rule_or_limit_is_named_with_its_field() -> None:
    with pytest.raises(CatalogError, match=r"^d: rules\[0\]: id: expected str, found None$"):
        parse_driver_rules({"rules": [{"effect": "x"}]}, file="d")
    with pytest.raises(CatalogError, match=r"^s: modes: mps: minReplicas: expected 1 or more, found 0$"):
        parse_sharing_limits({"modes": {"mps": {"minReplicas": 0}}}, file="s")
