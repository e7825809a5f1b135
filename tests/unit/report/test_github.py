"""Workflow commands: a finding cannot break out of its annotation."""

from __future__ import annotations

from dataclasses import replace

from gitops_gen.report.github import render_run
from gitops_gen.report.run import Run
from tests.unit.report.samples import FINDINGS, RUN, SUMMARY

WANT = (
    "::error file=environments/prod/allocations/vision-prod.yaml,line=9,col=12,title=capacity-gpu::"
    "12 h100-80gb are promised, the pools yield 8"
    "%0Anote: yields environments/clusters/prod-eu1/nodepool-h100.yaml:7:10"
    "%0Afix: lower guaranteed to 8, or add nodes\n"
    "::warning file=profiles/workloads/training.yaml,line=21,col=19,title=shared-memory-large::"
    "shared memory is 40Gi of 64Gi\n"
    "::notice file=profiles/a%2Cb%3Ac%25\\n.yaml,line=1,col=1,title=spec-value::"
    "100%25\\r\\n::error::owned\\x1b[31m \\u202egnp"
    "%0Anote: beside\\x00 profiles/\\x9b.yaml:2:3"
    "%0Afix: use plain\\x07 text\n"
)

WANT_FILES = (
    "::error file=generated/e%2Cf.yaml,title=blocked::"
    "generated/e,f.yaml: this file is not ours, and one of ours must go here; move or delete it\n"
    "::error file=generated/a.yaml,title=missing::"
    'generated/a.yaml: the specs make this file, and it is not there; run "gitops-gen generate" and commit\n'
    "::error file=generated/b.yaml,title=stale::"
    'generated/b.yaml: the specs say something else; run "gitops-gen generate" and commit\n'
    "::error file=generated/c.yaml,title=hand-edited::"
    "generated/c.yaml: somebody edited this generated file; change the spec instead, "
    'run "gitops-gen generate" and commit\n'
    "::error file=generated/d.yaml,title=leftover::"
    'generated/d.yaml: no spec makes this file any more; run "gitops-gen generate" and commit\n'
)


def test_findings_then_files_then_totals() -> None:
    text = render_run(RUN)
    assert text.startswith(WANT + WANT_FILES + "51 documents, ")
    assert "missing" not in text.removeprefix(WANT + WANT_FILES)


def test_every_line_is_one_command() -> None:
    run = Run(FINDINGS, replace(SUMMARY, files=None), version="", verbose=True)
    assert [line[:2] for line in render_run(run).splitlines()] == ["::", "::", "::", "51", "1 "]


def test_paths_lead_from_where_the_tool_was_called() -> None:
    lines = render_run(replace(RUN, place="gpu/platform/")).splitlines()
    assert all("file=gpu/platform/" in line for line in lines if line.startswith("::"))
