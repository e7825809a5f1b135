"""Everything to be said of one object by itself, beyond its schema. Pure, and total: any JSON-like body will do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy

from gitops_gen.model.source import Json, Path
from gitops_gen.validate.admission import check_device_class, check_policy
from gitops_gen.validate.argocd import check_application, check_project
from gitops_gen.validate.classes import check_priority_class, check_runtime_class
from gitops_gen.validate.containers import TEMPLATES, check_requests
from gitops_gen.validate.context import CheckContext, PodSecurity
from gitops_gen.validate.identity import check_custom_definition, check_identity
from gitops_gen.validate.limitrange import check_limit_range
from gitops_gen.validate.memory import remembered
from gitops_gen.validate.metadata import check_metadata
from gitops_gen.validate.netpol import check_network_policy
from gitops_gen.validate.pod import check_pod, check_scheduling
from gitops_gen.validate.podsecurity import check_namespace, check_pod_security
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, listing, mapping
from gitops_gen.validate.quota import check_quota
from gitops_gen.validate.rbac import check_binding, check_role
from gitops_gen.validate.schema import SchemaResult, SchemaState
from gitops_gen.validate.service import check_service
from gitops_gen.validate.stored import check_claim, check_config_map, check_secret
from gitops_gen.validate.walk import check_everywhere
from gitops_gen.validate.workload import (
    check_cron_job,
    check_daemon_set,
    check_deployment,
    check_job,
    check_replicated,
)

ObjectCheck = Callable[[dict[str, Json], CheckContext], Problems]

CHECKS: Mapping[str, ObjectCheck] = {
    "AppProject.argoproj.io": check_project,
    "Application.argoproj.io": check_application,
    "ClusterRole.rbac.authorization.k8s.io": check_role,
    "ClusterRoleBinding.rbac.authorization.k8s.io": check_binding,
    "ConfigMap": check_config_map,
    "CronJob.batch": check_cron_job,
    "CustomResourceDefinition.apiextensions.k8s.io": check_custom_definition,
    "DaemonSet.apps": check_daemon_set,
    "DeviceClass.resource.k8s.io": check_device_class,
    "Deployment.apps": check_deployment,
    "Job.batch": check_job,
    "LimitRange": check_limit_range,
    "Namespace": check_namespace,
    "NetworkPolicy.networking.k8s.io": check_network_policy,
    "PersistentVolumeClaim": check_claim,
    "PriorityClass.scheduling.k8s.io": check_priority_class,
    "ReplicaSet.apps": check_replicated,
    "ResourceQuota": check_quota,
    "Role.rbac.authorization.k8s.io": check_role,
    "RoleBinding.rbac.authorization.k8s.io": check_binding,
    "RuntimeClass.node.k8s.io": check_runtime_class,
    "Secret": check_secret,
    "Service": check_service,
    "StatefulSet.apps": check_replicated,
    "ValidatingAdmissionPolicy.admissionregistration.k8s.io": check_policy,
}
"""By ``Kind.group``, ``Kind`` alone in the core group; whatever the version."""

BY_NAME = frozenset(
    {
        "AppProject.argoproj.io",
        "Application.argoproj.io",
        "CustomResourceDefinition.apiextensions.k8s.io",
        "Namespace",
        "PriorityClass.scheduling.k8s.io",
    }
)
"""Kinds whose check looks at metadata too, so that equal content does not mean equal verdicts."""

RULES: Mapping[str, str] = {
    "manifest-admission": "Pods are let in by the admission policies",
    "manifest-agent-metadata": "Marks of ownership are left to the agents that own",
    "manifest-agent-option": "Agents understand the options in annotations",
    "manifest-annotation": "Annotations are legal",
    "manifest-argocd": "Argo CD's server takes its projects and applications",
    "manifest-cel": "The rules that a definition writes in CEL hold",
    "manifest-cel-unevaluated": "Every rule in CEL is evaluated",
    "manifest-claim": "Claims ask for storage that can be given",
    "manifest-class": "Priority and runtime classes are legal",
    "manifest-data": "ConfigMaps and Secrets have legal keys and sizes",
    "manifest-empty-value": "Nothing is written that the API server drops",
    "manifest-expression": "Expressions in CEL compile",
    "manifest-file": "Files in ConfigMaps have the form that their readers want",
    "manifest-ineffective": "What is accepted also has the effect it seems to have",
    "manifest-label": "Labels and selectors are legal",
    "manifest-limitrange": "Minima, maxima and defaults of a LimitRange agree",
    "manifest-namespace": "Objects are named, with their namespace, where they stand",
    "manifest-name": "Names and namespaces are legal for the kind",
    "manifest-networkpolicy": "Network policies have legal peers, ranges and ports",
    "manifest-no-schema": "Every object has a schema to be checked against",
    "manifest-pod-security": "Pods are let into their namespace",
    "manifest-quantity": "Quantities can be read, and devices are counted in whole numbers",
    "manifest-quantity-form": "Quantities are spelled as the API server stores them",
    "manifest-quota-key": "Quotas name keys and scopes that exist",
    "manifest-rbac": "Roles and bindings are legal",
    "manifest-rbac-broad": "Roles grant no more than they seem to",
    "manifest-resources": "Requests and limits of containers agree",
    "manifest-schema": "Objects have the fields and types of their kind",
    "manifest-secret-data": "No secret lies in Git",
    "manifest-server-field": "Fields that the server writes are left to it",
    "manifest-service": "Ports of a Service can be told apart",
    "manifest-workload": "Jobs, Deployments and their pods are legal beyond their types",
}
"""Every rule id that this stage can yield, with the promise behind it."""


def check_beside(result: SchemaResult, body: Json, context: CheckContext) -> Iterator[ObjectProblem]:
    """What the schema found, and every fault beyond it. A value of a wrong type is not looked at a second time."""
    yield from schema_problems(result)
    if result.state is not SchemaState.INVALID or not isinstance(body, dict):
        yield from check_object(body, context)
        return
    wrong = [error.path for error in result.errors]
    for problem in check_object(_without(body, wrong), context):
        if not any(problem.path[: len(path)] == path for path in wrong):
            yield problem


def _without(body: dict[str, Json], paths: Iterable[Path]) -> dict[str, Json]:
    """A copy that holds nothing at these places."""
    copy = deepcopy(body)
    for path in paths:
        node: Json = copy
        for step in path[:-1]:
            node = node[step] if _has(node, step) else None
        if path and _has(node, path[-1]):
            node[path[-1]] = None
    return copy


def _has(node: Json, step: str | int) -> bool:
    if isinstance(node, list):
        return isinstance(step, int) and step < len(node)
    return isinstance(node, dict) and step in node


def check_object(body: Json, context: CheckContext) -> Iterator[ObjectProblem]:
    """Every fault of one object beyond its schema. What the schema reports is not repeated, and never makes it fail."""
    if not isinstance(body, dict):
        return
    key = kind_key(body)
    yield from check_identity(body, context, key)
    yield from check_metadata(body, context)
    content = {field: value for field, value in body.items() if field != "metadata"}
    template = TEMPLATES.get(key)
    if template is not None:
        yield from _check_pod_maker(body, content, template, context, key)
    elif key in BY_NAME:
        yield from _check_content(body, content, context, key)
    else:
        yield from remembered(context.verdicts, key, content, lambda: _check_content(body, content, context, key))


def kind_key(body: dict[str, Json]) -> str:
    """``Kind.group`` of an object, ``Kind`` alone in the core group."""
    group, slash, _ = str(body.get("apiVersion")).rpartition("/")
    return f"{body.get('kind')}.{group}" if slash else str(body.get("kind"))


def schema_problems(result: SchemaResult) -> Iterator[ObjectProblem]:
    """A schema's verdict in the shape of the other problems."""
    if result.state is SchemaState.NO_SCHEMA:
        fix = "give its CustomResourceDefinition with --crds, or use a kind and version that the cluster has"
        yield ObjectProblem("manifest-no-schema", ("kind",), result.detail, fix)
    for error in result.errors:
        yield ObjectProblem("manifest-schema", error.path, error.message, f"expected: {error.expected}")


