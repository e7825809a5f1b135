"""What a run changes on disk, from the plan to the words of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitops_gen.options import Options
    from gitops_gen.outcome import Outcome
    from gitops_gen.report.summary import FileChanges


def file_changes(outcome: Outcome, options: Options, *, check: bool, keep_edits: bool = False) -> FileChanges | None:
    """The plan as a report tells it. None where nothing was compared."""
    from gitops_gen.report.summary import FileChanges
    from gitops_gen.write.index import INDEX

    plan, folder = outcome.plan, outcome.folder
    if plan is None:
        return None
    # A merge may take one side of the index; elsewhere its state follows from that of the other files.
    index_alone = plan.index_changed and plan.is_empty
    edited = frozenset(plan.hand_edited)
    at_stake = [path for path in plan.hand_edited if path in plan.update or (keep_edits and path in plan.delete)]
    stale = [path for path in plan.update if path not in edited]
    lost = [path for path in plan.hand_edited if path not in plan.desired and path not in plan.delete]
    touched = {*plan.create, *plan.update, *plan.blocked}

    def named(paths: list[str]) -> tuple[str, ...]:
        return tuple(f"{folder}/{path}" for path in paths)

    return FileChanges(
        folder=folder,
        check=check,
        keep_edits=keep_edits,
        limited=options.limited,
        missing=named(list(plan.create)),
        stale=named(stale + ([INDEX] if check and index_alone else [])),
        hand_edited=named(at_stake),
        leftover=named([path for path in plan.delete if path not in at_stake]),
        foreign=named(sorted([*plan.foreign, *lost])),
        blocked=named(list(plan.blocked)),
        unchanged=sum(path not in touched for path in plan.desired),
        cut_off=outcome.cut_off,
    )
