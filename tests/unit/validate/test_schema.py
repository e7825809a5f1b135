"""What a schema says, in which words, and that no version or kind is taken for another one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from gitops_gen.model.manifest import Gvk
from gitops_gen.model.source import pointer
from gitops_gen.validate.objects import schema_problems
from gitops_gen.validate.schema import Schemas, SchemaState

Body = dict[str, Any]

JOB = """
apiVersion: batch/v1
kind: Job
metadata: {name: train, namespace: team}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: registry.example/train:1, resources: {limits: {cpu: "1"}}}]
"""
POLICY = """
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: deny, namespace: team}
spec: {podSelector: {}, policyTypes: [Ingress]}
"""
CLASS = """
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
"""
PROJECT = """
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: team, namespace: argocd}
spec:
  destinations: [{server: https://prod.example, namespace: team}]
  sourceRepos: ["https://git.example/team-*"]
  roles: [{name: admin, policies: ["p, proj:team:admin, applications, get, team/*, allow"], groups: [leads]}]
  syncWindows: [{kind: allow, schedule: "0 3 * * *", duration: 1h, applications: ["*"]}]
  destinationServiceAccounts: [{server: https://prod.example, namespace: team, defaultServiceAccount: applier}]
"""
APPLICATION = """
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: team, namespace: argocd}
spec:
  project: platform
  destination: {server: https://prod.example, namespace: team}
  source: {repoURL: https://git.example/platform.git, path: generated, targetRevision: main}
  syncPolicy: {syncOptions: [PruneLast=true], retry: {limit: 3, backoff: {duration: 5s}}}
"""
GIT = """
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: platform, namespace: flux-system}
spec: {interval: 1m0s, url: https://git.example/platform.git, ref: {branch: main}}
"""
OCI = """
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: platform, namespace: flux-system}
spec: {interval: 1m0s, url: oci://registry.example/platform, ref: {tag: latest}}
"""
FLUX = """
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: team, namespace: flux-system}
spec: {interval: 10m0s, prune: true, path: generated, sourceRef: {kind: GitRepository, name: platform}}
"""
FILES = """
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [role-admin.yaml]
"""
FEATURES = """
apiVersion: nfd.k8s-sigs.io/v1alpha1
kind: NodeFeatureRule
metadata: {name: balanced}
spec:
  rules:
  - name: balanced
    labels: {nvidia.com/mig.config: balanced}
    matchFeatures: [{feature: system.name, matchExpressions: {nodename: {op: In, value: [gpu-07]}}}]
"""
POD = ("spec", "template", "spec")
REMOVE = object()

# A sentence to: the object, where to put what, and the pointer, text and expectation of the one error.
CASES: dict[str, tuple[str, tuple[str | int, ...], Any, str, str, str]] = {
    "an unknown field names the nearest one": (
        POLICY,
        ("spec", "policyType"),
        ["Ingress"],
        "/spec/policyType",
        "unknown field 'policyType'",
        "did you mean 'policyTypes'?",
    ),
    "an unknown field deep in a pod": (
        JOB,
        (*POD, "containers", 0, "imagePullPolice"),
        "Always",
        "/spec/template/spec/containers/0/imagePullPolice",
        "unknown field 'imagePullPolice'",
        "did you mean 'imagePullPolicy'?",
    ),
    "a missing field": (
        JOB,
        (*POD, "containers", 0, "name"),
        REMOVE,
        "/spec/template/spec/containers/0/name",
        "the required field 'name' is missing",
        "a value for 'name'",
    ),
    "a boolean for a string": (
        JOB,
        (*POD, "nodeSelector"),
        {"gpu": True},
        "/spec/template/spec/nodeSelector/gpu",
        "true (a boolean) is not allowed here",
        "a string",
    ),
    "a quantity is text or a number": (
        JOB,
        (*POD, "containers", 0, "resources", "limits", "cpu"),
        True,
        "/spec/template/spec/containers/0/resources/limits/cpu",
        "true (a boolean) is not allowed here",
        "a number or a string",
    ),
    "an int32 has bounds": (
        CLASS,
        ("value",),
        2**31,
        "/value",
        "2147483648 (an integer) is not allowed here",
        "2147483647 or less",
    ),
    "a project may not deny every repository": (
        PROJECT,
        ("spec", "sourceRepos", 0),
        "!*",
        "/spec/sourceRepos/0",
        "'!*' (a string) is not allowed here",
        'a repository\'s URL or a pattern of it; "!*" would deny them all',
    ),
    "a policy has six fields": (
        PROJECT,
        ("spec", "roles", 0, "policies", 0),
        "p, proj:team:admin, applications, get, team/*",
        "/spec/roles/0/policies/0",
        "'p, proj:team:admin, applications, get, team/*' (a string) is not allowed here",
        "six fields: p, proj:<project>:<role>, <resource>, <action>, <project>/<object>, allow or deny",
    ),
    "a policy of an unknown resource": (
        PROJECT,
        ("spec", "roles", 0, "policies", 0),
        "p, proj:team:admin, projects, get, team/*, allow",
        "/spec/roles/0/policies/0",
        "'p, proj:team:admin, projects, get, team/*, allow' (a string) is not allowed here",
        "six fields: p, proj:<project>:<role>, <resource>, <action>, <project>/<object>, allow or deny",
    ),
    "a group of resources has no version": (
        PROJECT,
        ("spec", "clusterResourceWhitelist"),
        [{"group": "scheduling.k8s.io/v1", "kind": "PriorityClass"}],
        "/spec/clusterResourceWhitelist/0/group",
        "'scheduling.k8s.io/v1' (a string) is not allowed here",
        "an API group without a version",
    ),
    "a window for nothing": (
        PROJECT,
        ("spec", "syncWindows", 0, "applications"),
        [],
        "/spec/syncWindows/0",
        "a mapping is not allowed here",
        "at least one of applications, clusters and namespaces",
    ),
    "an account with a pattern": (
        PROJECT,
        ("spec", "destinationServiceAccounts", 0, "defaultServiceAccount"),
        "app*",
        "/spec/destinationServiceAccounts/0/defaultServiceAccount",
        "'app*' (a string) is not allowed here",
        "the name of an account, or namespace:name, without ! * [ ] { } \\ /",
    ),
    "a destination by server and by name": (
        APPLICATION,
        ("spec", "destination", "name"),
        "prod",
        "/spec/destination",
        "a mapping is not allowed here",
        "either server or name, and not both",
    ),
    "a destination by neither": (
        APPLICATION,
        ("spec", "destination", "server"),
        REMOVE,
        "/spec/destination",
        "a mapping is not allowed here",
        "either server or name, and not both",
    ),
    "one source and several": (
        APPLICATION,
        ("spec", "sources"),
        [{"repoURL": "https://git.example/other.git", "path": "."}],
        "/spec",
        "a mapping is not allowed here",
        "exactly one of source, sources and sourceHydrator",
    ),
    "a source without a path": (
        APPLICATION,
        ("spec", "source", "path"),
        REMOVE,
        "/spec/source",
        "a mapping is not allowed here",
        "one of path, chart and ref",
    ),
    "a retry that waits for words": (
        APPLICATION,
        ("spec", "syncPolicy", "retry", "backoff", "duration"),
        "five seconds",
        "/spec/syncPolicy/retry/backoff/duration",
        "'five seconds' (a string) is not allowed here",
        "a duration such as 3m0s, or a number of seconds",
    ),
    "an interval of days": (
        GIT,
        ("spec", "interval"),
        "1d",
        "/spec/interval",
        "'1d' (a string) is not allowed here",
        "a duration such as 10m0s or 1h30m",
    ),
    "an account beside the generic provider": (
        GIT,
        ("spec", "serviceAccountName"),
        "reader",
        "/spec/provider",
        "the required field 'provider' is missing",
        "provider aws or azure beside serviceAccountName",
    ),
    "a git URL of another scheme": (
        GIT,
        ("spec", "url"),
        "git@git.example:platform.git",
        "/spec/url",
        "'git@git.example:platform.git' (a string) is not allowed here",
        "a URL of http, https or ssh",
    ),
    "an artifact that is no oci URL": (
        OCI,
        ("spec", "url"),
        "https://registry.example/platform",
        "/spec/url",
        "'https://registry.example/platform' (a string) is not allowed here",
        "a URL that begins with oci://",
    ),
    "a Flux root that does not say whether it prunes": (
        FLUX,
        ("spec", "prune"),
        REMOVE,
        "/spec/prune",
        "the required field 'prune' is missing",
        "a value for 'prune'",
    ),
    "a source of an unknown kind": (
        FLUX,
        ("spec", "sourceRef", "kind"),
        "HelmRepository",
        "/spec/sourceRef/kind",
        "'HelmRepository' (a string) is not allowed here",
        "one of 'Bucket', 'ExternalArtifact', 'GitRepository', 'OCIRepository'",
    ),
    "a list of no files prunes everything": (
        FILES,
        ("resources",),
        [],
        "/resources",
        "a list is not allowed here",
        "at least 1 items",
    ),
    "a file in another folder": (
        FILES,
        ("resources", 0),
        "../role.yaml",
        "/resources/0",
        "'../role.yaml' (a string) is not allowed here",
        "the name of a YAML file in the same folder",
    ),
    "an operator that takes a value": (
        FEATURES,
        ("spec", "rules", 0, "matchFeatures", 0, "matchExpressions", "nodename", "value"),
        [],
        "/spec/rules/0/matchFeatures/0/matchExpressions/nodename/value",
        "a list is not allowed here",
        "at least one value for In, InRegexp and NotIn",
    ),
}


def edited(body: Body, steps: tuple[str | int, ...], value: Any) -> Body:
    node: Any = (changed := copy.deepcopy(body))
    for step in steps[:-1]:
        node = node[step]
    if value is REMOVE:
        del node[steps[-1]]
    else:
        node[steps[-1]] = value
    return changed


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_one_fault_gives_one_error_in_plain_words(
    case: tuple[str, tuple[str | int, ...], Any, str, str, str], schemas: Schemas, load: Callable[[str], Body]
) -> None:
    text, steps, value, want_pointer, want_message, want_expected = case
    body = load(text)
    assert schemas.check(body, kubernetes_version="1.36").state is SchemaState.VALID
    result = schemas.check(edited(body, steps, value), kubernetes_version="1.36")
    found = [(pointer(error.path), error.message, error.expected) for error in result.errors]
    assert (result.state, found) == (SchemaState.INVALID, [(want_pointer, want_message, want_expected)])


def test_all_faults_of_an_object_are_reported_in_order(schemas: Schemas, load: Callable[[str], Body]) -> None:
    body = edited(edited(load(JOB), ("spec", "parallel"), 1), (*POD, "containers", 0, "image"), 5)
    body["metadata"]["labels"] = {"b": 1, "a": True}
    result = schemas.check(body, kubernetes_version="1.36")
    assert [pointer(error.path) for error in result.errors] == [
        "/metadata/labels/a",
        "/metadata/labels/b",
        "/spec/parallel",
        "/spec/template/spec/containers/0/image",
    ]
    assert [problem.rule for problem in schema_problems(result)] == ["manifest-schema"] * 4


def test_a_secrets_value_is_never_shown(schemas: Schemas) -> None:
    body = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, "data": {"key": 123456}}
    result = schemas.check(body, kubernetes_version="1.36")
    assert [error.message for error in result.errors] == ["an integer is not allowed here"]


def test_versions_are_listed_from_old_to_new(schemas: Schemas) -> None:
    versions = schemas.versions()
    assert "1.36" in versions
    assert list(versions) == sorted(versions, key=lambda version: int(version.partition(".")[2]))


@pytest.mark.parametrize("version", ["1.99", "1.36.0", "v1.36", "../1.36", "1", ""])
def test_a_version_that_is_not_bundled_is_not_replaced_by_another_one(
    version: str, schemas: Schemas, load: Callable[[str], Body]
) -> None:
    result = schemas.check(load(JOB), kubernetes_version=version)
    assert (result.state, result.errors) == (SchemaState.NO_VERSION, ())
    assert "1.36" in result.detail


NO_SCHEMA = {
    "an operator's kind": ("kueue.x-k8s.io/v1beta2", "ClusterQueue", ""),
    "a version that was removed": ("batch/v1beta1", "CronJob", "it has CronJob of batch/v1"),
    "another project's group of the same first part": (
        "networking.istio.io/v1",
        "NetworkPolicy",
        "networking.k8s.io/v1",
    ),
    "a part of an object": ("v1", "PodSpec", ""),
    "a kind in lower case": ("batch/v1", "cronjob", "CronJob of batch/v1"),
    "our own file formats are no kinds": ("v1", "Device", ""),
}


@pytest.mark.parametrize("case", NO_SCHEMA.values(), ids=NO_SCHEMA)
def test_a_kind_without_schema_is_a_state_of_its_own(case: tuple[str, str, str], schemas: Schemas) -> None:
    api_version, kind, want_detail = case
    body = {"apiVersion": api_version, "kind": kind, "metadata": {"name": "a"}}
    result = schemas.check(body, kubernetes_version="1.36")
    assert result.state is SchemaState.NO_SCHEMA
    assert want_detail in result.detail
    assert [(problem.rule, problem.path) for problem in schema_problems(result)] == [("manifest-no-schema", ("kind",))]


HOSTILE: dict[str, Any] = {
    "no mapping": [],
    "nothing in it": {},
    "a kind that is a path": {"apiVersion": "v1", "kind": "../../pod"},
    "a group that is a path": {"apiVersion": "../v1", "kind": "Pod"},
    "a kind that is a list": {"apiVersion": "v1", "kind": ["Pod"]},
    "a key that is no string": {"apiVersion": "v1", "kind": "Pod", 1: 2},
    "half a surrogate pair": {"apiVersion": "v1", "kind": "Pod", "spec": "\ud800"},
    "not a number": {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "value": float("nan")},
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_hostile_objects_are_invalid_and_raise_nothing(body: Any, schemas: Schemas) -> None:
    result = schemas.check(body, kubernetes_version="1.36")
    assert result.state is SchemaState.INVALID
    assert result.errors


def test_the_same_kind_is_judged_by_the_version_asked(schemas: Schemas) -> None:
    body = {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "DeviceClass",
        "metadata": {"name": "gpu"},
        "spec": {"selectors": []},
    }
    states = [schemas.check(body, kubernetes_version=version).state for version in ("1.33", "1.36")]
    assert states == [SchemaState.NO_SCHEMA, SchemaState.VALID]


def test_a_users_definition_wins_over_ours(load: Callable[[str], Body]) -> None:
    strict = {"type": "object", "required": ["oddity"]}
    schemas = Schemas(crds={Gvk("argoproj.io", "v1alpha1", "Application"): strict})
    result = schemas.check(load(APPLICATION), kubernetes_version="1.36")
    assert [error.path for error in result.errors] == [("oddity",)]
