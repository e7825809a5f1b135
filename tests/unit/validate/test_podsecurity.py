"""Pod Security: for each control a pod that fails, at which level and from which Kubernetes minor on."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from gitops_gen.model.source import pointer
from gitops_gen.validate.context import PodSecurity, check_context
from gitops_gen.validate.facts import load_facts
from gitops_gen.validate.podsecurity import check_pod_security

Body = dict[str, Any]
FACTS = load_facts().pod_security

GOOD = {
    "securityContext": {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}},
    "containers": [
        {"name": "main", "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}}
    ],
    "volumes": [{"name": "scratch", "emptyDir": {}}, {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}],
}
MAIN = ("containers", 0)
CONTEXT = (*MAIN, "securityContext")
POD_CONTEXT = ("securityContext",)

# A sentence to: where to put what, and the minor since which baseline and restricted refuse it; None: never.
CONTROLS: dict[str, tuple[tuple[str | int, ...], Any, int | None, int | None]] = {
    "the node's network": (("hostNetwork",), True, 0, 0),
    "the node's processes": (("hostPID",), True, 0, 0),
    "the node's memory": (("hostIPC",), True, 0, 0),
    "a privileged container": ((*CONTEXT, "privileged"), True, 0, 0),
    "a capability outside the list": ((*CONTEXT, "capabilities", "add"), ["IPC_LOCK"], 0, 0),
    "a capability of baseline": ((*CONTEXT, "capabilities", "add"), ["CHOWN"], None, 22),
    "a capability of both": ((*CONTEXT, "capabilities", "add"), ["NET_BIND_SERVICE"], None, None),
    "a path of the node": (("volumes", 0), {"name": "scratch", "hostPath": {"path": "/dev"}}, 0, 0),
    "a volume over NFS": (("volumes", 0), {"name": "scratch", "nfs": {"server": "a", "path": "/"}}, None, 0),
    "a volume without source": (("volumes", 0), {"name": "scratch"}, None, 0),
    "a port of the node": ((*MAIN, "ports"), [{"containerPort": 80, "hostPort": 80}], 0, 0),
    "no port of the node": ((*MAIN, "ports"), [{"containerPort": 80, "hostPort": 0}], None, None),
    "a probe of another host": ((*MAIN, "livenessProbe"), {"httpGet": {"port": 80, "host": "a.example"}}, 34, 34),
    "a hook to another host": (
        (*MAIN, "lifecycle"),
        {"preStop": {"tcpSocket": {"port": 80, "host": "a.example"}}},
        34,
        34,
    ),
    "a raw view of /proc": ((*CONTEXT, "procMount"), "Unmasked", 0, 0),
    "an SELinux type outside the list": ((*POD_CONTEXT, "seLinuxOptions"), {"type": "spc_t"}, 0, 0),
    "an SELinux type of today": ((*POD_CONTEXT, "seLinuxOptions"), {"type": "container_t"}, None, None),
    "an SELinux user": ((*CONTEXT, "seLinuxOptions"), {"user": "root"}, 0, 0),
    "AppArmor switched off": ((*CONTEXT, "appArmorProfile"), {"type": "Unconfined"}, 0, 0),
    "seccomp switched off": ((*CONTEXT, "seccompProfile"), {"type": "Unconfined"}, 19, 19),
    "no seccomp profile": ((*POD_CONTEXT, "seccompProfile"), None, None, 19),
    "a sysctl outside the list": ((*POD_CONTEXT, "sysctls"), [{"name": "net.core.somaxconn", "value": "1"}], 0, 0),
    "a host process": ((*POD_CONTEXT, "windowsOptions"), {"hostProcess": True}, 0, 0),
    "a user that may be root": ((*POD_CONTEXT, "runAsNonRoot"), None, None, 0),
    "a container that may be root": ((*CONTEXT, "runAsNonRoot"), False, None, 0),
    "user 0": ((*POD_CONTEXT, "runAsUser"), 0, None, 23),
    "privileges to be gained": ((*CONTEXT, "allowPrivilegeEscalation"), None, None, 8),
    "capabilities that are kept": ((*CONTEXT, "capabilities", "drop"), ["all"], None, 22),
    "an init container like any other": (("initContainers",), [{"name": "init"}], None, 8),
    "an old AppArmor profile of the runtime": ((*CONTEXT, "appArmorProfile"), {"type": "RuntimeDefault"}, None, None),
}
MINORS = (0, 7, 8, 18, 19, 21, 22, 23, 30, 33, 34, 36)


def edited(steps: tuple[str | int, ...], value: Any) -> Body:
    node: Any = (spec := copy.deepcopy(GOOD))
    for step in steps[:-1]:
        node = node.setdefault(step, {}) if isinstance(node, dict) else node[step]
    if value is None:
        del node[steps[-1]]
    else:
        node[steps[-1]] = value
    return {"spec": spec}


def is_refused(template: Body, level: PodSecurity) -> bool:
    return bool(list(check_pod_security(template, ("spec",), level, FACTS)))


@pytest.mark.parametrize("minor", MINORS)
def test_a_good_pod_passes_at_every_level_and_version(minor: int) -> None:
    assert [is_refused({"spec": GOOD}, PodSecurity(level, minor)) for level in FACTS.levels] == [False] * 3


@pytest.mark.parametrize("case", CONTROLS.values(), ids=CONTROLS)
def test_a_control_holds_from_its_version_on(
    case: tuple[tuple[str | int, ...], Any, int | None, int | None],
) -> None:
    steps, value, baseline, restricted = case
    template = edited(steps, value)
    for level, since in (("baseline", baseline), ("restricted", restricted), ("privileged", None)):
        want = {minor: since is not None and minor >= since for minor in MINORS}
        assert {minor: is_refused(template, PodSecurity(level, minor)) for minor in MINORS} == want


SYSCTLS = {"net.ipv4.tcp_syncookies": 0, "net.ipv4.ip_local_reserved_ports": 27, "net.ipv4.tcp_rmem": 32}


@pytest.mark.parametrize("name", SYSCTLS)
def test_a_sysctl_is_allowed_from_its_version_on(name: str) -> None:
    template = edited((*POD_CONTEXT, "sysctls"), [{"name": name, "value": "1"}])
    since = SYSCTLS[name]
    refused = {minor: is_refused(template, PodSecurity("baseline", minor)) for minor in (*MINORS, 26, 27, 31, 32)}
    assert refused == {minor: minor < since for minor in refused}


def test_own_users_waive_the_rules_on_users_from_1_35_on() -> None:
    template = edited((*POD_CONTEXT, "runAsNonRoot"), False)
    template["spec"]["securityContext"]["runAsUser"] = 0
    template["spec"]["hostUsers"] = False
    assert [is_refused(template, PodSecurity("restricted", minor)) for minor in (34, 35)] == [True, False]
    raw = edited((*CONTEXT, "procMount"), "Unmasked")
    raw["spec"]["hostUsers"] = False
    assert [is_refused(raw, PodSecurity(level, 35)) for level in ("baseline", "restricted")] == [False, True]


def test_windows_is_spared_what_it_does_not_have() -> None:
    template: Body = {
        "spec": {"os": {"name": "windows"}, "securityContext": {"runAsNonRoot": True}, "containers": [{"name": "main"}]}
    }
    assert [is_refused(template, PodSecurity("restricted", minor)) for minor in (24, 25)] == [True, False]


def test_the_old_annotation_of_apparmor_counts() -> None:
    key = "container.apparmor.security.beta.kubernetes.io/main"
    template = {"metadata": {"annotations": {key: "unconfined"}}, "spec": GOOD}
    problems = list(check_pod_security(template, ("spec", "template"), PodSecurity("baseline", 36), FACTS))
    assert [problem.path for problem in problems] == [("spec", "template", "metadata", "annotations", key)]


def test_each_fault_has_a_place_of_its_own() -> None:
    template: Body = {"spec": {"containers": [{"name": "a"}, {"name": "b"}]}}
    problems = list(check_pod_security(template, (), PodSecurity("restricted", 36), FACTS))
    fields = (
        "allowPrivilegeEscalation",
        "capabilities/drop",
        "runAsNonRoot",
        "seccompProfile",
    )
    want = {f"/spec/containers/{index}/securityContext/{field}" for index in (0, 1) for field in fields}
    assert {pointer(problem.path) for problem in problems} == want


LABELS: dict[str, tuple[dict[str, str], PodSecurity]] = {
    "a pin": ({"enforce": "baseline", "enforce-version": "v1.34"}, PodSecurity("baseline", 34)),
    "a pin beyond the server": ({"enforce": "restricted", "enforce-version": "v1.40"}, PodSecurity("restricted", 36)),
    "the latest": ({"enforce": "restricted", "enforce-version": "latest"}, PodSecurity("restricted", 36)),
    "no pin": ({"enforce": "restricted"}, PodSecurity("restricted", 36)),
    "nothing": ({}, PodSecurity("privileged", 36)),
}


@pytest.mark.parametrize("case", LABELS.values(), ids=LABELS)
def test_a_namespaces_labels_say_what_it_enforces(case: tuple[dict[str, str], PodSecurity]) -> None:
    labels, want = case
    metadata = {"name": "team", "labels": {f"pod-security.kubernetes.io/{key}": text for key, text in labels.items()}}
    context = check_context((), kubernetes_version="1.36", namespaces=[{"metadata": metadata}])
    assert context.pod_security == {"team": want}
