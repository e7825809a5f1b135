"""Documents that have not the shape of the spec language: unknown and missing keys, wrong types, in every kind."""

from __future__ import annotations

from gitops_gen.model.plugin import Edit
from gitops_gen.rules._example import (
    DEV,
    EXPERIMENT,
    LAB,
    LAB_L4,
    MAIN,
    MAIN_H100,
    PLATFORM,
    PROD,
    RANKING,
    RANKING_DEV,
    RANKING_PROD,
    ROBOTICS,
    ROBOTICS_FAIR,
    TRAINING,
)
from tests.example_platform import case

UNKNOWN, MISSING, TYPE, VALUE, KIND = "spec-unknown-key", "spec-missing-key", "spec-type", "spec-value", "spec-kind"

UNKNOWN_KEYS = {
    "Platform: a key of spec": case(UNKNOWN, Edit(PLATFORM, "  tiers:", "  tier:"), at="  tier:"),
    "Platform: a nested key": case(
        UNKNOWN,
        Edit(PLATFORM, "naming: {namespace:", "naming: {prefix: x, namespace:"),
        at="naming:",
    ),
    "Platform: a key of a priority": case(
        UNKNOWN,
        Edit(PLATFORM, "urgent: {value: 10000, preempts: true}", "urgent: {value: 10000, preempt: true}"),
        at="preempt: true",
    ),
    "Environment: a key of spec": case(
        UNKNOWN, Edit(DEV, "  tier: development", "  tier: development\n  cluster: lab"), at="cluster: lab"
    ),
    "Environment: a key of the container defaults": case(
        UNKNOWN, Edit(PROD, "container: {cpu: 500m", "container: {cpus: 500m"), at="cpus: 500m"
    ),
    "Environment: a ratio of overcommit": case(UNKNOWN, Edit(PROD, "{shared: 1}", "{share: 1}"), at="{share: 1}"),
    "Cluster: a key of spec": case(UNKNOWN, Edit(MAIN, "  secretStores:", "  secretstores:"), at="secretstores:"),
    "Cluster: an operator": case(
        UNKNOWN, Edit(MAIN, "    externalSecrets:", "    externalSecret:"), at="externalSecret:"
    ),
    "Cluster: a key of a storage class": case(
        UNKNOWN,
        Edit(
            MAIN,
            "files: {access: [ReadWriteMany], tier: warm, binding:",
            "files: {access: [ReadWriteMany], tier: warm, bindings:",
        ),
        at="bindings:",
    ),
    "NodePool: a key of spec": case(UNKNOWN, Edit(LAB_L4, "  nodeLabels:", "  labels:"), at="  labels:"),
    "NodePool: a key of a layout": case(
        UNKNOWN, Edit(MAIN_H100, "          gpus: [0", "          cards: [0"), at="cards: [0"
    ),
    "NodePool: a key of a taint, inside a list": case(
        UNKNOWN, Edit(MAIN_H100, "value: h100, effect:", "value: h100, seconds: 5, effect:"), at="seconds: 5"
    ),
    "WorkloadProfile: a key of spec": case(
        UNKNOWN, Edit(TRAINING, "  checkpoint:", "  checkpoints:"), at="checkpoints:"
    ),
    "WorkloadProfile: a key of lifecycle": case(UNKNOWN, Edit(EXPERIMENT, "deleteAfter: 4h", "ttl: 4h"), at="ttl: 4h"),
    "WorkloadProfile: a resource of one GPU kind": case(
        UNKNOWN,
        Edit(EXPERIMENT, "h100-80gb/3g.40gb: {cpu: 8, memory", "h100-80gb/3g.40gb: {cpu: 8, mem"),
        at="mem: 80Gi",
    ),
    "Team: a key of spec": case(UNKNOWN, Edit(ROBOTICS, "  owners:", "  owner:"), at="owner:"),
    "Team: a key that would give it more": case(
        UNKNOWN, Edit(ROBOTICS, "  egress:", "  gpus: {h100-80gb: {guaranteed: 100}}\n  egress:"), at="gpus:"
    ),
    "Team: a key of a group's access": case(
        UNKNOWN,
        Edit(RANKING, "ranking-members: {role: developer}", "ranking-members: {role: developer, exec: true}"),
        at="exec: true",
    ),
    "Team: a key of a flow's peer": case(
        UNKNOWN, Edit(RANKING, "{team: robotics}", "{team: robotics, pod: x}"), at="pod: x"
    ),
    "Allocation: a key of spec": case(UNKNOWN, Edit(RANKING_PROD, "  profiles:", "  profile:"), at="profile:"),
    "Allocation: a key of resources": case(UNKNOWN, Edit(RANKING_DEV, "{tier:", "{teir:"), at="{teir:"),
    "Allocation: a key of a promise": case(
        UNKNOWN, Edit(RANKING_DEV, "{guaranteed: 8}", "{guarantee: 8}"), at="{guarantee: 8}"
    ),
    "Grant: a key of spec": case(UNKNOWN, Edit(ROBOTICS_FAIR, "  reason:", "  reasons:"), at="reasons:"),
    "Grant: a key of an addition": case(
        UNKNOWN, Edit(ROBOTICS_FAIR, "{guaranteed: 2}", "{guaranteed: 2, lend: 1}"), at="lend: 1"
    ),
    "metadata takes a name and nothing else": case(
        UNKNOWN, Edit(RANKING, "{name: ranking}", "{name: ranking, namespace: default}"), at="namespace: default"
    ),
    "a status beside the spec": case(UNKNOWN, Edit(RANKING, "kind: Team", "kind: Team\nstatus: {}"), at="status: {}"),
    "a key in snake case": case(UNKNOWN, Edit(ROBOTICS, "displayName:", "display_name:"), at="display_name:"),
}

