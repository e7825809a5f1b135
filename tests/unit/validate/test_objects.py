"""One broken field at a time: the rule that finds it and the place where it says so. And good objects: silence."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gitops_gen.catalog import load_kinds
from gitops_gen.model.source import pointer
from gitops_gen.validate.context import CheckContext, check_context
from gitops_gen.validate.objects import CHECKS, RULES, check_object
from gitops_gen.validate.schema import Schemas, SchemaState

Body = dict[str, Any]
Steps = tuple[str | int, ...]
Load = Callable[[str], Body]

OBJECTS = {
    "namespace": """
apiVersion: v1
kind: Namespace
metadata:
  name: team
  labels: {pod-security.kubernetes.io/enforce: restricted, pod-security.kubernetes.io/enforce-version: v1.36}
  annotations: {argocd.argoproj.io/sync-wave: "-50", argocd.argoproj.io/sync-options: "Delete=confirm,Prune=confirm"}
""",
    "quota": """
apiVersion: v1
kind: ResourceQuota
metadata: {name: compute, namespace: team}
spec:
  hard:
    requests.cpu: "400"
    requests.memory: 4Ti
    requests.nvidia.com/gpu: "16"
    count/jobs.batch: 1k
    pods: "200"
    nvme.storageclass.storage.k8s.io/requests.storage: 2Ti
    requests.hugepages-2Mi: 1Gi
""",
    "limits": """
apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: team}
spec:
  limits:
  - type: Container
    default: {cpu: 500m, memory: 1Gi, nvidia.com/gpu: "0"}
    defaultRequest: {cpu: 500m, memory: 1Gi, nvidia.com/gpu: "0"}
    min: {cpu: 100m}
    max: {cpu: "8", memory: 64Gi, nvidia.com/gpu: "4"}
    maxLimitRequestRatio: {cpu: "4"}
  - type: PersistentVolumeClaim
    max: {storage: 1Ti}
  - type: Pod
    max: {cpu: "16"}
""",
    "policy": """
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: allow, namespace: team}
spec:
  podSelector: {}
  policyTypes: [Egress, Ingress]
  egress:
  - to:
    - ipBlock: {cidr: 10.0.0.0/8, except: [10.1.0.0/16]}
    - namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: data}}
      podSelector: {}
    ports: [{port: 8000, endPort: 8010, protocol: TCP}, {port: metrics, protocol: TCP}]
  ingress: [{from: [{podSelector: {matchExpressions: [{key: app, operator: In, values: [web]}]}}]}]
""",
    "role": """
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: "team:developer", namespace: team}
rules:
- {apiGroups: [""], resources: [pods, pods/log, configmaps], verbs: [get, list, watch]}
- {apiGroups: [batch], resources: [jobs], verbs: [create, delete, patch]}
- {apiGroups: [kueue.x-k8s.io], resources: [localqueues], verbs: [get]}
- {apiGroups: [rbac.authorization.k8s.io], resources: [roles], resourceNames: [viewer], verbs: [bind]}
""",
    "cluster role": """
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: metrics}
rules: [{nonResourceURLs: [/metrics], verbs: [get]}]
""",
    "binding": """
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: developer, namespace: team}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: developer}
subjects:
- {apiGroup: rbac.authorization.k8s.io, kind: Group, name: "oidc:team"}
- {kind: ServiceAccount, name: applier, namespace: flux-system}
""",
    "cluster binding": """
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: metrics}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: metrics}
subjects: [{kind: ServiceAccount, name: scraper, namespace: monitoring}]
""",
    "priority": """
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 100000
preemptionPolicy: PreemptLowerPriority
""",
    "claim": """
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: checkpoints, namespace: team}
spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 500Gi}}, storageClassName: shared}
""",
    "config": """
apiVersion: v1
kind: ConfigMap
metadata: {name: config, namespace: team}
data: {config.yaml: "a: 1", empty: ""}
binaryData: {logo: AAEC}
""",
    "service": """
apiVersion: v1
kind: Service
metadata: {name: web, namespace: team}
spec: {selector: {app: web}, ports: [{name: http, port: 80, protocol: TCP}, {name: dns, port: 80, protocol: UDP}]}
""",
    "cron job": """
