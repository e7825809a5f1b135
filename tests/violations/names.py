"""Names: illegal ones, deceiving ones, and those that meet in one namespace or under one Argo CD."""

from __future__ import annotations

from gitops_gen.model.plugin import Edit
from gitops_gen.rules._example import (
    DEV,
    LAB,
    MAIN,
    MAIN_H100,
    PLATFORM,
    PROD,
    RANKING,
    RANKING_DEV,
    RANKING_PROD,
    ROBOTICS,
    ROBOTICS_DEV,
    ROBOTICS_PROD,
)
from tests.example_platform import Case, case

VALUE = "spec-value"
NAME = "metadata: {name: ranking}"


def _named(name: str) -> Case:
    return case(VALUE, Edit(RANKING, NAME, f"metadata: {{name: {name}}}"), at="metadata:")


ILLEGAL = {
    "a name of 64 characters": _named("r" * 64),
    "a name in upper case": _named("Ranking"),
    "a name that climbs out of its folder": _named("../ranking"),
    "a name that is a path": _named("teams/ranking"),
    "a name with an underscore": _named("ranking_eu"),
    "a name with a dot": _named("ranking.eu"),
    "a name that begins with a hyphen": _named("-ranking"),
    "a name that ends with a hyphen": _named("ranking-"),
    "an empty name": _named('""'),
    "a name with a space": _named('"ranking eu"'),
    "a name with a line break": _named('"ranking\\nkind: ClusterRole"'),
    "a name with a letter that looks like another": _named("r\u0430nking"),
    "a name in wide letters": _named("\uff52anking"),
    "a name with an invisible character": _named('"rank\u200bing"'),
    "a reference with a letter that looks like another": case(
        VALUE, Edit(RANKING_DEV, "team: ranking", "team: r\u0430nking"), at="team: r"
    ),
    "a key with a letter that looks like another": case(
        "spec-unknown-key", Edit(RANKING_DEV, "  team: ranking", "  te\u0430m: ranking"), at="te\u0430m"
    ),
    "a suffix that climbs": case(
        VALUE,
        Edit(RANKING_DEV, "team: ranking", "team: ranking\n  namespace: ../robotics"),
        at="namespace: ../robotics",
    ),
    "a cluster that climbs": case(
        VALUE, Edit(LAB, "metadata: {name: lab}", "metadata: {name: ../../lab}"), at="metadata:"
    ),
    "a layout that is a path": case(VALUE, Edit(MAIN_H100, "sevenths:", "a/b:"), at="a/b:"),
    "a priority in upper case": case(
        VALUE, Edit(PLATFORM, "background: {value", "Background: {value"), at="Background"
    ),
    "a naming pattern without the team": case(
        VALUE, Edit(DEV, '"{team}-{environment}"', '"{environment}"'), at="naming:"
    ),
    "a naming pattern with an unknown part": case(
        VALUE, Edit(DEV, '"{team}-{environment}"', '"{team}-{region}"'), at="naming:"
    ),
}

MOVED = Edit(
    RANKING_DEV,
    'lab:\n      resources: {tier: standard}\n      gpus: {"l4-24gb:shared": {guaranteed: 8}}',
    "main:\n      resources: {cpu: 16, memory: 96Gi}\n      gpus: {h100-80gb/1g.10gb: {guaranteed: 2}}",
)
ALONE = Edit(RANKING_DEV, "allow: [robots]", "allow: []")
TEAM = """apiVersion: gitops-gen.io/v1
kind: Team
metadata: {name: NAME}
spec: {department: product, owners: ["@orchard/leads"]}
"""
ALLOCATION = """apiVersion: gitops-gen.io/v1
kind: Allocation
metadata: {name: second}
spec: {team: TEAM, environment: ENV, SUFFIXclusters: {CLUSTER: {resources: {cpu: 1, memory: 4Gi}}}}
"""
CLUSTER = """apiVersion: gitops-gen.io/v1
kind: Cluster
metadata: {name: NAME}
spec:
  environments: [prod]
  kubernetesVersion: "1.36"
  gitops: {argocd: {server: "https://second.orchard.example", hub: main}}
  network: {cni: cilium}
"""
SECOND_ALLOCATION = "environments/prod/allocations/second.yaml"
SECOND_CLUSTER = "environments/clusters/second/cluster.yaml"
SECOND_TEAM = "profiles/teams/second.yaml"


def _team(name: str) -> Edit:
    return Edit(SECOND_TEAM, "", TEAM.replace("NAME", name))


def _cluster(name: str) -> Edit:
    return Edit(SECOND_CLUSTER, "", CLUSTER.replace("NAME", name))


def _allocation(team: str, cluster: str, *, environment: str = "prod", suffix: str = "") -> Edit:
    text = ALLOCATION.replace("TEAM", team).replace("CLUSTER", cluster).replace("ENV", environment)
    return Edit(SECOND_ALLOCATION, "", text.replace("SUFFIX", f"namespace: {suffix}, " if suffix else ""))


