"""Pod Security: whether a pod would be let into its namespace, for each level and Kubernetes version.

Follows kubernetes/pod-security-admission: a check holds from a minor on, and some are waived where a pod has its own
users (``hostUsers: false``) or runs on Windows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gitops_gen.model.names import did_you_mean
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.containers import containers
from gitops_gen.validate.context import LATEST, PINNED, CheckContext, PodSecurity
from gitops_gen.validate.facts import PodSecurityFacts
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, entries, listing, mapping, shown, texts

RULE = "manifest-pod-security"
PREFIX = "pod-security.kubernetes.io/"
HOST_PROBES_SINCE = 34
OWN_USERS_SINCE = 35
RUN_AS_USER_SINCE = 23
CAPABILITIES_SINCE = 22
SECCOMP_SINCE = 19
ESCALATION_SINCE = 8
WINDOWS_SINCE = 25
SECCOMP = ("Localhost", "RuntimeDefault")
PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
POD_CONTEXT: Path = ("securityContext",)
HOOKS = ("postStart", "preStop")
APPARMOR = "container.apparmor.security.beta.kubernetes.io/"

Found = Iterator[tuple[Path, str, str]]
"""Path below the pod's spec, what is wrong, what to do."""


def check_namespace(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report Pod Security labels that admission refuses, and a name label that the server would put right."""
    metadata = mapping(body.get("metadata"))
    labels = mapping(metadata.get("labels"))
    for mode in ("audit", "enforce", "warn"):
        level, version = labels.get(PREFIX + mode), labels.get(f"{PREFIX}{mode}-version")
        path: Path = ("metadata", "labels")
        if level is not None and level not in context.facts.pod_security.levels:
            fix = did_you_mean(str(level), context.facts.pod_security.levels)
            yield ObjectProblem(RULE, (*path, PREFIX + mode), f"{shown(level)} is no level of Pod Security", fix)
        if version is not None and version != LATEST and not PINNED.match(str(version)):
            text = f"{shown(version)} is no version of Pod Security"
            yield ObjectProblem(RULE, (*path, f"{PREFIX}{mode}-version"), text, "write latest, or v1.36 and its like")
    name = labels.get("kubernetes.io/metadata.name")
    if name is not None and name != metadata.get("name"):
        where = ("metadata", "labels", "kubernetes.io/metadata.name")
        text = "the server sets this label to the namespace's name"
        yield ObjectProblem("manifest-label", where, text, "remove the label")


def check_pod_security(template: dict[str, Json], path: Path, level: PodSecurity, facts: PodSecurityFacts) -> Problems:
    """Report why a namespace of this level would not let the pod in; ``path`` is the template's place."""
    if level.level not in ("baseline", "restricted"):
        return
    spec = mapping(template.get("spec"))
    checks: tuple[Check, ...] = BASELINE if level.level == "baseline" else (*BASELINE, *RESTRICTED)
    for check in checks:
        for place, text, fix in check(spec, level, facts):
            message = f"the namespace enforces {level.level} (1.{level.minor}): {text}"
            yield ObjectProblem(RULE, (*path, "spec", *place), message, fix)
    for key, value in dig(template, ("metadata", "annotations")).items():
        if str(key).startswith(APPARMOR) and not str(value).startswith(("runtime/default", "localhost/")):
            text = f"the namespace enforces {level.level}: AppArmor may not be {shown(value)}"
            yield ObjectProblem(RULE, (*path, "metadata", "annotations", key), text, "write runtime/default")


def _contexts(spec: dict[str, Json]) -> Iterator[tuple[dict[str, Json], Path]]:
    """The security contexts of the pod and of its containers."""
    yield mapping(spec.get("securityContext")), POD_CONTEXT
    for container, path in containers(spec, ()):
        yield mapping(container.get("securityContext")), (*path, "securityContext")


def _own_users(spec: dict[str, Json], level: PodSecurity) -> bool:
    return level.minor >= OWN_USERS_SINCE and spec.get("hostUsers") is False


def _is_windows(spec: dict[str, Json], level: PodSecurity) -> bool:
    return level.minor >= WINDOWS_SINCE and mapping(spec.get("os")).get("name") == "windows"


def _host_namespaces(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts) -> Found:
    for field in ("hostIPC", "hostNetwork", "hostPID"):
        if spec.get(field):
            yield (field,), f"{field} shares the node's own", f"remove {field}"


def _containers_baseline(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts) -> Found:
    for container, path in containers(spec, ()):
        security = mapping(container.get("securityContext"))
        if security.get("privileged"):
            yield (*path, "securityContext", "privileged"), "privileged is not allowed", "remove privileged"
        mount = security.get("procMount")
        waived = level.level == "baseline" and _own_users(spec, level)
        if mount not in (None, "Default") and not waived:
            yield (
                (*path, "securityContext", "procMount"),
                f"procMount {shown(mount)} is not allowed",
                "remove procMount",
            )
        for port, place in entries(container.get("ports"), (*path, "ports")):
            if port.get("hostPort"):
                yield (*place, "hostPort"), "a port of the node is not allowed", "remove hostPort"
        added = mapping(security.get("capabilities")).get("add")
        for position, name in enumerate(listing(added)):
            if name not in facts.capabilities[level.level] and not _waived_capabilities(spec, level, facts, name):
                place = (*path, "securityContext", "capabilities", "add", position)
                yield place, f"the capability {shown(name)} is not allowed", "remove it"


def _waived_capabilities(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts, name: Json) -> bool:
    """Under restricted the short list came with 1.22 and spares Windows; before and there, baseline's list holds."""
    is_restricted = level.minor >= CAPABILITIES_SINCE and not _is_windows(spec, level)
    return level.level == "restricted" and not is_restricted and name in facts.capabilities["baseline"]


def _probes(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts) -> Found:
    if level.minor < HOST_PROBES_SINCE:
        return
    for container, path in containers(spec, ()):
        handlers = [(container.get(name), (*path, name)) for name in PROBES]
        hooks = mapping(container.get("lifecycle"))
        handlers += [(hooks.get(name), (*path, "lifecycle", name)) for name in HOOKS]
        for handler, place in handlers:
            for action in ("httpGet", "tcpSocket"):
                if mapping(mapping(handler).get(action)).get("host"):
                    yield (*place, action, "host"), "a probe of another host is not allowed", "remove host"


def _host_paths(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts) -> Found:
    if level.level == "baseline":
        for volume, path in entries(spec.get("volumes"), ("volumes",)):
            if "hostPath" in volume:
                yield (*path, "hostPath"), "a path of the node is not allowed as volume", "use another volume"


def _sysctls(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts) -> Found:
    path: Path = ("securityContext", "sysctls")
    for item, place in entries(mapping(spec.get("securityContext")).get("sysctls"), path):
        since = facts.sysctls.get(str(item.get("name")))
        if since is None or since > level.minor:
            yield (*place, "name"), f"the sysctl {shown(item.get('name'))} is not allowed", "remove it"


def _profiles(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts) -> Found:
    """SELinux, AppArmor, seccomp and Windows' host processes, of the pod and of its containers."""
    for security, path in _contexts(spec):
        linux = mapping(security.get("seLinuxOptions"))
        since = facts.se_linux_types.get(str(linux.get("type"))) if linux.get("type") else 0
        if since is None or since > level.minor:
            yield (*path, "seLinuxOptions", "type"), f"the type {shown(linux.get('type'))} is not allowed", "remove it"
        for field in ("role", "user"):
            if linux.get(field):
                yield (*path, "seLinuxOptions", field), f"an SELinux {field} is not allowed", "remove it"
        for field in ("appArmorProfile", "seccompProfile"):
            profile = mapping(security.get(field)).get("type")
            if profile is not None and profile not in SECCOMP and (field != "seccompProfile" or _has_seccomp(level)):
                yield (*path, field, "type"), f"the profile {shown(profile)} is not allowed", "write RuntimeDefault"
        if mapping(security.get("windowsOptions")).get("hostProcess"):
            yield (*path, "windowsOptions", "hostProcess"), "a host process is not allowed", "remove hostProcess"


def _has_seccomp(level: PodSecurity) -> bool:
    return level.minor >= SECCOMP_SINCE


def _users(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts) -> Found:
    if _own_users(spec, level):
        return
    pod = mapping(spec.get("securityContext"))
    for security, path in _contexts(spec):
        flag = security.get("runAsNonRoot")
        # A container that says nothing follows the pod; where the pod says false, the pod is the fault.
        follows = flag is None and path != POD_CONTEXT and pod.get("runAsNonRoot") is None
        if flag is False or follows:
            yield (*path, "runAsNonRoot"), "the user may not be root", "write runAsNonRoot: true"
        if security.get("runAsUser") == 0 and level.minor >= RUN_AS_USER_SINCE:
            yield (*path, "runAsUser"), "the user may not be 0", "write another runAsUser, such as 10001"


def _containers_restricted(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts) -> Found:
    if _is_windows(spec, level):
        return
    default = mapping(mapping(spec.get("securityContext")).get("seccompProfile")).get("type")
    for container, path in containers(spec, ()):
        security = mapping(container.get("securityContext"))
        where = (*path, "securityContext")
        if security.get("allowPrivilegeEscalation") is not False and level.minor >= ESCALATION_SINCE:
            fix = "write allowPrivilegeEscalation: false"
            yield (*where, "allowPrivilegeEscalation"), "gaining privileges must be ruled out", fix
        dropped = texts(mapping(security.get("capabilities")).get("drop"))
        if "ALL" not in dropped and level.minor >= CAPABILITIES_SINCE:
            yield (*where, "capabilities", "drop"), "all capabilities must be dropped", "write drop: [ALL]"
        profile = mapping(security.get("seccompProfile")).get("type", default)
        if profile is None and _has_seccomp(level):
            fix = "write seccompProfile: {type: RuntimeDefault} for the pod"
            yield (*where, "seccompProfile"), "a seccomp profile must be named", fix


def _volumes_restricted(spec: dict[str, Json], level: PodSecurity, facts: PodSecurityFacts) -> Found:
    for volume, path in entries(spec.get("volumes"), ("volumes",)):
        sources = [key for key in volume if key != "name"]
        if not sources or not facts.restricted_volumes.issuperset(sources):
            kind = next((key for key in sources if key not in facts.restricted_volumes), "without a source")
            yield path, f"a volume {kind} is not allowed", f"use one of {', '.join(sorted(facts.restricted_volumes))}"


Check = Callable[[dict[str, Json], PodSecurity, PodSecurityFacts], Found]
BASELINE: tuple[Check, ...] = (_host_namespaces, _containers_baseline, _probes, _host_paths, _sysctls, _profiles)
RESTRICTED: tuple[Check, ...] = (_users, _containers_restricted, _volumes_restricted)
