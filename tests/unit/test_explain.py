"""Provenance as people see it, on a platform of one team."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from gitops_gen import discover
from gitops_gen.app import compile_specs
from gitops_gen.cli.commands.explain import make_world
from gitops_gen.errors import GitOpsGenError
from gitops_gen.explain import Explanation, NotFoundError, Target, Uses, World, explain, parse_target
from gitops_gen.explain.renderer import UNKNOWN
from gitops_gen.model.finding import Finding, Severity
from gitops_gen.model.manifest import manifest_path
from gitops_gen.model.source import Location
from gitops_gen.report.explain_json import render_explanation_json, render_uses_json
from gitops_gen.report.explain_text import render_explanation, render_uses

SPECS = {
    "profiles/platform.yaml": """\
apiVersion: gitops-gen.io/v1
kind: Platform
metadata: {name: acme}
spec:
  asOf: "2026-11-30"
  owners: {platform: "@acme/platform"}
  repository: {url: https://git.acme.example/gpu.git, path: out}
  labels: {acme.example/tier: bronze, acme.example/site: eu}
  departments: {research: {}}
  priorities: {normal: {value: 1000}}
""",
    "profiles/teams/vision.yaml": """\
apiVersion: gitops-gen.io/v1
kind: Team
metadata: {name: vision}
spec:
  department: research
  owners: ["@acme/vision"]
  profiles: {experiment: {container: {image: ghcr.io/acme/vision:2}}}
""",
    "profiles/workloads/experiment.yaml": """\
apiVersion: gitops-gen.io/v1
kind: WorkloadProfile
metadata: {name: experiment}
spec:
  version: "1"
  workload: Job
  container: {image: ghcr.io/acme/base:1, command: [python]}
  priority: normal
  gpu: {accepts: [a100-80gb]}
  resources: {perGpu: {cpu: 4, memory: 32Gi}}
  lifecycle: {maxRuntime: 8h}
""",
    "environments/dev/environment.yaml": """\
apiVersion: gitops-gen.io/v1
kind: Environment
metadata: {name: dev}
spec:
  tier: development
  labels: {acme.example/tier: silver}
""",
    "environments/dev/vision.yaml": """\
apiVersion: gitops-gen.io/v1
kind: Allocation
metadata: {name: vision-dev}
spec:
  team: vision
  environment: dev
  profiles: [experiment]
  labels: {acme.example/tier: gold}
  clusters:
    lab:
      resources: {cpu: 64, memory: 512Gi}
      gpus:
        a100-80gb: {guaranteed: 4}
        a100-80gb/1g.10gb: {guaranteed: 2}
---
apiVersion: gitops-gen.io/v1
kind: Grant
metadata: {name: vision-more}
spec:
  allocation: vision-dev
  cluster: lab
  gpus: {a100-80gb: {guaranteed: 3}}
  until: "2026-12-15"
  reason: camera-ready runs
""",
    "environments/clusters/lab.yaml": """\
apiVersion: gitops-gen.io/v1
kind: Cluster
metadata: {name: lab}
spec:
  environments: [dev]
  kubernetesVersion: "1.36"
  gitops: {flux: {source: {git: {}}}}
  operators: {gpuOperator: {version: "26.7.0", namespace: gpu-operator}}
  network: {cni: cilium, apiServer: [10.0.0.1/32]}
---
apiVersion: gitops-gen.io/v1
kind: NodePool
metadata: {name: a100}
spec:
  cluster: lab
  gpu: {model: a100-80gb, perNode: 4}
  nodes: {count: 3}
  allocatable: {cpu: 120, memory: 960Gi}
  nodeLabels: {acme.example/pool: a100}
  taints: [{key: acme.example/pool, value: a100, effect: NoSchedule}]
  partition:
    mig:
      strategy: mixed
      layouts:
        sevenths: {nodes: {count: 1}, slices: {1g.10gb: 7}}
""",
}

QUOTA = "out/lab/teams/vision/resourcequota-gpu.yaml"
JOB = "out/lab/teams/vision/cronjob-experiment.yaml"
MIG = "out/lab/platform/configmap-gpu-operator.mig-parted-config.yaml"
CONTAINER = "/spec/jobTemplate/spec/template/spec/containers/0"
LAYOUT = "/data/config.yaml/mig-configs/a100-sevenths/0"

TEXT = """\
out/lab/teams/vision/resourcequota-gpu.yaml
  object    ResourceQuota vision/gpu in cluster lab
  renderer  resource-quota-gpu: Ceiling of a namespace on each GPU resource of the cluster
  made for  environments/dev/vision.yaml:3:18  Allocation/vision-dev
            | metadata: {name: vision-dev}

/spec/hard/requests.nvidia.com~1gpu = "7"
  set by    environments/dev/vision.yaml:13:20  Allocation/vision-dev
            | a100-80gb: {guaranteed: 4}
  adds      environments/dev/vision.yaml:22:21  Grant/vision-more
            | gpus: {a100-80gb: {guaranteed: 3}}
"""

LAYERS = """\
/metadata/labels/acme.example~1tier = "gold"
  set by    environments/dev/vision.yaml:8:31  Allocation/vision-dev
            | labels: {acme.example/tier: gold}
  overrides environments/dev/environment.yaml:6:31  Environment/dev
            | labels: {acme.example/tier: silver}
  overrides profiles/platform.yaml:8:31  Platform/acme
            | labels: {acme.example/tier: bronze, acme.example/site: eu}
"""

PROFILE = """\
/spec/jobTemplate/spec/template/spec/containers/0/image = "ghcr.io/acme/vision:2"
  set by    profiles/teams/vision.yaml:7:46  Team/vision
            | profiles: {experiment: {container: {image: ghcr.io/acme/vision:2}}}
  overrides profiles/workloads/experiment.yaml:7:22  WorkloadProfile/experiment
            | container: {image: ghcr.io/acme/base:1, command: [python]}
"""

CONSTANT = """\
/kind = "ResourceQuota"
  set by    no line of its own: it follows from what the object was made for, or is the same in every object of the kind
"""

USES = """\
environments/dev/vision.yaml:13
  | a100-80gb: {guaranteed: 4}

out/lab/teams/vision/cronjob-experiment.yaml
"""


@pytest.fixture(scope="module")
def world() -> World:
    texts = {path: text.encode() for path, text in SPECS.items()}
    compilation = compile_specs(texts)
    assert compilation.ok, compilation.findings
    return make_world(compilation, texts)


def _explained(world: World, target: str) -> Explanation:
    answer = explain(world, parse_target(target))
    assert isinstance(answer, Explanation)
    return answer


def _used(world: World, target: str) -> Uses:
    answer = explain(world, parse_target(target))
    assert isinstance(answer, Uses)
    return answer


def _roles(answer: Explanation) -> list[tuple[str, str]]:
    return [(origin.role, origin.document) for origin in answer.origins]


def test_a_value_with_its_lines(world: World) -> None:
    assert render_explanation(_explained(world, f"{QUOTA}#/spec/hard/requests.nvidia.com~1gpu")) == TEXT


VALUES = {
    "a label of three layers": (f"{QUOTA}#/metadata/labels/acme.example~1tier", LAYERS),
    "a profile's value that the team changed": (
        f"{JOB}#{CONTAINER}/image",
        PROFILE,
    ),
    "a value that no spec decides": (f"{QUOTA}#/kind", CONSTANT),
}


@pytest.mark.parametrize(("target", "want"), VALUES.values(), ids=VALUES.keys())
def test_values(world: World, target: str, want: str) -> None:
    assert render_explanation(_explained(world, target)).partition("\n\n")[2] == want


def test_a_whole_object_field_by_field(world: World) -> None:
    answer = _explained(world, QUOTA)
    places = {field.pointer: str(field.location or "-") for field in answer.fields}
    assert places["/metadata/labels/acme.example~1tier"] == "environments/dev/vision.yaml:8:31"
    assert places["/kind"] == "-"
    text = render_explanation(answer)
    assert text.startswith(TEXT.partition("/spec/hard")[0])
    assert '  environments/dev/environment.yaml:3:18  /metadata/labels/gitops-gen.io~1environment = "dev"\n' in text


def test_values_behind_one_key_stand_beside_each_other(world: World) -> None:
    answer = _explained(world, f"{JOB}#{CONTAINER}/resources/limits/cpu")
    assert "overrides" not in dict(_roles(answer))


PLACES = {
    "below the output folder": (QUOTA.removeprefix("out/") + "#/spec", "/spec"),
    "with a dot before": (f"./{QUOTA}#/spec", "/spec"),
    "an empty pointer": (f"{QUOTA}#", ""),
    "a line": (f"{QUOTA}:2", "/apiVersion"),
    "a line and a column": (f"{QUOTA}:2:5", "/apiVersion"),
    "the header": (f"{QUOTA}:1", ""),
    "an index of a list": (f"{JOB}#{CONTAINER}/name", f"{CONTAINER}/name"),
    "a file inside a ConfigMap": (f"{MIG}#{LAYOUT}/devices", f"{LAYOUT}/devices"),
}


@pytest.mark.parametrize(("target", "want"), PLACES.values(), ids=PLACES.keys())
def test_places(world: World, target: str, want: str) -> None:
    assert _explained(world, target).pointer == want


def test_every_line_of_a_file_has_a_place(world: World) -> None:
    """By line and by pointer one gets the same answer, also inside the text of a ConfigMap."""
    for file in (QUOTA, JOB, MIG):
        answers = [_explained(world, f"{file}:{line}") for line in range(1, _lines(world, file) + 1)]
        assert len({answer.pointer for answer in answers}) > len(answers) * 0.7
        for answer in answers:
            assert _explained(world, f"{file}#{answer.pointer}") == answer


def _lines(world: World, file: str) -> int:
    with pytest.raises(NotFoundError) as caught:
        explain(world, Target(file, line=99_999))
    return int(str(caught.value).split()[2])


def test_a_layout_explains_down_to_the_pool(world: World) -> None:
    answer = _explained(world, f"{MIG}#{LAYOUT}/mig-devices/1g.10gb")
    assert answer.value == 7
    assert answer.origins[0].document == "NodePool/a100"
    assert answer.origins[0].text == "sevenths: {nodes: {count: 1}, slices: {1g.10gb: 7}}"


MISSING = {
    "a file of nearly that name": (QUOTA.replace("gpu", "gp"), QUOTA),
    "a file in another folder": ("out/lab/teams/visoin/resourcequota-gpu.yaml", QUOTA),
    "a key of nearly that name": (f"{QUOTA}#/spec/hart", f"{QUOTA}#/spec/hard"),
    "a key like none": (f"{QUOTA}#/spec/hard/x", "requests.nvidia.com/gpu"),
    "a step into a single value": (f"{QUOTA}#/kind/x", "single value"),
    "an index too far": (f"{JOB}#/spec/jobTemplate/spec/template/spec/containers/9", "list of 1"),
    "a pointer that is none": (f"{QUOTA}#spec", "slash"),
    "a line too far": (f"{QUOTA}:999", "lines"),
    "a line of a spec too far": ("profiles/platform.yaml:999", "lines"),
    "no file at all": ("#/spec", "FILE"),
}


@pytest.mark.parametrize(("target", "want"), MISSING.values(), ids=MISSING.keys())
def test_what_is_not_there_gets_a_suggestion(world: World, target: str, want: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        explain(world, parse_target(target))
    assert want in str(caught.value)
    assert isinstance(caught.value, GitOpsGenError)


SPEC_LINES = {
    "a promise": ("environments/dev/vision.yaml:13", (QUOTA, "/spec/hard/requests.nvidia.com~1gpu")),
    "the same by pointer": (
        "environments/dev/vision.yaml#/spec/clusters/lab/gpus/a100-80gb/guaranteed",
        (QUOTA, "/spec/hard/requests.nvidia.com~1gpu"),
    ),
    "a label that lost": ("environments/dev/environment.yaml:6", (QUOTA, "/metadata/labels/acme.example~1tier")),
    "the line that makes objects": ("environments/dev/vision.yaml:3", (QUOTA, "")),
    "a line inside a value": ("environments/clusters/lab.yaml:25", (MIG, "/data/config.yaml")),
}


@pytest.mark.parametrize(("target", "want"), SPEC_LINES.values(), ids=SPEC_LINES.keys())
def test_what_a_spec_line_decides(world: World, target: str, want: tuple[str, str]) -> None:
    uses = _used(world, target).uses
    assert any(use.file == want[0] and use.pointer.startswith(want[1]) for use in uses), uses


def test_a_line_between_documents_decides_nothing(world: World) -> None:
    uses = _used(world, "environments/dev/vision.yaml:15")
    assert uses.uses == ()
    assert render_uses(uses).endswith("no generated value names this place as its origin\n")


def test_uses_as_text(world: World) -> None:
    text = render_uses(_used(world, "environments/dev/vision.yaml:13"))
    assert text.startswith(USES[: USES.index("out/")])
    assert USES[USES.index("out/") :] in text
    assert f'{QUOTA}\n  /spec/hard/requests.nvidia.com~1gpu = "7"\n' in text


def test_both_ways_agree(world: World) -> None:
    """Whatever names a spec line as an origin is found again from that line."""
    for field in _explained(world, QUOTA).fields:
        if field.location:
            uses = _used(world, f"{field.location.file}:{field.location.line}").uses
            assert (QUOTA, field.pointer) in {(use.file, use.pointer) for use in uses}


def test_json_says_the_same(world: World) -> None:
    data = json.loads(render_explanation_json(_explained(world, f"{QUOTA}#/spec/hard/requests.nvidia.com~1gpu")))
    assert data["value"] == "7"
    assert data["renderer"]["id"] == "resource-quota-gpu"
    assert [(origin["role"], origin["line"]) for origin in data["origins"]] == [("set by", 13), ("adds", 22)]
    uses = json.loads(render_uses_json(_used(world, "environments/dev/vision.yaml:13")))
    assert {use["file"] for use in uses["uses"]} >= {QUOTA}


def test_every_file_is_explained_and_has_a_renderer(world: World) -> None:
    known = {kind.id for kind in discover.kinds()} | set(discover.engines()) | {"kustomization"}
    for path in _files(world):
        answer = _explained(world, path)
        assert (answer.renderer, answer.summary) != UNKNOWN, path
        assert answer.renderer in known
        assert answer.reason.text


def _files(world: World) -> Iterator[str]:
    yield from (f"{world.folder}/{manifest_path(manifest)}" for manifest in world.manifests)
    yield from (f"{world.folder}/{file.path}" for file in world.files)


CONCERNED = {
    "the field itself": ("/spec/hard/pods", True),
    "a field around it": ("/spec", True),
    "a field inside it": ("/spec/hard/pods/x", True),
    "the whole object": ("", True),
    "a field beside it": ("/spec/hardened", False),
}


@pytest.mark.parametrize(("place", "want"), CONCERNED.values(), ids=CONCERNED.keys())
def test_findings_about_a_field_are_shown(world: World, place: str, *, want: bool) -> None:
    manifest = next(item for item in world.manifests if str(item.id) == "ResourceQuota vision/gpu")
    at = Location("environments/dev/vision.yaml", 13, 20)
    finding = Finding("quota-odd", Severity.WARNING, "odd", at, "even it out", object=str(manifest), path=place)
    answer = _explained(replace(world, findings=(finding,)), f"{QUOTA}#/spec/hard")
    assert answer.findings == ((finding,) if want else ())
    assert ("warning[quota-odd]: odd" in render_explanation(answer)) is want


def test_a_platform_with_errors_is_explained_too() -> None:
    texts = {path: text.encode() for path, text in SPECS.items()}
    file = "profiles/workloads/experiment.yaml"
    broken = {**texts, file: texts[file].replace(b"cpu: 4", b"cpu: 400")}
    compilation = compile_specs(broken)
    assert not compilation.ok
    assert _explained(make_world(compilation, broken), JOB).file == JOB
