"""GitLab CI: one job for merge requests and for the default branch."""

from __future__ import annotations

from gitops_gen.model.plugin import CiSystem

CI = CiSystem(
    id="gitlab",
    summary="GitLab CI: a job that proves each merge request",
    code_owners="CODEOWNERS",
    repository="https://gitlab.com/acme/gpu-platform.git",
    protect="protect main, and allow a merge only after a successful pipeline and the approval of code owners",
)
