"""What a person reads in a terminal, to the letter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitops_gen.model.finding import Finding
from gitops_gen.report.summary import FileChanges, Summary
from gitops_gen.report.text import render_summary, render_text
from tests.unit.report.samples import FILES, FINDINGS, HOSTILE, PROMISED, SHARED, SUMMARY

TEXT = """\
environments/prod/allocations/vision-prod.yaml:9:12: error[capacity-gpu]: 12 h100-80gb are promised, the pools yield 8
  note: yields environments/clusters/prod-eu1/nodepool-h100.yaml:7:10
  fix: lower guaranteed to 8, or add nodes
profiles/workloads/training.yaml:21:19: warning[shared-memory-large]: shared memory is 40Gi of 64Gi
profiles/a,b:c%\\n.yaml:1:1: info[spec-value]: 100%\\r\\n::error::owned\\x1b[31m \\u202egnp
  note: beside\\x00 profiles/\\x9b.yaml:2:3
  fix: use plain\\x07 text
"""

COLORED = (
    "\x1b[1mprofiles/workloads/training.yaml:21:19\x1b[0m: "
    "\x1b[33mwarning[shared-memory-large]\x1b[0m: shared memory is 40Gi of 64Gi\n"
)


def test_findings_as_text() -> None:
    assert render_text(FINDINGS) == TEXT


def test_no_findings_are_no_text() -> None:
    assert render_text(()) == ""


def test_findings_in_colour() -> None:
    assert render_text((SHARED,), color=True) == COLORED


@pytest.mark.parametrize("finding", [PROMISED, SHARED, HOSTILE], ids=lambda finding: finding.id)
def test_colour_changes_nothing_but_colour(finding: Finding) -> None:
    bare = render_text((finding,), color=True)
    for code in ("1", "31", "32", "33", "34", "36", "0"):
        bare = bare.replace(f"\x1b[{code}m", "")
    assert bare == render_text((finding,))


_TOTALS = """\
51 documents, 3 clusters, 1 namespace, 1,585 objects (1,583 checked against a schema, 2 without one), 41 rules run
1 error, 1 warning, 1 info (--verbose shows it)
"""

SUMMARIES: dict[str, tuple[Summary, str]] = {
    "nothing compared": (replace(SUMMARY, files=None), ""),
    "a check that fails names every file": (
        SUMMARY,
        """\
blocked: generated/e,f.yaml
missing: generated/a.yaml
stale: generated/b.yaml
hand-edited: generated/c.yaml
leftover: generated/d.yaml
foreign: generated/notes.txt (left alone)
generated/: blocked files are not ours and stand where one of ours must go; move or delete them first
""",
    ),
    "a run that is blocked names the blocks alone": (
        replace(SUMMARY, files=replace(FILES, check=False, foreign=())),
        """\
blocked: generated/e,f.yaml
generated/: blocked files are not ours and stand where one of ours must go; move or delete them first
""",
    ),
    "a run that wrote counts, and names the edits that are gone": (
        replace(SUMMARY, files=replace(FILES, check=False, blocked=(), foreign=())),
        """\
overwrote hand edits: generated/c.yaml
3 files written, 1 removed, 1,234 unchanged in generated/
""",
    ),
    "a check that passes": (
        replace(SUMMARY, files=FileChanges("generated", check=True, unchanged=1)),
        "generated/ is what the specs say: 1 file\n",
    ),
    "a check that fails says what to do": (
        replace(SUMMARY, files=FileChanges("generated", check=True, stale=("generated/x\x1b.yaml",))),
        'stale: generated/x\\x1b.yaml\ngenerated/ is not what the specs say: run "gitops-gen generate"\n',
    ),
    "a limited run does not speak for the whole": (
        replace(SUMMARY, files=FileChanges("generated", check=True, limited=True, unchanged=2)),
        "generated/ (the part that this run is limited to) is what the specs say: 2 files\n",
    ),
    "many foreign files are counted": (
        replace(SUMMARY, files=FileChanges("g", check=True, foreign=tuple(f"g/{n}" for n in range(1000, 1012)))),
        "".join(f"foreign: g/{n} (left alone)\n" for n in range(1000, 1010))
        + "foreign: 2 more (left alone)\ng/ is what the specs say: 0 files\n",
    ),
}


@pytest.mark.parametrize(("summary", "want"), SUMMARIES.values(), ids=SUMMARIES.keys())
def test_summary(summary: Summary, want: str) -> None:
    assert render_summary(summary, hidden=1) == _TOTALS + want


def test_what_did_not_run_is_not_counted_as_nothing_found() -> None:
    summary = replace(SUMMARY, files=None, clusters=0, namespaces=0, objects=0, without_schema=0, rules=0)
    want = "51 documents; stopped before rendering, so there may be more to find"
    assert render_summary(summary).splitlines()[0] == want


def test_nothing_hidden_is_not_mentioned() -> None:
    assert render_summary(replace(SUMMARY, files=None)).splitlines()[1] == "1 error, 1 warning, 1 info"
