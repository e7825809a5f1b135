"""Against the expected output that was written by hand, and against the definitions of the agents' kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from gitops_gen.catalog import load_kinds
from gitops_gen.engines.argocd import ENGINE as ARGOCD_ENGINE
from gitops_gen.engines.flux import ENGINE as FLUX_ENGINE
from gitops_gen.model.fleet import ResolvedCluster, Spec, Tenant
from gitops_gen.model.manifest import Draft, Manifest, ObjectId
from gitops_gen.model.plugin import Engine, Rendered
from gitops_gen.model.source import Json, Traced
from tests.unit.engines.worlds import make_cluster, make_spec, make_tenant, whole

ENGINES = {"prod-eu1": ARGOCD_ENGINE, "dev-eu1": FLUX_ENGINE}
NAMESPACES = {"prod-eu1": {"data": "data-prod", "vision": "vision-prod"}, "dev-eu1": {"vision-dev": "vision-dev"}}
DEPARTS = {
    # The account holds what it hands out, instead of bind and escalate on any Role of three names; and kinds that the
    # tool can emit, instead of those that it emits today.
    "ClusterRole/dev-eu1-platform",
    # The platform's project may hold admission policies as well.
    "AppProject/prod-eu1-platform",
    # ConfigMaps, which developers may write, are held everywhere: nothing is left for a Role in one namespace.
    "Role/gpu-operator/dev-eu1-platform",
    "RoleBinding/gpu-operator/dev-eu1-platform",
}
"""Where the design went on after the reference was written."""


def _key(body: Json) -> str:
    metadata = body["metadata"]
    place = f"{metadata['namespace']}/" if metadata.get("namespace") not in (None, "argocd", "flux-system") else ""
    return f"{body['kind']}/{place}{metadata['name']}"


def _expected(folder: Path) -> dict[str, Json]:
    bodies = [yaml.safe_load(path.read_text()) for path in sorted(folder.glob("*.yaml")) if not _is_text(path)]
    return {_key(body): body for body in bodies}


def _is_text(path: Path) -> bool:
    return path.name == "kustomization.yaml" or path.name.startswith("values-")


class _Reference:
    """The reference's specs and folders as an engine sees them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        documents = [yaml.safe_load(path.read_text()) for path in sorted((folder / "specs").rglob("*.yaml"))]
        self.specs = {(body["kind"], body["metadata"]["name"]): body["spec"] for body in documents}

    def spec(self, kind: str, name: str) -> Spec[Any]:
        return make_spec(kind, name, self.specs[kind, name])

    def cluster(self, name: str) -> ResolvedCluster:
        found = self.spec("Cluster", name)
        platform = self.spec("Platform", "acme")
        tenants = tuple(self._tenant(space, allocation) for space, allocation in NAMESPACES[name].items())
        made = make_cluster(*tenants, name=name)
        label = {"acme.example/platform": Traced("gpu", (platform.ref("labels", "acme.example/platform"),))}
        return replace(made, spec=found, platform=platform, labels=label)

    def _tenant(self, namespace: str, name: str) -> Tenant:
        allocation = self.spec("Allocation", name)
        team = self.spec("Team", allocation.model.spec.team)
        environment = self.spec("Environment", allocation.model.spec.environment)
        labels = {
            "acme.example/platform": "gpu",
            "gitops-gen.io/cost-center": team.model.spec.cost_center,
            "gitops-gen.io/department": team.model.spec.department,
            "gitops-gen.io/environment": environment.name,
            "gitops-gen.io/team": team.name,
        }
        traced = {key: Traced(value, (allocation.ref(),)) for key, value in labels.items()}
        made = make_tenant(namespace, team=team, environment=environment.name)
        return replace(made, allocation=allocation, environment=environment, labels=traced)

    def rendered(self, name: str) -> Rendered:
        base = self.folder / "generated" / name
        teams = {path.name: tuple(self._manifests(path)) for path in sorted((base / "teams").iterdir())}
        return Rendered(tuple(self._manifests(base / "platform")), teams)

    def _manifests(self, folder: Path) -> Iterator[Manifest]:
        for body in _expected(folder).values():
            facts, metadata = load_kinds()[body["kind"]], body["metadata"]
            identity = ObjectId(facts.gvk.group, facts.gvk.kind, metadata.get("namespace", ""), metadata["name"])
            yield Manifest("x", folder.name, facts, identity, body, self.spec("Platform", "acme").ref(), {})


