"""Names and namespaces: what the API server allows for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gitops_gen.model.names import is_label, is_subdomain
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, mapping, shown

RULE = "manifest-name"
NAMESPACE: Path = ("metadata", "namespace")
NAME: Path = ("metadata", "name")
KUSTOMIZE_FILE = "kustomize.config.k8s.io"


def _is_dns1035(text: str) -> bool:
    return is_label(text) and not text[0].isdigit()


def _is_path_segment(text: str) -> bool:
    return text not in ("", ".", "..") and "/" not in text and "%" not in text


NAME_RULES: Mapping[str, tuple[Callable[[str], bool], str]] = {
    "label": (is_label, "lower case letters, digits and -, 63 at most, a letter or digit at both ends"),
    "dns1035": (_is_dns1035, "lower case letters, digits and -, 63 at most, a letter first"),
    "path": (_is_path_segment, "any text but . and .., without / and %"),
    "subdomain": (is_subdomain, "lower case letters, digits, - and ., 253 at most, a letter or digit around each dot"),
}


def check_identity(body: dict[str, Json], context: CheckContext, key: str) -> Problems:
    """Report a name that the kind may not have, and a namespace that is missing, too much or illegal."""
    metadata = body.get("metadata")
    group = key.partition(".")[2]
    if group == KUSTOMIZE_FILE:
        return
    if not isinstance(metadata, dict):
        yield ObjectProblem(RULE, ("metadata",), "the object has no metadata", "give it a name")
        return
    name = metadata.get("name")
    rule = context.facts.name_rules.get(key, "subdomain")
    is_known = isinstance(name, str) and (rule, name) in context.good_names
    if not is_known or key in context.facts.name_lengths:
        yield from _check_name(name, metadata, context, key)
    yield from _check_namespace(metadata, context, key)


def _check_name(name: Json, metadata: dict[str, Json], context: CheckContext, key: str) -> Problems:
    if not isinstance(name, str) or not name:
        generated = isinstance(metadata.get("generateName"), str) and name is None
        text = "generateName makes a new object at every sync" if generated else "the object has no name"
        made_up = generated or key == "LimitRange"  # the server gives this kind a random name
        yield ObjectProblem("manifest-namespace" if made_up else RULE, NAME, text, "write metadata.name")
        return
    rule = context.facts.name_rules.get(key, "subdomain")
    is_legal, expected = NAME_RULES[rule]
    kind = key.partition(".")[0]
    longest = context.facts.name_lengths.get(key)
    if not is_legal(name):
        yield ObjectProblem(RULE, NAME, f"{shown(name)} is no legal name of a {kind}", f"use {expected}")
    elif longest and len(name) > longest:
        text = f"the name of a {kind} has {longest} characters at most, {shown(name)} has {len(name)}"
        yield ObjectProblem(RULE, NAME, text, "shorten the name")
    else:
        context.good_names.add((rule, name))


def _check_namespace(metadata: dict[str, Json], context: CheckContext, key: str) -> Problems:
    kind, _, group = key.partition(".")
    facts = context.kinds.get((group, kind))
    namespace = metadata.get("namespace")
    if namespace is None or namespace == "":
        if facts and facts.namespaced:
            fix = "write metadata.namespace"
            yield ObjectProblem(
                "manifest-namespace", NAMESPACE, f"a {kind} lies in a namespace, and none is named", fix
            )
    elif facts and not facts.namespaced:
        text = f"a {kind} belongs to the whole cluster and has no namespace"
        yield ObjectProblem(RULE, NAMESPACE, text, "remove metadata.namespace")
    elif not isinstance(namespace, str) or (("label", namespace) not in context.good_names and not is_label(namespace)):
        fix = f"use {NAME_RULES['label'][1]}"
        yield ObjectProblem(RULE, NAMESPACE, f"{shown(namespace)} is no legal namespace", fix)
    else:
        context.good_names.add(("label", namespace))


def check_custom_definition(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report a definition that is not named ``<plural>.<group>``."""
    spec, metadata = mapping(body.get("spec")), mapping(body.get("metadata"))
    wanted = f"{mapping(spec.get('names')).get('plural')}.{spec.get('group')}"
    if metadata.get("name") != wanted:
        yield ObjectProblem(RULE, NAME, f"a definition is named <plural>.<group>: {wanted}", f"name it {wanted}")