apiVersion: batch/v1
kind: CronJob
metadata: {name: experiment, namespace: strict}
spec:
  schedule: "0 0 31 2 *"
  suspend: true
  concurrencyPolicy: Forbid
  jobTemplate:
    metadata: {labels: {app: train}}
    spec:
      backoffLimit: 1
      podReplacementPolicy: Failed
      podFailurePolicy:
        rules:
        - action: Ignore
          onPodConditions: [{type: DisruptionTarget, status: "True"}]
        - action: FailJob
          onExitCodes: {containerName: main, operator: In, values: [1, 42]}
      template:
        metadata: {labels: {app: train}}
        spec:
          restartPolicy: Never
          securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
          tolerations: [{key: acme.example/pool, operator: Equal, value: h100, effect: NoSchedule}]
          nodeSelector: {acme.example/pool: h100}
          volumes:
          - {name: scratch, emptyDir: {sizeLimit: 20Gi}}
          - {name: cache, emptyDir: {}}
          containers:
          - name: main
            image: registry.example/train@sha256:0
            imagePullPolicy: Always
            env: [{name: HOME, value: /tmp}, {name: RUN, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
            ports: [{name: http, containerPort: 8080, protocol: TCP}]
            resources:
              limits: {cpu: "4", memory: 16Gi, nvidia.com/gpu: "1"}
              requests: {cpu: "2", memory: 16Gi, nvidia.com/gpu: "1"}
            securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
            volumeMounts: [{name: scratch, mountPath: /tmp}, {name: cache, mountPath: /cache}]
""",
    "job": """
apiVersion: batch/v1
kind: Job
metadata: {name: train, namespace: open}
spec:
  completionMode: Indexed
  completions: 4
  parallelism: 4
  backoffLimitPerIndex: 1
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: registry.example/train:1}]
""",
    "deployment": """
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: base}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web, tier: front}}
    spec: {containers: [{name: main, image: registry.example/web:1}]}
