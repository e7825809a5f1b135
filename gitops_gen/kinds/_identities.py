"""Roles in the cloud that a ServiceAccount may become, in the way of the cluster's identity mode."""

from __future__ import annotations

from collections.abc import Mapping

from gitops_gen.model.fleet import ResolvedCluster, Tenant

# AWS: amazon-eks-pod-identity-webhook; Google: GKE's Workload Identity Federation; Azure: azure-workload-identity.
ANNOTATIONS = {
    "azure": "azure.workload.identity/client-id",
    "gke": "iam.gke.io/gcp-service-account",
    "irsa": "eks.amazonaws.com/role-arn",
}
"""Identity mode to the annotation of a ServiceAccount that names its role. Mode ``none`` has none."""

AZURE_POD_LABEL = "azure.workload.identity/use"
"""On pods, else Azure's webhook leaves them alone."""


def identity_annotations(tenant: Tenant, cluster: ResolvedCluster, *, account: str) -> Mapping[str, str]:
    """The annotation of one ServiceAccount, or none where it has no role or the cluster no identity mode."""
    identity = tenant.allocation.model.spec.identities.get(account)
    key = ANNOTATIONS.get(cluster.spec.model.spec.identity.mode)
    return {} if identity is None or key is None else {key: identity.role}


def pod_identity_labels(tenant: Tenant, cluster: ResolvedCluster, *, account: str) -> Mapping[str, str]:
    """What a pod under this account needs beside the account's annotation."""
    needed = cluster.spec.model.spec.identity.mode == "azure" and account in tenant.allocation.model.spec.identities
    return {AZURE_POD_LABEL: "true"} if needed else {}
