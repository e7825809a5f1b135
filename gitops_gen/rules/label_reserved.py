"""Labels and annotations of layers that other programs obey, or that silence those who judge, are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Fleet, Spec
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import DEV, PLATFORM, ROBOTICS_PROD

ID = "label-reserved"
DOMAINS = {
    "argoproj.io": "Argo CD acts on it",
    "azure.workload.identity": "Azure makes a cloud identity of it",
    "cilium.io": "Cilium acts on it",
    "cncf.io": "Multus attaches networks by it",
    "eks.amazonaws.com": "AWS makes a cloud identity of it",
    "fluxcd.io": "Flux acts on it",
    "gatekeeper.sh": "it keeps Gatekeeper from judging",
    "gitops-gen.io": "gitops-gen sets it itself",
    "gke.io": "Google makes a cloud identity of it",
    "helm.sh": "Helm acts on it, and Argo CD takes its hooks for its own",
    "istio.io": "Istio acts on it",
    "k8s.io": "Kubernetes acts on it",
    "kube-linter.io": "it keeps kube-linter from judging",
    "kube-score": "it keeps kube-score from judging",
    "kubernetes.io": "Kubernetes acts on it",
    "kyverno.io": "Kyverno acts on it",
    "linkerd.io": "Linkerd acts on it",
    "nvidia.com": "the GPU Operator acts on it",
    "polaris.fairwinds.com": "it keeps Polaris from judging",
    "projectcalico.org": "Calico acts on it",
    "vault.hashicorp.com": "Vault puts a container of its own into pods by it",
    "x-k8s.io": "a controller of Kubernetes, such as Kueue, acts on it",
}
"""Key prefixes that are somebody's, with everything below them."""
FREE = ("app.kubernetes.io",)
"""Recommended labels are for everybody, but for two of them."""
TAKEN = {
    "app.kubernetes.io/instance": "Argo CD may track objects by it",
    "app.kubernetes.io/managed-by": "gitops-gen sets it itself",
    "istio-injection": "Istio acts on it",
}
SKIPS = ("bridgecrew.io", "checkov.io", "cortex.io")
"""Annotations ``<domain>/skip…`` switch single rules of checkov off."""


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each key of each layer."""
    for layer in _layers(compiled.fleet):
        for field in ("labels", "annotations"):
            for key, value in (getattr(layer.model.spec, field) or {}).items():
                reason = reserved(key) if value is not None else ""
                if reason:
                    text = f"{key} may not be set by a layer: {reason}"
                    yield Problem(ID, text, layer.ref(field, key), "use a key with a domain of your own", on_key=True)


def _layers(fleet: Fleet) -> Iterator[Spec[Any]]:
    yield fleet.platform
    yield from fleet.environments.values()
    yield from (cluster.spec for cluster in fleet.clusters)
    yield from fleet.allocations.values()


def reserved(key: str) -> str:
    """Why nobody may set a key, or nothing."""
    prefix, _, name = key.lower().rpartition("/")
    if prefix in FREE or not prefix:
        return TAKEN.get(key.lower(), "")
    if prefix in SKIPS and name.startswith("skip"):
        return "it keeps checkov from judging"
    parts = prefix.split(".")
    return next((DOMAINS[domain] for i in range(len(parts)) if (domain := ".".join(parts[i:])) in DOMAINS), "")


LABELS = "labels: {orchard.example/platform: gpu}"

RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The label or annotation is reserved",
    why=(
        "Labels and annotations of a layer go on every object below it. Some keys are orders to other programs: they "
        "loosen Pod Security, move objects between queues, or make Argo CD and Flux skip or keep them. Others tell "
        "linters to look away. Set on everything, they would undo what this repository promises."
    ),
    fix="Use a key whose domain is your own; what such keys do is decided by fields of the spec.",
    invalid=(
        Example(
            "a queue for everything",
            (Edit(PLATFORM, LABELS, "labels: {kueue.x-k8s.io/queue-name: any}"),),
            at="kueue.x-k8s.io",
        ),
        Example(
            "weaker Pod Security by label",
            (
                Edit(
                    DEV,
                    "  tier: development\n",
                    "  tier: development\n  labels: {pod-security.kubernetes.io/enforce: privileged}\n",
                ),
            ),
            at="pod-security",
        ),
        Example(
            "nothing is ever pruned",
            (
                Edit(
                    ROBOTICS_PROD,
                    "  environment: prod\n",
                    "  environment: prod\n  annotations: {argocd.argoproj.io/sync-options: Prune=false}\n",
                ),
            ),
            at="argocd.argoproj.io",
        ),
        Example(
            "linters are to look away",
            (Edit(PLATFORM, LABELS, f"{LABELS}\n  annotations: {{checkov.io/skip1: CKV_K8S_43=digest}}"),),
            at="checkov.io/skip1",
        ),
    ),
    valid=(
        Example(
            "a recommended label that is free",
            (Edit(PLATFORM, LABELS, "labels: {app.kubernetes.io/part-of: gpu-platform}"),),
        ),
        Example("a domain that merely ends alike", (Edit(PLATFORM, LABELS, "labels: {my-k8s.io/owner: me}"),)),
    ),
    check=check,
)
