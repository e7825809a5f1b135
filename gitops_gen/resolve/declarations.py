"""What a team declares of its network, judged by itself: before anybody asks who is at the other end."""

from __future__ import annotations

from collections.abc import Iterable

from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Spec
from gitops_gen.model.spec import Team


def check_declarations(teams: Iterable[Spec[Team]], problems: list[Problem]) -> None:
    """Names of egress and ingress are one set; an endpoint cannot be a source; a flow to others needs ports."""
    for team in teams:
        spec = team.model.spec
        for name in sorted(set(spec.egress) & set(spec.ingress)):
            text = f"{name!r} names both an egress and an ingress of {team.name}; allow: could not tell them apart"
            at = team.ref("ingress", name)
            problems.append(
                Problem(
                    "network-name-twice",
                    text,
                    at,
                    "rename one of the two",
                    on_key=True,
                    related=(("the egress", team.ref("egress", name)),),
                )
            )
        for name, flow in spec.egress.items():
            if flow.ports is None and flow.to.endpoint is None:
                problems.append(
                    Problem(
                        "network-ports",
                        f"egress {name} names no ports",
                        team.ref("egress", name),
                        "add ports: [443/TCP], or ports: any",
                        on_key=True,
                    )
                )
        for name, source in spec.ingress.items():
            if source.from_.endpoint is not None:
                at = team.ref("ingress", name, "from", "endpoint")
                problems.append(
                    Problem(
                        "network-peer",
                        f"ingress {name} comes from an endpoint; nothing comes from there",
                        at,
                        "name a team or a namespace",
                    )
                )
