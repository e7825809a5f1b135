"""Network flows: both sides declare, both Allocations allow, on the ports that both name. The rest stays denied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Flow, Spec
from gitops_gen.model.source import Ref
from gitops_gen.model.spec import Allocation, Cluster, Team
from gitops_gen.model.spec.scalars import Port
from gitops_gen.model.spec.team import Peer
from gitops_gen.resolve.ports import common_ports, listed_ports

DNS_CAPABLE = ("cilium",)
"""Network plug-ins whose own policies can match names; a plain NetworkPolicy cannot."""


_Answers = dict[str, tuple[Peer, tuple[Port, ...] | None]]
"""Declarations by name: the peer, and the ports where any are written."""


@dataclass(frozen=True, slots=True)
class Side:
    """A namespace as the network sees it."""

    namespace: str
    team: Spec[Team]
    allocation: Spec[Allocation]

    @property
    def environment(self) -> str:
        return self.allocation.model.spec.environment

    def allows(self, name: str) -> bool:
        return name in self.allocation.model.spec.network.allow

    def allow_ref(self, name: str) -> Ref:
        return self.allocation.ref("network", "allow", self.allocation.model.spec.network.allow.index(name))


class Network:
    """All namespaces of one cluster, so that both sides of a flow can be found."""

    def __init__(self, cluster: Spec[Cluster], sides: Iterable[Side]) -> None:
        self.cluster = cluster
        self.sides = tuple(sides)
        self.generated = {side.namespace for side in self.sides}
        self.by_team: dict[tuple[str, str], list[Side]] = {}
        for side in self.sides:
            self.by_team.setdefault((side.team.name, side.environment), []).append(side)

    def flows(self, side: Side, problems: list[Problem]) -> tuple[Flow, ...]:
        """The flows that hold for a namespace, by name. One-sided declarations are reported."""
        team = side.team.model.spec
        found: list[Flow] = []
        for name in sorted(set(side.allocation.model.spec.network.allow)):
            if name in team.egress:
                flow = self._egress(side, name, problems)
            elif name in team.ingress:
                flow = self._ingress(side, name, problems)
            else:
                continue
            if flow is not None:
                found.append(flow)
        return tuple(found)

    def _egress(self, side: Side, name: str, problems: list[Problem]) -> Flow | None:
        declared = side.team.model.spec.egress[name]
        ref = side.team.ref("egress", name)
        if declared.to.endpoint is not None:
            return self._to_endpoint(side, name, declared.to.endpoint, declared.ports, problems)
        if declared.ports is None:
            return None
        if declared.to.team is None:
            return self._foreign(
                side,
                name,
                declared.to,
                declared.ports,
                ref=ref.child("to", "namespace"),
                egress=True,
                problems=problems,
            )
        return self._between(side, name, declared.to, declared.ports, ref=ref, egress=True, problems=problems)

    def _ingress(self, side: Side, name: str, problems: list[Problem]) -> Flow | None:
        declared = side.team.model.spec.ingress[name]
        ref = side.team.ref("ingress", name)
        if declared.from_.endpoint is not None:
            return None
        if declared.from_.team is None:
            return self._foreign(
                side,
                name,
                declared.from_,
                declared.ports,
                ref=ref.child("from", "namespace"),
                egress=False,
                problems=problems,
            )
        return self._between(side, name, declared.from_, declared.ports, ref=ref, egress=False, problems=problems)

    def _to_endpoint(
        self, side: Side, name: str, endpoint: str, ports: tuple[Port, ...] | None, problems: list[Problem]
    ) -> Flow | None:
        declared = self.cluster.model.spec.endpoints.get(endpoint)
        at = side.allow_ref(name)
        if declared is None:
            who = f"{name} of team {side.team.name}"
            text = f"cluster {self.cluster.name} has no endpoint {endpoint!r}, which {who} goes to"
            problems.append(
                Problem(
                    "network-no-target",
                    text,
                    at,
                    f"add the endpoint to {self.cluster.name}, or do not allow {name} here",
                    related=(("declared here", side.team.ref("egress", name)),),
                )
            )
            return None
        ref = self.cluster.ref("endpoints", endpoint)
        if declared.dns:
            problems.append(self._dns(endpoint, ref.child("dns")))
        shared = common_ports(ports, declared.ports) if ports is not None else declared.ports
        if shared is None:
            theirs = f"endpoint {endpoint} in {self.cluster.name} has {listed_ports(declared.ports)}"
            text = f"egress {name} names {listed_ports(ports or ())}, {theirs}"
            self._no_ports(text, side.team.ref("egress", name, "ports"), ref.child("ports"), problems)
            return None
        if not declared.cidr:
            return None
        port_refs = (
            (ref.child("ports"),) if ports is None else (ref.child("ports"), side.team.ref("egress", name, "ports"))
        )
        return Flow(
            name,
            True,
            (),
            tuple(sorted(declared.cidr)),
            tuple(sorted(declared.dns)),
            shared,
            (side.team.ref("egress", name, "to"), at, ref.child("cidr")),
            port_refs,
        )

    def _dns(self, endpoint: str, at: Ref) -> Problem:
        cni = self.cluster.model.spec.network.cni
        why = (
            f"gitops-gen does not write {cni}'s own policies yet"
            if cni in DNS_CAPABLE
            else f"network plug-in {cni} has no policy that can"
        )
        text = f"endpoint {endpoint} has DNS names, which a NetworkPolicy cannot match, and {why}"
        return Problem("network-dns", text, at, "name networks by cidr instead", on_key=True)

    def _foreign(
        self,
        side: Side,
        name: str,
        peer: Peer,
        ports: tuple[Port, ...],
        *,
        ref: Ref,
        egress: bool,
        problems: list[Problem],
    ) -> Flow | None:
        namespace = peer.namespace or ""
        if namespace in self.generated:
            text = f"namespace {namespace!r} is generated in {self.cluster.name}; only its team can agree to a flow"
            problems.append(Problem("network-peer", text, ref, "name the team instead"))
            return None
        port_ref = side.team.ref("egress" if egress else "ingress", name, "ports")
        return Flow(name, egress, (namespace,), (), (), ports, (ref, side.allow_ref(name)), (port_ref,))

    def _between(
        self,
        side: Side,
        name: str,
        peer: Peer,
        ports: tuple[Port, ...],
        *,
        ref: Ref,
        egress: bool,
        problems: list[Problem],
    ) -> Flow | None:
        others = [
            other
            for other in self.by_team.get((peer.team or "", peer.environment or side.environment), [])
            if peer.namespace is None or other.allocation.model.spec.namespace == peer.namespace
        ]
        if not others:
            suffix = "" if peer.namespace is None else f" with suffix {peer.namespace!r}"
            where = f"environment {peer.environment or side.environment} in cluster {self.cluster.name}"
            text = f"team {peer.team} has no namespace{suffix} in {where}, so {name} leads nowhere"
            problems.append(
                Problem(
                    "network-no-target",
                    text,
                    side.allow_ref(name),
                    f"give it an Allocation there, or do not allow {name} here",
                    related=(("declared here", ref),),
                )
            )
            return None
        namespaces: list[str] = []
        shared: set[Port] = set()
        refs: list[Ref] = [ref.child("to" if egress else "from"), side.allow_ref(name)]
        port_refs: list[Ref] = [ref.child("ports")]
        any_port = False
        refused: list[Problem] = []
        for other in others:
            agreed = self._agreed(side, name, other, ports, ref=ref, egress=egress, problems=refused)
            if agreed is None:
                continue
            common, other_ref, allow_ref = agreed
            namespaces.append(other.namespace)
            any_port = any_port or not common
            shared.update(common)
            refs += [other_ref, allow_ref]
            port_refs.append(other_ref.child("ports"))
        if not namespaces:
            problems.extend(refused)
            return None
        return Flow(
            name,
            egress,
            tuple(sorted(namespaces)),
            (),
            (),
            () if any_port else tuple(sorted(shared)),
            _once(refs),
            _once(port_refs),
        )

    def _agreed(
        self,
        side: Side,
        name: str,
        other: Side,
        ports: tuple[Port, ...],
        *,
        ref: Ref,
        egress: bool,
        problems: list[Problem],
    ) -> tuple[tuple[Port, ...], Ref, Ref] | None:
        """Find the other side's declaration that answers this one."""
        word = "ingress" if egress else "egress"
        answers = _answers(other.team, egress=egress)
        matching = [key for key, (peer, _) in answers.items() if self._means(peer, other, side)]
        if not matching:
            problems.append(_unanswered(side, name, other, answers, ref=ref, word=word))
            return None
        allowed = [key for key in matching if other.allows(key)]
        if not allowed:
            problems.append(_not_allowed(side, name, other, matching[0]))
            return None
        for key in allowed:
            theirs = answers[key][1]
            common = common_ports(ports, theirs) if theirs is not None else None
            if common is not None:
                return common, other.team.ref(word, key), other.allow_ref(key)
        ours = f"{name} of team {side.team.name} names {listed_ports(ports)}"
        text = f"{ours}, {allowed[0]} of team {other.team.name} names {listed_ports(answers[allowed[0]][1] or ())}"
        self._no_ports(text, ref.child("ports"), other.team.ref(word, allowed[0], "ports"), problems)
        return None

    def _means(self, peer: Peer, owner: Side, side: Side) -> bool:
        """Whether a peer as ``owner`` wrote it covers ``side``."""
        return (
            peer.team == side.team.name
            and (peer.environment or owner.environment) == side.environment
            and (peer.namespace is None or peer.namespace == side.allocation.model.spec.namespace)
        )

    def _no_ports(self, text: str, at: Ref, other: Ref, problems: list[Problem]) -> None:
        whole = f"{text}: no port in common, so nothing would be open"
        fix = "name the same port on both sides"
        problems.append(Problem("network-ports", whole, at, fix, related=(("the other side", other),)))


