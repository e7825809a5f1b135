"""The figures beside their bars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.measure import Series

MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """``bar`` is the most that ``value`` may be; both in ``unit``. None where it could not be measured."""

    what: str
    value: float | None
    bar: float
    unit: str
    detail: str

    @property
    def met(self) -> bool | None:
        return None if self.value is None else self.value <= self.bar


@dataclass(frozen=True, slots=True)
class Table:
    """All rows, and what was measured on the way."""

    teams: int
    faults: int
    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    def markdown(self) -> str:
        lines = [f"{self.teams:,} teams in 3 environments. {self._faults()}", ""]
        lines += ["| what | measured | bar | met | from |", "|---|---|---|---|---|"]
        for row in self.rows:
            value = "not measured" if row.value is None else f"{row.value:.2f} {row.unit}"
            met = {True: "yes", False: "**no**", None: ""}[row.met]
            lines.append(f"| {row.what} | {value} | {row.bar:g} {row.unit} | {met} | {row.detail} |")
        return "\n".join([*lines, "", *self.notes])

    def _faults(self) -> str:
        if not self.faults:
            return "Too few teams to seed faults."
        return f"{self.faults} seeded faults, all found at their lines in one run."

    def plain(self) -> dict[str, Any]:
        rows = [{"what": row.what, "value": row.value, "bar": row.bar, "unit": row.unit} for row in self.rows]
        return {"teams": self.teams, "faults": self.faults, "rows": rows}


def make_table(series: Series, memory: int | None, teams: int, faults: int, overlays: int) -> Table:
    """Ratios of medians."""
    return Table(teams, faults, tuple(_rows(series, memory)), tuple(_notes(series, overlays, 3 * teams)))


def _rows(series: Series, memory: int | None) -> Iterator[Row]:
    for what, against, bar in (
        ("cold", "cp -r", 1.5),
        ("nothing to do", "git status", 5.0),
        ("--check", "cat", 2.0),
        ("--check --no-cache", "cat", 2.0),
        ("validate", "libyaml", 3.0),
    ):
        yield _ratio(series, what, against, bar)
    for what, bar in (("one team's edit", 0.5), ("--help", 0.3)):
        yield Row(what, series.median(what), bar, "s", "")
    yield Row("memory, cold", None if memory is None else memory / MB, 500, "MB", "all processes, shared pages once")


def _ratio(series: Series, what: str, against: str, bar: float) -> Row:
    ours, theirs = series.median(what), series.median(against)
    if ours is None or theirs is None:
        return Row(what, None, bar, f"x {against}", "")
    return Row(what, ours / theirs, bar, f"x {against}", f"{ours:.2f} s / {theirs:.2f} s")


def _notes(series: Series, overlays: int, namespaces: int) -> Iterator[str]:
    others, ours = series.median("kubeconform"), series.median("validate")
    if others is None or ours is None:
        yield "kubeconform: not measured, it is not here (Go builds it: github.com/yannh/kubeconform/cmd/kubeconform)."
    else:
        yield f"kubeconform of the same files, schemas alone, once: {others:.1f} s; validate: {ours:.1f} s."
    kustomize, cold = series.median("kustomize"), series.median("cold")
    if kustomize is None or cold is None:
        yield "kubectl kustomize: not measured, there is no kubectl here."
    else:
        yield (
            f"kubectl kustomize of an equivalent base and {overlays} overlays, once: {kustomize:.1f} s; "
            f"cold, with {namespaces:,} namespaces: {cold:.2f} s."
        )
