"""``doctor``: what this machine has, and what the rest would be needed for."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

import click

from gitops_gen.cli.exits import FINDINGS, FINE, package_version
from gitops_gen.cli.options import examples
from gitops_gen.cli.session import Session, in_session

_PACKAGES = (
    ("pydantic", "pydantic", "to check specs"),
    ("jsonschema_rs", "jsonschema-rs", "to check manifests"),
    ("networkx", "networkx", "to prove capacity"),
)
_SYNTHESIS = "to synthesise job templates again; those that ship with the tool work without it"
_PROGRAMS = (
    ("git", ("--version",), "to commit what was generated"),
    ("kubectl", ("version", "--client"), "to apply bootstrap/, and to start jobs from templates"),
)


class Item(NamedTuple):
    """One thing looked for. ``found`` says what there is, or is empty; ``purpose`` is what it is needed for."""

    name: str
    found: str
    purpose: str
    required: bool


@click.command(
    short_help="Show what this machine lacks.", epilog=examples(("gitops-gen doctor", "is everything here?"))
)
@in_session
def command(session: Session) -> int:
    """Show what this machine has, and what is missing for what.

    Exit code 1 means that something required is missing; without the rest most commands work.
    """
    items = tuple(examine())
    session.print(render(items))
    return FINDINGS if any(item.required and not item.found for item in items) else FINE


def examine() -> Iterator[Item]:
    """Everything that matters, the required first."""
    yield Item("Python", platform.python_version(), "in version 3.11 or newer", required=True)
    yield from (Item(name, _package(module, name), use, required=True) for module, name, use in _PACKAGES)
    yield _yaml()
    yield Item("Kubernetes schemas", _kubernetes(), "to check manifests", required=True)
    yield from (Item(name, _program(name, *options), use, required=False) for name, options, use in _PROGRAMS)
    yield Item("cdk8s", package_version("cdk8s") if find_spec("cdk8s") else "", _SYNTHESIS, required=False)
    yield Item("Node", _node(), _SYNTHESIS, required=False)


def render(items: tuple[Item, ...]) -> str:
    """A line each: found or not, and for what."""
    width = max(len(item.name) for item in items)
    return "".join(_line(item, width) for item in items)


def _line(item: Item, width: int) -> str:
    if item.found:
        return f"ok       {item.name:{width}}  {item.found}\n"
    state = "MISSING" if item.required else "absent "
    return f"{state}  {item.name:{width}}  needed {item.purpose}\n"


def _node() -> str:
    from gitops_gen.templates.node import SynthesisUnavailableError, find_node

    try:
        node = find_node(os.environ)
    except SynthesisUnavailableError:
        return ""
    return f"{node.major} ({node.path})"


def _package(module: str, name: str) -> str:
    try:
        import_module(module)
    except ImportError:
        return ""
    return package_version(name)


def _yaml() -> Item:
    """PyYAML must be new enough and built with libyaml; the loader knows how new, and the fix."""
    from gitops_gen.errors import ToolError

    name, purpose = "PyYAML", "to read specs"
    try:
        library = import_module("yaml")
        from gitops_gen.load.yaml import check_library

        check_library(library.__version__, with_libyaml=library.__with_libyaml__)
    except ImportError:
        return Item(name, "", purpose, required=True)
    except ToolError as error:
        return Item(name, "", f"{purpose}; {error}", required=True)
    libyaml = import_module("yaml._yaml").get_version_string()
    return Item(name, f"{library.__version__} with libyaml {libyaml}", purpose, required=True)


def _kubernetes() -> str:
    from gitops_gen.errors import ToolError
    from gitops_gen.validate.bundle import bundled_versions

    try:
        versions = bundled_versions()
    except ToolError:
        return ""
    return (
        f"{versions[0]} to {versions[-1]} (kubernetes-validate {package_version('kubernetes-validate')})"
        if versions
        else ""
    )


def _program(name: str, *options: str) -> str:
    path = shutil.which(name)
    if path is None:
        return ""
    try:
        answer = subprocess.run([path, *options], capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    first = (answer.stdout.splitlines() or [""])[0].strip()
    return f"{first} ({path})" if answer.returncode == 0 else ""
