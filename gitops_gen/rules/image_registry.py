"""An image from outside the allowed registries is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._containers import written_containers
from gitops_gen.rules._example import EXPERIMENT, PLATFORM, ROBOTICS
from gitops_gen.rules._words import listed

ID = "image-registry"
DOCKER_HUB = "docker.io"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each image as written."""
    platform = compiled.fleet.platform
    registries = platform.model.spec.images.registries
    allowed = tuple(registry + "/" for registry in registries)
    for written in written_containers(compiled.fleet):
        image = written.container.image
        if registries and image is not None and not full_name(image).startswith(allowed):
            text = (
                f"the image of {written.whose} comes from {_registry(image)}, which is not among the allowed registries"
            )
            allowed_here = ("the allowed registries", platform.ref("images", "registries"))
            yield Problem(
                ID, text, written.ref.child("image"), f"use an image from {listed(registries)}", related=(allowed_here,)
            )


def full_name(image: str) -> str:
    """With the registry that container runtimes add: a first part without dot and port is a folder of Docker Hub."""
    first, slash, _ = image.partition("/")
    if slash and ("." in first or ":" in first or first == "localhost"):
        return image
    return f"{DOCKER_HUB}/{image}" if slash else f"{DOCKER_HUB}/library/{image}"


def _registry(image: str) -> str:
    """Everything before the image's own name."""
    return full_name(image).split("@")[0].rpartition("/")[0]


OWN = "registry.orchard.example/gpu/experiment@"

RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The image comes from a registry that is not allowed",
    why=(
        "Images run with a team's data and secrets. The Platform names the registries that are scanned and that the "
        "clusters can reach, so an image from elsewhere is a way in, and may not even be pulled. Names are compared "
        "up to a slash: a registry that merely begins like an allowed one is another."
    ),
    fix="Copy the image to an allowed registry, or add its registry to images.registries of the Platform.",
    invalid=(
        Example(
            "another registry",
            (Edit(EXPERIMENT, OWN, "images.elsewhere.example/experiment@"),),
            at="images.elsewhere.example",
        ),
        Example(
            "a name that begins like an allowed one",
            (Edit(EXPERIMENT, OWN, "registry.orchard.example/gpu-copy/experiment@"),),
            at="gpu-copy",
        ),
        Example("a short name means Docker Hub", (Edit(EXPERIMENT, OWN, "experiment@"),), at="image: experiment@"),
        Example(
            "a team's own image",
            (Edit(ROBOTICS, "training: {}", "training: {container: {image: 'images.elsewhere.example/robotics:2'}}"),),
            at="images.elsewhere.example",
        ),
    ),
    valid=(
        Example(
            "no registry named, so any",
            (
                Edit(EXPERIMENT, OWN, "images.elsewhere.example/experiment@"),
                Edit(PLATFORM, "registries: [registry.orchard.example/gpu]", "registries: []"),
            ),
        ),
        Example(
            "Docker Hub by its short name, where it is allowed",
            (
                Edit(EXPERIMENT, OWN, "orchard/experiment@"),
                Edit(
                    PLATFORM,
                    "registries: [registry.orchard.example/gpu]",
                    "registries: [registry.orchard.example/gpu, docker.io/orchard]",
                ),
            ),
        ),
    ),
    check=check,
)
