"""Where the parameters of admission policies lie, and who applies what is generated."""

from __future__ import annotations

PARAMETERS_NAMESPACE = "gitops-gen-policies"
"""A namespace of the platform: parameters that lay with a team would be the team's to change."""
SINCE = 30
"""The minor of Kubernetes from which ValidatingAdmissionPolicy is there for good (admissionregistration.k8s.io/v1)."""
