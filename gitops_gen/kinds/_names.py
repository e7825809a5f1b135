"""Names and labels that objects of different kinds must agree on."""

from __future__ import annotations

PROFILE_LABEL = "gitops-gen.io/profile"
"""On what belongs to one profile: templates, Jobs, pods, accounts and claims."""


def claim_name(profile: str) -> str:
    """The claim that keeps a profile's checkpoints, and that its templates mount."""
    return f"{profile}-checkpoints"
