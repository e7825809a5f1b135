"""A pod's spec: names that must be unique and legal, and parts that refer to each other."""

from __future__ import annotations

import re

from gitops_gen.model.names import did_you_mean, is_label, is_port_name, is_qualified_name
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.containers import containers
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, entries, listing, mapping, shown

RULE = "manifest-workload"
ENVIRONMENT_NAME = re.compile(r"[-._a-zA-Z][-._a-zA-Z0-9]*\Z")
PROTOCOLS = ("SCTP", "TCP", "UDP")
LABEL_FORM = "lower case letters, digits and -, 63 at most, a letter or digit at both ends"


def check_pod(spec: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    """Report what the API server refuses in a pod's spec although each field by itself is fine."""
    yield from _check_names(spec, path)
    yield from _check_ports(spec, path)
    volumes = {str(volume.get("name")) for volume, _ in entries(spec.get("volumes"), ())}
    claims = {str(claim.get("name")) for claim, _ in entries(spec.get("resourceClaims"), ())}
    for container, place in containers(spec, path):
        yield from _check_environment(container, place, context)
        yield from _check_mounts(container, place, volumes)
        for claim, where in entries(mapping(container.get("resources")).get("claims"), (*place, "resources", "claims")):
            if claim.get("name") not in claims:
                text = f"the pod has no resource claim {shown(claim.get('name'))}"
                fix = did_you_mean(str(claim.get("name")), claims)
                yield ObjectProblem(RULE, (*where, "name"), text, fix)


def _check_names(spec: dict[str, Json], path: Path) -> Problems:
    lists = (("containers", "initContainers", "ephemeralContainers"), ("volumes",), ("resourceClaims",))
    for group in lists:
        seen: set[str] = set()
        for kind in group:
            for item, place in entries(spec.get(kind), (*path, kind)):
                yield from _check_name(item.get("name"), (*place, "name"), seen)
    for name in ("hostname", "subdomain"):
        if name in spec and not is_label(str(spec[name])):
            yield ObjectProblem(RULE, (*path, name), f"{shown(spec[name])} is no legal {name}", f"use {LABEL_FORM}")
    secrets: set[str] = set()
    for item, place in entries(spec.get("imagePullSecrets"), (*path, "imagePullSecrets")):
        yield from _once(str(item.get("name")), (*place, "name"), secrets)


def _check_name(name: Json, path: Path, seen: set[str]) -> Problems:
    if not isinstance(name, str):
        return
    if not is_label(name):
        yield ObjectProblem(RULE, path, f"{shown(name)} is no legal name here", f"use {LABEL_FORM}")
    yield from _once(name, path, seen)


def _once(name: str, path: Path, seen: set[str]) -> Problems:
    if name in seen:
        yield ObjectProblem(RULE, path, f"{shown(name)} stands twice in the list", "remove one, or rename it")
    seen.add(name)


def _check_ports(spec: dict[str, Json], path: Path) -> Problems:
    for container, place in containers(spec, path):
        names: set[str] = set()
        numbers: set[str] = set()
        for port, where in entries(container.get("ports"), (*place, "ports")):
            name, protocol = port.get("name"), port.get("protocol", "TCP")
            if isinstance(name, str):
                if not is_port_name(name):
                    fix = "use 15 characters at most: lower case letters, digits and single -, a letter among them"
                    yield ObjectProblem(RULE, (*where, "name"), f"{shown(name)} is no legal name of a port", fix)
                yield from _once(name, (*where, "name"), names)
            if protocol not in PROTOCOLS:
                text = f"{shown(protocol)} is no protocol"
                yield ObjectProblem(RULE, (*where, "protocol"), text, did_you_mean(str(protocol), PROTOCOLS))
            number = f"{port.get('containerPort')}/{protocol}"
            for problem in _once(number, (*where, "containerPort"), numbers):
                yield problem._replace(rule="manifest-ineffective")


def _check_environment(container: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    seen: set[str] = set()
    for variable, place in entries(container.get("env"), (*path, "env")):
        name = str(variable.get("name"))
        relaxed = context.minor >= RELAXED_SINCE
        if not (RELAXED_NAME if relaxed else ENVIRONMENT_NAME).match(name):
            fix = (
                "use letters, digits and other signs but ="
                if relaxed
                else "use letters, digits, - _ and ., no digit first"
            )
            yield ObjectProblem(RULE, (*place, "name"), f"{shown(name)} is no legal name of a variable", fix)
        for problem in _once(name, (*place, "name"), seen):
            yield problem._replace(rule="manifest-ineffective")
        sources = variable.get("valueFrom")
        if sources is not None and variable.get("value"):
            yield ObjectProblem(RULE, place, f"{name} has both value and valueFrom", "keep one of the two")
        if isinstance(sources, dict) and len(sources) != 1:
            yield ObjectProblem(RULE, (*place, "valueFrom"), f"{name} needs exactly one source", "name one source")


def _check_mounts(container: dict[str, Json], path: Path, volumes: set[str]) -> Problems:
    seen: set[str] = set()
    for mount, place in entries(container.get("volumeMounts"), (*path, "volumeMounts")):
        name, target = str(mount.get("name")), mount.get("mountPath")
        if name not in volumes:
            text = f"the pod has no volume {shown(name)}"
            yield ObjectProblem(RULE, (*place, "name"), text, did_you_mean(name, volumes))
        if isinstance(target, str):
            if ":" in target:
                text = f"{shown(target)} has a colon, which a mount path may not have"
                yield ObjectProblem(RULE, (*place, "mountPath"), text, "remove the colon")
            yield from _once(target, (*place, "mountPath"), seen)


def check_scheduling(spec: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    """Report tolerations, spread constraints and affinities that the API server refuses."""
    yield from check_tolerations(spec, path)
    seen: set[str] = set()
    for item, place in entries(spec.get("topologySpreadConstraints"), (*path, "topologySpreadConstraints")):
        yield from _once(f"{item.get('topologyKey')} {item.get('whenUnsatisfiable')}", (*place, "topologyKey"), seen)
        skew = item.get("maxSkew")
        if isinstance(skew, int) and skew < 1:
            yield ObjectProblem(RULE, (*place, "maxSkew"), f"maxSkew is {skew}", "write 1 or more")
        if "minDomains" in item and item.get("whenUnsatisfiable") != "DoNotSchedule":
            text = "minDomains goes with whenUnsatisfiable: DoNotSchedule only"
            yield ObjectProblem(RULE, (*place, "minDomains"), text, "remove minDomains")
    required = mapping(mapping(mapping(spec.get("affinity")).get("nodeAffinity")).get(REQUIRED))
    terms = listing(required.get("nodeSelectorTerms"))
    where = (*path, "affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms")
    if required and not terms:
        yield ObjectProblem(RULE, where, "a required node affinity without terms matches no node", "write a term")


RELAXED_SINCE = 34
"""KEP 4369: from this minor on, names of variables are free but for =."""
RELAXED_NAME = re.compile(r"[ -<>-~]+\Z")
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
EFFECTS = ("NoExecute", "NoSchedule", "PreferNoSchedule")


def check_tolerations(around: dict[str, Json], path: Path, *, once: bool = False) -> Problems:
    """Report tolerations that the API server refuses, in a pod and where a runtime class gives them to one."""
    seen: list[Json] = []
    for item, place in entries(around.get("tolerations"), (*path, "tolerations")):
        yield from _check_toleration(item, place)
        if once and item in seen:
            yield ObjectProblem(RULE, place, "the toleration stands twice in the list", "remove one of the two")
        seen.append(item)


def _check_toleration(item: dict[str, Json], path: Path) -> Problems:
    operator, effect, key = item.get("operator", "Equal"), item.get("effect"), item.get("key")
    if isinstance(key, str) and key and not is_qualified_name(key):
        fix = "use a name such as acme.example/gpu"
        yield ObjectProblem(RULE, (*path, "key"), f"{shown(key)} is no legal key of a taint", fix)
    if not item.get("key") and operator != "Exists":
        text = "a toleration without key tolerates everything, which needs operator Exists"
        yield ObjectProblem(RULE, (*path, "operator"), text, "name the key, or write operator: Exists")
    if operator == "Exists" and item.get("value"):
        text = "operator Exists takes no value"
        yield ObjectProblem(RULE, (*path, "value"), text, "remove the value, or write operator: Equal")
    if "tolerationSeconds" in item and effect != "NoExecute":
        text = "tolerationSeconds goes with effect NoExecute only"
        yield ObjectProblem(RULE, (*path, "tolerationSeconds"), text, "remove it, or write effect: NoExecute")
    if effect and effect not in EFFECTS:
        text = f"{shown(effect)} is no effect of a taint"
        yield ObjectProblem(RULE, (*path, "effect"), text, did_you_mean(str(effect), EFFECTS))