def _check_content(body: dict[str, Json], content: Json, context: CheckContext, key: str) -> Problems:
    """All but the metadata, which check_object looks at."""
    yield from check_everywhere(content, (), context, key)
    check = CHECKS.get(key)
    if check is not None:
        yield from check(body, context)


def _check_pod_maker(body: dict[str, Json], content: Json, path: Path, context: CheckContext, key: str) -> Problems:
    """A kind with a pod inside. The pod's spec is remembered apart: the labels around it differ from team to team."""
    template = dig(body, path)
    spec = mapping(template.get("spec"))
    if key == "StatefulSet.apps":
        spec = _with_claims(spec, dig(body, ("spec",)))
    namespace = mapping(body.get("metadata")).get("namespace")
    level = context.pod_security.get(namespace) if isinstance(namespace, str) else None
    yield from check_everywhere(content, (), context, key, without=spec)
    check = CHECKS.get(key)
    if check is not None:
        yield from check(body, context)
    judged = [spec, dig(template, ("metadata", "annotations"))]
    yield from remembered(
        context.verdicts,
        f"{key} {level}",
        judged,
        lambda: _check_pod_template({**template, "spec": spec}, path, context, key, level),
    )


def _with_claims(spec: dict[str, Json], around: dict[str, Json]) -> dict[str, Json]:
    """A pod of a StatefulSet has a volume for each claim template, behind its own."""
    claims = listing(around.get("volumeClaimTemplates"))
    own = {mapping(volume).get("name") for volume in listing(spec.get("volumes"))}
    names = dict.fromkeys(mapping(mapping(claim).get("metadata")).get("name") for claim in claims)
    volumes = [{"name": name} for name in names if name not in own]
    return {**spec, "volumes": [*listing(spec.get("volumes")), *volumes]} if volumes else spec


def _check_pod_template(
    template: dict[str, Json], path: Path, context: CheckContext, key: str, level: PodSecurity | None
) -> Problems:
    spec, where = mapping(template.get("spec")), (*path, "spec")
    yield from check_everywhere(spec, where, context, key)
    yield from check_requests(spec, where, context)
    yield from check_pod(spec, where, context)
    yield from check_scheduling(spec, where, context)
    if level is not None:
        yield from check_pod_security(template, path, level, context.facts.pod_security)