""",
    "project": """
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: team, namespace: argocd}
spec:
  destinations: [{server: https://prod.example, namespace: team}]
  namespaceResourceWhitelist: []
  sourceRepos: ["https://git.example/team-*"]
  roles: [{name: admin, policies: ["p, proj:team:admin, applications, get, team/*, allow"], groups: [leads]}]
  syncWindows: [{kind: allow, schedule: "0 3 * * MON-FRI", duration: 1h, applications: ["*"]}]
""",
    "application": """
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: team, namespace: argocd}
spec:
  project: platform
  destination: {server: https://prod.example, namespace: team}
  source: {repoURL: https://git.example/platform.git, path: generated, targetRevision: main}
  syncPolicy: {automated: {}, syncOptions: [PruneLast=true, PrunePropagationPolicy=orphan]}
""",
    "flux": """
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: team, namespace: flux-system, annotations: {kustomize.toolkit.fluxcd.io/prune: Disabled}}
spec: {interval: 10m0s, prune: true, path: generated, sourceRef: {kind: GitRepository, name: platform}}
""",
    "file list": """
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [role-admin.yaml]
""",
}


def load_all(load: Load) -> dict[str, Body]:
    return {name: load(text) for name, text in OBJECTS.items()}


@pytest.mark.parametrize("name", OBJECTS)
def test_good_objects_raise_no_alarm(name: str, context: CheckContext, schemas: Schemas, load: Load) -> None:
    body = load(OBJECTS[name])
    assert list(check_object(body, context)) == []
    assert schemas.check(body, kubernetes_version="1.36").state is SchemaState.VALID


REMOVE = object()
POD: Steps = ("spec", "jobTemplate", "spec", "template", "spec")
JOB: Steps = ("spec", "jobTemplate", "spec")
MAIN: Steps = (*POD, "containers", 0)
META: Steps = ("metadata",)
LABELS: Steps = ("metadata", "labels")
NOTES: Steps = ("metadata", "annotations")
WAVE = "argocd.argoproj.io/sync-wave"
OPTIONS = "argocd.argoproj.io/sync-options"

# A sentence to: the object, where to put what, the rule, and where the problem is if not at the same place.
BROKEN: dict[str, tuple[Any, ...]] = {
    # Names
    "a namespace with a dot": ("namespace", (*META, "name"), "team.a", "manifest-name"),
    "a name in upper case": ("quota", (*META, "name"), "Compute", "manifest-name"),
    "a service that begins with a digit": ("service", (*META, "name"), "0web", "manifest-name"),
    "a role with a slash": ("role", (*META, "name"), "team/developer", "manifest-name"),
    "a CronJob of 53 characters": ("cron job", (*META, "name"), "x" * 53, "manifest-name"),
    "an empty name": ("config", (*META, "name"), "", "manifest-name"),
    "a generated name": (
        "config",
        META,
        {"generateName": "a-", "namespace": "team"},
        "manifest-namespace",
        (*META, "name"),
    ),
    "no metadata": ("config", META, REMOVE, "manifest-name"),
    "no namespace where one belongs": ("quota", (*META, "namespace"), REMOVE, "manifest-namespace"),
    "a namespace for the whole cluster": ("priority", (*META, "namespace"), "team", "manifest-name"),
    "a namespace that is no label": ("config", (*META, "namespace"), "Team_A", "manifest-name"),
    "a bare finalizer": ("config", (*META, "finalizers"), ["mine"], "manifest-name", (*META, "finalizers", 0)),
    # Labels and annotations
    "a label key with a blank": ("config", LABELS, {"a b": "c"}, "manifest-label", (*LABELS, "a b")),
    "a label of 64 characters": ("config", LABELS, {"a": "x" * 64}, "manifest-label", (*LABELS, "a")),
    "a label that is a boolean": ("config", LABELS, {"a": True}, "manifest-label", (*LABELS, "a")),
    "a label inside a template": (
        "cron job",
        (*JOB, "template", "metadata", "labels", "app"),
        "no blanks here",
        "manifest-label",
    ),
    "a node selector with a blank": (
        "cron job",
        (*POD, "nodeSelector"),
        {"a": "b c"},
        "manifest-label",
        (*POD, "nodeSelector", "a"),
    ),
    "a selector without values": (
        "policy",
        ("spec", "ingress", 0, "from", 0, "podSelector", "matchExpressions", 0, "values"),
        REMOVE,
        "manifest-label",
    ),
    "a selector that exists with values": (
        "policy",
        ("spec", "ingress", 0, "from", 0, "podSelector", "matchExpressions", 0, "operator"),
        "Exists",
        "manifest-label",
        ("spec", "ingress", 0, "from", 0, "podSelector", "matchExpressions", 0, "values"),
    ),
    "the server's own label": (
        "namespace",
        (*LABELS, "kubernetes.io/metadata.name"),
        "other",
        "manifest-label",
    ),
    "an annotation that is a number": ("config", NOTES, {"a": 1}, "manifest-annotation", (*NOTES, "a")),
    "an annotation key with a comma": ("config", NOTES, {"a,b": "c"}, "manifest-annotation", (*NOTES, "a,b")),
    "annotations of a megabyte": ("config", NOTES, {"a": "x" * 262_144}, "manifest-annotation", NOTES),
    "a wave that is a word": ("namespace", (*NOTES, WAVE), "first", "manifest-agent-option"),
    "a wave with a fraction": ("namespace", (*NOTES, WAVE), "1.5", "manifest-agent-option"),
    "a sync option with a slip": ("namespace", (*NOTES, OPTIONS), "Prunes=false", "manifest-agent-option"),
    "a sync option of another value": ("namespace", (*NOTES, OPTIONS), "Prune=no", "manifest-agent-option"),
    "a Flux mark that means nothing": (
        "flux",
        (*NOTES, "kustomize.toolkit.fluxcd.io/prune"),
        "false",
        "manifest-agent-option",
    ),
    # Marks of others
    "Argo CD's tracking id": (
        "config",
        NOTES,
        {"argocd.argoproj.io/tracking-id": "a:b"},
        "manifest-agent-metadata",
        (*NOTES, "argocd.argoproj.io/tracking-id"),
    ),
    "kubectl's copy of the object": (
        "config",
        NOTES,
        {"kubectl.kubernetes.io/last-applied-configuration": "{}"},
        "manifest-agent-metadata",
        (*NOTES, "kubectl.kubernetes.io/last-applied-configuration"),
    ),
    "Flux's owner label": (
        "config",
        LABELS,
        {"kustomize.toolkit.fluxcd.io/name": "root"},
        "manifest-agent-metadata",
        (*LABELS, "kustomize.toolkit.fluxcd.io/name"),
    ),
    "Argo CD's tracking label": (
        "config",
        LABELS,
        {"app.kubernetes.io/instance": "root"},
        "manifest-agent-metadata",
        (*LABELS, "app.kubernetes.io/instance"),
    ),
    "text that hides the file": (
        "config",
        ("data", "config.yaml"),
        "# +argocd:skip-file-rendering",
        "manifest-agent-metadata",
    ),
    "text that hides the file, in an annotation": (
        "config",
        NOTES,
        {"a": "+argocd:skip-file-rendering"},
        "manifest-agent-metadata",
        (*NOTES, "a"),
    ),
    "a uid": ("config", (*META, "uid"), "1-2-3", "manifest-server-field"),
    "a status": ("quota", ("status",), {"used": {"pods": "1"}}, "manifest-server-field"),
    # Emptiness
    "a null": ("claim", ("spec", "storageClassName"), None, "manifest-empty-value"),
    "an empty mapping": ("cron job", (*MAIN, "lifecycle"), {}, "manifest-empty-value"),
    "an empty list": ("cron job", (*MAIN, "args"), [], "manifest-empty-value"),
    "empty labels": ("config", LABELS, {}, "manifest-empty-value"),
    "an empty policy": ("application", ("spec", "syncPolicy", "managedNamespaceMetadata"), {}, "manifest-empty-value"),
    # Quantities
    "an amount of words": ("quota", ("spec", "hard", "requests.cpu"), "many", "manifest-quantity"),
    "a negative amount": ("quota", ("spec", "hard", "pods"), "-1", "manifest-quantity"),
    "half a GPU in a quota": ("quota", ("spec", "hard", "requests.nvidia.com/gpu"), "500m", "manifest-ineffective"),
    "half a pod": ("quota", ("spec", "hard", "pods"), "500m", "manifest-quantity"),
    "half a volume": ("cron job", (*POD, "volumes", 0, "emptyDir", "sizeLimit"), "big", "manifest-quantity"),
    "an amount spelled as nobody stores it": (
        "quota",
        ("spec", "hard", "requests.memory"),
        "4096Gi",
        "manifest-quantity-form",
    ),
    "an amount that is no string": ("quota", ("spec", "hard", "pods"), 200, "manifest-quantity-form"),
    "a fraction of a byte": ("quota", ("spec", "hard", "requests.memory"), "1.1Gi", "manifest-quantity-form"),
    "millibytes": ("claim", ("spec", "resources", "requests", "storage"), "128m", "manifest-quantity-form"),
    "a volume in another spelling": (
        "cron job",
        (*POD, "volumes", 0, "emptyDir", "sizeLimit"),
        "20480Mi",
        "manifest-quantity-form",
    ),
    # Quotas
    "storage without a prefix": ("quota", ("spec", "hard", "storage"), "1Ti", "manifest-quota-key"),
    "a limit on storage": ("quota", ("spec", "hard", "limits.storage"), "1Ti", "manifest-quota-key"),
    "a slip in a key": ("quota", ("spec", "hard", "request.cpu"), "1", "manifest-quota-key"),
    "a key of two slashes": ("quota", ("spec", "hard", "requests.a/b/c"), "1", "manifest-quota-key"),
    "GPUs that are never counted": ("quota", ("spec", "hard", "nvidia.com/gpu"), "1", "manifest-ineffective"),
    "limits of GPUs that are never counted": (
        "quota",
        ("spec", "hard", "limits.nvidia.com/gpu"),
        "1",
        "manifest-ineffective",
    ),
    "a count of nothing": ("quota", ("spec", "hard", "count/job.batch"), "1", "manifest-ineffective"),
    "a count in the wrong group": ("quota", ("spec", "hard", "count/jobs.apps"), "1", "manifest-ineffective"),
    "an unknown scope": ("quota", ("spec", "scopes"), ["Best"], "manifest-quota-key", ("spec", "scopes", 0)),
    # Limit ranges
    "a default above the maximum": (
        "limits",
        ("spec", "limits", 0, "default", "cpu"),
        "16",
        "manifest-limitrange",
    ),
    "a request above the default": (
        "limits",
        ("spec", "limits", 0, "defaultRequest", "memory"),
        "2Gi",
        "manifest-limitrange",
    ),
    "a request above a default that the server makes of the maximum": (
        "limits",
        ("spec", "limits", 2),
        {"type": "Container", "max": {"cpu": "1"}, "defaultRequest": {"cpu": "2"}},
        "manifest-limitrange",
        [("spec", "limits", 2, "defaultRequest", "cpu"), ("spec", "limits", 2, "type")],
    ),
    "a default for pods": (
        "limits",
        ("spec", "limits", 2, "default"),
        {"cpu": "1"},
        "manifest-limitrange",
    ),
    "a claim without bounds": (
        "limits",
        ("spec", "limits", 1, "max"),
        {"requests.storage": "1Ti"},
        "manifest-limitrange",
        ("spec", "limits", 1),
    ),
    "a ratio that cannot be": (
        "limits",
        ("spec", "limits", 0, "maxLimitRequestRatio", "cpu"),
        "100",
        "manifest-limitrange",
    ),
    "a device that is overcommitted": (
        "limits",
        ("spec", "limits", 0, "default", "nvidia.com/gpu"),
        "1",
        "manifest-limitrange",
        ("spec", "limits", 0, "defaultRequest", "nvidia.com/gpu"),
    ),
    "a type of nobody": ("limits", ("spec", "limits", 2, "type"), "Node", "manifest-limitrange"),
    # Network policies
    "no types": ("policy", ("spec", "policyTypes"), REMOVE, "manifest-ineffective"),
    "rules that do not count": (
        "policy",
        ("spec", "policyTypes"),
        ["Egress"],
        "manifest-ineffective",
        ("spec", "ingress"),
    ),
    "a type in lower case": (
        "policy",
        ("spec", "policyTypes", 1),
        "ingress",
        ("manifest-ineffective", "manifest-networkpolicy"),
        [("spec", "ingress"), ("spec", "policyTypes", 1)],
    ),
    "a range with host bits": (
        "policy",
        ("spec", "egress", 0, "to", 0, "ipBlock", "cidr"),
        "10.0.0.1/8",
        "manifest-networkpolicy",
    ),
    "a range of words": (
        "policy",
        ("spec", "egress", 0, "to", 0, "ipBlock", "cidr"),
        "everywhere",
        "manifest-networkpolicy",
    ),
    "an exception outside": (
        "policy",
        ("spec", "egress", 0, "to", 0, "ipBlock", "except", 0),
        "192.168.0.0/16",
        "manifest-networkpolicy",
    ),
    "an exception as large as the range": (
        "policy",
        ("spec", "egress", 0, "to", 0, "ipBlock", "except", 0),
        "10.0.0.0/8",
        "manifest-networkpolicy",
    ),
    "a range beside a selector": (
        "policy",
        ("spec", "egress", 0, "to", 0, "podSelector"),
        {},
        "manifest-networkpolicy",
        ("spec", "egress", 0, "to", 0, "ipBlock"),
    ),
    "port 0": (
        "policy",
        ("spec", "egress", 0, "ports", 0),
        {"port": 0, "protocol": "TCP"},
        "manifest-networkpolicy",
        ("spec", "egress", 0, "ports", 0, "port"),
    ),
    "a number in quotes": ("policy", ("spec", "egress", 0, "ports", 1, "port"), "80", "manifest-networkpolicy"),
    "an end before the port": (
        "policy",
        ("spec", "egress", 0, "ports", 0, "endPort"),
        7000,
        "manifest-networkpolicy",
    ),
    "an end of a name": ("policy", ("spec", "egress", 0, "ports", 1, "endPort"), 7000, "manifest-networkpolicy"),
    "a protocol of nobody": ("policy", ("spec", "egress", 0, "ports", 1, "protocol"), "HTTP", "manifest-networkpolicy"),
    # RBAC
    "a rule without verbs": ("role", ("rules", 0, "verbs"), REMOVE, "manifest-rbac"),
    "a rule without groups": ("role", ("rules", 0, "apiGroups"), REMOVE, "manifest-rbac"),
    "URLs in a Role": (
        "role",
        ("rules", 1),
        {"nonResourceURLs": ["/metrics"], "verbs": ["get"]},
        "manifest-rbac",
        ("rules", 1, "nonResourceURLs"),
    ),
    "a verb of nobody": ("role", ("rules", 0, "verbs", 0), "read", "manifest-ineffective"),
    "a resource of another group": (
        "role",
        ("rules", 1, "apiGroups", 0),
        "apps",
        "manifest-ineffective",
        ("rules", 1, "resources", 0),
    ),
    "names that do not narrow": (
        "role",
        ("rules", 1, "resourceNames"),
        ["a"],
        "manifest-ineffective",
        ("rules", 1, "verbs", 0),
    ),
    "everything": ("role", ("rules", 1, "verbs"), ["*"], "manifest-rbac-broad"),
    "a shell in every pod": ("role", ("rules", 0, "resources"), ["pods/exec"], "manifest-rbac-broad", ("rules", 0)),
    "every secret": ("role", ("rules", 0, "resources"), ["secrets"], "manifest-rbac-broad", ("rules", 0)),
    "rights to hand out": ("role", ("rules", 3, "resourceNames"), REMOVE, "manifest-rbac-broad", ("rules", 3)),
    "a binding of something else": ("binding", ("roleRef", "kind"), "Group", "manifest-rbac"),
    "a Role for the whole cluster": ("cluster binding", ("roleRef", "kind"), "Role", "manifest-rbac"),
    "a role's group with a version": (
        "binding",
        ("roleRef", "apiGroup"),
        "rbac.authorization.k8s.io/v1",
        "manifest-rbac",
    ),
    "an account without namespace": ("binding", ("subjects", 1, "namespace"), REMOVE, "manifest-ineffective"),
    "an account without namespace in the cluster": (
        "cluster binding",
        ("subjects", 0, "namespace"),
        REMOVE,
        "manifest-rbac",
    ),
    "a team that is everybody": ("binding", ("subjects", 0, "name"), "system:authenticated", "manifest-rbac-broad"),
    "a subject in lower case": ("binding", ("subjects", 0, "kind"), "group", "manifest-rbac"),
    # Classes, claims, data, services
    "a system's priority": ("priority", (*META, "name"), "system-high", "manifest-class"),
    "a priority beyond people": ("priority", ("value",), 1_000_000_001, "manifest-class"),
    "a preemption of nobody": ("priority", ("preemptionPolicy",), "Always", "manifest-schema"),
    "a claim of nothing": ("claim", ("spec", "resources", "requests", "storage"), "0", "manifest-claim"),
    "two modes that exclude each other": (
        "claim",
        ("spec", "accessModes"),
        ["ReadWriteOncePod", "ReadWriteMany"],
        "manifest-claim",
    ),
    "a mode of nobody": ("claim", ("spec", "accessModes", 0), "ReadWrite", "manifest-schema"),
    "a key with a slash": ("config", ("data", "a/b"), "c", "manifest-data"),
    "a key that leaves the folder": ("config", ("data", "..a"), "c", "manifest-data"),
    "a key twice": ("config", ("data", "logo"), "c", "manifest-data", ("binaryData", "logo")),
    "bytes that are none": ("config", ("binaryData", "logo"), "?", "manifest-data"),
    "data of two megabytes": ("config", ("data", "config.yaml"), "x" * 2_000_000, "manifest-data", ("data",)),
    "two ports without names": ("service", ("spec", "ports", 0, "name"), REMOVE, "manifest-service"),
    "a port twice": (
        "service",
        ("spec", "ports", 1, "protocol"),
        "TCP",
        "manifest-service",
        ("spec", "ports", 1, "port"),
    ),
    "a port without protocol": ("service", ("spec", "ports", 0, "protocol"), REMOVE, "manifest-ineffective"),
    # Workloads
    "a schedule of six fields": ("cron job", ("spec", "schedule"), "0 0 0 1 1 *", "manifest-workload"),
    "a schedule in a zone": ("cron job", ("spec", "schedule"), "TZ=UTC 0 0 1 1 *", "manifest-workload"),
    "the zone of nobody": ("cron job", ("spec", "timeZone"), "Local", "manifest-workload"),
    "a policy of nobody": ("cron job", ("spec", "concurrencyPolicy"), "Deny", "manifest-schema"),
    "a Job that restarts for ever": (
        "cron job",
        (*POD, "restartPolicy"),
        "Always",
        "manifest-workload",
        [(*JOB, "podFailurePolicy"), (*POD, "restartPolicy")],
    ),
    "a negative limit": ("cron job", (*JOB, "backoffLimit"), -1, "manifest-workload"),
    "a selector in a Job": ("cron job", (*JOB, "selector"), {"matchLabels": {"app": "train"}}, "manifest-workload"),
    "exit code 0": (
        "cron job",
        (*JOB, "podFailurePolicy", "rules", 1, "onExitCodes", "values"),
        [0, 1],
        "manifest-workload",
    ),
    "an action that needs an index": (
        "cron job",
        (*JOB, "podFailurePolicy", "rules", 1, "action"),
        "FailIndex",
        "manifest-workload",
    ),
    "a container that is not there": (
        "cron job",
        (*JOB, "podFailurePolicy", "rules", 1, "onExitCodes", "containerName"),
        "trainer",
        "manifest-workload",
    ),
    "a volume that is not there": ("cron job", (*MAIN, "volumeMounts", 0, "name"), "scratches", "manifest-workload"),
    "a path mounted twice": ("cron job", (*MAIN, "volumeMounts", 1, "mountPath"), "/tmp", "manifest-workload"),
    "a variable twice": ("cron job", (*MAIN, "env", 1, "name"), "HOME", "manifest-ineffective"),
    "a variable with two sources": (
        "cron job",
        (*MAIN, "env", 1, "value"),
        "x",
        "manifest-workload",
        (*MAIN, "env", 1),
    ),
    "a container in upper case": (
        "cron job",
        (*MAIN, "name"),
        "Main",
        "manifest-workload",
        [(*JOB, "podFailurePolicy", "rules", 1, "onExitCodes", "containerName"), (*MAIN, "name")],
    ),
    "a port's name of 16 characters": ("cron job", (*MAIN, "ports", 0, "name"), "a" * 16, "manifest-workload"),
    "a toleration of everything": (
        "cron job",
        (*POD, "tolerations", 0, "key"),
        REMOVE,
        "manifest-workload",
        (*POD, "tolerations", 0, "operator"),
    ),
    "a toleration with too much": (
        "cron job",
        (*POD, "tolerations", 0, "operator"),
        "Exists",
        "manifest-workload",
        (*POD, "tolerations", 0, "value"),
    ),
    "a pull policy of nobody": ("cron job", (*MAIN, "imagePullPolicy"), "always", "manifest-schema"),
    "an index without a number": ("job", ("spec", "completions"), REMOVE, "manifest-workload"),
    "a limit for an index that is none": (
        "job",
        ("spec", "completionMode"),
        "NonIndexed",
        "manifest-workload",
        ("spec", "backoffLimitPerIndex"),
    ),
    "a selector that misses its pods": (
        "deployment",
        ("spec", "selector", "matchLabels", "app"),
        "site",
        "manifest-workload",
    ),
    "a Deployment that does not restart": (
        "deployment",
        ("spec", "template", "spec", "restartPolicy"),
        "Never",
        "manifest-workload",
    ),
    # Resources of containers
    "a request above its limit": (
        "cron job",
        (*MAIN, "resources", "requests", "cpu"),
        "8",
        "manifest-resources",
    ),
    "a GPU without limit": ("cron job", (*MAIN, "resources", "limits", "nvidia.com/gpu"), REMOVE, "manifest-resources"),
    "fewer GPUs than the limit": (
        "cron job",
        (*MAIN, "resources", "limits", "nvidia.com/gpu"),
        "2",
        "manifest-resources",
        (*MAIN, "resources", "requests", "nvidia.com/gpu"),
    ),
    "a resource without domain": ("cron job", (*MAIN, "resources", "limits", "gpu"), "1", "manifest-resources"),
    "a quota's key in a container": (
        "cron job",
        (*MAIN, "resources", "limits", "requests.nvidia.com/gpu"),
        "1",
        "manifest-resources",
    ),
    # Pod Security
    "a level of nobody": (
        "namespace",
        (*LABELS, "pod-security.kubernetes.io/enforce"),
        "strict",
        "manifest-pod-security",
    ),
    "a version without v": (
        "namespace",
        (*LABELS, "pod-security.kubernetes.io/enforce-version"),
        "1.36",
        "manifest-pod-security",
    ),
    "a pod that may be root": (
        "cron job",
        (*POD, "securityContext", "runAsNonRoot"),
        False,
        "manifest-pod-security",
    ),
    "the node's network": ("deployment", ("spec", "template", "spec", "hostNetwork"), True, "manifest-pod-security"),
    # Argo CD
    "a destination twice": (
        "project",
        ("spec", "destinations"),
        [
            {"server": "https://prod.example", "namespace": "team"},
            {"server": "https://prod.example", "name": "prod", "namespace": "team"},
        ],
        "manifest-argocd",
        ("spec", "destinations", 1),
    ),
    "a policy of another project": (
        "project",
        ("spec", "roles", 0, "policies", 0),
        "p, proj:other:admin, applications, get, team/*, allow",
        "manifest-argocd",
    ),
    "a policy that reaches another project": (
        "project",
        ("spec", "roles", 0, "policies", 0),
        "p, proj:team:admin, applications, get, other/*, allow",
        "manifest-argocd",
    ),
    "a window at no time": ("project", ("spec", "syncWindows", 0, "schedule"), "0 25 * * *", "manifest-argocd"),
    "destinations that only deny": (
        "project",
        ("spec", "destinations", 0, "namespace"),
        "!kube-system",
        "manifest-ineffective",
        ("spec", "destinations"),
    ),
    "an option with a slip": (
        "application",
        ("spec", "syncPolicy", "syncOptions", 0),
        "PruneLat=true",
        "manifest-agent-option",
    ),
    "a name too long for a label": ("application", (*META, "name"), "x" * 64, "manifest-argocd"),
}


def edited(body: Body, steps: Steps, value: Any) -> Body:
    node: Any = (changed := copy.deepcopy(body))
    for step in steps[:-1]:
        node = node.setdefault(step, {}) if isinstance(node, dict) else node[step]
    if value is REMOVE:
        del node[steps[-1]]
    elif isinstance(node, list) and steps[-1] == len(node):
        node.append(value)
    else:
        node[steps[-1]] = value
    return changed


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN)
def test_a_broken_field_is_found_by_its_rule_at_its_place(
    case: tuple[Any, ...], context: CheckContext, load: Load
) -> None:
    name, steps, value, rules, *places = case
    body = edited(load(OBJECTS[name]), steps, value)
    want_places = (places[0] if isinstance(places[0], list) else [places[0]]) if places else [steps]
    want_rules = {rules} if isinstance(rules, str) else set(rules)
    problems = list(check_object(body, context))
    assert {problem.rule for problem in problems} == want_rules
    assert {pointer(problem.path) for problem in problems} == {pointer(place) for place in want_places}
    assert all(problem.message and problem.fix for problem in problems)


def test_a_second_look_gives_the_same_verdict(context: CheckContext, load: Load) -> None:
    """What the context remembers must never change what it says."""
    bodies = [edited(load(OBJECTS[case[0]]), case[1], case[2]) for case in BROKEN.values()]
    first = [list(check_object(body, context)) for body in bodies]
    assert [list(check_object(body, context)) for body in bodies] == first
    assert all(first)


def test_the_level_of_the_namespace_decides(context: CheckContext, load: Load) -> None:
    """The same pod, remembered for one namespace, is judged anew for a stricter one."""
    found = {}
    for namespace in ("open", "base", "strict", "unknown"):
        body = edited(load(OBJECTS["deployment"]), ("metadata", "namespace"), namespace)
        found[namespace] = {problem.rule for problem in check_object(body, context)}
    assert found == {"open": set(), "base": set(), "strict": {"manifest-pod-security"}, "unknown": set()}


def test_a_range_with_host_bits_is_a_warning_before_strict_parsing(load: Load) -> None:
    context = check_context((), kubernetes_version="1.35")
    body = edited(load(OBJECTS["policy"]), ("spec", "egress", 0, "to", 0, "ipBlock", "cidr"), "10.0.0.1/8")
    assert [problem.rule for problem in check_object(body, context)] == ["manifest-ineffective"]


def test_a_label_of_ours_is_free_where_argocd_tracks_by_annotation(load: Load) -> None:
    context = check_context((), kubernetes_version="1.36", tracking_label="")
    body = edited(load(OBJECTS["config"]), LABELS, {"app.kubernetes.io/instance": "web"})
    assert list(check_object(body, context)) == []


def test_emptiness_in_a_kind_that_nobody_knows_may_mean_something(context: CheckContext) -> None:
    body = {
        "apiVersion": "cert-manager.io/v1",
        "kind": "Issuer",
        "metadata": {"name": "self", "namespace": "team"},
        "spec": {"selfSigned": {}, "ca": None},
    }
    assert [(problem.rule, problem.path) for problem in check_object(body, context)] == [
        ("manifest-empty-value", ("spec", "ca"))
    ]


def test_every_rule_has_a_broken_object_and_is_listed() -> None:
    used = {rule for case in BROKEN.values() for rule in ([case[3]] if isinstance(case[3], str) else case[3])}
    # Tested elsewhere: a kind without schema in test_schema, secrets below, CEL by the rules' own examples.
    elsewhere = {
        "manifest-admission",
        "manifest-cel",
        "manifest-cel-unevaluated",
        "manifest-expression",
        "manifest-file",
        "manifest-no-schema",
    }
    assert used | elsewhere | {"manifest-secret-data"} == set(RULES)


def test_a_secret_in_git_is_refused_and_not_shown(context: CheckContext) -> None:
    body = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "wandb", "namespace": "team"},
        "stringData": {"key": "hunter2"},
    }
    problems = list(check_object(body, context))
    assert [(problem.rule, problem.path) for problem in problems] == [("manifest-secret-data", ("stringData",))]
    assert "hunter2" not in str(problems)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
KEYS = st.sampled_from(["metadata", "spec", "rules", "subjects", "roleRef", "data", "hard", "limits", "template"])


@given(key=st.sampled_from(sorted(CHECKS)), parts=st.dictionaries(KEYS, JSON), spec=st.dictionaries(KEYS, JSON))
def test_no_shape_of_an_object_makes_a_check_fail(key: str, parts: Body, spec: Body) -> None:
    kind, _, group = key.partition(".")
    context = check_context(load_kinds().values(), kubernetes_version="1.36")
    body = {"spec": spec, **parts, "apiVersion": f"{group}/v1" if group else "v1", "kind": kind}
    for problem in check_object(body, context):
        assert problem.rule in RULES


@given(where=st.sampled_from(sorted(OBJECTS)), value=JSON, data=st.data())
def test_no_value_at_any_place_makes_a_check_fail(where: str, value: Any, data: st.DataObject) -> None:
    body = yaml.safe_load(OBJECTS[where])
    node, key = body, data.draw(st.sampled_from(sorted(body)))
    while isinstance(node[key], (dict, list)) and node[key] and data.draw(st.booleans()):
        node = node[key]
        key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
    node[key] = value
    context = check_context(load_kinds().values(), kubernetes_version="1.36")
    for problem in check_object(body, context):
        assert problem.rule in RULES
        assert isinstance(pointer(problem.path), str)
