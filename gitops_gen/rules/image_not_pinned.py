"""An image that is named by a tag alone is pointed out: it can be another one tomorrow."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._containers import written_containers
from gitops_gen.rules._example import EXPERIMENT, ROBOTICS

ID = "image-not-pinned"
DIGEST = "@sha256:"
EXPERIMENT_DIGEST = "@sha256:3b1d7e5d0a9c4f62b8e0f1a2c3d4e5f60718293a4b5c6d7e8f9012a3b4c5d6e7"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each image as written."""
    for written in written_containers(compiled.fleet):
        image = written.container.image
        if image is not None and DIGEST not in image:
            text = f"the image of {written.whose} has no digest, so the registry decides anew what each run starts"
            yield Problem(ID, text, written.ref.child("image"), "append @sha256: and the digest of the image")


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="The image has no digest",
    why=(
        "A tag can be moved: two runs of one template may then run different programs, and a review approved neither. "
        "A digest names the content itself."
    ),
    fix="Write the image as name@sha256:<digest>; a tag may stand before it for people to read.",
    invalid=(
        Example("a tag alone", (Edit(EXPERIMENT, EXPERIMENT_DIGEST, ":1.4"),), at="experiment:1.4"),
        Example(
            "a team's own image",
            (Edit(ROBOTICS, "training: {}", "training: {container: {image: registry.orchard.example/gpu/robotics}}"),),
            at="gpu/robotics",
        ),
    ),
    valid=(Example("a tag and a digest", (Edit(EXPERIMENT, EXPERIMENT_DIGEST, ":1.4" + EXPERIMENT_DIGEST),)),),
    check=check,
)
