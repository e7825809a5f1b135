"""Our verdict at level server beside the API server's own, over real cases, the rules' examples and broken objects.

Each run breaks other objects, ``CONTROLPLANE_BROKEN`` of them; the seed is printed, and ``CONTROLPLANE_SEED`` takes it
again.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gitops_gen import catalog, discover
from gitops_gen.load.manifests import FoundObject
from gitops_gen.model.source import Document
from tests.conftest import REPOSITORY
from tests.controlplane.agreement import Judge, Verdict, objects_in, plain, servers_verdict
from tests.controlplane.binaries import ENVIRONMENT
from tests.controlplane.controlplane import ControlPlane
from tests.controlplane.definitions import definitions_folder
from tests.controlplane.mutations import mutated

SEEDS = sorted((Path(__file__).parent / "seeds").glob("*.yaml"))
BROKEN = int(ENVIRONMENT.get("CONTROLPLANE_BROKEN", "1200"))
EMITTED = {facts.gvk.kind for facts in catalog.load_kinds().values()}
LEAST, LEAST_EMITTED = 0.98, 0.99
"""Shares of broken objects on which both must agree: they are random, so that a rare kind of fault may show any day.
What is known stands in DISAGREEMENTS; over the seeds, the rules' examples and the real cases all must agree."""

DISAGREEMENTS: dict[str, str] = {}
"""Names of cases to the reason why we differ on purpose."""


@dataclass(frozen=True)
class Pair:
    """Both verdicts of one object."""

    name: str
    found: FoundObject
    ours: Verdict
    theirs: Verdict

    @property
    def agreed(self) -> bool:
        return self.ours.accepted == self.theirs.accepted

    @property
    def same_field(self) -> bool:
        """Whether a field that the server names is one that we name, or lies inside of it, or around it."""
        return any(
            one.startswith(other) or other.startswith(one)
            for one in map(plain, self.theirs.fields)
            for other in map(plain, self.ours.fields)
        )

    def __str__(self) -> str:
        kind = "false alarm" if self.theirs.accepted else "missed"
        return f"{kind}: {self.name}\n  ours:   {self.ours.message}\n  theirs: {self.theirs.message[:500]}"


@pytest.fixture(scope="module")
def judge(operators: ControlPlane) -> Judge:
    return Judge(definitions_folder())


def _pairs(operators: ControlPlane, judge: Judge, objects: list[tuple[str, FoundObject]]) -> Iterator[Pair]:
    for name, found in objects:
        try:
            theirs = servers_verdict(operators.client, found)
        except (AttributeError, KeyError, LookupError, TypeError):
            continue  # nothing that could be sent: no kind, or one that this server does not know
        yield Pair(name, found, judge.verdict(found), theirs)


def test_what_is_right_is_accepted_by_both(operators: ControlPlane, judge: Judge) -> None:
    pairs = [*_pairs(operators, judge, objects_in(SEEDS))]
    assert len(pairs) >= 30
    assert [str(pair) for pair in pairs if not (pair.agreed and pair.theirs.accepted)] == []


def test_the_rules_examples(operators: ControlPlane, judge: Judge, tmp_path: Path) -> None:
    for rule in discover.rules().values():
        for number, text in enumerate((*rule.invalid_manifests, *rule.valid_manifests)):
            (tmp_path / f"{rule.id}-{number}.yaml").write_text(text)
    pairs = [*_pairs(operators, judge, objects_in(sorted(tmp_path.iterdir())))]
    assert len(pairs) > 40
    assert [str(pair) for pair in pairs if not pair.agreed and pair.name not in DISAGREEMENTS] == []


@pytest.mark.parametrize("folder", ["bugs", "manifests"])
def test_real_cases(operators: ControlPlane, judge: Judge, shared: Path, folder: str) -> None:
    files = sorted((shared / "cases" / folder).rglob("*.yaml"))
    pairs = [*_pairs(operators, judge, objects_in(files))]
    assert len(pairs) > 60
    assert [str(pair) for pair in pairs if not pair.agreed and pair.name not in DISAGREEMENTS] == []


def test_broken_objects(operators: ControlPlane, judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    seed = int(ENVIRONMENT.get("CONTROLPLANE_SEED", "") or random.SystemRandom().randrange(10**6))
    chance = random.Random(seed)
    base = objects_in([*SEEDS, *_generated()])
    broken = []
    for number in range(BROKEN):
        name, found = chance.choice(base)
        body = mutated(found.body, chance)
        broken.append((f"{name} ({seed}/{number})", replace(found, document=_document(body), path=(), body=body)))
    pairs = [*_pairs(operators, judge, broken)]
    refused = [pair for pair in pairs if not pair.theirs.accepted]
    table, worst = _table(pairs, seed)
    with capsys.disabled():
        print("\n" + table)  # noqa: T201  (what the agreement comes to is the result of this test)
    assert len(pairs) >= BROKEN * 0.9
    assert len(refused) >= len(pairs) * 0.4
    assert _share(pairs) >= LEAST, worst
    assert _share([pair for pair in pairs if pair.found.body["kind"] in EMITTED]) >= LEAST_EMITTED, worst


def _generated() -> list[Path]:
    """One object of each kind and shape that the example has: the first of each name."""
    shapes: dict[str, Path] = {}
    for path in sorted((REPOSITORY / "generated").rglob("*.yaml")):
        if path.name != "kustomization.yaml" and not path.name.startswith("values-"):
            shapes.setdefault(path.name, path)
    return sorted(shapes.values())


def _document(body: object) -> Document:
    return Document("broken.yaml", "", "", body, lambda path, key: (_ for _ in ()).throw(AssertionError(path)))  # type: ignore[arg-type]


def _share(pairs: list[Pair]) -> float:
    return sum(pair.agreed for pair in pairs) / len(pairs)


def _table(pairs: list[Pair], seed: int) -> tuple[str, str]:
    kinds = Counter(pair.found.body["kind"] for pair in pairs)
    wrong = [pair for pair in pairs if not pair.agreed]
    both = [pair for pair in pairs if not pair.ours.accepted and pair.theirs.fields]
    lines = [
        f"agreement with the API server, seed {seed}: {len(pairs) - len(wrong)} of {len(pairs)} broken objects",
        f"refused by the server: {sum(not pair.theirs.accepted for pair in pairs)}; "
        f"the same field named: {sum(pair.same_field for pair in both)} of {len(both)}",
    ]
    lines += [
        f"  {kind}: {count - sum(pair.found.body['kind'] == kind for pair in wrong)} of {count}"
        for kind, count in sorted(kinds.items())
        if any(pair.found.body["kind"] == kind for pair in wrong)
    ]
    return "\n".join(lines), "\n".join(f"{pair}\n  {json.dumps(pair.found.body)[:1500]}" for pair in wrong)
