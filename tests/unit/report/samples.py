"""Findings and summaries with everything in them, hostile text included."""

from __future__ import annotations

from gitops_gen.model.finding import Finding, Severity
from gitops_gen.model.source import Location
from gitops_gen.report.run import Run
from gitops_gen.report.summary import FileChanges, Summary

PROMISED = Finding(
    id="capacity-gpu",
    severity=Severity.ERROR,
    message="12 h100-80gb are promised, the pools yield 8",
    location=Location("environments/prod/allocations/vision-prod.yaml", 9, 12),
    fix="lower guaranteed to 8, or add nodes",
    related=(("yields", Location("environments/clusters/prod-eu1/nodepool-h100.yaml", 7, 10)),),
    object="prod-eu1: ResourceQuota vision/gpu",
    path="/spec/hard/requests.nvidia.com~1gpu",
)

SHARED = Finding(
    id="shared-memory-large",
    severity=Severity.WARNING,
    message="shared memory is 40Gi of 64Gi",
    location=Location("profiles/workloads/training.yaml", 21, 19),
    fix="",
)

HOSTILE = Finding(
    id="spec-value",
    severity=Severity.INFO,
    message="100%\r\n::error::owned\x1b[31m \u202egnp",
    location=Location("profiles/a,b:c%\n.yaml", 1, 1),
    fix="use plain\x07 text",
    related=(("beside\x00", Location("profiles/\x9b.yaml", 2, 3)),),
)

FINDINGS = (PROMISED, SHARED, HOSTILE)

FILES = FileChanges(
    folder="generated",
    check=True,
    missing=("generated/a.yaml",),
    stale=("generated/b.yaml",),
    hand_edited=("generated/c.yaml",),
    leftover=("generated/d.yaml",),
    foreign=("generated/notes.txt",),
    blocked=("generated/e,f.yaml",),
    unchanged=1234,
)

SUMMARY = Summary(
    documents=51,
    clusters=3,
    namespaces=1,
    objects=1585,
    without_schema=2,
    rules=41,
    errors=1,
    warnings=1,
    infos=1,
    files=FILES,
)

RUN = Run(FINDINGS, SUMMARY, version="1.2.3", verbose=True)
