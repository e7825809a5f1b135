"""Would the admission policies let a pod in? ValidatingAdmissionPolicies, evaluated as the API server does at creation.

A policy holds through its bindings: for the namespaces that a binding selects, with the parameters that it names. What
this evaluator does not know makes a problem of its own, and no verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gitops_gen.model.source import Json
from gitops_gen.validate.cel import Failed, Scope, Unevaluated
from gitops_gen.validate.problem import dig, entries, listing, mapping, texts

POLICY, BINDING = "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"
NAME_LABEL = "kubernetes.io/metadata.name"
ALL = "*"


class Denial(NamedTuple):
    """A policy that refuses a pod, and what it says; or one that could not be evaluated (``unevaluated``)."""

    policy: str
    message: str
    unevaluated: bool = False


@dataclass(slots=True)
class Policies:
    """The policies, bindings, parameters and namespaces of one cluster, as far as they are known."""

    policies: dict[str, dict[str, Json]] = field(default_factory=dict)
    bindings: dict[str, dict[str, Json]] = field(default_factory=dict)
    parameters: dict[tuple[str, str], dict[str, Json]] = field(default_factory=dict)
    namespaces: dict[str, dict[str, str]] = field(default_factory=dict)
    """Labels by name."""

    def learn(self, bodies: Iterable[dict[str, Json]]) -> None:
        """Take in what decides; all else is passed by."""
        for body in bodies:
            metadata = mapping(body.get("metadata"))
            name, kind = str(metadata.get("name")), body.get("kind")
            if kind == POLICY:
                self.policies[name] = mapping(body.get("spec"))
            elif kind == BINDING:
                self.bindings[name] = mapping(body.get("spec"))
            elif kind == "ConfigMap":
                self.parameters[str(metadata.get("namespace")), name] = body
            elif kind == "Namespace":
                self.namespaces[name] = {NAME_LABEL: name, **mapping(metadata.get("labels"))}

    @property
    def parameter_namespaces(self) -> frozenset[str]:
        """Where the parameters lie that bindings name."""
        return frozenset(str(mapping(each.get("paramRef")).get("namespace")) for each in self.bindings.values())

    def denials(self, pod: dict[str, Json], namespace: str) -> Iterator[Denial]:
        """Why a pod would not be let into a namespace. Bindings that only warn or audit are passed by."""
        labels = self.namespaces.get(namespace, {NAME_LABEL: namespace})
        for name in sorted(self.bindings):
            binding = self.bindings[name]
            policy = self.policies.get(str(binding.get("policyName")))
            if policy is None or "Deny" not in texts(binding.get("validationActions")):
                continue
            selector = dig(binding, ("matchResources", "namespaceSelector"))
            if matches_pods(policy) and selects(selector, labels):
                yield from self._judge(policy, binding, pod, namespace)

    def _judge(
        self, policy: dict[str, Json], binding: dict[str, Json], pod: dict[str, Json], namespace: str
    ) -> Iterator[Denial]:
        label = str(binding.get("policyName"))
        reference = mapping(binding.get("paramRef"))
        params = self.parameters.get((str(reference.get("namespace")), str(reference.get("name"))))
        if policy.get("paramKind") and params is None:
            if reference.get("parameterNotFoundAction") == "Deny":
                yield Denial(label, f"there are no parameters {reference.get('namespace')}/{reference.get('name')}")
            return
        request = {"operation": "CREATE", "namespace": namespace, "userInfo": {"username": "", "groups": []}}
        scope = Scope({"object": pod, "oldObject": None, "params": params, "request": request, "variables": {}})
        try:
            _set_variables(policy, scope)
        except Unevaluated as error:
            yield Denial(label, str(error), unevaluated=True)
            return
        except Failed as error:
            yield Denial(label, f"a variable comes to no value: {error}")
            return
        for check, _ in entries(policy.get("validations"), ()):
            yield from _check(label, check, scope)


def matches_pods(policy: Mapping[str, Json]) -> bool:
    """Whether a policy looks at pods that are created."""
    for rule, _ in entries(dig(policy, ("matchConstraints",)).get("resourceRules"), ()):
        groups, plurals, operations = (texts(rule.get(key)) for key in ("apiGroups", "resources", "operations"))
        if {"", ALL} & set(groups) and {"pods", ALL, "*/*"} & set(plurals) and {"CREATE", ALL} & set(operations):
            return True
    return False


def selects(selector: Mapping[str, Json], labels: Mapping[str, str]) -> bool:
    """Whether a label selector matches; an empty one matches everything."""
    if any(labels.get(key) != value for key, value in mapping(selector.get("matchLabels")).items()):
        return False
    return all(_holds(each, labels) for each in listing(selector.get("matchExpressions")) if isinstance(each, dict))


def _holds(requirement: Mapping[str, Json], labels: Mapping[str, str]) -> bool:
    value, values = labels.get(str(requirement.get("key"))), texts(requirement.get("values"))
    verdicts = {
        "In": value in values,
        "NotIn": value not in values,
        "Exists": value is not None,
        "DoesNotExist": value is None,
    }
    return verdicts.get(str(requirement.get("operator")), False)


def _set_variables(policy: dict[str, Json], scope: Scope) -> None:
    """Each variable may use those before it."""
    found: dict[str, Json] = {}
    for variable, _ in entries(policy.get("variables"), ()):
        found[str(variable.get("name"))] = scope.evaluate(str(variable.get("expression")))
        scope.set("variables", found)


def _check(label: str, check: dict[str, Json], scope: Scope) -> Iterator[Denial]:
    expression = str(check.get("expression"))
    try:
        holds = scope.evaluate(expression)
    except Unevaluated as error:
        yield Denial(label, str(error), unevaluated=True)
    except Failed as error:
        yield Denial(label, f"{' '.join(expression.split())[:60]} comes to no value: {error}")
    else:
        if holds is not True:
            yield Denial(label, str(check.get("message") or f"failed expression: {' '.join(expression.split())}"))
