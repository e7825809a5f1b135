"""``init``: a new platform repository."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitops_gen.cli.choosing import completing
from gitops_gen.cli.exits import FINE, package_version
from gitops_gen.cli.options import examples
from gitops_gen.cli.session import Session, in_session
from gitops_gen.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gitops_gen.model.plugin import CiSystem

_EXAMPLES = examples(
    ("gitops-gen init gpu-platform", "for Argo CD and GitHub"),
    ("gitops-gen init gpu-platform --engine flux --ci gitlab", "for others"),
    ("gitops-gen init .", "in an empty clone"),
)


def _engines() -> Iterable[str]:
    from gitops_gen.discover import engines

    return engines()


def _ci_systems() -> Iterable[str]:
    from gitops_gen.discover import ci_systems

    return ci_systems()


@click.command(short_help="Begin a platform repository.", epilog=_EXAMPLES)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--engine",
    default="argocd",
    show_default=True,
    metavar="NAME",
    shell_complete=completing(_engines),
    help="What the clusters are synced by: argocd or flux.",
)
@click.option(
    "--ci",
    default="github",
    show_default=True,
    metavar="NAME",
    shell_complete=completing(_ci_systems),
    help="What proves each change: github, gitlab or none.",
)
@click.option("--repository", metavar="URL", help="Where the clusters will read from; owners are named after it.")
@click.option("--platform", default="acme", show_default=True, metavar="NAME", help="Name of the platform.")
@in_session
def command(session: Session, *, folder: Path, engine: str, ci: str, repository: str | None, platform: str) -> int:
    """Write a new platform repository into DIR, which must be empty or not there yet.

    It is a small whole: two teams, two profiles, development and production, a cluster for each, a pool of H100 cut
    into slices and one of shared L4. It compiles and passes its proofs as it is; each spec says what to replace.
    With it come the editors' schemas, CODEOWNERS, hooks for pre-commit, and what the CI system runs.

    Nothing is generated or committed yet: the next steps are printed.
    """
    from gitops_gen.app import create_repository, new_repository
    from gitops_gen.cli.documentation import schemas
    from gitops_gen.discover import ci_systems, engines
    from gitops_gen.skeleton.files import Choices
    from gitops_gen.write.skeleton import folder_in_git

    _refuse_unknown("--engine", engine, engines())
    _refuse_unknown("--ci", ci, ci_systems())
    system = ci_systems()[ci]
    url = repository or system.repository
    target = session.root / folder
    below = folder_in_git(target)
    choices = Choices(engine, ci, platform, url, package_version("gitops-gen"), below)
    contents = new_repository(choices, schemas())
    versioned = create_repository(target, contents)
    session.print(_told(target, len(contents), system, None if versioned or below else url))
    if below:
        session.print(_told_below(below))
    return FINE


def _refuse_unknown(option: str, name: str, known: Mapping[str, object]) -> None:
    from gitops_gen.model.names import did_you_mean

    if name not in known:
        raise click.UsageError(f"{option} {name!r}: there is none of that name; {did_you_mean(name, known)}")


def _told(folder: Path, files: int, system: CiSystem, remote: str | None) -> str:
    """What was done, and what comes next. ``remote`` is None where Git is set up already, with a remote of its own."""
    steps = (
        f"cd {shlex.quote(str(folder))}",
        *(("git init -b main",) if remote else ()),
        "gitops-gen generate",
        'git add -A && git commit -m "Begin the platform"',
        "gitops-gen generate --check",
        *((f"git remote add origin {shlex.quote(remote)}",) if remote else ()),
        "git push -u origin HEAD:main",
    )
    lines = (
        f"wrote {files} files to {folder}",
        "",
        "Next:",
        *(f"  {step}" for step in steps),
        "",
        f"Then {system.protect}.",
        "Replace what the specs name: grep -rn Replace: profiles environments; gitops-gen commit does the rest.",
        "Then each cluster, once, by its administrator: kubectl apply -k generated/CLUSTER/bootstrap",
    )
    return "".join(f"{printable(line)}\n" for line in lines)


def _told_below(folder: str) -> str:
    """What a platform in a folder of a larger repository leaves to whoever owns its top."""
    lines = (
        f"At the top of this Git repository, which was left alone: add the lines of {folder}/CODEOWNERS to its own,",
        f"the hooks of {folder}/.pre-commit-config.yaml with gitops-gen -C {folder},",
        f"and let CI run: gitops-gen -C {folder} generate --check",
    )
    return "".join(f"{printable(line)}\n" for line in lines)
