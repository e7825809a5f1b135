"""``validate PATH``: manifests of any origin."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from gitops_gen import discover
from gitops_gen.cli import root
from gitops_gen.validate.levels import load_levels
from tests.unit.cli_platform import call

QUOTA = """apiVersion: v1
kind: ResourceQuota
metadata:
  name: gpu
  namespace: lab
spec:
  hard:
    requests.nvidia.com/gpu: 4
    persistentvolumeclaim: "3"
"""
RIGHT = QUOTA.replace("claim:", "claims:")
DEFINITION = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shares.acme.example}
spec:
  group: acme.example
  scope: Namespaced
  names: {kind: Share, plural: shares}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [most]
              properties:
                most: {type: integer, maximum: 8}
                least: {type: integer, default: 2}
                ports:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items: {type: object, properties: {name: {type: string}}}
              x-kubernetes-validations:
                - {rule: "self.least <= self.most", message: least is more than most, fieldPath: .least}
"""
SHARE = "apiVersion: acme.example/v1\nkind: Share\nmetadata: {name: half, namespace: lab}\n"


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder


def found(*arguments: str | Path) -> list[tuple[str, str, int]]:
    """Rule, severity and line of every finding."""
    result = call("validate", *arguments, "--format", "json")
    return [(item["id"], item["severity"], item["line"]) for item in json.loads(result.output)["findings"]]


def test_a_fault_is_shown_at_its_line(tmp_path: Path) -> None:
    result = call("validate", write(tmp_path, quota=QUOTA))
    assert result.exit_code == 1
    assert f"{tmp_path}/quota.yaml:9:28: error[manifest-quota-key]" in result.output
    assert "1 file, 1 object (1 checked against a schema)" in result.output


def test_what_is_right_passes(tmp_path: Path) -> None:
    assert call("validate", write(tmp_path, quota=RIGHT)).exit_code == 0


def test_standard_input() -> None:
    result = CliRunner().invoke(root, ["validate", "-"], input=QUOTA)
    assert result.exit_code == 1
    assert "stdin:9:28: error[manifest-quota-key]" in result.output


def test_levels(tmp_path: Path) -> None:
    text = (
        QUOTA.replace("  namespace: lab\n", "").replace("claim:", "claims:").replace("nvidia.com/gpu: 4", "cpu: 1000m")
    )
    write(tmp_path, quota=text)
    assert found(tmp_path, "--level", "server") == []
    assert found(tmp_path) == [("manifest-namespace", "warning", 4)]
    assert ("manifest-quantity-form", "warning", 7) in found(tmp_path, "--level", "strict")


def test_definitions_of_the_tree_and_of_an_option(tmp_path: Path) -> None:
    wrong = SHARE + "spec: {most: 1, ports: [{name: a}, {name: a}], extra: 1}\n"
    write(tmp_path, share=wrong)
    assert [rule for rule, _, _ in found(tmp_path)] == ["manifest-no-schema"]
    outside = tmp_path.parent / "crds"
    outside.mkdir()
    write(outside, crd=DEFINITION)
    assert found(tmp_path, "--crds", outside) == [("manifest-schema", "error", 4)]
    write(tmp_path, crd=DEFINITION, share=wrong.replace(", extra: 1", ""))
    assert found(tmp_path) == [("manifest-cel", "error", 4), ("manifest-schema", "error", 4)]
    write(tmp_path, share=SHARE + "spec: {most: 2}\n")
    assert found(tmp_path) == []


def test_the_version_is_asked_for(tmp_path: Path) -> None:
    text = "apiVersion: flowcontrol.apiserver.k8s.io/v1beta3\nkind: FlowSchema\nmetadata: {name: a}\n"
    old = text + "spec: {priorityLevelConfiguration: {name: b}}\n"
    write(tmp_path, flow=old)
    assert found(tmp_path, "--kubernetes-version", "1.28") == []
    assert [rule for rule, _, _ in found(tmp_path, "--kubernetes-version", "1.36")] == ["manifest-no-schema"]
    result = call("validate", tmp_path, "--kubernetes-version", "1.99")
    assert result.exit_code == 2
    assert "there is no schema of Kubernetes 1.99" in result.output


def test_what_is_ignored_is_counted_and_shown(tmp_path: Path) -> None:
    write(tmp_path, quota=QUOTA)
    result = call("validate", tmp_path, "--ignore", "manifest-quota-key=moved next week")
    assert result.exit_code == 0
    assert "ignored: manifest-quota-key, 1 finding: moved next week" in result.output
    unused = call("validate", tmp_path, "--ignore", "manifest-name=why", "--ignore", "manifest-quota-key=x")
    assert unused.exit_code == 2
    assert "--ignore manifest-name is not needed" in unused.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--ignore", "manifest-name"], "gives no reason"),
        (["--ignore", "manifest-nam=x"], "did you mean"),
        (["nowhere"], "there is no nowhere"),
        (["--as-of", "2027-01-01"], "say nothing about manifests"),
    ],
)
def test_what_cannot_be(tmp_path: Path, arguments: list[str], words: str) -> None:
    result = call("validate", write(tmp_path, quota=RIGHT), *arguments)
    assert result.exit_code != 0
    assert words in result.output


def test_an_object_twice_in_one_folder(tmp_path: Path) -> None:
    write(tmp_path, one=RIGHT, two=RIGHT)
    other = tmp_path / "other"
    other.mkdir()
    write(other, one=RIGHT)
    assert found(tmp_path) == [("manifest-duplicate", "warning", 1)]


def test_many_files_are_shared_out_with_the_same_result(tmp_path: Path) -> None:
    for number in range(150):
        write(tmp_path, **{f"quota-{number}": QUOTA.replace("name: gpu", f"name: gpu-{number}")})
    assert len(found(tmp_path)) == 150


def test_every_level_belongs_to_a_rule() -> None:
    assert set(load_levels()) <= set(discover.rules())


def test_policies_of_a_cluster_hold_below_its_folder(tmp_path: Path, repository: Path) -> None:
    """The generated tree of the example: a template whose image is changed by hand would start nothing."""
    for cluster in ("prod-eu1", "shared-eu1"):
        shutil.copytree(repository / "generated" / cluster, tmp_path / cluster)

    def faults(path: Path) -> list[str]:
        return [rule for rule, severity, _ in found(path) if severity != "info"]

    assert faults(tmp_path) == []
    template = next((tmp_path / "prod-eu1").rglob("cronjob-*.yaml"))
    template.write_text(template.read_text().replace("ghcr.io/acme/", "ghcr.io/elsewhere/"))
    assert faults(tmp_path) == ["manifest-admission"]
    assert faults(template) == []
