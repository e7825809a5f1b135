"""Small platforms by chance: composed of valid parts, now and then with one thing broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

Doc = dict[str, Any]
DIGEST = "sha256:" + "5" * 64
SLICES = {
    "h100-80gb": [{"1g.10gb": 7}, {"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2}, {"2g.20gb": 3}, {"7g.80gb": 1}],
    "a100-40gb": [{"1g.5gb": 7}, {"3g.20gb": 2}],
    "a30-24gb": [{"1g.6gb": 4}, {"2g.12gb": 2}],
}
HOSTILE = (
    "../../etc/passwd",
    "a" * 300,
    "Team",
    "visiоn",  # noqa: RUF001 a Cyrillic letter is the point
    "x\u202ey",
    "$(id)",
    "::error::x",
    "'\"\\",
    "\u0000",
    "kube-system",
    "1e3",
    "",
    " ",
    "-",
    "no",
)


@dataclass(frozen=True)
class Tree:
    """A platform: file to documents."""

    files: dict[str, list[Doc]]

    def of(self, kind: str) -> list[Doc]:
        return [doc for docs in self.files.values() for doc in docs if doc.get("kind") == kind]


def document(kind: str, name: str, spec: Doc) -> Doc:
    return {"apiVersion": "gitops-gen.io/v1", "kind": kind, "metadata": {"name": name}, "spec": spec}


def valid_tree(rng: Random) -> Tree:
    """A platform that is right, but for odd corners that the tool may refuse."""
    environments = rng.sample(["dev", "staging", "prod"], rng.randint(1, 3))
    clusters = [f"c{index}" for index in range(rng.randint(1, 2))]
    teams = [f"team{index}" for index in range(rng.randint(1, 4))]
    files: dict[str, list[Doc]] = {"profiles/platform.yaml": [_platform(rng)]}
    pools: dict[str, list[Doc]] = {}
    for cluster in clusters:
        pools[cluster] = list(_pools(rng, cluster))
        files[f"environments/clusters/{cluster}/cluster.yaml"] = [_cluster(rng, cluster, environments), *pools[cluster]]
    for environment in environments:
        files[f"environments/{environment}/environment.yaml"] = [_environment(rng, environment)]
    profiles = list(_profiles(rng, sorted({kind for docs in pools.values() for pool in docs for kind in kinds(pool)})))
    files["profiles/workloads/all.yaml"] = profiles
    names = sorted({doc["metadata"]["name"] for doc in profiles})
    for team in teams:
        files[f"profiles/teams/{team}.yaml"] = [_team(rng, team, names, teams)]
        for environment in environments:
            if rng.random() < 0.8:
                allocation = _allocation(rng, team, environment, names, pools)
                files[f"environments/{environment}/allocations/{team}.yaml"] = [allocation]
                if rng.random() < 0.3:
                    files[f"environments/{environment}/grants/{team}.yaml"] = [_grant(rng, allocation)]
    return Tree(files)


def _maybe(rng: Random, spec: Doc, key: str, value: Any, chance: float = 0.5) -> None:
    if rng.random() < chance:
        spec[key] = value


def _platform(rng: Random) -> Doc:
    spec: Doc = {
        "asOf": "2026-11-30",
        "owners": {"platform": "@acme/platform"},
        "repository": {"url": "https://github.com/acme/platform.git"},
        "naming": {
            "namespace": rng.choice(
                ["{team}-{environment}", "{environment}-{team}", "{team}-{environment}-{namespace}"]
            )
        },
        "priorities": {"low": {"value": rng.randint(-1000, 1000)}, "normal": {"value": 5000, "default": True}},
        "departments": {"research": {}, "product": {"weight": rng.randint(1, 5)}},
    }
    _maybe(rng, spec, "labels", {"acme.example/x": rng.choice(["a", "1", "true", "n"])})
    _maybe(rng, spec, "limits", {"pods": rng.randint(100, 2000), "jobs": rng.randint(0, 5000)})
    _maybe(rng, spec, "identity", {"groupPrefix": "oidc:"})
    _maybe(rng, spec, "tiers", {"small": {"cpu": rng.choice([4, "4500m", 8]), "memory": "32Gi"}})
    _maybe(rng, spec, "annotations", {"acme.example/note": rng.choice(["ja: nein", "#x", "- y", "1.10", "ümläut"])})
    return document("Platform", "acme", spec)


def _environment(rng: Random, name: str) -> Doc:
    spec: Doc = {"tier": {"dev": "development", "staging": "staging", "prod": "production"}[name]}
    _maybe(rng, spec, "defaults", {"container": {"cpu": rng.choice(["100m", "0.5", 1]), "memory": "1Gi"}, "pods": 50})
    _maybe(rng, spec, "limits", {"pods": rng.randint(1, 300), "services": rng.randint(0, 9)}, 0.3)
    _maybe(rng, spec, "labels", {"acme.example/tier": name}, 0.3)
    _maybe(rng, spec, "overcommit", {"cpu": rng.choice([1, 1.5, 2]), "shared": rng.choice([8, 16])}, 0.3)
    return document("Environment", name, spec)


def _cluster(rng: Random, name: str, environments: list[str]) -> Doc:
    engine: Doc = {"argocd": {"server": f"https://{name}.acme.example:6443", "hub": "hub"}}
    if rng.random() < 0.5:
        engine = {"flux": {"source": {"git": {}}, "interval": rng.choice(["90s", "10m", "1h30m"])}}
    spec: Doc = {
        "environments": environments,
        "kubernetesVersion": rng.choice(["1.34", "1.35", "1.36"]),
        "gitops": engine,
        "queueing": {"engine": "none"},
        "operators": {
            "gpuOperator": {"version": "26.7.0", "namespace": "gpu-operator"},
            "nodeFeatureDiscovery": {"version": "0.19.0"},
        },
        "storageClasses": {"disk": {"access": ["ReadWriteOnce"]}, "files": {"access": ["ReadWriteMany"]}},
        "endpoints": {"objects": {"cidr": ["203.0.113.0/24"], "ports": ["443/TCP", "8000-8010/TCP"]}},
        "network": {"cni": rng.choice(["cilium", "calico"]), "dns": {"nodeLocal": rng.random() < 0.5}},
    }
    _maybe(rng, spec, "monitoring", {"namespace": "monitoring"})
    return document("Cluster", name, spec)


def _pools(rng: Random, cluster: str) -> Iterator[Doc]:
    models = ["h100-80gb", "a100-40gb", "a30-24gb", "l4-24gb", "l40s-48gb", "t4-16gb", None]
    for index, model in enumerate(rng.sample(models, rng.randint(0, 3))):
        nodes: Doc = {"count": rng.randint(8, 30)}
        if rng.random() < 0.2:
            nodes = {"min": rng.randint(6, 9), "max": rng.randint(9, 40)}
        spec: Doc = {
            "cluster": cluster,
            "nodes": nodes,
            "allocatable": {"cpu": 200, "memory": "2Ti", "ephemeral-storage": "4Ti"},
            "nodeLabels": {"acme.example/pool": f"p{index}"},
            "taints": [{"key": "acme.example/pool", "value": f"p{index}", "effect": "NoSchedule"}],
            "reserve": {"nodes": rng.randint(0, 2)},
        }
        if model is not None:
            spec["gpu"] = {"model": model, "perNode": rng.choice([2, 4, 8])}
            _partition(rng, spec, model)
        yield document("NodePool", f"p{index}", spec)


def _partition(rng: Random, spec: Doc, model: str) -> None:
    if model in SLICES and rng.random() < 0.7:
        slices = rng.choice(SLICES[model])
        single = len(slices) == 1 and rng.random() < 0.5
        layout: Doc = {"nodes": {"count": rng.randint(4, 6)}, "slices": slices}
        if not single and rng.random() < 0.4:
            layout["gpus"] = [0, 1]
        spec["partition"] = {"mig": {"strategy": "single" if single else "mixed", "layouts": {"cut": layout}}}
    elif model in ("l4-24gb", "t4-16gb") and rng.random() < 0.6:
        spec["partition"] = {rng.choice(["timeSlicing", "mps"]): {"replicas": rng.randint(2, 8)}}
    elif rng.random() < 0.2:
        spec["capacity"] = "spot"


def kinds(pool: Doc) -> dict[str, str]:
    """GPU kinds of a pool with their resource keys, worked out from the spec alone."""
    spec = pool["spec"]
    if "gpu" not in spec:
        return {}
    model, partition = spec["gpu"]["model"], spec.get("partition", {})
    if "timeSlicing" in partition or "mps" in partition:
        return {f"{model}:shared": "nvidia.com/gpu.shared"}
    found = {}
    mig = partition.get("mig")
    if mig:
        for layout in mig["layouts"].values():
            for name in layout["slices"]:
                found[f"{model}/{name}"] = "nvidia.com/gpu" if mig["strategy"] == "single" else f"nvidia.com/mig-{name}"
    layouts = mig["layouts"].values() if mig else []
    cut = sum(layout["nodes"]["count"] for layout in layouts)
    part = any(
        layout.get("gpus") not in (None, "all") and len(layout["gpus"]) < spec["gpu"]["perNode"] for layout in layouts
    )
    if part or cut < (spec["nodes"].get("count") or spec["nodes"]["max"]):
        found[model] = "nvidia.com/gpu"
    return found


def _profiles(rng: Random, offered: list[str]) -> Iterator[Doc]:
    for index in range(rng.randint(1, 4)):
        for version in range(1, rng.randint(1, 2) + 1):
            spec: Doc = {
                "version": str(version),
                "workload": rng.choice(["Job", "Job", "Job", "Deployment", "Notebook"]),
                "container": {
                    "image": f"ghcr.io/acme/train@{DIGEST}",
                    "command": ["python", "-m", "train"],
                    "env": {"A": rng.choice(["1", "x: y", "#", "$(B)", "line\nline"])},
                },
                "priority": rng.choice(["low", "normal"]),
                "resources": {
                    "perGpu": {"cpu": rng.randint(1, 4), "memory": rng.choice(["8Gi", "16Gi"])},
                    "perPod": {"cpu": 1, "memory": "4Gi", "ephemeral-storage": "10Gi"},
                },
                "lifecycle": {
                    "maxRuntime": rng.choice(["24h", "72h"]),
                    "deleteAfter": "1h",
                    "retries": rng.randint(0, 3),
                },
                "placement": {"spot": "allowed"},
            }
            if offered and rng.random() < 0.9:
                spec["gpu"] = {"accepts": rng.sample(offered, rng.randint(1, len(offered)))}
            _maybe(rng, spec, "checkpoint", {"path": "/checkpoints", "size": "10Gi", "storageClass": "files"}, 0.3)
            if rng.random() < 0.5:
                spec["resources"]["sharedMemory"] = "1Gi"
            yield document("WorkloadProfile", f"profile{index}", spec)


def _team(rng: Random, name: str, profiles: list[str], teams: list[str]) -> Doc:
    spec: Doc = {
        "department": rng.choice(["research", "product"]),
        "owners": ["@acme/leads"],
        "access": {
            f"{name}-{role}": {"role": role} for role in rng.sample(["viewer", "developer", "admin"], rng.randint(0, 3))
        },
        "profiles": {profile: {} for profile in rng.sample(profiles, rng.randint(0, len(profiles)))},
        "egress": {"objects": {"to": {"endpoint": "objects"}}},
        "ingress": {"gateway": {"from": {"namespace": "ingress-nginx"}, "ports": rng.choice([["8080/TCP"], "any"])}},
        "repositories": [f"https://github.com/acme/{name}-*"],
    }
    # A ring: each team may call the next one, and both sides say so.
    following = teams[(teams.index(name) + 1) % len(teams)]
    before = teams[teams.index(name) - 1]
    if following != name:
        spec["egress"]["next"] = {"to": {"team": following}, "ports": ["5432/TCP", "6000-6010/TCP"]}
        spec["ingress"]["previous"] = {"from": {"team": before}, "ports": ["5432/TCP", "6005/TCP"]}
    if rng.random() < 0.15:
        spec["state"] = rng.choice(["frozen", "drained", "removed"])
        spec["stateChange"] = {"date": rng.choice(["2026-11-01", "2027-01-01"]), "reason": "end of project"}
    return document("Team", name, spec)


def _allocation(rng: Random, team: str, environment: str, profiles: list[str], pools: dict[str, list[Doc]]) -> Doc:
    clusters: Doc = {}
    for cluster in rng.sample(sorted(pools), rng.randint(1, len(pools))):
        offered = sorted(
            {kind for pool in pools[cluster] if pool["spec"].get("capacity") != "spot" for kind in kinds(pool)}
        )
        chosen = rng.sample(offered, rng.randint(0, len(offered)))
        clusters[cluster] = {
            "resources": {
                "cpu": rng.choice([32, "48500m", "1e1", 64]) if rng.random() < 0.98 else "unlimited",
                "memory": rng.choice(["256Gi", "0.5Ti", "300Gi"]),
                "storage": {"files": "1Ti"},
            },
            "gpus": {kind: {"guaranteed": rng.randint(0, 2)} for kind in chosen},
        }
    spec: Doc = {
        "team": team,
        "environment": environment,
        "profiles": rng.sample(profiles, rng.randint(0, len(profiles))),
        "clusters": clusters,
    }
    _maybe(rng, spec, "network", {"allow": rng.sample(["objects", "gateway"], rng.randint(0, 2))})
    _maybe(rng, spec, "namespace", rng.choice(["batch", "x1"]), 0.2)
    _maybe(rng, spec, "labels", {"acme.example/y": None, "acme.example/z": "z"}, 0.2)
    return document("Allocation", f"{team}-{environment}", spec)


def _grant(rng: Random, allocation: Doc) -> Doc:
    cluster = rng.choice(sorted(allocation["spec"]["clusters"]))
    gpus = allocation["spec"]["clusters"][cluster]["gpus"]
    spec: Doc = {
        "allocation": allocation["metadata"]["name"],
        "cluster": cluster,
        "gpus": {kind: {"guaranteed": 1} for kind in gpus},
        "until": rng.choice(["2026-12-24", "2027-06-01"]),
        "reason": "a deadline",
    }
    _maybe(rng, spec, "from", rng.choice(["2026-11-01", "2026-12-01"]))
    return document("Grant", f"grant-{allocation['metadata']['name']}", spec)


def break_something(rng: Random, tree: Tree) -> None:
    """Change one value, key or document at random."""
    docs = [doc for docs in tree.files.values() for doc in docs]
    node: Any = rng.choice(docs)
    for _ in range(rng.randint(1, 6)):
        inner = list(node.values()) if isinstance(node, dict) else list(node)
        inner = [value for value in inner if isinstance(value, dict | list) and value]
        if not inner or rng.random() < 0.15:
            break
        node = rng.choice(inner)
    key = rng.choice(sorted(node, key=str)) if isinstance(node, dict) else rng.randrange(len(node))
    action = rng.randrange(7)
    if action == 0:
        del node[key]
    elif action == 1 and isinstance(node, dict):
        node[rng.choice(HOSTILE) or "x"] = node.pop(key)
    elif action == 2:
        node[key] = rng.choice(HOSTILE)
    elif action == 3:
        node[key] = rng.choice([10**12, -1, 0, 1.5, True, None, 2**70])
    elif action == 4:
        node[key] = rng.choice([[], {}, [[]], {"a": {}}, ["x", "x"]])
    elif action == 5 and isinstance(node, dict):
        node["unexpected"] = 1
    else:
        docs.append(json.loads(json.dumps(rng.choice(docs))))
        tree.files["profiles/again.yaml"] = [docs[-1]]


def shuffled(rng: Random, value: Any) -> Any:
    """The same tree with the keys of every mapping in another order."""
    if isinstance(value, dict):
        return {key: shuffled(rng, value[key]) for key in rng.sample(sorted(value, key=str), len(value))}
    return [shuffled(rng, item) for item in value] if isinstance(value, list) else value


def texts(tree: Tree, rng: Random | None = None) -> dict[str, bytes]:
    """The files as YAML (JSON is YAML). With ``rng``: files, documents and keys in another order."""
    paths = sorted(tree.files)
    if rng is not None:
        rng.shuffle(paths)
    found: dict[str, bytes] = {}
    for path in paths:
        docs = list(tree.files[path])
        if rng is not None:
            rng.shuffle(docs)
            docs = [shuffled(rng, doc) for doc in docs]
        found[path] = "\n---\n".join(json.dumps(doc, ensure_ascii=False) for doc in docs).encode()
    return found
