"""The benchmark measures a tool that works: it finds the seeded faults, and sees a wrong result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.faults import FAULTS, FEWEST_TEAMS, not_found, seed
from benchmarks.fleet import fleet, write_fleet
from tests.unit.cli_platform import call


def test_a_small_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--teams", "8", "--rounds", "1", "--json", str(tmp_path / "figures.json")]) == 0
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert [row["what"] for row in figures["rows"]] == [
        *(
            "cold",
            "nothing to do",
            "--check",
            "--check --no-cache",
            "validate",
            "one team's edit",
            "--help",
            "memory, cold",
        ),
    ]
    assert all(row["value"] for row in figures["rows"])
    assert "| cold | " in capsys.readouterr().out


def test_twenty_faults_are_found_at_their_lines_in_one_run(tmp_path: Path) -> None:
    assert len(FAULTS) == 20
    assert len({fault.rule for fault in FAULTS}) >= 18
    write_fleet(tmp_path, FEWEST_TEAMS)
    clean = call("validate", "-C", tmp_path, "--format", "json")
    assert json.loads(clean.stdout)["findings"] == []
    places = seed(tmp_path)
    report = call("validate", "-C", tmp_path, "--format", "json").stdout
    assert not_found(places, report) == ()
    assert len(not_found(places, clean.stdout)) == 20, "it would see that one is missing"


def test_the_fleet_is_of_the_size_that_is_told() -> None:
    assert fleet(8) == fleet(8)
    assert len(fleet(8)) == 8 * 4 + 2 + 3 + 12


def test_a_wrong_result_is_a_failure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("benchmarks.__main__.TOOL", ("false",))
    assert main(["--teams", "8", "--rounds", "1"]) == 1
    assert "ended with 1" in capsys.readouterr().err
