"""Problems to findings: severities of the rules, real places, and causes without their consequences."""

from __future__ import annotations

import pytest

from gitops_gen import discover
from gitops_gen.findings import as_findings, merged_findings
from gitops_gen.model.finding import Problem
from gitops_gen.model.source import Location

AT = Location("profiles/platform.yaml", 1, 1)
SPEC = Problem("spec-value", "a value is wrong", AT, "correct it")
NOTICE = Problem("gpu-kinds-share-key", "two kinds share a key", AT, "live with it")
OBJECT = Problem(
    "manifest-name", "a name is wrong", AT, "correct it", object="main: Namespace x", path="/metadata/name"
)

CASES = {
    "a fault of an object where the specs are right": ((OBJECT,), {"manifest-name"}),
    "a fault of an object beside a notice": ((OBJECT, NOTICE), {"manifest-name", "gpu-kinds-share-key"}),
    "a fault of an object that follows from one of a spec": ((OBJECT, SPEC), {"spec-value"}),
    "one fault seen twice": ((SPEC, SPEC), {"spec-value"}),
}


@pytest.mark.parametrize("name", CASES)
def test_causes_are_told_and_consequences_are_not(name: str) -> None:
    problems, want = CASES[name]
    findings = merged_findings(as_findings(problems, discover.rules()))
    assert sorted(finding.id for finding in findings) == sorted(want)


def test_a_problem_without_a_rule_is_a_bug() -> None:
    with pytest.raises(KeyError):
        as_findings([Problem("nobody-knows", "text", AT, "fix")], discover.rules())
