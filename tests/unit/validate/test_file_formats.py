"""Files inside ConfigMaps: the operators ignore unknown keys in them or fail late, so we must not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gitops_gen.model.source import pointer
from gitops_gen.validate.schema import Schemas, SchemaState

MIG = "mig-parted-v1"
PLUGIN = "device-plugin-v1"

VALID = {
    "all disabled": (MIG, "{version: v1, mig-configs: {all-disabled: [{devices: all, mig-enabled: false}]}}"),
    "whole cards beside slices": (
        MIG,
        """
        version: v1
        mig-configs:
          h100-balanced:
          - {devices: [0, 1], mig-enabled: true, mig-devices: {1g.10gb: 2, 3g.40gb: 1}}
          - {devices: [2, 3], mig-enabled: false}
        """,
    ),
    "filters and media profiles": (
        MIG,
        """
        version: v1
        mig-configs:
          all-1g.10gb.me:
          - devices: all
            device-filter: ["0x233010DE", "0x20B210DE:0x153310DE"]
            mig-enabled: true
            mig-devices: {1g.10gb+me: 1}
        """,
    ),
    "MIG on, no slices yet": (
        MIG,
        "{version: v1, mig-configs: {all-enabled: [{devices: all, mig-enabled: true, mig-devices: {}}]}}",
    ),
    "no sharing": (PLUGIN, "{version: v1}"),
    "time slicing": (
        PLUGIN,
        "{version: v1, sharing: {timeSlicing: {renameByDefault: true, resources: [{name: gpu, replicas: 4}]}}}",
    ),
    "MPS and flags": (
        PLUGIN,
        """
        version: v1
        flags: {migStrategy: single, plugin: {deviceListStrategy: [envvar], sharedDevicesAllocationPolicy: packed}}
        sharing: {mps: {resources: [{name: nvidia.com/gpu, replicas: 48}]}}
        """,
    ),
}


@pytest.mark.parametrize("case", VALID.values(), ids=VALID)
def test_good_files_are_valid(case: tuple[str, str], schemas: Schemas, load: Callable[[str], Any]) -> None:
    file_format, text = case
    assert schemas.check_file(file_format, load(text)).errors == ()


INVALID = {
    "another version": (MIG, "{version: v2, mig-configs: {a: [{devices: all, mig-enabled: false}]}}", "/version"),
    "no configuration": (MIG, "{version: v1, mig-configs: {}}", "/mig-configs"),
    "a configuration without entries": (MIG, "{version: v1, mig-configs: {a: []}}", "/mig-configs/a"),
    "a name that is no label value": (
        MIG,
        "{version: v1, mig-configs: {all-1g.10gb+me: [{devices: all, mig-enabled: false}]}}",
        "/mig-configs/all-1g.10gb+me",
    ),
    "an unknown key at the top": (
        MIG,
        "{version: v1, mig-configs: {a: [{devices: all, mig-enabled: false}]}, defaults: {}}",
        "/defaults",
    ),
    "MIG on without saying the slices": (
        MIG,
        "{version: v1, mig-configs: {a: [{devices: all, mig-enabled: true}]}}",
        "/mig-configs/a/0/mig-devices",
    ),
    "slices where MIG is off": (
        MIG,
        "{version: v1, mig-configs: {a: [{devices: all, mig-enabled: false, mig-devices: {1g.10gb: 1}}]}}",
        "/mig-configs/a/0/mig-devices",
    ),
    "only zeros": (
        MIG,
        "{version: v1, mig-configs: {a: [{devices: all, mig-enabled: true, mig-devices: {1g.10gb: 0}}]}}",
        "/mig-configs/a/0/mig-devices",
    ),
    "a negative count": (
        MIG,
        "{version: v1, mig-configs: {a: [{devices: all, mig-enabled: true, mig-devices: {1g.10gb: -1}}]}}",
        "/mig-configs/a/0/mig-devices/1g.10gb",
    ),
    "a resource's name for a profile's": (
        MIG,
        "{version: v1, mig-configs: {a: [{devices: all, mig-enabled: true, mig-devices: {mig-1g.10gb: 1}}]}}",
        "/mig-configs/a/0/mig-devices/mig-1g.10gb",
    ),
    "a word that is not all": (
        MIG,
        "{version: v1, mig-configs: {a: [{devices: some, mig-enabled: false}]}}",
        "/mig-configs/a/0/devices",
    ),
    "a filter in decimal": (
        MIG,
        "{version: v1, mig-configs: {a: [{devices: all, device-filter: '2330', mig-enabled: false}]}}",
        "/mig-configs/a/0/device-filter",
    ),
    "an option in the wrong block": (PLUGIN, "{version: v1, flags: {renameByDefault: true}}", "/flags/renameByDefault"),
    "one replica": (
        PLUGIN,
        "{version: v1, sharing: {timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 1}]}}}",
        "/sharing/timeSlicing/resources/0/replicas",
    ),
    "devices that the plugin ignores": (
        PLUGIN,
        "{version: v1, sharing: {timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 2, devices: [0]}]}}}",
        "/sharing/timeSlicing/resources/0/devices",
    ),
    "a rename that the plugin ignores": (
        PLUGIN,
        "{version: v1, sharing: {timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 2, rename: gpu-light}]}}}",
        "/sharing/timeSlicing/resources/0/rename",
    ),
    "both ways of sharing": (
        PLUGIN,
        """
        version: v1
        sharing:
          timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 2}]}
          mps: {resources: [{name: nvidia.com/gpu, replicas: 2}]}
        """,
        "/sharing",
    ),
    "more clients than MPS has": (
        PLUGIN,
        "{version: v1, sharing: {mps: {resources: [{name: nvidia.com/gpu, replicas: 49}]}}}",
        "/sharing/mps/resources/0/replicas",
    ),
    "a strategy of nobody": (PLUGIN, "{version: v1, flags: {migStrategy: double}}", "/flags/migStrategy"),
}


@pytest.mark.parametrize("case", INVALID.values(), ids=INVALID)
def test_bad_files_are_refused_at_the_right_place(
    case: tuple[str, str, str], schemas: Schemas, load: Callable[[str], Any]
) -> None:
    file_format, text, want_pointer = case
    result = schemas.check_file(file_format, load(text))
    assert (result.state, {pointer(error.path) for error in result.errors}) == (SchemaState.INVALID, {want_pointer})


def test_an_unknown_format_is_a_mistake_of_the_caller(schemas: Schemas) -> None:
    with pytest.raises(KeyError):
        schemas.check_file("../device-plugin-v1", {})
