"""The spec language as written: one module per kind, strict and frozen.

Field names and meanings are the product's interface. Models say what is legal in one document; what depends on other
documents is judged in ``resolve`` and by the rules. Values that come in layers (labels, limits, defaults, podSecurity,
overcommit) have no defaults here: their lowest layer is ``data/defaults.yaml``, so every value has a file and a line.
"""

from __future__ import annotations

from gitops_gen.model.spec.allocation import Allocation
from gitops_gen.model.spec.base import API_VERSION, SpecModel
from gitops_gen.model.spec.cluster import Cluster
from gitops_gen.model.spec.environment import Environment
from gitops_gen.model.spec.grant import Grant
from gitops_gen.model.spec.nodepool import NodePool
from gitops_gen.model.spec.platform import Platform
from gitops_gen.model.spec.team import Team
from gitops_gen.model.spec.workload_profile import WorkloadProfile

KINDS: dict[str, type[SpecModel]] = {
    model.__name__: model
    for model in (Platform, Environment, Cluster, NodePool, WorkloadProfile, Team, Allocation, Grant)
}
"""Every kind of document, in the order in which people meet them."""

__all__ = [
    "API_VERSION",
    "KINDS",
    "Allocation",
    "Cluster",
    "Environment",
    "Grant",
    "NodePool",
    "Platform",
    "SpecModel",
    "Team",
    "WorkloadProfile",
]
