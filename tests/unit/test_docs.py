"""What the pages say is there: links, anchors, commands, options; and each page can be found from the first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from gitops_gen.cli import root
from tests.conftest import REPOSITORY

_FENCE = re.compile(r"^ *(`{3,}).*?^ *\1`*$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(?<!\\)\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^()\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
_CALL = re.compile(r"(?:^ *|[`$&|;:(] *)gitops-gen((?: +[^\s`|;&>()]+)*)", re.MULTILINE)


def pages(top: Path = REPOSITORY) -> list[Path]:
    return [top / "README.md", top / "CONTRIBUTING.md", top / "CHANGELOG.md", *sorted((top / "docs").rglob("*.md"))]


def slug(heading: str) -> str:
    """As forges make an anchor of a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    seen: dict[str, int] = {}
    found = set()
    for heading in _HEADING.findall(_FENCE.sub("", page.read_text())):
        name = slug(heading)
        count = seen.get(name, 0)
        seen[name] = count + 1
        found.add(f"{name}-{count}" if count else name)
    return found


def links(page: Path) -> Iterator[str]:
    text = re.sub(r"`[^`\n]*`", "``", _FENCE.sub("", page.read_text()))
    yield from (target for target in _LINK.findall(text) if not re.match(r"[a-z]+:", target))


def dead_links(top: Path = REPOSITORY) -> list[str]:
    found = []
    for page in pages(top):
        for target in links(page):
            file, _, anchor = target.partition("#")
            there = (page.parent / file).resolve() if file else page
            if not there.exists() or (anchor and there.suffix == ".md" and anchor not in anchors(there)):
                found.append(f"{page.relative_to(top)}: {target}")
    return found


def reachable(top: Path = REPOSITORY) -> set[Path]:
    """Pages that a reader of the first one comes to."""
    waiting, found = [top / "docs/index.md"], set()
    while waiting:
        page = waiting.pop()
        if page in found or page.suffix != ".md" or not page.is_file():
            continue
        found.add(page)
        files = (target.partition("#")[0] for target in links(page))
        waiting.extend((page.parent / file).resolve() for file in files if file)
    return found


def unknown_words(text: str) -> Iterator[str]:
    """Commands and options of calls of gitops-gen that it does not have. In prose, any word may follow its name."""
    context = click.Context(root)
    for call in _CALL.finditer(_code(text)):
        command: click.Command = root
        called = ""
        for word in call[1].split():
            if word.startswith("--"):
                name = word.partition("=")[0]
                if name not in _options(command) | _options(root):
                    yield f"{called} {name}"
            elif command is root and re.fullmatch(r"[a-z][a-z-]+", word) and word not in _VALUES:
                found = root.get_command(context, word)
                if found is None:
                    yield word
                    break
                command, called = found, word


def _options(command: click.Command) -> set[str]:
    return {"--help", *(name for part in command.params for name in (*part.opts, *part.secondary_opts))}


_VALUES = frozenset({"gpu", "teams/gpu", "always", "never", "auto"})
"""What stands after -C and --color in calls that the pages show."""


def _code(text: str) -> str:
    return "\n".join([*(match[0] for match in _FENCE.finditer(text)), *re.findall(r"`[^`\n]*`", text)])


def test_every_link_leads_somewhere() -> None:
    assert sum(len(list(links(page))) for page in pages()) > 100
    assert dead_links() == []


def test_a_dead_link_is_seen(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        (tmp_path / name).write_text("# One *two* `three`\n[here](#one-two-three) [there](docs/a.md#b) `[no](link)`\n")
    (tmp_path / "docs/a.md").write_text(
        "# B\n## B\n[up](../README.md) [again](#b-1) [bad](#b-2) [gone](x.md)\n```\n[no](x)\n```\n"
    )
    assert dead_links(tmp_path) == ["docs/a.md: #b-2", "docs/a.md: x.md"]


def test_every_page_can_be_found() -> None:
    assert [page for page in pages() if page not in reachable()] == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_commands_and_options_are_those_of_the_tool(page: Path) -> None:
    assert list(unknown_words(page.read_text())) == []


def test_a_wrong_command_and_a_wrong_option_are_seen() -> None:
    text = "`gitops-gen generate --chek`, `gitops-gen comit`, `gitops-gen -C gpu validate --as-of 2027-01-01`"
    assert sorted(unknown_words(f"{text}, gitops-gen is")) == ["comit", "generate --chek"]
