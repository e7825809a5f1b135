"""The JSON that programs read: its keys, its schema, and that it is plain ASCII."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from gitops_gen.report.json_v1 import json_schema, render_json
from tests.unit.report.samples import FINDINGS, PROMISED, SUMMARY

WANT = """\
{
  "version": 1,
  "findings": [
    {
      "id": "capacity-gpu",
      "severity": "error",
      "message": "12 h100-80gb are promised, the pools yield 8",
      "file": "environments/prod/allocations/vision-prod.yaml",
      "line": 9,
      "column": 12,
      "object": "prod-eu1: ResourceQuota vision/gpu",
      "path": "/spec/hard/requests.nvidia.com~1gpu",
      "fix": "lower guaranteed to 8, or add nodes"
    }
  ],
  "summary": {
    "documents": 51,
    "clusters": 3,
    "namespaces": 1,
    "objects": 1585,
    "schemaChecked": 1583,
    "rules": 41,
    "errors": 1,
    "warnings": 1,
    "infos": 1,
    "ignored": [],
    "files": {
      "folder": "generated",
      "limited": false,
      "written": false,
      "missing": [
        "generated/a.yaml"
      ],
      "stale": [
        "generated/b.yaml"
      ],
      "handEdited": [
        "generated/c.yaml"
      ],
      "leftover": [
        "generated/d.yaml"
      ],
      "foreign": [
        "generated/notes.txt"
      ],
      "blocked": [
        "generated/e,f.yaml"
      ],
      "unchanged": 1234,
      "cutOff": false
    }
  }
}
"""


def _faults(data: Any) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(json_schema()).iter_errors(data)]


def test_findings_as_json() -> None:
    assert render_json((PROMISED,), SUMMARY) == WANT


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())


def test_what_is_rendered_passes_the_schema() -> None:
    assert _faults(json.loads(render_json(FINDINGS, SUMMARY))) == []
    assert _faults(json.loads(render_json((), replace(SUMMARY, files=None)))) == []


@pytest.mark.parametrize("key", ["version", "findings", "summary"])
def test_the_schema_refuses_what_lacks_a_key(key: str) -> None:
    data = json.loads(WANT)
    del data[key]
    assert _faults(data) != []


def test_the_schema_refuses_what_it_does_not_know() -> None:
    data = json.loads(WANT)
    data["findings"][0]["related"] = []
    assert _faults(data) != []


def test_hostile_text_is_escaped() -> None:
    text = render_json(FINDINGS, SUMMARY)
    assert text.isascii()
    assert all(character.isprintable() or character == "\n" for character in text)
