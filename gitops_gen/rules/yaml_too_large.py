"""A spec file is larger than anybody writes by hand."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS

RULE = Rule(
    id="yaml-too-large",
    severity=Severity.ERROR,
    title="A spec file is larger than anybody writes by hand",
    why=(
        "Specs are written and reviewed by people; a file of a megabyte is a dump that got in by accident, "
        "or made to exhaust the tool. What it says about teams and quotas cannot have been reviewed."
    ),
    fix="Split it into one document a file, or remove it from profiles/ and environments/.",
    invalid=(
        Example(
            "a file of a megabyte",
            (Edit(ROBOTICS, "  access:", "# " + "x" * (1 << 20) + "\n  access:"),),
            at="apiVersion: gitops-gen.io/v1",
        ),
    ),
    valid=(
        Example(
            "a comment of a hundred lines",
            (Edit(ROBOTICS, "  access:", "  # One line of a long story.\n" * 100 + "  access:"),),
        ),
    ),
    stage="read",
)