COLLISIONS = {
    "two environments in one cluster without {environment} in the pattern": case(
        "namespace-collision",
        Edit(DEV, '"{team}-{environment}"', '"{team}"'),
        MOVED,
        ALONE,
        Edit(MAIN, "environments: [prod]", "environments: [dev, prod]"),
        at="metadata: {name: ranking-prod}",
        at_file=RANKING_PROD,
    ),
    "a team and a suffix that read like another team": case(
        "namespace-collision",
        _allocation("robotics", "main", suffix="eu"),
        Edit(RANKING, NAME, "metadata: {name: robotics-eu}"),
        Edit(ROBOTICS, "{team: ranking}", "{team: robotics-eu}"),
        Edit(RANKING_PROD, "team: ranking", "team: robotics-eu"),
        Edit(RANKING_DEV, "team: ranking", "team: robotics-eu"),
        at="metadata: {name: second}",
    ),
    "a team that reads like a team and its environment": case(
        "namespace-collision",
        _team("ranking-dev"),
        _allocation("ranking-dev", "main"),
        MOVED,
        ALONE,
        Edit(MAIN, "environments: [prod]", "environments: [dev, prod]"),
        at="metadata: {name: second}",
        at_file=SECOND_ALLOCATION,
    ),
    "two allocations of one team without a suffix": case(
        "spec-duplicate", _allocation("ranking", "main"), at="metadata: {name: second}"
    ),
    "an application that meets another cluster's application": case(
        "application-collision",
        _allocation("eu-ranking", "main"),
        _team("eu-ranking"),
        _cluster("main-eu"),
        Edit(RANKING_PROD, "    main:", "    main-eu: {resources: {cpu: 1, memory: 4Gi}}\n    main:"),
        Edit(RANKING_PROD, "allow: [robots]", "allow: []"),
        Edit(ROBOTICS_PROD, "allow: [objects, features]", "allow: [objects]"),
        at="metadata: {name: ranking-prod}",
        at_file=RANKING_PROD,
    ),
    "an application that meets another cluster's root": case(
        "application-collision",
        _allocation("ranking", "main", suffix="root"),
        _cluster("main-ranking"),
        at="metadata: {name: second}",
    ),
    "a team's project that meets another cluster's platform project": case(
        "application-collision",
        _allocation("eu-platform", "main", suffix="x"),
        _team("eu-platform"),
        _cluster("main-eu"),
        at="metadata: {name: second}",
    ),
    "a cluster whose platform's object has a name that is too long": case(
        "agent-name", _cluster("c" * 55), at="metadata:"
    ),
    "an application of a name that is too long": case(
        "agent-name",
        Edit(PROD, "  podSecurity:", f'  naming: {{namespace: "{{team}}-{"n" * 51}"}}\n  podSecurity:'),
        at="team: robotics",
        at_file=ROBOTICS_PROD,
    ),
}


def _reserved(pattern: str) -> Case:
    return case(
        "namespace-reserved",
        Edit(DEV, '"{team}-{environment}"', f'"{pattern}"'),
        at="team: robotics",
        at_file=ROBOTICS_DEV,
    )


RESERVED = {
    "a namespace of Kubernetes": _reserved("kube-{team}"),
    "a namespace of OpenShift": _reserved("openshift-{team}"),
    "the namespace of Flux": case(
        "namespace-reserved",
        Edit(LAB, "namespace: flux-system", "namespace: robotics-dev"),
        at="team: robotics",
        at_file=ROBOTICS_DEV,
    ),
    "the namespace of Argo CD": case(
        "namespace-reserved",
        Edit(MAIN, "argocd: {namespace: argocd", "argocd: {namespace: robotics"),
        at="team: robotics",
        at_file=ROBOTICS_PROD,
    ),
    "the namespace of an operator": case(
        "namespace-reserved",
        Edit(LAB, "namespace: gpu-operator", "namespace: robotics-dev"),
        at="team: robotics",
        at_file=ROBOTICS_DEV,
    ),
    "the namespace of the monitoring": case(
        "namespace-reserved",
        Edit(MAIN, "monitoring: {namespace: monitoring}", "monitoring: {namespace: robotics}"),
        at="team: robotics",
        at_file=ROBOTICS_PROD,
    ),
    "the namespace default": case(
        "namespace-reserved",
        _team("default"),
        _allocation("default", "main"),
        at="team: default",
        at_file=SECOND_ALLOCATION,
    ),
    "a team that is called platform": case("namespace-reserved", _team("platform"), at="metadata: {name: platform}"),
    "a team that is called root": case("namespace-reserved", _team("root"), at="metadata: {name: root}"),
}

CASES = {**ILLEGAL, **COLLISIONS, **RESERVED}
