"""Rules that judge a text by itself: paths, keys, images, versions."""

from __future__ import annotations

import pytest

from gitops_gen.rules._drivers import numbers
from gitops_gen.rules.image_registry import full_name
from gitops_gen.rules.label_reserved import reserved
from gitops_gen.rules.mount_conflict import _conflict
from gitops_gen.rules.runtime_counts_waiting import _shown

PATHS = {
    "/checkpoints": False,
    "/tmp": True,
    "/tmp/": True,
    "/tmp/a": True,
    "/tmpfs": False,
    "//tmp": True,
    "/./tmp": True,
    "/dev": True,
    "/dev/shm/a": True,
    "/dev/shmem": True,
    "/secrets/tracker": True,
    "/.": True,
    "//": True,
    "/a/..": True,
    "/a/../b": True,
    "/a..b": False,
    "/...": False,
}

KEYS = {
    "example.com/team": False,
    "team": False,
    "app.kubernetes.io/name": False,
    "app.kubernetes.io/managed-by": True,
    "app.kubernetes.io/instance": True,
    "App.Kubernetes.io/Managed-By": True,
    "kubernetes.io/metadata.name": True,
    "pod-security.kubernetes.io/enforce": True,
    "resource.kubernetes.io/admin-access": True,
    "kueue.x-k8s.io/queue-name": True,
    "notkubernetes.io/a": False,
    "kubernetes.io.example.com/a": False,
    "gitops-gen.io/team": True,
    "argocd.argoproj.io/sync-wave": True,
    "kustomize.toolkit.fluxcd.io/prune": True,
    "checkov.io/skip1": True,
    "checkov.io/owner": False,
    "ignore-check.kube-linter.io/run-as-non-root": True,
    "kube-score/ignore": True,
    "polaris.fairwinds.com/exempt": True,
}

IMAGES = {
    "python": "docker.io/library/python",
    "python:3.13": "docker.io/library/python:3.13",
    "acme/train": "docker.io/acme/train",
    "docker.io/acme/train": "docker.io/acme/train",
    "ghcr.io/acme/train": "ghcr.io/acme/train",
    "registry:5000/train": "registry:5000/train",
    "localhost/train": "localhost/train",
}

VERSIONS = {
    "580.105.08": "580.105.08",
    "580": "580",
    "570.148.08-server": "570.148.08",
    "535.104.05+build.7": "535.104.05",
    "535.104.05.rc1": "535.104.05",
    "1.2.3.4.5": "1.2.3.4",
}

DURATIONS = {60: "1m", 3600: "1h", 5400: "1h30m", 86399: "23h59m59s"}


@pytest.mark.parametrize(("path", "want"), PATHS.items())
def test_a_path_conflicts_with_what_the_template_mounts(path: str, *, want: bool) -> None:
    assert bool(_conflict(path)) is want


@pytest.mark.parametrize(("key", "want"), KEYS.items())
def test_a_key_is_reserved(key: str, *, want: bool) -> None:
    assert bool(reserved(key)) is want


@pytest.mark.parametrize(("image", "want"), IMAGES.items())
def test_an_image_has_a_registry(image: str, want: str) -> None:
    assert full_name(image) == want


@pytest.mark.parametrize(("version", "want"), VERSIONS.items())
def test_the_numbers_of_a_driver(version: str, want: str) -> None:
    assert numbers(version) == want


@pytest.mark.parametrize(("seconds", "want"), DURATIONS.items())
def test_a_duration_as_people_write_it(seconds: int, want: str) -> None:
    assert _shown(seconds) == want
