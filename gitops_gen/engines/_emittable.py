"""The kinds that can lie in a cluster's platform and team folders, by what is declared there."""

from __future__ import annotations

from gitops_gen.model.applied import AppliedKind, applied_kinds
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.source import Ref


def emittable_kinds(cluster: ResolvedCluster) -> tuple[AppliedKind, ...]:
    """The kinds that can lie in the cluster's platform and team folders, whether or not they do today."""
    return applied_kinds(declared_operators(cluster))


def operator_refs(cluster: ResolvedCluster, kind: AppliedKind) -> tuple[Ref, ...]:
    """The declared operators that a kind hangs on; empty for a kind that is always there."""
    declared = declared_operators(cluster)
    return tuple(cluster.spec.ref("operators", name) for name in kind.operators if name in declared)


def declared_operators(cluster: ResolvedCluster) -> tuple[str, ...]:
    """The operators of the cluster, by the spec's keys."""
    operators = cluster.spec.model.spec.operators
    fields = type(operators).model_fields.items()
    return tuple(sorted(field.alias or name for name, field in fields if getattr(operators, name) is not None))
