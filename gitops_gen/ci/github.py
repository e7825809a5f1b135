"""GitHub Actions: a workflow with one gate to require, and updates of the actions that it pins."""

from __future__ import annotations

from gitops_gen.model.plugin import CiSystem

CI = CiSystem(
    id="github",
    summary="GitHub Actions: a workflow that proves each pull request, with one gate to require",
    code_owners=".github/CODEOWNERS",
    repository="https://github.com/acme/gpu-platform.git",
    protect='in a ruleset for main, require a pull request, the approval of code owners, and the check "gate"',
)
