"""One world for all tests: no settings of this machine, a fixed Git author, and repeatable generated examples."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).resolve().parent.parent

SCRUBBED_PREFIXES = (
    "GITOPS_",  # our own settings
    "GIT_",  # a test started from a Git hook would work in the hook's repository
    "GITHUB_",  # a CI system's name changes what reports look like
    "GITLAB_",
)
SCRUBBED = (
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "FORCE_COLOR",
    "NO_COLOR",
    "PY_COLORS",
    "JSII_DEBUG",  # prints to stderr
)
FIXED = {
    "COLUMNS": "120",
    "GIT_AUTHOR_DATE": "2026-11-30T12:00:00Z",
    "GIT_AUTHOR_EMAIL": "author@acme.example",
    "GIT_AUTHOR_NAME": "An Author",
    "GIT_COMMITTER_DATE": "2026-11-30T12:00:00Z",
    "GIT_COMMITTER_EMAIL": "committer@acme.example",
    "GIT_COMMITTER_NAME": "A Committer",
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "init.defaultBranch",
    "GIT_CONFIG_VALUE_0": "main",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "KUBECONFIG": os.devnull,  # no test may speak to a cluster
    "LC_ALL": "C.UTF-8",
    "TERM": "dumb",
    "TZ": "UTC",
}

# Shared machines are slow at times: no deadline. CI must give the same verdict twice, people should find new examples.
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("local", deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the expected trees of tests/golden anew")


@pytest.fixture(scope="session", autouse=True)
def fixed_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Scrub what would change a result. In a fixture, not at import, so that xdist's workers still see ``CI``."""
    with pytest.MonkeyPatch.context() as patch:
        for name in sorted(os.environ):
            if name in SCRUBBED or name.startswith(SCRUBBED_PREFIXES):
                patch.delenv(name)
        for name, value in FIXED.items():
            patch.setenv(name, value)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of this repository."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared() -> Path:
    """Facts, CRDs and cases that lie beside the repository. Skips, visibly, where they do not."""
    folder = REPOSITORY.parent / "shared"
    if not folder.is_dir():
        pytest.skip("../shared is not here: its facts, CRDs and cases are not tested against")
    return folder


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """True under ``make golden``: write what is expected instead of comparing. A missing golden fails otherwise."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="module")
def kubectl() -> str:
    """kubectl, the reader of the Go world. Skips, visibly, where it is not on the PATH."""
    found = shutil.which("kubectl")
    if found is None:
        pytest.skip("kubectl is not on the PATH: the emitter is not tested against a Go reader")
    return found
