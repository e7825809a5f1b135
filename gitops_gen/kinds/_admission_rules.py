"""What the admission policies say, in CEL. Parameters are texts in a ConfigMap, lists in them divided by commas.

Kubernetes 1.30 is the oldest that evaluates them: only functions that it has are used.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Check(NamedTuple):
    """An expression that must be true, and what a person is told where it is not."""

    expression: str
    message: str


class Variable(NamedTuple):
    """A name for an expression, which later ones may use."""

    name: str
    expression: str


def _of_all_containers(part: str) -> str:
    """A list over the containers of every kind."""
    kinds = (f"(has(object.spec.{kind}) ? object.spec.{kind}.{part} : [])" for kind in OPTIONAL_CONTAINERS)
    return " + ".join((f"object.spec.containers.{part}", *kinds))


OPTIONAL_CONTAINERS = ("initContainers", "ephemeralContainers")

POD_VARIABLES = (
    Variable("images", _of_all_containers("map(c, c.image)")),
    Variable("env", _of_all_containers("filter(c, has(c.env)).map(c, c.env)")),
    Variable(
        "limits",
        "object.spec.containers.filter(c, has(c.resources) && has(c.resources.limits)).map(c, c.resources.limits)",
    ),
    Variable(
        "first",
        "has(object.spec.initContainers) ? object.spec.initContainers.filter(c, has(c.resources)"
        " && has(c.resources.limits)).map(c, c.resources.limits) : []",
    ),
    Variable("devices", "params.data.devices.split(',').filter(d, d != '')"),
    Variable("tolerated", "params.data.tolerations.split(',')"),
    Variable("places", "params.data.places.split(',').filter(p, p != '')"),
    Variable(
        "shared",
        "params.data.sharedKeys.split(',').filter(k, k != ''"
        " && (variables.limits.exists(l, k in l) || variables.first.exists(l, k in l)))",
    ),
    Variable("selected", "has(object.spec.nodeSelector) ? object.spec.nodeSelector : {}"),
    Variable(
        "terms",
        "has(object.spec.affinity) && has(object.spec.affinity.nodeAffinity)"
        " && has(object.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution)"
        " ? object.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms : []",
    ),
)

_PAIRS = "p.split('|')[1].split('&')"
_BY_SELECTOR = (
    f"{_PAIRS}.all(e, e.split('=')[0] in variables.selected && variables.selected[e.split('=')[0]] == e.split('=')[1])"
)
_BY_TERM = (
    f"{_PAIRS}.all(e, has(t.matchExpressions) && t.matchExpressions.exists(m, m.key == e.split('=')[0]"
    " && m.operator == 'In' && m.values.all(v, v == e.split('=')[1])))"
)

POD_CHECKS = (
    Check(
        "!has(object.spec.priorityClassName) || object.spec.priorityClassName == ''"
        " || object.spec.priorityClassName in params.data.priorities.split(',')",
        "this namespace may not use that priority class",
    ),
    Check(
        "params.data.registries == ''"
        " || variables.images.all(i, params.data.registries.split(',').exists(r, i.startsWith(r + '/')))",
        "an image comes from a registry that is not allowed",
    ),
    Check(
        "variables.devices.all(d, variables.limits.map(l, d.split('=')[0] in l"
        " ? int(string(l[d.split('=')[0]])) : 0).sum() <= int(d.split('=')[1])"
        " && variables.first.all(l, !(d.split('=')[0] in l)"
        " || int(string(l[d.split('=')[0]])) <= int(d.split('=')[1])))",
        "the pod asks for more GPUs than one pod may have here",
    ),
    Check(
        "variables.env.all(es, es.all(e, e.name != 'NVIDIA_VISIBLE_DEVICES'"
        " || (has(e.value) && e.value in ['none', 'void'])))",
        "NVIDIA_VISIBLE_DEVICES shows GPUs that the pod did not ask for; ask for them by their resource",
    ),
    Check(
        "!has(object.spec.tolerations) || object.spec.tolerations.all(t, has(t.key) && t.key != ''"
        " && (t.key.startsWith('node.kubernetes.io/') || (t.key + '=' + (has(t.value) ? t.value : '') + ':'"
        " + (has(t.effect) ? t.effect : '')) in variables.tolerated"
        " || variables.devices.exists(d, d.split('=')[0] == t.key)))",
        "the pod tolerates a taint of nodes that are not this namespace's",
    ),
    Check(
        "request.operation != 'CREATE' || !has(object.spec.nodeName)",
        "the pod names its node and passes the scheduler by",
    ),
    Check(
        "variables.shared.all(k, variables.places.exists(p, p.split('|')[0] == k && "
        f"{_BY_SELECTOR}) || (size(variables.terms) > 0 && variables.terms.all(t, "
        f"variables.places.exists(p, p.split('|')[0] == k && {_BY_TERM}))))",
        "several kinds of GPU share this resource here; select the nodes of one that this namespace is promised",
    ),
)

MANAGED = "app.kubernetes.io/managed-by"


def object_checks(agents: Iterable[str]) -> tuple[Check, ...]:
    """That only these, and what Kubernetes itself runs, change and delete what is generated.

    The names stand in the expression: with parameters, whose loss would deny all, nobody could repair anything.
    """
    names = ", ".join(f"'{agent}'" for agent in agents)
    expression = (
        f"!has(oldObject.metadata.labels) || !('{MANAGED}' in oldObject.metadata.labels)"
        f" || oldObject.metadata.labels['{MANAGED}'] != 'gitops-gen'"
        f" || request.userInfo.username in [{names}, 'system:kube-controller-manager', 'system:apiserver']"
        " || request.userInfo.username.startsWith('system:serviceaccount:kube-system:')"
        " || (has(request.userInfo.groups) && 'system:masters' in request.userInfo.groups)"
    )
    return (Check(expression, "this object is generated from specs in Git; change the specs"),)
