"""NetworkPolicy: peers, address ranges and ports that the API server takes, and policies that say what they mean."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network

from gitops_gen.model.names import did_you_mean, is_port_name
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, entries, listing, shown

RULE = "manifest-networkpolicy"
IDLE_RULE = "manifest-ineffective"
TYPES = ("Egress", "Ingress")
PROTOCOLS = ("SCTP", "TCP", "UDP")
SELECTORS = ("namespaceSelector", "podSelector")
STRICT_SINCE = 36
"""The Kubernetes 1.x minor since which ranges must be canonical (KEP-4858, beta)."""
DIRECTIONS = (("ingress", "from", "Ingress"), ("egress", "to", "Egress"))


def check_network_policy(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what the API server refuses in a NetworkPolicy, and what opens or closes more than it seems to."""
    spec = dig(body, ("spec",))
    yield from _check_types(spec)
    for section, peers, _ in DIRECTIONS:
        for rule, path in entries(spec.get(section), ("spec", section)):
            for peer, place in entries(rule.get(peers), (*path, peers)):
                yield from _check_peer(peer, place, context)
            for port, place in entries(rule.get("ports"), (*path, "ports")):
                yield from _check_port(port, place)
            for field in (peers, "ports"):
                if rule.get(field) == []:
                    text = f"{field}: [] means everything, not nothing"
                    fix = f"name the {field}, or remove the rule"
                    yield ObjectProblem(IDLE_RULE, (*path, field), text, fix)


def _check_types(spec: dict[str, Json]) -> Problems:
    path: Path = ("spec", "policyTypes")
    types = spec.get("policyTypes")
    if types is None:
        text = "without policyTypes the API server guesses: Ingress always, Egress only beside egress rules"
        yield ObjectProblem(IDLE_RULE, path, text, "write policyTypes")
        return
    for position, name in enumerate(listing(types)):
        if name not in TYPES:
            text = f"{shown(name)} is no type of policy"
            yield ObjectProblem(RULE, (*path, position), text, did_you_mean(str(name), TYPES))
    if len(listing(types)) != len({str(name) for name in listing(types)}):
        yield ObjectProblem("manifest-ineffective", path, "a type of policy stands twice", "name each type once")
    for section, _, name in DIRECTIONS:
        if spec.get(section) and name not in listing(types):
            text = f"the {section} rules have no effect: policyTypes does not name {name}"
            yield ObjectProblem(IDLE_RULE, ("spec", section), text, f"add {name} to policyTypes, or remove the rules")


def _check_peer(peer: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    selectors = [name for name in SELECTORS if name in peer]
    block = peer.get("ipBlock")
    if block is None and not selectors:
        text = "a peer without any selector is refused"
        yield ObjectProblem(RULE, path, text, "write podSelector, namespaceSelector or ipBlock")
    if isinstance(block, dict):
        if selectors:
            text = f"ipBlock stands alone in a peer, {selectors[0]} is beside it"
            yield ObjectProblem(RULE, (*path, "ipBlock"), text, "make two peers of it")
        yield from _check_block(block, (*path, "ipBlock"), context)


def _check_block(block: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    cidr = block.get("cidr")
    network = _network(cidr)
    yield from _check_range(cidr, network, (*path, "cidr"), context)
    for position, value in enumerate(listing(block.get("except"))):
        inner, place = _network(value), (*path, "except", position)
        yield from _check_range(value, inner, place, context)
        if network is not None and inner is not None and not _is_inside(inner, network):
            text = f"{value} does not lie inside {cidr}"
            yield ObjectProblem(RULE, place, text, "name a smaller range inside it")


def _check_range(value: Json, network: IPv4Network | IPv6Network | None, path: Path, context: CheckContext) -> Problems:
    if network is None:
        yield ObjectProblem(RULE, path, f"{shown(value)} is no address range", "write a range such as 10.0.0.0/24")
    elif str(network) != value or (network.version == 6 and network.network_address.ipv4_mapped is not None):
        rule = RULE if context.minor >= STRICT_SINCE else IDLE_RULE
        yield ObjectProblem(rule, path, f"{value} is not the canonical form of a range", f"write {network}")


def _network(value: Json) -> IPv4Network | IPv6Network | None:
    if not isinstance(value, str) or "/" not in value or not value.rpartition("/")[2].isdecimal():
        return None
    try:
        return ip_network(value, strict=False)
    except ValueError:
        return None


def _is_inside(inner: IPv4Network | IPv6Network, outer: IPv4Network | IPv6Network) -> bool:
    """Whether a range is a true part of another one, of the same family."""
    if isinstance(inner, IPv4Network) and isinstance(outer, IPv4Network):
        return inner.prefixlen > outer.prefixlen and inner.subnet_of(outer)
    if isinstance(inner, IPv6Network) and isinstance(outer, IPv6Network):
        return inner.prefixlen > outer.prefixlen and inner.subnet_of(outer)
    return False


def _check_port(port: dict[str, Json], path: Path) -> Problems:
    protocol, number, end = port.get("protocol"), port.get("port"), port.get("endPort")
    if protocol is None:
        text = "without a protocol only TCP is meant"
        yield ObjectProblem(IDLE_RULE, (*path, "protocol"), text, "write protocol: TCP or UDP")
    elif protocol not in PROTOCOLS:
        text = f"{shown(protocol)} is no protocol"
        yield ObjectProblem(RULE, (*path, "protocol"), text, did_you_mean(str(protocol).upper(), PROTOCOLS))
    if isinstance(number, int) and not 1 <= number <= 65535:
        yield ObjectProblem(RULE, (*path, "port"), f"{number} is no port", "write 1 to 65535")
    elif isinstance(number, str) and not is_port_name(number):
        fix = "write the number without quotes" if number.isdecimal() else "use a name of 15 characters at most"
        yield ObjectProblem(RULE, (*path, "port"), f"{shown(number)} is no legal name of a port", fix)
    if end is not None and not isinstance(number, int):
        text = "endPort needs a number as port, not a name"
        yield ObjectProblem(RULE, (*path, "endPort"), text, "write the port's number, or remove endPort")
    elif isinstance(end, int) and isinstance(number, int) and not number <= end <= 65535:
        yield ObjectProblem(RULE, (*path, "endPort"), f"endPort {end} is not {number} to 65535", "raise endPort")
