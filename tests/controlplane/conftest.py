"""One control plane for all tests of this folder, with the CRDs of a folder; a machine that can have none says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controlplane.binaries import ENVIRONMENT, REQUIRED, Unavailable, find_binaries
from tests.controlplane.controlplane import ControlPlane, running
from tests.controlplane.definitions import apply_definitions, definitions_folder


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All on one worker: they share the control plane."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("controlplane"))


@pytest.fixture(scope="session")
def plane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ControlPlane]:
    """etcd, the API server and the controllers."""
    try:
        binaries = find_binaries()
    except Unavailable as error:
        if ENVIRONMENT.get(REQUIRED) == "required":
            raise
        pytest.skip(f"no control plane: {error}")
    with running(binaries, tmp_path_factory.mktemp("controlplane")) as plane:
        yield plane


@pytest.fixture(scope="session")
def operators(plane: ControlPlane) -> ControlPlane:
    """The control plane with the kinds of the operators."""
    folder = definitions_folder()
    if folder is None:
        pytest.skip("no CRDs: neither ../shared/crds nor the folder that CONTROLPLANE_CRDS names is there")
    apply_definitions(plane.client, folder)
    return plane
