"""What a cluster does with the example's objects: quotas, defaults, admission policies, templates, rights, pruning."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from gitops_gen.validate.admit import Policies
from tests.conftest import REPOSITORY
from tests.controlplane.client import Answer, Body, Client, Person
from tests.controlplane.controlplane import ControlPlane
from tests.controlplane.orders import flux
from tests.controlplane.roots import ensure_namespaces, remove, sync_roots

CLUSTER = REPOSITORY / "generated" / "shared-eu1"
NAMESPACE = "perception-dev"
TEMPLATE = "experiment-a30-24gb-2g-12gb"
PATIENCE = 60
DEVELOPER = Person("ada", ("system:authenticated", "oidc:perception-engineers"))


@pytest.fixture(scope="module")
def cluster(operators: ControlPlane) -> Iterator[ControlPlane]:
    """The example's cluster that Flux serves, with everything in it."""
    if not operators.controllers:
        pytest.skip("no kube-controller-manager among the binaries: nothing starts jobs or makes accounts")
    client = operators.client
    objects = [body for _, bodies in sync_roots(CLUSTER) for body in flux(bodies)]
    ensure_namespaces(client, objects)
    for body in objects:
        answer = client.apply(body, manager="flux")
        assert answer.accepted, answer.message
    _until(lambda: not client.create(pod(env=[{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}])).accepted)
    yield operators
    remove(client, objects)