def _finished(draft: Draft, engine: Engine) -> Json:
    """The object with the metadata that the render stage adds."""
    facts = load_kinds()[draft.kind]
    body = whole(draft)
    protection = facts.protection if draft.protection is None else draft.protection
    own = engine.annotations(facts, protection, facts.wave if draft.wave is None else draft.wave)
    body["metadata"]["annotations"] |= {**own, "gitops-gen.io/origin": str(draft.origin.document)}
    body["metadata"]["labels"] |= {"acme.example/platform": "gpu", "app.kubernetes.io/managed-by": "gitops-gen"}
    return body


@pytest.fixture(scope="module")
def reference(shared: Path) -> _Reference:
    return _Reference(shared / "reference")


def _made(reference: _Reference, name: str, part: str) -> dict[str, Json]:
    engine = ENGINES[name]
    run = engine.gitops if part == "gitops" else engine.bootstrap
    bodies = [_finished(draft, engine) for draft in run(reference.cluster(name), reference.rendered(name))]
    assert len({_key(body) for body in bodies}) == len(bodies)
    return {_key(body): body for body in bodies}


@pytest.mark.parametrize("part", ["gitops", "bootstrap"])
@pytest.mark.parametrize("name", ENGINES)
def test_output_is_the_reference_s(name: str, part: str, reference: _Reference) -> None:
    want = _expected(reference.folder / "generated" / name / part)
    made = _made(reference, name, part)
    departs = DEPARTS & set(want)
    assert {key: body for key, body in made.items() if key not in departs} == {
        key: body for key, body in want.items() if key not in departs
    }


def test_the_account_departs_from_the_reference_only_where_the_design_says_so(reference: _Reference) -> None:
    want = _pairs(_expected(reference.folder / "generated/dev-eu1/bootstrap")["ClusterRole/dev-eu1-platform"])
    made = _pairs(_made(reference, "dev-eu1", "bootstrap")["ClusterRole/dev-eu1-platform"])
    assert want - made == {("roles", "bind"), ("roles", "escalate")}
    assert {resource for resource, _ in made - want} == {
        "configmaps",
        "events",
        "jobs",
        "nodefeaturerules",
        "persistentvolumeclaims",
        "pods",
        "pods/log",
        "secrets",
        "services",
        "validatingadmissionpolicies",
        "validatingadmissionpolicybindings",
    }


def _pairs(role: Json) -> set[tuple[str, str]]:
    return {(resource, verb) for rule in role["rules"] for resource in rule["resources"] for verb in rule["verbs"]}


def _strict(schema: Json) -> Json:
    """A definition's schema with unknown fields refused, as the API server does under strict validation."""
    if isinstance(schema, list):
        return [_strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _strict(value) for key, value in schema.items()}
    closed = "properties" in found and not found.get("x-kubernetes-preserve-unknown-fields")
    return {**found, "additionalProperties": False} if closed and "additionalProperties" not in found else found


def _definitions(shared: Path) -> dict[tuple[str, str], Json]:
    found: dict[tuple[str, str], Json] = {}
    for name in (
        "applications.argoproj.io",
        "appprojects.argoproj.io",
        "gitrepositories.source.toolkit.fluxcd.io",
        "kustomizations.kustomize.toolkit.fluxcd.io",
        "ocirepositories.source.toolkit.fluxcd.io",
    ):
        spec = yaml.safe_load((shared / f"crds/{name}.yaml").read_text())["spec"]
        for version in spec["versions"]:
            schema = _strict(version["schema"]["openAPIV3Schema"])
            schema["properties"]["metadata"] = {"type": "object"}
            found[f"{spec['group']}/{version['name']}", spec["names"]["kind"]] = schema
    return found


_EMPTY = Rendered((), {})
OCI = {"flux": {"source": {"oci": {"url": "oci://ghcr.io/acme/gpu-platform", "secret": "pull"}}}}


@pytest.mark.parametrize("name", ENGINES)
def test_definitions_accept_every_custom_resource(name: str, reference: _Reference, shared: Path) -> None:
    definitions = _definitions(shared)
    bodies = [*_made(reference, name, "gitops").values(), *_made(reference, name, "bootstrap").values()]
    if name == "dev-eu1":
        bodies += [_finished(draft, FLUX_ENGINE) for draft in FLUX_ENGINE.bootstrap(make_cluster(gitops=OCI), _EMPTY)]
    checked = [body for body in bodies if (body["apiVersion"], body["kind"]) in definitions]
    assert len(checked) >= len(
        [body for body in bodies if "k8s.io" not in body["apiVersion"] and "/" in body["apiVersion"]]
    )
    for body in checked:
        jsonschema.validate(body, definitions[body["apiVersion"], body["kind"]])
