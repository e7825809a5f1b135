"""Rules and GPUs in all their formats."""

from __future__ import annotations

import json

import pytest

from gitops_gen import catalog, discover
from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.report.catalog_json import render_catalog_json
from gitops_gen.report.catalog_markdown import render_catalog_markdown
from gitops_gen.report.catalog_text import render_gpu, render_gpu_list
from gitops_gen.report.markdown import fenced
from gitops_gen.report.rules_json import render_rules_json
from gitops_gen.report.rules_markdown import render_rules_markdown
from gitops_gen.report.rules_text import render_rule, render_rule_list

REFUSED = Example(
    "too many", (Edit("profiles/a.yaml", "replicas: 2", "replicas: 200"), Edit("b.yaml", "", "kind: X\n"))
)
RULE = Rule(
    id="replicas-many",
    severity=Severity.ERROR,
    title="Too many | replicas",
    why="A card has\n  room for few.",
    fix="Lower replicas.",
    invalid=(REFUSED,),
    valid=(Example("few", (Edit("profiles/a.yaml", "replicas: 2", "replicas: 3"),)),),
)

TEXT = """\
replicas-many (error, found at stage rules)
Too many | replicas

why
  A card has room for few.

fix
  Lower replicas.

refused: too many
  profiles/a.yaml
  - replicas: 2
  + replicas: 200
  b.yaml (new)
  + kind: X

fine: few
  profiles/a.yaml
  - replicas: 2
  + replicas: 3
"""

PAGE = """\
| rule | severity | what it says |
|---|---|---|
| [replicas-many](#replicas-many) | error | Too many \\| replicas |

## replicas-many

**Too many | replicas.** Severity error; found at stage rules.

A card has room for few.

**Do this:** Lower replicas.

Refused: too many

```diff
profiles/a.yaml
- replicas: 2
+ replicas: 200
b.yaml (new)
+ kind: X
```

Fine: few

```diff
profiles/a.yaml
- replicas: 2
+ replicas: 3
```
"""

H100 = """\
h100-80gb: NVIDIA H100 80GB (SXM5, PCIe)
  80 GB, hopper, compute capability 9.0
  resource nvidia.com/gpu, node label nvidia.com/gpu.product
    NVIDIA-H100-80GB-HBM3
    NVIDIA-H100-PCIe

MIG: 7 compute slices, 8 memory units, at most 7 slices, from driver 525.85.12; placements measured on this board
  GPU kind              resource                   max  compute  memory  starts at memory unit  takes
  h100-80gb/1g.10gb     nvidia.com/mig-1g.10gb     7    1        1       0, 1, 2, 3, 4, 5, 6    1 nvdec, 1 jpeg
  h100-80gb/1g.10gb+me  nvidia.com/mig-1g.10gb.me  1    1        1       0, 1, 2, 3, 4, 5, 6    1 nvdec, 1 jpeg, 1 ofa
"""


def test_a_rule_as_text() -> None:
    assert render_rule(RULE) == TEXT


def test_a_rule_as_a_page() -> None:
    assert render_rules_markdown((RULE,)).endswith(PAGE)


def test_a_rule_that_lets_pass_reports() -> None:
    assert "reported: too many" in render_rule(Rule("x", Severity.WARNING, "x", "x", "x", (REFUSED,)))


def test_rules_as_json() -> None:
    data = json.loads(render_rules_json((RULE,)))
    assert data["version"] == 1
    assert data["rules"][0]["id"] == "replicas-many"
    assert data["rules"][0]["refused"][0]["edits"][1] == {"file": "b.yaml", "old": "", "new": "kind: X\n"}


def test_every_rule_is_listed() -> None:
    text = render_rule_list(discover.rules().values())
    assert [line.split()[0] for line in text.splitlines()[:-2]] == list(discover.rules())


def test_a_card_as_text() -> None:
    assert render_gpu(catalog.load_gpus()["h100-80gb"]).startswith(H100)


def test_a_card_without_slices_says_so() -> None:
    assert "No MIG" in render_gpu(catalog.load_gpus()["t4-16gb"])


def test_every_card_is_listed() -> None:
    text = render_gpu_list(catalog.load_gpus().values())
    assert [line.split()[0] for line in text.splitlines()[1:-2]] == list(catalog.load_gpus())


def test_every_card_has_a_section() -> None:
    page = render_catalog_markdown(catalog.load_gpus().values())
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == list(catalog.load_gpus())


def test_cards_as_json() -> None:
    data = json.loads(render_catalog_json(catalog.load_gpus().values()))
    card = next(card for card in data["gpus"] if card["id"] == "a30-24gb")
    assert card["mig"]["maxInstances"] == 4
    assert {profile["name"]: profile["maxInstances"] for profile in card["mig"]["profiles"]}["1g.6gb"] == 4


@pytest.mark.parametrize("text", ["a", "```", "````\n```"])
def test_no_text_ends_its_own_code_block(text: str) -> None:
    fence = fenced(text).splitlines()[0]
    assert fence not in text
    assert fenced(text).splitlines()[-1] == fence