MISSING_KEYS = {
    "Platform without asOf": case(MISSING, Edit(PLATFORM, '  asOf: "2026-11-30"\n', ""), at="spec:"),
    "Environment without tier": case(MISSING, Edit(DEV, "  tier: development\n", ""), at="spec:"),
    "Cluster without its Kubernetes version": case(MISSING, Edit(LAB, '  kubernetesVersion: "1.36"\n', ""), at="spec:"),
    "Cluster whose Argo CD has no hub": case(MISSING, Edit(MAIN, ", hub: main", ""), at="argocd: {"),
    "NodePool whose nodes offer no memory": case(
        MISSING, Edit(LAB_L4, "cpu: 44, memory: 180Gi,", "cpu: 44,"), at="allocatable:"
    ),
    "NodePool with a taint without effect": case(MISSING, Edit(LAB_L4, ", effect: NoSchedule", ""), at="taints:"),
    "WorkloadProfile without workload": case(MISSING, Edit(TRAINING, "  workload: Job\n", ""), at="spec:"),
    "WorkloadProfile that accepts nothing": case(
        MISSING, Edit(TRAINING, "    accepts: [h100-80gb]\n", ""), at="  gpu:"
    ),
    "Team without owners": case(MISSING, Edit(RANKING, '  owners: ["@orchard/ranking-leads"]\n', ""), at="spec:"),
    "Team with an ingress from nowhere": case(MISSING, Edit(RANKING, "from: {team: robotics}, ", ""), at="robots: {"),
    "Allocation without a team": case(MISSING, Edit(RANKING_DEV, "  team: ranking\n", ""), at="spec:"),
    "Grant without a reason": case(
        MISSING,
        Edit(ROBOTICS_FAIR, "  reason: The trade fair's demonstration has to be trained anew\n", ""),
        at="spec:",
    ),
    "no name": case(MISSING, Edit(RANKING, "metadata: {name: ranking}", "metadata: {}"), at="metadata: {}"),
    "no metadata": case(MISSING, Edit(RANKING, "metadata: {name: ranking}\n", ""), at="apiVersion:"),
    "no apiVersion": case(MISSING, Edit(RANKING, "apiVersion: gitops-gen.io/v1\n", ""), at="kind: Team"),
    "no spec": case(
        MISSING,
        Edit("profiles/teams/empty.yaml", "", "apiVersion: gitops-gen.io/v1\nkind: Team\nmetadata: {name: empty}\n"),
        at="apiVersion:",
    ),
    "null where a value is needed": case(MISSING, Edit(RANKING_DEV, "team: ranking", "team: null"), at="team: null"),
    "an empty value where one is needed": case(MISSING, Edit(RANKING_DEV, "team: ranking", "team:"), at="team:"),
    "a spec that is null": case(
        MISSING,
        Edit(
            "profiles/teams/empty.yaml",
            "",
            "apiVersion: gitops-gen.io/v1\nkind: Team\nmetadata: {name: empty}\nspec:\n",
        ),
        at="spec:",
    ),
}

