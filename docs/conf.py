"""Settings of the site (``make site``). Its pages are the Markdown files of this repository as they are."""

from pathlib import Path
from tomllib import loads
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent

project = "gitops-gen"
author = "the gitops-gen authors"
copyright = author
release = loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

# From the top of the repository, so that a link works on the site as it does in a Git forge.
root_doc = "docs/index"
include_patterns = ["docs/**", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
exclude_patterns = [".*", "build", "dist", "generated", "gitops_gen", "tests"]

extensions = ["myst_parser"]
myst_heading_anchors = 4
nitpicky = True

html_theme = "furo"
html_title = f"gitops-gen {release}"
html_last_updated_fmt = None  # the same pages from the same text
html_show_copyright = False
html_copy_source = False
html_extra_path = ["site"]  # the first page, which leads to ours

MENU = {
    "Begin": ["README", "docs/tour", "docs/adoption", "docs/bootstrap-argocd", "docs/bootstrap-flux"],
    "Use": ["docs/commit", "docs/validate", "docs/admission", "docs/formats", "docs/operations", "docs/performance"],
    "Look up": ["docs/reference/spec", "docs/reference/cli", "docs/reference/rules", "docs/reference/catalog"],
    "Take part": ["CONTRIBUTING", "docs/architecture", "docs/decisions/index", "CHANGELOG"],
}
"""What the menu shows. A page that is missing here fails the build."""


def _menu(caption: str, pages: list[str]) -> str:
    entries = [f"README </{page}>" if page == "README" else f"/{page}" for page in pages]
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}", "", *entries, "```", ""])


def _add_menu(app: "Sphinx", page: str, text: list[str]) -> None:
    """Here, not in the pages, which stay plain Markdown."""
    if page == root_doc:
        text[0] += "".join(_menu(caption, pages) for caption, pages in MENU.items())
    if page == "docs/decisions/index":
        records = sorted(path.stem for path in (HERE / "decisions").glob("0*.md"))
        text[0] += _menu("Decisions", [f"docs/decisions/{record}" for record in records])


def setup(app: "Sphinx") -> None:
    app.connect("source-read", _add_menu)
