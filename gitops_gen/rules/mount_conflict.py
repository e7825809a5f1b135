"""A checkpoint's path that lies on a directory of the template is refused."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import normpath

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import TRAINING
from gitops_gen.rules._words import listed

ID = "mount-conflict"
MOUNTED = ("/dev/shm", "/secrets", "/tmp")
"""Where the template mounts shared memory, secrets and scratch space."""
SYSTEM = (
    "/bin",
    "/boot",
    "/dev",
    "/etc",
    "/lib",
    "/lib64",
    "/proc",
    "/root",
    "/run",
    "/sbin",
    "/sys",
    "/usr",
    "/var/run",
)
"""Folders that the image and the kernel need: what is mounted there hides them, or is not mounted at all."""


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each version of a profile."""
    for profile in compiled.fleet.profiles.values():
        checkpoint = profile.model.spec.checkpoint
        reason = _conflict(checkpoint.path) if checkpoint is not None else ""
        if checkpoint is not None and reason:
            whose = f"{profile.name}@{profile.model.spec.version}"
            text = f"checkpoints of {whose} would be mounted at {checkpoint.path}, which {reason}"
            yield Problem(
                ID, text, profile.ref("checkpoint", "path"), "choose a directory of its own, such as /checkpoints"
            )


def _conflict(path: str) -> str:
    """What is wrong with a path, or nothing."""
    if ".." in path.split("/"):
        return "climbs with .."
    clean = "/" + normpath(path).lstrip("/")
    if clean == "/":
        return "is the root of the file system"
    system = [folder for folder in SYSTEM if _inside(clean, folder)]
    if system:
        return f"lies in {listed(system)}, a folder of the system"
    clashes = [mounted for mounted in MOUNTED if _inside(clean, mounted) or _inside(mounted, clean)]
    return f"lies on, above or below {listed(clashes)}" if clashes else ""


def _inside(path: str, folder: str) -> bool:
    return f"{path}/".startswith(f"{folder}/")


def _at(path: str) -> tuple[Edit, ...]:
    return (Edit(TRAINING, "path: /checkpoints", f"path: {path}"),)


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The checkpoint's path lies on a directory of the template",
    why=(
        "The template mounts scratch space at /tmp, shared memory at /dev/shm and secrets at /secrets. A volume at, "
        "above or below one of them hides it or is hidden by it: checkpoints then go to memory or vanish with the "
        "pod. The API server refuses two mounts at one path, and any path with two dots."
    ),
    fix="Give checkpoints a directory of their own, such as /checkpoints.",
    invalid=(
        Example("below scratch space", _at("/tmp/checkpoints"), at="path: /tmp/checkpoints"),
        Example("above shared memory", _at("/dev"), at="path: /dev"),
        Example("the same, written otherwise", _at("//secrets/./"), at="path: //secrets/./"),
        Example("climbing", _at("/data/../secrets"), at="path: /data/../secrets"),
    ),
    valid=(
        Example(
            "a name that only begins alike",
            _at("/tmp-checkpoints"),
        ),
        Example(
            "two dots inside a name",
            _at("/data/v1..2"),
        ),
    ),
    check=check,
)
