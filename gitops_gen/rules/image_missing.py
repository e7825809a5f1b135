"""A Job profile that is in use, and that names nothing to start, is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Json, Ref
from gitops_gen.rules._example import ROBOTICS, TRAINING
from gitops_gen.rules._uses import Body, bodies, by_place
from gitops_gen.rules._words import listed

ID = "image-missing"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each version of a profile, or for each team that takes the image away."""
    found = by_place(
        (_place(body), body)
        for body in bodies(compiled.fleet)
        if body.is_job and body.profile.spec.container.image is None and any(use.profile.kinds for use in body.uses)
    )
    for place, items in found.items():
        profile, uses = items[0].profile, [use for body in items for use in body.uses if use.profile.kinds]
        where = listed(use.where for use in uses)
        text = f"{profile.name}@{profile.version} names no image, so {where} would get no template"
        teams = {use.tenant.team.name: use.tenant.team.ref("profiles", profile.name) for use in uses}
        yield Problem(
            ID,
            text,
            place,
            "add container.image to the profile, or to every team that uses it",
            on_key=True,
            related=tuple((f"used by team {name}", teams[name]) for name in sorted(teams)[:4]),
        )


def _place(body: Body) -> Ref:
    """Where somebody unsets the image, else the profile's container, else where the profile says what it is."""
    for path in (("container",), ("container", "image")):
        origins = body.profile.origins.get(path, ())
        if origins and _is_null(origins[-1]):
            return origins[-1]
    profile = body.profile.profile
    return profile.ref("container" if "container" in profile.document.data["spec"] else "workload")


def _is_null(ref: Ref) -> bool:
    current: Json = ref.document.data
    for step in ref.path:
        current = current[step]
    return current is None


IMAGE = (
    "    image: registry.orchard.example/gpu/training@sha256:"
    "9f0e1d2c3b4a59687706f5e4d3c2b1a00f1e2d3c4b5a69788796a5b4c3d2e1f0\n"
)

RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="There is no image to start",
    why=(
        "A template has to start something. A profile may leave the image to the teams that use it, and then each of "
        "them has to name one. Without it no template can be made, and nobody would see why."
    ),
    fix="Name container.image in the profile, or in the team's own part under spec.profiles.",
    invalid=(
        Example("neither the profile nor the team names one", (Edit(TRAINING, IMAGE, ""),), at="container:"),
        Example(
            "a team takes it away",
            (Edit(ROBOTICS, "training: {}", "training: {container: {image: null}}"),),
            at="image: null",
        ),
    ),
    valid=(
        Example(
            "the team names it",
            (
                Edit(TRAINING, IMAGE, ""),
                Edit(ROBOTICS, "    training: {}\n", "    training:\n      container:\n    " + IMAGE),
            ),
        ),
    ),
    check=check,
)
