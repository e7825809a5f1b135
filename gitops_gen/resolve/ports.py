"""Ports of the two sides of a flow."""

from __future__ import annotations

from gitops_gen.model.spec.scalars import Port


def common_ports(first: tuple[Port, ...], second: tuple[Port, ...]) -> tuple[Port, ...] | None:
    """Ports that both name; the empty tuple is any port, None is none."""
    if not first or not second:
        return first or second
    shared = {
        Port(max(a.first, b.first), min(a.last, b.last), a.protocol)
        for a in first
        for b in second
        if a.protocol == b.protocol and max(a.first, b.first) <= min(a.last, b.last)
    }
    return tuple(sorted(shared)) or None


def listed_ports(ports: tuple[Port, ...]) -> str:
    """Ports in words; none written means any."""
    return ", ".join(str(port) for port in ports) or "any port"
