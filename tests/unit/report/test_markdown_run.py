"""A run in Markdown: readable, and without effects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitops_gen.report.markdown_run import LONGEST, MOST_ROWS, render_run
from gitops_gen.report.run import Run
from tests.unit.report.samples import PROMISED, RUN, SUMMARY

WANT = """\
### gitops-gen: 1 error and 5 files not as the specs say

| | where | what | fix |
|---|---|---|---|
| error | `environments/prod/allocations/vision-prod.yaml:9`<br>`capacity-gpu` \
| 12 h100\\-80gb are promised, the pools yield 8 | lower guaranteed to 8, or add nodes |
| warning | `profiles/workloads/training.yaml:21`<br>`shared-memory-large` | shared memory is 40Gi of 64Gi |  |

* `generated/e,f.yaml`: blocked; move or delete it
* `generated/a.yaml`: missing; run "gitops-gen generate" and commit
* `generated/b.yaml`: stale; run "gitops-gen generate" and commit
* `generated/c.yaml`: hand-edited; change the spec instead, run "gitops-gen generate" and commit
* `generated/d.yaml`: leftover; run "gitops-gen generate" and commit

```text
51 documents, 3 clusters, 1 namespace, 1,585 objects (1,583 checked against a schema, 2 without one), 41 rules run
1 error, 1 warning, 1 info (--verbose shows it)
generated/: blocked files are not ours and stand where one of ours must go; move or delete them first
```
"""


def test_all_of_it() -> None:
    assert render_run(replace(RUN, verbose=False)) == WANT


def test_nothing_found() -> None:
    text = render_run(Run((), replace(SUMMARY, errors=0, warnings=0, infos=0, files=None), version="1"))
    assert text.startswith("### gitops-gen: all proven\n\n```text\n")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("<img src=x>", "&lt;img src=x&gt;"),
        ("[x](https://evil.example)", "\\[x\\]\\(https:&#47;&#47;evil.example\\)"),
        ("`code` **bold**", "\\`code\\` \\*\\*bold\\*\\*"),
        ("ask @acme/leads", "ask @<!-- -->acme/leads"),
        ("a\n| b |", "a\\\\n\\| b \\|"),
        ("&lt;", "&amp;lt;"),
    ],
)
def test_text_stays_text(text: str, shown: str) -> None:
    run = Run((replace(PROMISED, message=text),), replace(SUMMARY, files=None), version="1")
    assert f"| {shown} |" in render_run(run)


def test_names_cannot_end_their_span() -> None:
    place = PROMISED.location._replace(file="a`b|c.yaml")
    text = render_run(Run((replace(PROMISED, location=place),), replace(SUMMARY, files=None), version="1"))
    assert "`a'b\\|c.yaml:9`" in text


def test_many_and_long() -> None:
    findings = tuple(replace(PROMISED, message=f"{number} " + "x" * 10_000) for number in range(MOST_ROWS + 3))
    text = render_run(Run(findings, replace(SUMMARY, files=None), version="1"))
    assert "\n3 more are not listed.\n" in text
    assert len(text) < MOST_ROWS * (LONGEST + 300)