def _until(holds: Any) -> None:
    """Policies and quotas are in force a moment after they are there."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it does not come to pass"
        time.sleep(0.2)


def pod(*, spec: dict[str, Any] | None = None, **container: Any) -> Body:
    """A pod that is let in, with changes."""
    main: dict[str, Any] = {
        "name": "main",
        "image": "ghcr.io/acme/experiment:1",
        "resources": {
            "limits": {"cpu": "1", "memory": "1Gi", "ephemeral-storage": "1Gi"},
            "requests": {"cpu": "1", "memory": "1Gi", "ephemeral-storage": "1Gi"},
        },
        "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
    }
    body = {
        "containers": [{**main, **container}],
        "securityContext": {"runAsNonRoot": True, "runAsUser": 10001, "seccompProfile": {"type": "RuntimeDefault"}},
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "tried", "namespace": NAMESPACE},
        "spec": {**body, **(spec or {})},
    }


def gpus(number: int, *, key: str = "nvidia.com/gpu") -> dict[str, Any]:
    """Resources with so many GPUs."""
    amounts = {"cpu": "1", "memory": "1Gi", "ephemeral-storage": "1Gi", key: str(number)}
    return {"limits": amounts, "requests": amounts}


HERE = {"acme.example/pool": "a30"}
ELSEWHERE = {"acme.example/pool": "l40s"}
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


def near(*values: str) -> dict[str, Any]:
    """An affinity to the pools of these names, each in a term of its own."""
    terms = [
        {"matchExpressions": [{"key": "acme.example/pool", "operator": "In", "values": [each]}]} for each in values
    ]
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": terms}}}


TAINT = {"key": "acme.example/pool", "operator": "Equal", "value": "a30", "effect": "NoSchedule"}

LET_IN: dict[str, Body] = {
    "as it is": pod(),
    "GPUs of its pool": pod(spec={"nodeSelector": HERE, "tolerations": [TAINT]}, resources=gpus(1)),
    "GPUs by affinity": pod(spec={"affinity": near("a30")}, resources=gpus(1)),
    "a priority of its profiles": pod(spec={"priorityClassName": "low"}),
    "no GPU to be seen": pod(env=[{"name": "NVIDIA_VISIBLE_DEVICES", "value": "void"}]),
    "a node's own taint": pod(
        spec={"tolerations": [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute"}]}
    ),
}

REFUSED: dict[str, tuple[Body, str]] = {
    "more GPUs than a pod may have": (
        pod(spec={"nodeSelector": HERE}, resources=gpus(9)), "more GPUs than one pod may have"
    ),
    "more GPUs to begin with": (
        pod(spec={"nodeSelector": HERE, "initContainers": [
            {**pod()["spec"]["containers"][0], "name": "first", "resources": gpus(9)}
        ]}),
        "more GPUs than one pod may have",
    ),
    "a priority of others": (pod(spec={"priorityClassName": "serving"}), "may not use that priority class"),
    "another registry": (pod(image="docker.io/evil/miner:1"), "registry that is not allowed"),
    "a registry that begins alike": (pod(image="ghcr.io/acme.evil.example/x:1"), "registry that is not allowed"),
    "a sidecar from elsewhere": (
        pod(spec={"initContainers": [{**pod()["spec"]["containers"][0], "name": "first", "image": "evil/x:1"}]}),
        "registry that is not allowed",
    ),
    "all GPUs of the node": (
        pod(env=[{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}]), "shows GPUs that the pod did not ask for"
    ),
    "GPUs of another pool": (
        pod(spec={"nodeSelector": ELSEWHERE}, resources=gpus(1)), "several kinds of GPU share this resource"
    ),
    "GPUs of any pool": (pod(resources=gpus(1)), "several kinds of GPU share this resource"),
    "GPUs of one pool or another": (
        pod(spec={"affinity": near("a30", "l40s")}, resources=gpus(1)), "several kinds of GPU share this resource"
    ),
    "another pool's taint": (pod(spec={"tolerations": [{**TAINT, "value": "l40s"}]}), "tolerates a taint"),
    "every taint": (pod(spec={"tolerations": [{"operator": "Exists"}]}), "tolerates a taint"),
    "a node by name": (pod(spec={"nodeName": "gpu-1"}), "passes the scheduler by"),
    "privileged": (pod(securityContext={"privileged": True}), "violates PodSecurity"),
    "the host's network": (pod(spec={"hostNetwork": True}), "violates PodSecurity"),
    "a path of the host": (
        pod(spec={"volumes": [{"name": "host", "hostPath": {"path": "/"}}]}), "violates PodSecurity"
    ),
}  # fmt: skip


@pytest.mark.parametrize("body", LET_IN.values(), ids=LET_IN)
def test_a_pod_is_let_in(cluster: ControlPlane, body: Body) -> None:
    answer = cluster.client.create(body)
    assert answer.accepted, answer.message


@pytest.mark.parametrize(("body", "words"), REFUSED.values(), ids=REFUSED)
def test_a_pod_is_refused(cluster: ControlPlane, body: Body, words: str) -> None:
    answer = cluster.client.create(body)
    assert answer.status == 403
    assert words in answer.message


def test_the_quota_of_gpus_holds_over_all_pods(cluster: ControlPlane) -> None:
    client = cluster.client
    first = pod(spec={"nodeSelector": HERE}, resources=gpus(4))
    answer = client.create(first, dry_run=False)
    assert answer.accepted, answer.message
    second = pod(spec={"nodeSelector": HERE}, resources=gpus(1))
    second["metadata"]["name"] = "second"
    try:
        _until(lambda: not client.create(second).accepted)
        assert "exceeded quota: gpu, requested: requests.nvidia.com/gpu=1, used: requests.nvidia.com/gpu=4" in (
            client.create(second).message
        )
    finally:
        client.delete(f"{client.path(first)}?gracePeriodSeconds=0")


def test_the_server_compiles_the_policies(cluster: ControlPlane) -> None:
    """It types them in the background, and keeps its remarks in their status."""
    for name in ("gitops-gen-pods", "gitops-gen-objects"):
        path = f"/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/{name}"
        _until(lambda path=path: "typeChecking" in cluster.client.get(path).body.get("status", {}))
        checked = cluster.client.get(path).body["status"]["typeChecking"]
        assert checked.get("expressionWarnings", []) == []


def test_a_pod_without_requests_gets_those_of_the_limit_range(cluster: ControlPlane) -> None:
    answer = cluster.client.create(pod(resources={}))
    assert answer.accepted, answer.message
    (ranges,) = (
        body
        for _, bodies in sync_roots(CLUSTER)
        for body in bodies
        if body["kind"] == "LimitRange" and body["metadata"]["namespace"] == NAMESPACE
    )
    (item,) = ranges["spec"]["limits"]
    resources = answer.body["spec"]["containers"][0]["resources"]
    assert resources == {"limits": item["default"], "requests": item["defaultRequest"]}


def test_a_job_of_a_template_starts_pods_that_are_let_in(cluster: ControlPlane, kubectl: str) -> None:
    """As people do it: ``kubectl create job --from``. The controller makes the pod; nothing here runs it."""
    command = [kubectl, "--kubeconfig", str(cluster.kubeconfig), "-n", NAMESPACE, "create", "job", "run"]
    done = subprocess.run([*command, f"--from=cronjob/{TEMPLATE}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    path = f"/api/v1/namespaces/{NAMESPACE}/pods?labelSelector=batch.kubernetes.io/job-name=run"
    try:
        _until(lambda: cluster.client.get(path).body["items"])
        (started,) = cluster.client.get(path).body["items"]
    finally:
        cluster.client.delete(f"/apis/batch/v1/namespaces/{NAMESPACE}/jobs/run?propagationPolicy=Background")
    (template,) = (body for body in _team_objects() if body["metadata"]["name"] == TEMPLATE)
    wanted = template["spec"]["jobTemplate"]["spec"]["template"]
    assert started["spec"]["priorityClassName"] == wanted["spec"]["priorityClassName"]
    assert started["spec"]["nodeSelector"] == wanted["spec"]["nodeSelector"]
    assert started["spec"]["containers"][0]["resources"] == wanted["spec"]["containers"][0]["resources"]
    assert started["metadata"]["labels"].items() >= wanted["metadata"]["labels"].items()


def _team_objects() -> Iterator[Body]:
    everything = (body for _, bodies in sync_roots(CLUSTER) for body in bodies)
    return (body for body in everything if body["metadata"].get("namespace") == NAMESPACE)


MAY: dict[str, tuple[str, str, str]] = {
    "see pods": ("list", "", "pods"),
    "read logs": ("get", "", "pods/log"),
    "start jobs": ("create", "batch", "jobs"),
    "see templates": ("get", "batch", "cronjobs"),
}
MAY_NOT: dict[str, tuple[str, str, str]] = {
    "read secrets": ("get", "", "secrets"),
    "list secrets": ("list", "", "secrets"),
    "mint tokens": ("create", "", "serviceaccounts/token"),
    "impersonate accounts": ("impersonate", "", "serviceaccounts"),
    "raise the quota": ("update", "", "resourcequotas"),
    "drop the quota": ("delete", "", "resourcequotas"),
    "open the network": ("create", "networking.k8s.io", "networkpolicies"),
    "close the policies": ("delete", "networking.k8s.io", "networkpolicies"),
    "hand out roles": ("create", "rbac.authorization.k8s.io", "rolebindings"),
    "widen roles": ("escalate", "rbac.authorization.k8s.io", "roles"),
    "bind roles": ("bind", "rbac.authorization.k8s.io", "clusterroles"),
    "change the policies": ("update", "admissionregistration.k8s.io", "validatingadmissionpolicies"),
    "relabel the namespace": ("patch", "", "namespaces"),
    "see nodes": ("get", "", "nodes"),
    "reach nodes": ("get", "", "nodes/proxy"),
    "make priorities": ("create", "scheduling.k8s.io", "priorityclasses"),
    "make daemon sets": ("create", "apps", "daemonsets"),
}


def _allowed(client: Client, verb: str, group: str, resource: str, namespace: str = NAMESPACE) -> bool:
    plural, _, part = resource.partition("/")
    attributes = {"verb": verb, "group": group, "resource": plural, "subresource": part, "namespace": namespace}
    review = {
        "apiVersion": "authorization.k8s.io/v1",
        "kind": "SubjectAccessReview",
        "metadata": {"name": ""},
        "spec": {"user": DEVELOPER.name, "groups": list(DEVELOPER.groups), "resourceAttributes": attributes},
    }
    answer = client.create(review, dry_run=False)
    assert answer.accepted, answer.message
    return bool(answer.body["status"]["allowed"])


@pytest.mark.parametrize("asked", MAY.values(), ids=MAY)
def test_a_developer_may(cluster: ControlPlane, asked: tuple[str, str, str]) -> None:
    assert _allowed(cluster.client, *asked)
    assert not _allowed(cluster.client, *asked, namespace="language-dev"), "in another team's namespace"


@pytest.mark.parametrize("asked", MAY_NOT.values(), ids=MAY_NOT)
def test_a_developer_may_not(cluster: ControlPlane, asked: tuple[str, str, str]) -> None:
    assert not _allowed(cluster.client, *asked)


def test_what_is_generated_is_out_of_reach_even_of_an_administrator_of_the_namespace(cluster: ControlPlane) -> None:
    """Somebody gives a person all rights by hand; the policy holds all the same, but not against the agent."""
    client = cluster.client
    mallory = Person("mallory", ("system:authenticated",))
    binding = {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": "by-hand"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"},
        "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": mallory.name}],
    }
    agent = Person("system:serviceaccount:flux-system:shared-eu1-platform", ("system:serviceaccounts",))
    (quota,) = (body for body in _team_objects() if body["metadata"]["name"] == "gpu")
    wider = deepcopy(client.get(client.path(quota)).body)
    wider["spec"]["hard"] = dict.fromkeys(wider["spec"]["hard"], "99")

    def told(answer: Answer) -> bool:
        return answer.status == 403 and "change the specs" in answer.message

    assert client.apply(binding).accepted
    try:
        _until(lambda: told(client.replace(wider, person=mallory)))
        assert told(client.delete(f"{client.path(quota)}?dryRun=All", person=mallory))
        answer = client.apply(quota, manager="flux", dry_run=True, person=agent)
        assert answer.accepted, answer.message
    finally:
        client.delete(client.path(binding))


def test_a_prune_passes_by_what_is_protected() -> None:
    """What is gone from Git, as Flux and Argo CD decide on it: templates, claims and namespaces stay."""
    kept: dict[str, set[str]] = {}
    for cluster in sorted((REPOSITORY / "generated").iterdir()):
        for _, bodies in sync_roots(cluster):
            for body in bodies:
                notes = body["metadata"].get("annotations", {})
                options = notes.get("argocd.argoproj.io/sync-options", "").split(",")
                stays = notes.get("kustomize.toolkit.fluxcd.io/prune") == "disabled"
                stays |= any(option in ("Prune=false", "Prune=confirm") for option in options)
                kept.setdefault(body["kind"], set()).add("stays" if stays else "goes")
    assert {kind for kind, fates in kept.items() if fates == {"stays"}} >= {
        "Namespace", "PersistentVolumeClaim", "PriorityClass",
    }  # fmt: skip
    assert kept["CronJob"] == {"goes", "stays"}, "those of frozen teams are let go of"
    for kind in ("RoleBinding", "ResourceQuota", "LimitRange", "NetworkPolicy"):
        assert kept[kind] == {"goes"}
    assert kept["ValidatingAdmissionPolicyBinding"] == {"goes", "stays"}, "of each cluster, one stays"


@cache
def _policies() -> Policies:
    known = Policies()
    known.learn(body for _, bodies in sync_roots(CLUSTER) for body in bodies)
    return known


OFFLINE = {**{name: (body, "") for name, body in LET_IN.items()}, **REFUSED}


@pytest.mark.parametrize(("body", "words"), OFFLINE.values(), ids=OFFLINE)
def test_the_policies_say_the_same_without_a_server(body: Body, words: str) -> None:
    """The same pods as above. Pod Security and quotas are judged elsewhere."""
    said = [denial.message for denial in _policies().denials(body, NAMESPACE)]
    wanted = words and words != "violates PodSecurity"
    assert bool(said) == bool(wanted), said
    assert not wanted or any(words in message for message in said), said


def test_every_template_of_the_example_is_let_in() -> None:
    for cluster in sorted((REPOSITORY / "generated").iterdir()):
        known = Policies()
        bodies = [body for _, bodies in sync_roots(cluster) for body in bodies]
        known.learn(bodies)
        for body in bodies:
            if body["kind"] == "CronJob":
                pod_body = body["spec"]["jobTemplate"]["spec"]["template"]
                assert [*known.denials(pod_body, body["metadata"]["namespace"])] == []
