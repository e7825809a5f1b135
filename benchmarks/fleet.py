"""A fleet of many teams to measure with: varied, right, about 25 objects an allocation.

Teams differ in department, image, groups, size, and in whom they talk to. All of it follows from the number of teams:
the same number gives the same bytes.
"""

from __future__ import annotations

from pathlib import Path

SHARED = ("shared-eu1", "shared-us1")
"""Clusters of dev and staging, applied by Flux."""

PROD = ("prod-eu1", "prod-eu2", "prod-us1", "prod-us2")
"""Clusters of production, under one Argo CD hub."""

_API = "apiVersion: gitops-gen.io/v1\n"
DIGEST = "sha256:" + "4d7db2e74117d0f3d7004c9e6be64001aa44d0e2d4e75938d23a82841111f569"


def write_fleet(root: Path, teams: int) -> int:
    """Write the specs of a fleet below ``root``; return how many files."""
    files = dict(fleet(teams))
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return len(files)


def fleet(teams: int) -> dict[str, str]:
    """The specs of a fleet: text by path."""
    files = {"profiles/platform.yaml": _PLATFORM, "profiles/workloads/all.yaml": _PROFILES}
    for environment, text in _ENVIRONMENTS.items():
        files[f"environments/{environment}/environment.yaml"] = text
    for cluster in SHARED:
        files[f"environments/clusters/{cluster}/cluster.yaml"] = _shared(cluster)
        files[f"environments/clusters/{cluster}/pools.yaml"] = _pools(cluster, ("dev", "staging"), teams)
    for cluster in PROD:
        files[f"environments/clusters/{cluster}/cluster.yaml"] = _prod(cluster)
        files[f"environments/clusters/{cluster}/pools.yaml"] = _pools(cluster, ("prod",), teams)
    for number in range(teams):
        name = team_name(number)
        files[f"profiles/teams/{name}.yaml"] = _team(number)
        for environment in _ENVIRONMENTS:
            files[f"environments/{environment}/allocations/{name}.yaml"] = _allocation(number, environment)
    return files


def team_name(number: int) -> str:
    return f"team-{number:04}"


def cluster_of(number: int, environment: str) -> str:
    """Where a team has its namespace."""
    group = PROD if environment == "prod" else SHARED
    return group[number % len(group)]


_PLATFORM = f"""{_API}kind: Platform
metadata: {{name: acme}}
spec:
  asOf: "2026-11-30"
  owners: {{platform: "@acme/platform", finance: "@acme/finops", security: "@acme/security"}}
  repository: {{url: "https://github.com/acme/gpu-platform.git", revision: main, path: generated}}
  naming: {{namespace: "{{team}}"}}
  labels: {{acme.example/platform: gpu}}
  images: {{registries: [ghcr.io/acme, nvcr.io/nvidia]}}
  identity: {{groupPrefix: "oidc:"}}
  limits: {{pods: 600, jobs: 600, services: 20, persistentVolumeClaims: 60, configMaps: 200, secrets: 80}}
  priorities:
    low: {{value: 500, preempts: false}}
    normal: {{value: 5000, preempts: false, default: true}}
    high: {{value: 50000, preempts: false}}
  departments: {{research: {{weight: 3}}, product: {{weight: 2}}}}
"""

_PROFILES = f"""{_API}kind: WorkloadProfile
metadata: {{name: experiment}}
spec:
  version: "1"
  description: A run on one small device
  workload: Job
  container: {{image: "ghcr.io/acme/experiment@{DIGEST}", command: [python, -m, acme], env: {{PYTHONUNBUFFERED: "1"}}}}
  priority: low
  gpu: {{accepts: [h100-80gb/1g.10gb, "l4-24gb:shared"], perPod: {{default: 1, max: 1}}, maxPods: 1}}
  resources:
    perGpu: {{cpu: 3, memory: 32Gi}}
    byGpu: {{"l4-24gb:shared": {{cpu: 2, memory: 8Gi}}}}
    perPod: {{ephemeral-storage: 20Gi}}
    sharedMemory: 4Gi
  lifecycle: {{maxRuntime: 24h, deleteAfter: 2h, retries: 2, gracePeriod: 30s}}
  placement: {{spot: allowed}}
---
{_API}kind: WorkloadProfile
metadata: {{name: training}}
spec:
  version: "1"
  description: Long runs on whole cards
  workload: Job
  container: {{image: "ghcr.io/acme/training@{DIGEST}", command: [torchrun, -m, acme], env: {{NCCL_DEBUG: WARN}}}}
  priority: high
  gpu: {{accepts: [h100-80gb], perPod: {{default: 2, max: 8}}, maxPods: 1}}
  resources: {{perGpu: {{cpu: 20, memory: 200Gi}}, perPod: {{ephemeral-storage: 400Gi}}, sharedMemory: 64Gi}}
  lifecycle: {{maxRuntime: 120h, deleteAfter: 168h, retries: 5, gracePeriod: 30s}}
  placement: {{spot: forbidden}}
  checkpoint: {{path: /checkpoints, size: 500Gi, storageClass: fileshare, gracePeriod: 5m}}
"""

