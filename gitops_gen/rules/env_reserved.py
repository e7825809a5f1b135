"""Environment variables that the template sets itself, or that open a way around isolation, are refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._containers import Written, written_containers
from gitops_gen.rules._example import EXPERIMENT, ROBOTICS, TRAINING

ID = "env-reserved"
FORBIDDEN = {
    "LD_PRELOAD": "it loads foreign code into every process, also into those that set the container up",
    "NVIDIA_DRIVER_CAPABILITIES": "it widens what the container may do with the driver",
    "NVIDIA_VISIBLE_DEVICES": "it can show the container every GPU of the node, whatever the pod asked for",
}
"""Variables of a container that reach beyond it; source: NVIDIA container toolkit."""
SET_BY_TEMPLATE = {"HOME": "the scratch directory, the only place it may write to"}
SET_WITH_CHECKPOINT = {
    "CHECKPOINT_DIR": "the run's own directory for checkpoints",
    "RUN_NAME": "the name of the run, from which the checkpoint's directory is made",
}


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each variable as written."""
    for written in written_containers(compiled.fleet):
        own = _set_by_template(written)
        for name, value in written.container.env.items():
            at = written.ref.child("env", name)
            if value is not None and name in FORBIDDEN:
                text = f"{written.whose} sets {name}: {FORBIDDEN[name]}"
                yield Problem(ID, text, at, "drop it; the device plugin shows a container its own GPUs", on_key=True)
            elif value is not None and name in own:
                text = f"{written.whose} sets {name}, which the template sets to {own[name]}"
                yield Problem(ID, text, at, "use another name", on_key=True)


def _set_by_template(written: Written) -> Mapping[str, str]:
    if not written.is_job:
        return {}
    return SET_BY_TEMPLATE | SET_WITH_CHECKPOINT if written.has_checkpoint else SET_BY_TEMPLATE


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The environment variable is reserved",
    why=(
        "Some variables are the template's own: it points HOME to the scratch directory, and programs find their "
        "checkpoints through RUN_NAME and CHECKPOINT_DIR. Others reach past the container: NVIDIA_VISIBLE_DEVICES can "
        "hand a pod all GPUs of its node, and with them those of its neighbours."
    ),
    fix="Rename the variable, or drop it.",
    invalid=(
        Example(
            "every GPU of the node",
            (Edit(EXPERIMENT, 'PYTHONUNBUFFERED: "1"', "NVIDIA_VISIBLE_DEVICES: all"),),
            at="NVIDIA_VISIBLE_DEVICES",
        ),
        Example(
            "the template's own HOME", (Edit(EXPERIMENT, 'PYTHONUNBUFFERED: "1"', "HOME: /workspace"),), at="HOME:"
        ),
        Example(
            "a team renames the run of a profile with checkpoints",
            (Edit(ROBOTICS, "training: {}", "training: {container: {env: {RUN_NAME: mine}}}"),),
            at="RUN_NAME",
        ),
    ),
    valid=(
        Example(
            "RUN_NAME is free where there is no checkpoint",
            (Edit(EXPERIMENT, 'PYTHONUNBUFFERED: "1"', "RUN_NAME: mine"),),
        ),
        Example(
            "a variable set to null is not set",
            (Edit(TRAINING, "    command: [python, -m, training]\n", "    env: {HOME: null}\n"),),
        ),
    ),
    check=check,
)
