"""Names that nobody defines, one for each kind of reference."""

from __future__ import annotations

from gitops_gen.model.plugin import Edit
from gitops_gen.rules._example import (
    EXPERIMENT,
    LAB,
    LAB_L4,
    PLATFORM,
    PROD,
    RANKING,
    RANKING_DEV,
    RANKING_PROD,
    ROBOTICS,
    ROBOTICS_DEV,
    ROBOTICS_FAIR,
    ROBOTICS_PROD,
    TRAINING,
)
from tests.example_platform import case

UNKNOWN = "reference-unknown"

CASES = {
    "Allocation: a team": case(UNKNOWN, Edit(RANKING_DEV, "team: ranking", "team: rankings"), at="team: rankings"),
    "Allocation: an environment": case(
        UNKNOWN, Edit(RANKING_DEV, "environment: dev", "environment: devel"), at="environment: devel"
    ),
    "Allocation: a cluster": case(UNKNOWN, Edit(RANKING_DEV, "    lab:", "    labs:"), at="labs:"),
    "Allocation: a tier": case(UNKNOWN, Edit(RANKING_DEV, "tier: standard", "tier: large"), at="tier: large"),
    "Allocation: a storage class": case(
        UNKNOWN, Edit(RANKING_PROD, "storage: {disk: 1Ti}", "storage: {nvme: 1Ti}"), at="storage: {nvme"
    ),
    "Allocation: a storage class of another cluster": case(
        UNKNOWN, Edit(ROBOTICS_DEV, "storage: {disk: 500Gi}", "storage: {files: 500Gi}"), at="storage: {files"
    ),
    "Allocation: a profile": case(
        UNKNOWN, Edit(RANKING_DEV, "profiles: [experiment]", "profiles: [experiments]"), at="profiles:"
    ),
    "Allocation: a GPU model": case(
        UNKNOWN, Edit(ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "h1000-80gb: {guaranteed: 12}"), at="h1000-80gb"
    ),
    "Allocation: a GPU slice": case(
        UNKNOWN, Edit(ROBOTICS_DEV, "a30-24gb/2g.12gb", "a30-24gb/2g.10gb"), at="a30-24gb/2g.10gb"
    ),
    "Allocation: a flow that the team does not declare": case(
        UNKNOWN, Edit(ROBOTICS_DEV, "allow: [objects, features]", "allow: [objects, feature]"), at="allow:"
    ),
    "NodePool: a cluster": case(UNKNOWN, Edit(LAB_L4, "cluster: lab", "cluster: laboratory"), at="cluster: laboratory"),
    "NodePool: a GPU model": case(UNKNOWN, Edit(LAB_L4, "model: l4-24gb", "model: l4"), at="model: l4"),
    "NodePool: an environment that may use it": case(
        UNKNOWN, Edit(LAB_L4, "  reserve:", "  usedBy: {environments: [test]}\n  reserve:"), at="environments: [test]"
    ),
    "NodePool: a department that may use it": case(
        UNKNOWN,
        Edit(LAB_L4, "  reserve:", "  usedBy: {departments: [resarch]}\n  reserve:"),
        at="departments: [resarch]",
    ),
    "Cluster: an environment": case(
        UNKNOWN, Edit(LAB, "environments: [dev]", "environments: [dev, test]"), at="environments:"
    ),
    "Environment: a profile": case(
        UNKNOWN, Edit(PROD, "  podSecurity:", '  profiles: {trainig: {version: "1"}}\n  podSecurity:'), at="trainig"
    ),
    "Environment: a profile's version": case(
        UNKNOWN,
        Edit(PROD, "  podSecurity:", '  profiles: {training: {version: "2"}}\n  podSecurity:'),
        at='version: "2"',
    ),
    "WorkloadProfile: a priority": case(
        UNKNOWN, Edit(TRAINING, "priority: urgent", "priority: urgently"), at="priority: urgently"
    ),
    "WorkloadProfile: a GPU slice": case(
        UNKNOWN, Edit(TRAINING, "accepts: [h100-80gb]", "accepts: [h100-80gb, h100-80gb/9g.80gb]"), at="accepts:"
    ),
    "WorkloadProfile: resources of a kind that it does not accept": case(
        UNKNOWN,
        Edit(EXPERIMENT, "      h100-80gb/3g.40gb: {cpu: 8", "      h100-80gb/2g.20gb: {cpu: 8"),
        at="h100-80gb/2g.20gb:",
    ),
    "Team: a department": case(UNKNOWN, Edit(RANKING, "department: product", "department: products"), at="department:"),
    "Team: a profile": case(UNKNOWN, Edit(RANKING, "    experiment: {}", "    experimental: {}"), at="experimental"),
    "Team: the team at the other end": case(
        UNKNOWN, Edit(RANKING, "{team: robotics}", "{team: robotic}"), at="{team: robotic}"
    ),
    "Team: the environment at the other end": case(
        UNKNOWN,
        Edit(RANKING, "{team: robotics}", "{team: robotics, environment: production}"),
        at="environment: production",
    ),
    "Team: an endpoint": case(
        UNKNOWN, Edit(ROBOTICS, "{endpoint: objects}", "{endpoint: object}"), at="endpoint: object"
    ),
    "Team: a secret store": case(
        UNKNOWN,
        Edit(ROBOTICS, "  egress:", "  secrets: {key: {store: vaults, path: robotics/key, keys: [key]}}\n  egress:"),
        at="store: vaults",
    ),
    "Grant: an allocation": case(
        UNKNOWN, Edit(ROBOTICS_FAIR, "allocation: robotics-prod", "allocation: robotic-prod"), at="allocation:"
    ),
    "Grant: a cluster that the allocation does not name": case(
        UNKNOWN, Edit(ROBOTICS_FAIR, "cluster: main", "cluster: lab"), at="cluster: lab"
    ),
    "Grant: a GPU model": case(UNKNOWN, Edit(ROBOTICS_FAIR, "h100-80gb:", "h100:"), at="gpus:"),
    "Grant: a storage class": case(
        UNKNOWN, Edit(ROBOTICS_FAIR, "memory: 320Gi}", "memory: 320Gi, storage: {file: 1Ti}}"), at="file: 1Ti"
    ),
    "Platform: a GPU model with a rate": case(UNKNOWN, Edit(PLATFORM, "a30-24gb: 0.50", "a30: 0.50"), at="a30: 0.50"),
    "Platform: a storage class of a tier": case(
        UNKNOWN,
        Edit(PLATFORM, "{cpu: 64, memory: 384Gi}", "{cpu: 64, memory: 384Gi, storage: {disc: 1Ti}}"),
        at="disc: 1Ti",
    ),
    "Platform: an environment whose changes need approval": case(
        UNKNOWN,
        Edit(PLATFORM, "  tiers:", "  approvals: {requireFor: {environments: [production]}}\n  tiers:"),
        at="environments: [production]",
    ),
}