_ENVIRONMENTS = {
    "dev": f"""{_API}kind: Environment
metadata: {{name: dev}}
spec:
  tier: development
  naming: {{namespace: "{{team}}-{{environment}}"}}
  overcommit: {{shared: 4}}
  limits: {{pods: 100, services: 5, persistentVolumeClaims: 10}}
  defaults: {{container: {{cpu: 200m, memory: 1Gi}}, pods: 30}}
""",
    "staging": f"""{_API}kind: Environment
metadata: {{name: staging}}
spec:
  tier: staging
  naming: {{namespace: "{{team}}-{{environment}}"}}
  podSecurity: restricted
  overcommit: {{shared: 4}}
  limits: {{pods: 200, services: 10, persistentVolumeClaims: 20}}
  defaults: {{container: {{cpu: 500m, memory: 2Gi, ephemeral-storage: 8Gi}}, pods: 40}}
""",
    "prod": f"""{_API}kind: Environment
metadata: {{name: prod}}
spec:
  tier: production
  podSecurity: restricted
  labels: {{acme.example/data: confidential}}
  limits: {{pods: 400, services: 20, persistentVolumeClaims: 40}}
  defaults: {{container: {{cpu: 500m, memory: 2Gi, ephemeral-storage: 8Gi}}, pods: 80}}
""",
}


def _shared(name: str) -> str:
    gitops = "flux: {namespace: flux-system, source: {git: {secret: gpu-platform-read}}, interval: 10m}"
    return _cluster(name, "dev, staging", gitops, "198.51.100.0/26")


def _prod(name: str) -> str:
    gitops = f'argocd: {{namespace: argocd, server: "https://{name}.acme.example:6443", hub: prod}}'
    return _cluster(name, "prod", gitops, "203.0.113.0/26")


def _cluster(name: str, environments: str, gitops: str, objects: str) -> str:
    return f"""{_API}kind: Cluster
metadata: {{name: {name}}}
spec:
  environments: [{environments}]
  region: eu-central-1
  kubernetesVersion: "1.36"
  gitops:
    {gitops}
  queueing: {{engine: none}}
  operators:
    gpuOperator: {{version: "26.7.0", namespace: gpu-operator}}
    nodeFeatureDiscovery: {{version: "0.19.0"}}
    prometheusOperator: {{version: "0.93.0"}}
    externalSecrets: {{version: "2.14.0"}}
  storageClasses:
    nvme: {{access: [ReadWriteOnce], tier: hot, binding: WaitForFirstConsumer}}
    fileshare: {{access: [ReadWriteMany], tier: warm, binding: Immediate}}
  endpoints:
    objects: {{cidr: [{objects}], ports: [443/TCP]}}
    tracking: {{cidr: [192.0.2.40/32], ports: [443/TCP]}}
  identity: {{mode: none}}
  network:
    cni: cilium
    dns: {{namespace: kube-system, podLabels: {{k8s-app: kube-dns}}, port: 53, nodeLocal: true}}
    apiServer: [10.10.0.1/32]
  secretStores: {{vault: {{kind: ClusterSecretStore}}}}
  monitoring:
    namespace: monitoring
    podLabels: {{app.kubernetes.io/name: prometheus}}
    port: metrics
    ruleLabels: {{release: prometheus}}
"""