WRONG_TYPES = {
    "text for a number": case(TYPE, Edit(LAB_L4, "nodes: {count: 3}", 'nodes: {count: "3"}'), at='{count: "3"}'),
    "a fraction for a count": case(TYPE, Edit(TRAINING, "retries: 3", "retries: 1.5"), at="retries: 1.5"),
    "text for true": case(TYPE, Edit(PLATFORM, "default: true", 'default: "true"'), at='default: "true"'),
    "a number for text": case(TYPE, Edit(ROBOTICS, 'costCenter: "310"', "costCenter: 310"), at="costCenter: 310"),
    "a number for a profile's version": case(TYPE, Edit(TRAINING, 'version: "1"', "version: 1"), at="version: 1"),
    "a number for a date": case(
        VALUE, Edit(ROBOTICS_FAIR, 'until: "2026-12-21"', "until: 20261221"), at="until: 20261221"
    ),
    "true for text": case(TYPE, Edit(ROBOTICS, "displayName: Robotics", "displayName: true"), at="displayName: true"),
    "a word for metadata": case(
        TYPE, Edit(RANKING, "metadata: {name: ranking}", "metadata: ranking"), at="metadata: ranking"
    ),
    "a list for the spec": case(
        TYPE,
        Edit(
            "profiles/teams/list.yaml",
            "",
            "apiVersion: gitops-gen.io/v1\nkind: Team\nmetadata: {name: list}\nspec: []\n",
        ),
        at="spec: []",
    ),
    "a list of flows where a mapping belongs": case(
        TYPE,
        Edit(RANKING, "    robots: {from:", "    - {from:"),
        at="- {from:",
    ),
    "a mapping of owners where a list belongs": case(
        TYPE, Edit(RANKING, 'owners: ["@orchard/ranking-leads"]', "owners: {leads: admin}"), at="owners: {leads"
    ),
    "a word where a list belongs": case(
        TYPE, Edit(LAB, "environments: [dev]", "environments: dev"), at="environments: dev"
    ),
    "null inside a list": case(TYPE, Edit(LAB, "environments: [dev]", "environments: [dev, null]"), at="environments:"),
    "null for a group of the team": case(
        TYPE, Edit(RANKING, "ranking-members: {role: developer}", "ranking-members: null"), at="ranking-members:"
    ),
    "a number for a promise": case(TYPE, Edit(RANKING_DEV, "{guaranteed: 8}", "8"), at="l4-24gb:shared"),
    "a kind of another API": case(KIND, Edit(RANKING, "kind: Team", "kind: AppProject"), at="kind: AppProject"),
    "a kind in lower case": case(KIND, Edit(RANKING, "kind: Team", "kind: team"), at="kind: team"),
    "a kind that is a number": case(KIND, Edit(RANKING, "kind: Team", "kind: 1"), at="kind: 1"),
    "another version of the language": case(
        VALUE, Edit(RANKING, "apiVersion: gitops-gen.io/v1", "apiVersion: gitops-gen.io/v2"), at="apiVersion:"
    ),
}

CASES = {**UNKNOWN_KEYS, **MISSING_KEYS, **WRONG_TYPES}
