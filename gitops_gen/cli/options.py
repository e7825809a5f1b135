"""Options that mean the same in every command that has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

_SHARD = re.compile(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})\Z")
_MINOR = re.compile(r"1\.[0-9]{1,3}\Z")


class DateType(click.ParamType[date]):
    """A day, as in specs."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        try:
            if len(value) == len("2026-11-30"):
                return date.fromisoformat(value)
        except ValueError:
            pass
        raise click.BadParameter(f"{value!r} is no date; write it as 2026-11-30", ctx, param)


class MinorType(click.ParamType[str]):
    """A minor version of Kubernetes. Whether it is bundled is judged where the bundle is read."""

    name = "version"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not _MINOR.match(value):
            raise click.BadParameter(f"{value!r} is no minor version of Kubernetes; write it as 1.36", ctx, param)
        return str(value)


class ShardType(click.ParamType[Any]):
    """One share of several."""

    name = "shard"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from gitops_gen.options import Shard

        match = _SHARD.match(value)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            raise click.BadParameter(f"{value!r} is no share; write the second of four as 2/4", ctx, param)
        return Shard(int(match[1]), int(match[2]))


def shard_option(function: F) -> F:
    """Share the clusters out over several machines."""
    option: Callable[[F], F] = click.option(
        "--shard", type=ShardType(), metavar="I/N", help="Only the I-th of N shares of the clusters, for a CI matrix."
    )
    return option(function)


def compile_options(function: F) -> F:
    """What a compilation may be told."""
    options = (
        click.option(
            "--kubernetes-version",
            type=MinorType(),
            metavar="1.N",
            help="Check against this Kubernetes version, instead of each cluster's own.",
        ),
        click.option(
            "--as-of",
            type=DateType(),
            metavar="DATE",
            help="Judge grants and retirements at this date, instead of the Platform's asOf.",
        ),
    )
    return _apply(function, options)


def scope_options(function: F) -> F:
    """Limits on which files may be touched."""
    options = (
        click.option(
            "--env", "environments", multiple=True, metavar="NAME", help="Only this environment (repeatable)."
        ),
        click.option("--cluster", "clusters", multiple=True, metavar="NAME", help="Only this cluster (repeatable)."),
        click.option("--team", "teams", multiple=True, metavar="NAME", help="Only this team (repeatable)."),
    )
    return _apply(function, options)


def format_option(*formats: str) -> Callable[[F], F]:
    """How to print; the first is the default."""
    return click.option(
        "--format",
        "style",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How to print the result.",
    )


def verbose_option(function: F) -> F:
    """Show what is normally counted only."""
    option: Callable[[F], F] = click.option("-v", "--verbose", is_flag=True, help="Also show findings of level info.")
    return option(function)


def examples(*lines: tuple[str, str]) -> str:
    """The end of a command's help: command lines with what each does."""
    width = max(len(command) for command, _ in lines)
    shown = "\n".join(f"  {command:{width}}  {meaning}" for command, meaning in lines)
    return f"\b\nExamples:\n{shown}"


def _apply(function: F, options: Iterable[Callable[[F], F]]) -> F:
    for option in reversed(tuple(options)):
        function = option(function)
    return function
