"""Kinds that start pods: Kubernetes' own, and those of operators, which exist only where the operator is declared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gitops_gen.model.fleet import ResolvedCluster


class OperatedKind(NamedTuple):
    """A kind of an operator's own; ``operator`` is the operator's field in our model."""

    operator: str
    group: str
    plural: str


# Groups and plurals: the operators' CustomResourceDefinitions, by name <plural>.<group>.
OPERATED = (
    OperatedKind("jobset", "jobset.x-k8s.io", "jobsets"),
    OperatedKind("keda", "keda.sh", "scaledjobs"),
    OperatedKind("leader_worker_set", "leaderworkerset.x-k8s.io", "leaderworkersets"),
    OperatedKind("kuberay", "ray.io", "rayclusters"),
    OperatedKind("kuberay", "ray.io", "rayjobs"),
    OperatedKind("trainer", "trainer.kubeflow.org", "trainjobs"),
)

BUILT_IN = ("deployments.apps", "jobs.batch", "replicasets.apps", "statefulsets.apps")
"""Kubernetes' own, as ``<plural>.<group>``. CronJobs are none: they are our templates, and suspended."""


def operated_kinds(cluster: ResolvedCluster) -> Iterator[OperatedKind]:
    """The kinds that exist in a cluster, sorted by group and plural."""
    operators = cluster.spec.model.spec.operators
    return (kind for kind in OPERATED if getattr(operators, kind.operator) is not None)