def _pools(cluster: str, environments: tuple[str, ...], teams: int) -> str:
    """Enough nodes for what all teams are promised, and one in reserve."""
    served = ", ".join(environments)
    return f"""{_API}kind: NodePool
metadata: {{name: h100}}
spec:
  cluster: {cluster}
  gpu: {{model: h100-80gb, perNode: 8}}
  nodes: {{count: {teams * 2 + 8}}}
  driver: {{version: "580.173.02"}}
  allocatable: {{cpu: 220, memory: 1980Gi, ephemeral-storage: 6Ti}}
  reserve: {{nodes: 1}}
  capacity: on-demand
  backs: guaranteed
  partition:
    mig:
      strategy: mixed
      layouts:
        sevenths: {{nodes: {{count: {teams // 4 + 2}}}, gpus: all, slices: {{1g.10gb: 7}}}}
  nodeLabels: {{acme.example/pool: h100}}
  taints: [{{key: acme.example/pool, value: h100, effect: NoSchedule}}]
  usedBy: {{environments: [{served}]}}
  provisioner: static
---
{_API}kind: NodePool
metadata: {{name: l4}}
spec:
  cluster: {cluster}
  gpu: {{model: l4-24gb, perNode: 4}}
  nodes: {{count: {teams + 2}}}
  driver: {{version: "580.173.02"}}
  allocatable: {{cpu: 60, memory: 240Gi, ephemeral-storage: 900Gi}}
  reserve: {{nodes: 1}}
  capacity: on-demand
  backs: guaranteed
  partition:
    timeSlicing: {{replicas: 4}}
  nodeLabels: {{acme.example/pool: l4}}
  taints: [{{key: acme.example/pool, value: l4, effect: NoSchedule}}]
  usedBy: {{environments: [{served}]}}
  provisioner: static
"""


def _team(number: int) -> str:
    name = team_name(number)
    department = "product" if number % 3 == 0 else "research"
    own_image = f'{{container: {{image: "ghcr.io/acme/{name}@{DIGEST}"}}}}' if number % 4 == 0 else "{}"
    lines = [
        f"{_API}kind: Team",
        f"metadata: {{name: {name}}}",
        "spec:",
        "  state: active",
        f"  displayName: Team {number}",
        f"  department: {department}",
        f'  costCenter: "{6000 + number}"',
        f'  owners: ["@acme/{name}-leads"]',
        "  access:",
        f"    {name}-engineers: {{role: developer}}",
        f"    {name}-leads: {{role: admin}}",
        *(["    ml-support: {role: viewer}"] if number % 3 == 0 else []),
        "  profiles:",
        f"    experiment: {own_image}",
        "    training: {}",
        f"  repositories: [https://github.com/acme/{name}-*]",
        "  egress:",
        "    objects: {to: {endpoint: objects}}",
        "    tracking: {to: {endpoint: tracking}}",
    ]
    # Teams by fours share their clusters: the second of each eight reads from the first.
    if number % 8 >= 4:
        lines.append(f"    store: {{to: {{team: {team_name(number - 4)}}}, ports: [5432/TCP]}}")
    lines += ["  ingress:", "    notebooks: {from: {namespace: notebook-proxy}, ports: [8888/TCP]}"]
    if number % 8 < 4:
        lines.append(f"    readers: {{from: {{team: {team_name(number + 4)}}}, ports: [5432/TCP]}}")
    lines.append("")
    return "\n".join(lines)


def _allocation(number: int, environment: str) -> str:
    name, cluster = team_name(number), cluster_of(number, environment)
    network = "store" if number % 8 >= 4 else "readers"
    gpus = (
        "{h100-80gb: {guaranteed: 2}, h100-80gb/1g.10gb: {guaranteed: 7}}"
        if environment == "prod"
        else '{h100-80gb: {guaranteed: 2}, "l4-24gb:shared": {guaranteed: 2}}'
    )
    return f"""{_API}kind: Allocation
metadata: {{name: {name}-{environment}}}
spec:
  team: {name}
  environment: {environment}
  profiles: [experiment, training]
  budget: {{monthly: 8000, alertAt: [0.8, 1.0]}}
  network: {{allow: [objects, tracking, notebooks, {network}]}}
  clusters:
    {cluster}:
      resources: {{cpu: {96 + number % 7}, memory: {768 + 8 * (number % 5)}Gi, storage: {{nvme: 1Ti, fileshare: 4Ti}}}}
      gpus: {gpus}
"""
