"""The committed output of the example platform, judged by others: Kubernetes' schemas, the real CRDs, kustomize."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import pytest
import yaml
from ruamel.yaml import YAML

from gitops_gen.app import Compilation, compile_repository
from gitops_gen.generate import check_repository


@pytest.fixture(scope="module")
def compilation(repository: Path) -> Compilation:
    return compile_repository(repository)


def test_the_example_passes_its_own_proofs(compilation: Compilation) -> None:
    assert [finding for finding in compilation.findings if finding.severity.value != "info"] == []
    assert compilation.checked.without_schema == 0


def test_the_committed_output_is_current(repository: Path) -> None:
    plan = check_repository(repository).plan
    assert plan is not None
    assert plan.is_empty
    assert not plan.index_changed
    assert plan.foreign == ()
    assert plan.hand_edited == ()


def _objects(repository: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    for path in sorted((repository / "generated").rglob("*.yaml")):
        if path.name != "kustomization.yaml" and not path.name.startswith("values-"):
            yield path, yaml.safe_load(path.read_bytes())


def _strict(schema: Any) -> Any:
    """A CRD's schema with unknown fields refused, as the API server refuses them under strict field validation."""
    if not isinstance(schema, dict):
        return schema
    closed = {
        key: _strict(value)
        for key, value in schema.items()
        if key not in ("properties", "items", "additionalProperties")
    }
    if "properties" in schema:
        closed["properties"] = {key: _strict(value) for key, value in schema["properties"].items()}
        if "additionalProperties" not in schema and not schema.get("x-kubernetes-preserve-unknown-fields"):
            closed["additionalProperties"] = False
    if "items" in schema:
        closed["items"] = _strict(schema["items"])
    if "additionalProperties" in schema:
        closed["additionalProperties"] = _strict(schema["additionalProperties"])
    return closed


def _crd_schemas(folder: Path) -> Mapping[tuple[str, str], Any]:
    found: dict[tuple[str, str], Any] = {}
    wanted = ("argoproj.io", "toolkit.fluxcd.io", "nfd.k8s-sigs.io")
    for path in sorted(folder.glob("*.yaml")):
        if not any(part in path.name for part in wanted) or "applicationsets" in path.name or "workflow" in path.name:
            continue
        crd = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
        for version in crd["spec"]["versions"]:
            schema = _strict(version["schema"]["openAPIV3Schema"])
            # apiVersion, kind and metadata are the API server's own.
            schema["properties"]["metadata"] = {"type": "object"}
            found[(f"{crd['spec']['group']}/{version['name']}", crd["spec"]["names"]["kind"])] = schema
    return found


def test_every_object_passes_the_schema_of_its_cluster_or_the_real_crd(
    repository: Path, shared: Path, compilation: Compilation
) -> None:
    assert compilation.fleet is not None
    versions = {cluster.name: cluster.spec.model.spec.kubernetes_version for cluster in compilation.fleet.clusters}
    crds = _crd_schemas(shared / "crds")
    seen = 0
    shapes: set[str] = set()
    for path, body in _objects(repository):
        seen += 1
        crd = crds.get((body["apiVersion"], body["kind"]))
        if crd is not None:
            jsonschema.validate(body, crd)
            continue
        # kubernetes_validate reads its files anew for each call: one call for each set of field names is enough.
        shape = f"{body['apiVersion']} {body['kind']} {_shape(body)} {path.relative_to(repository).parts[1]}"
        if shape not in shapes:
            shapes.add(shape)
            kubernetes_validate.validate(body, versions[path.relative_to(repository).parts[1]], strict=True)
    assert seen == len(compilation.manifests)


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shape(item) for key, item in sorted(value.items())}
    if isinstance(value, list):
        return [_shape(item) for item in value]
    return type(value).__name__


def test_kustomize_builds_every_sync_root(repository: Path) -> None:
    kubectl = shutil.which("kubectl")
    if kubectl is None:
        pytest.skip("kubectl is not on PATH: kustomize cannot judge the sync roots")
    roots = sorted(path.parent for path in (repository / "generated").rglob("kustomization.yaml"))
    assert len(roots) > 12
    for root in roots:
        built = subprocess.run([kubectl, "kustomize", str(root)], capture_output=True, text=True, check=False)
        assert built.returncode == 0, f"{root}: {built.stderr}"
        want = {_identity(body): body for path, body in _objects(repository) if path.parent == root}
        have = {_identity(body): body for body in yaml.safe_load_all(built.stdout)}
        assert have == want


def _identity(body: Mapping[str, Any]) -> str:
    metadata = body["metadata"]
    return f"{body['kind']}/{metadata.get('namespace', '')}/{metadata['name']}"


def test_readers_of_both_versions_of_yaml_read_the_same(repository: Path) -> None:
    """PyYAML reads YAML 1.1 and ruamel.yaml 1.2: no value may depend on which of them a reader follows."""
    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 2)
    for path, body in _objects(repository):
        assert json.dumps(reader.load(path.read_bytes()), sort_keys=True) == json.dumps(body, sort_keys=True), path
