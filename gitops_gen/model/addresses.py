"""Addresses that mean the same in every cluster."""

from __future__ import annotations

CREDENTIAL_ADDRESSES = (
    "100.100.100.200/32",  # Alibaba
    "168.63.129.16/32",  # Azure's wire server
    "169.254.169.252/32",  # GKE's metadata server
    "169.254.169.254/32",
    "169.254.170.2/32",  # AWS ECS
    "169.254.170.23/32",  # EKS Pod Identity
    "fd00:ec2::23/128",  # EKS Pod Identity
    "fd00:ec2::254/128",  # AWS
    "fd20:ce::254/128",  # Google
)
"""Where clouds hand out a node's or a pod's credentials: AWS, Azure, Google and OCI share 169.254.169.254."""
