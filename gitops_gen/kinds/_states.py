"""What a namespace still holds in each state. Frozen: no new work. Drained: data only. Removed: the Namespace only."""

from __future__ import annotations

from gitops_gen.model.fleet import Tenant


def is_removed(tenant: Tenant) -> bool:
    """Past its date: everything but the Namespace leaves the output."""
    return tenant.state.value == "removed"


def is_drained(tenant: Tenant) -> bool:
    """No pods, no templates; claims and storage are kept."""
    return tenant.state.value == "drained"


def takes_work(tenant: Tenant) -> bool:
    """Whether people may start something new."""
    return tenant.state.value == "active"
