"""No CI system that we know: the hooks alone. Whatever runs elsewhere needs the exit code of one command."""

from __future__ import annotations

from gitops_gen.model.plugin import CiSystem

CI = CiSystem(
    id="none",
    summary="none: what runs elsewhere is `gitops-gen generate --check`, by its exit code",
    code_owners="CODEOWNERS",
    repository="https://git.acme.example/gpu-platform.git",
    protect="let nothing into main for which `gitops-gen generate --check` fails",
)
