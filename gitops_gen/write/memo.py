"""What the last run came to, so that the same inputs need no second proof.

It lies in the person's cache directory, never in the repository: whoever sends a change must not be able to bring the
proof of it along. And it is JSON: to read it runs nothing.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

from gitops_gen.model.finding import Finding, Severity
from gitops_gen.model.source import Location

MEMO_VERSION = 1
_PACKAGES = ("gitops-gen", "jsonschema", "jsonschema-rs", "kubernetes-validate", "networkx", "pydantic", "PyYAML")


@dataclass(frozen=True, slots=True)
class Memo:
    """``key`` stands for all inputs. ``index`` is the digest of the index, which names every desired file with its own;
    ``stamps`` tell, for each folder at the top of the output directory, whether any file has been touched since."""

    key: str
    findings: tuple[Finding, ...]
    totals: Mapping[str, int]
    folder: str
    below: str
    index: str
    foreign: tuple[str, ...]
    stamps: Mapping[str, str]


def memo_path(root: Path) -> Path | None:
    """Where the memo of a repository lies. None where nothing is to be remembered: a CI system proves anew."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        return None
    from platformdirs import user_cache_path

    name = sha256(os.fsencode(root.resolve())).hexdigest()[:32]
    return user_cache_path("gitops-gen", appauthor=False) / f"{name}.json"


def input_key(options: str, specs: Mapping[str, str]) -> str:
    """A digest of all that a run depends on: the tool and what it is made of, the options, the specs' digests."""
    told = [MEMO_VERSION, sys.version, _tool(), [_version(name) for name in _PACKAGES], options, sorted(specs.items())]
    return sha256(json.dumps(told).encode(errors="surrogateescape")).hexdigest()


def _tool() -> list[tuple[str, int, int]]:
    """Every file of the tool with its size and time, so that a changed checkout is another tool."""
    found = []
    for folder, _, names in os.walk(Path(__file__).parents[1]):
        for name in names:
            if not name.endswith(".pyc"):
                facts = os.stat(os.path.join(folder, name))
                found.append((os.path.join(folder, name), facts.st_size, facts.st_mtime_ns))
    return sorted(found)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def load_memo(path: Path) -> Memo | None:
    """None where there is none, or it cannot be read: then everything is proven."""
    try:
        data = json.loads(path.read_bytes())
        return Memo(**{**data, "findings": tuple(map(_finding, data["findings"])), "foreign": tuple(data["foreign"])})
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def save_memo(path: Path, memo: Memo) -> None:
    """Replace the memo. Where that is not possible the next run proves everything, as without one."""
    data = asdict(memo)
    data["findings"] = [_plain(finding) for finding in memo.findings]
    own = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        own.write_text(json.dumps(data), encoding="utf-8")
        own.replace(path)
    except OSError:
        own.unlink(missing_ok=True)


def _plain(finding: Finding) -> dict[str, Any]:
    return {**asdict(finding), "severity": finding.severity.value}


def _finding(data: dict[str, Any]) -> Finding:
    related = tuple((role, Location(*place)) for role, place in data["related"])
    location = Location(*data["location"])
    return Finding(**{**data, "severity": Severity(data["severity"]), "location": location, "related": related})
