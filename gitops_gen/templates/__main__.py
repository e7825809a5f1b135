"""``python -m gitops_gen.templates [--check]``: synthesise the shipped templates and write, or only compare, them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path

from gitops_gen.templates.node import SynthesisUnavailableError
from gitops_gen.templates.store import file_name, shipped_folder, shipped_texts, template_text
from gitops_gen.templates.synthesise import synthesise_all


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 up to date (or written), 1 out of date, 2 Node or cdk8s is missing."""
    parser = ArgumentParser(prog="python -m gitops_gen.templates", description="Synthesise the shipped job templates.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the templates are out of date")
    check = parser.parse_args(arguments).check
    try:
        wanted = {file_name(template.shape): template_text(template) for template in synthesise_all()}
    except SynthesisUnavailableError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    changed = changed_files(wanted, shipped_texts())
    if not check:
        write_files(Path(str(shipped_folder())), {name: wanted.get(name) for name in changed})
    for name in changed:
        sys.stdout.write(f"{'out of date' if check else 'written' if name in wanted else 'removed'}: {name}\n")
    return 1 if check and changed else 0


def changed_files(wanted: Mapping[str, str], current: Mapping[str, str]) -> tuple[str, ...]:
    """Names of files that differ, are missing or are too many, sorted."""
    return tuple(name for name in sorted({*wanted, *current}) if wanted.get(name) != current.get(name))


def write_files(folder: Path, texts: Mapping[str, str | None]) -> None:
    """Write texts by file name; None removes the file."""
    for name, text in texts.items():
        if text is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
