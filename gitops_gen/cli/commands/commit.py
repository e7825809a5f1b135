"""``commit``: generate, then one Git commit of specs and output."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitops_gen.cli.changes import file_changes
from gitops_gen.cli.compiling import generated, make_options, report
from gitops_gen.cli.exits import FINE, package_version
from gitops_gen.cli.options import examples, format_option, verbose_option
from gitops_gen.cli.session import Session, in_session
from gitops_gen.report.printable import printable

if TYPE_CHECKING:
    from gitops_gen.outcome import Outcome
    from gitops_gen.write.commit import Committed
    from gitops_gen.write.stage import Content

_EXAMPLES = examples(
    ("gitops-gen commit", "compile, prove, write, and commit what changed"),
    ('gitops-gen commit -m "Give vision 8 more GPUs" --push', "with a message of your own, and push"),
    ("gitops-gen commit --branch more-gpus", "to another branch; the one checked out stays"),
    ("gitops-gen commit --dry-run", "show what would be committed"),
)


@click.command(short_help="Generate, then commit specs and output.", epilog=_EXAMPLES)
@click.option("-m", "--message", metavar="TEXT", help="The message; default: which specs changed, and what came out.")
@click.option("--author", metavar="'NAME <MAIL>'", help="The author; default: who commits.")
@click.option("--sign/--no-sign", default=None, help="Sign the commit, or do not; default: as Git is configured.")
@click.option("--branch", metavar="NAME", help="Commit to this branch (made if missing); default: the current one.")
@click.option("--push", is_flag=True, help="Push the branch as well.")
@click.option("--remote", default="origin", show_default=True, metavar="NAME", help="Where to push.")
@click.option("--dry-run", is_flag=True, help="Write and commit nothing; show which files would be committed.")
@click.option("--no-verify", is_flag=True, help="Run no Git hooks. The proofs always run.")
@click.option("--no-cache", is_flag=True, help="Prove anew, even if nothing has changed since the last run.")
@format_option("text", "github")
@verbose_option
@in_session
def command(
    session: Session,
    *,
    message: str | None,
    author: str | None,
    sign: bool | None,
    branch: str | None,
    push: bool,
    remote: str,
    dry_run: bool,
    no_verify: bool,
    no_cache: bool,
    style: str,
    verbose: bool,
) -> int:
    """Compile the specs, prove the result, write it, and make one commit of specs and output.

    The commit holds what was proven, byte for byte, or it is not made: nothing is committed with an error, over a
    file that is not ours or was edited by hand, or where a hook of the repository refuses. Other changed files stay
    as they are, staged or not, and are named.
    """
    from gitops_gen.write.commit import Request, commit, refuse_unready

    refuse_unready(session.root, branch, author)
    options = make_options(kubernetes_version=None, as_of=None)
    outcome = generated(session, options, check=dry_run, cache=not no_cache, keep_edits=True)
    files = file_changes(outcome, options, check=False, keep_edits=True)
    told = None if dry_run and files and not files.faults else files
    code = report(session, outcome, told, style=style, verbose=verbose)
    if code != FINE or outcome.plan is None or files is None:
        click.echo("nothing was committed" + ("" if files else ": the specs have errors"), err=True)
        return code
    content = _content(outcome, files.foreign)
    request = Request(
        message=lambda changed: message or _default_message(changed, content),
        trailers=_trailers(content),
        author=author,
        sign=sign,
        branch=branch,
        verify=not no_verify,
        pending=_pending(outcome) if dry_run else None,
    )
    done = commit(session.root, content, request)
    _tell(session, done, dry_run=dry_run)
    if push and not dry_run:
        _push(session, remote, done)
    return FINE


def _content(outcome: Outcome, foreign: tuple[str, ...]) -> Content:
    from gitops_gen.write.index import INDEX, digest
    from gitops_gen.write.stage import Content

    assert outcome.plan is not None
    generated = {**outcome.plan.desired, INDEX: digest(outcome.plan.index)}
    return Content(
        specs=outcome.specs,
        generated={f"{outcome.folder}/{path}": value for path, value in generated.items()},
        output=outcome.folder,
        foreign=frozenset(foreign),
        folder=outcome.below,
    )


def _pending(outcome: Outcome) -> tuple[str, ...]:
    """What a run that is not dry would write or remove."""
    from gitops_gen.write.index import INDEX

    plan = outcome.plan
    assert plan is not None
    paths = [*plan.create, *plan.update, *plan.delete, *([INDEX] if plan.index_changed else [])]
    return tuple(f"{outcome.folder}/{path}" for path in paths)


def _default_message(changed: tuple[str, ...], content: Content) -> str:
    from gitops_gen.report.commit_message import commit_message

    below = f"{content.output}/"
    outputs = [path.removeprefix(below) for path in changed if path.startswith(below)]
    specs = [path for path in changed if not path.startswith(below)]
    return commit_message(specs, outputs, package_version("gitops-gen"))


def _trailers(content: Content) -> tuple[tuple[str, str], ...]:
    """With them a reader of the history can tell what was compiled, and by what."""
    return (
        ("Gitops-Gen-Spec-Digest", f"sha256:{content.spec_digest}"),
        ("Gitops-Gen-Version", package_version("gitops-gen")),
    )


def _tell(session: Session, done: Committed, *, dry_run: bool) -> None:
    from gitops_gen.report.committed import render_committed

    session.print(
        render_committed(
            commit=done.commit if done.made else "",
            branch=done.branch,
            changed=done.changed,
            left_alone=done.left_alone,
            dry_run=dry_run,
        )
    )
    if done.warning:
        click.echo(f"warning: {printable(done.warning)}", err=True)


def _push(session: Session, remote: str, done: Committed) -> None:
    from gitops_gen.write.commit import push

    if not done.commit:
        session.print("nothing to push: the branch has no commit\n")
        return
    push(session.root, remote, done)
    session.print(f"pushed {done.commit[:12]} to {printable(remote)}, branch {printable(done.branch)}\n")