def _answers(team: Spec[Team], *, egress: bool) -> _Answers:
    """What a team declares in the other direction, by name."""
    spec = team.model.spec
    if egress:
        return {key: (flow.from_, flow.ports) for key, flow in sorted(spec.ingress.items())}
    return {key: (flow.to, flow.ports) for key, flow in sorted(spec.egress.items())}


def _unanswered(side: Side, name: str, other: Side, answers: _Answers, *, ref: Ref, word: str) -> Problem:
    # Where it has one, only not for this namespace, the text must say so.
    elsewhere = any(peer.team == side.team.name for peer, _ in answers.values())
    who = f"namespace {side.namespace} of team {side.team.name}" if elsewhere else f"team {side.team.name}"
    ours = f"{name} of team {side.team.name} is declared by one side"
    text = f"{ours}: team {other.team.name} has no {word} for {who}"
    fix = f"add an {word} to team {other.team.name}, or drop this one"
    at = other.team.ref(word) if answers else other.team.ref()
    return Problem("network-one-sided", text, ref, fix, on_key=True, related=(("the other team", at),))


def _not_allowed(side: Side, name: str, other: Side, answer: str) -> Problem:
    text = f"{name} is allowed for {side.namespace}, but {other.allocation.document} does not allow {answer}"
    fix = f"add {answer} to network.allow there, or drop {name} here"
    related = (("the other side", other.allocation.ref("network")),)
    return Problem("network-one-sided", text, side.allow_ref(name), fix, related=related)


def _once(refs: Iterable[Ref]) -> tuple[Ref, ...]:
    return tuple(dict.fromkeys(refs))
