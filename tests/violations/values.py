"""Values that no cluster, calendar or cloud would take: choices, numbers, dates, versions, quantities, addresses, states."""

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

VALUE, TYPE = "spec-value", "spec-type"

CHOICES = {
    "an unknown tier": case(VALUE, Edit(PROD, "tier: production", "tier: productive"), at="tier: productive"),
    "an unknown Pod Security level": case(
        VALUE, Edit(PROD, "podSecurity: restricted", "podSecurity: strict"), at="podSecurity: strict"
    ),
    "an unknown effect of a taint": case(
        VALUE, Edit(LAB_L4, "effect: NoSchedule", "effect: NoScheduling"), at="effect:"
    ),
    "an unknown workload": case(VALUE, Edit(TRAINING, "workload: Job", "workload: CronJob"), at="workload:"),
    "an unknown role": case(VALUE, Edit(RANKING, "{role: admin}", "{role: owner}"), at="{role: owner}"),
    "an unknown queueing engine": case(
        VALUE, Edit(MAIN, "{engine: none}", "{engine: volcano}"), at="{engine: volcano}"
    ),
    "an unknown network plug-in": case(VALUE, Edit(MAIN, "{cni: cilium}", "{cni: celium}"), at="{cni: celium}"),
    "an unknown MIG strategy": case(VALUE, Edit(MAIN_H100, "strategy: mixed", "strategy: both"), at="strategy: both"),
    "a partition of a word": case(
        VALUE, Edit(LAB_L4, "partition:\n    timeSlicing: {replicas: 4}", "partition: shared"), at="partition: shared"
    ),
    "two engines for one cluster": case(
        VALUE,
        Edit(LAB, "    flux: {", '    argocd: {server: "https://lab.orchard.example", hub: main}\n    flux: {'),
        at="argocd:",
    ),
    "no engine for a cluster": case(
        VALUE,
        Edit(
            LAB,
            "gitops:\n    flux: {namespace: flux-system, source: {git: {secret: gpu-repository}}, interval: 5m}",
            "gitops: {}",
        ),
        at="gitops: {}",
    ),
    "two ways to share a card": case(
        VALUE,
        Edit(LAB_L4, "    timeSlicing: {replicas: 4}", "    timeSlicing: {replicas: 4}\n    mps: {replicas: 4}"),
        at="timeSlicing:",
    ),
    "a count of nodes and bounds": case(
        VALUE, Edit(LAB_L4, "{count: 3}", "{count: 3, max: 5}"), at="{count: 3, max: 5}"
    ),
    "a layout with a count and names": case(
        VALUE,
        Edit(MAIN_H100, "{names: [main-h100-3, main-h100-4]}", "{count: 2, names: [main-h100-3]}"),
        at="count: 2, names",
    ),
    "an endpoint beside a team": case(
        VALUE, Edit(ROBOTICS, "{endpoint: objects}", "{endpoint: objects, team: ranking}"), at="endpoint: objects"
    ),
    "a peer that is nobody": case(VALUE, Edit(ROBOTICS, "{endpoint: objects}", "{}"), at="objects: {to"),
    "an endpoint without an address": case(VALUE, Edit(LAB, "cidr: [198.51.100.64/26], ports", "ports"), at="objects:"),
    "an endpoint without ports": case(VALUE, Edit(LAB, "ports: [443/TCP]", "ports: []"), at="ports: []"),
}

NUMBERS = {
    "a negative guarantee": case(
        VALUE, Edit(RANKING_DEV, "{guaranteed: 8}", "{guaranteed: -8}"), at="{guaranteed: -8}"
    ),
    "no nodes at all": case(VALUE, Edit(LAB_L4, "{count: 3}", "{count: 0}"), at="{count: 0}"),
    "more cards than a node can have": case(VALUE, Edit(LAB_L4, "perNode: 2", "perNode: 200"), at="perNode: 200"),
    "a share of one": case(VALUE, Edit(LAB_L4, "replicas: 4", "replicas: 1"), at="replicas: 1"),
    "a default above the maximum": case(
        VALUE, Edit(TRAINING, "{default: 2, max: 8}", "{default: 16, max: 8}"), at="default: 16"
    ),
    "a least number of nodes above the most": case(
        VALUE, Edit(LAB_L4, "{count: 3}", "{min: 5, max: 3}"), at="{min: 5, max: 3}"
    ),
    "an empty list of owners": case(VALUE, Edit(RANKING, '["@orchard/ranking-leads"]', "[]"), at="owners: []"),
    "a layout without slices": case(VALUE, Edit(MAIN_H100, "{1g.10gb: 7}", "{}"), at="slices: {}"),
    "an overcommit below one": case(VALUE, Edit(PROD, "{shared: 1}", "{shared: 1, cpu: 0.5}"), at="cpu: 0.5"),
    "a negative rate": case(VALUE, Edit(PLATFORM, "cpuHour: 0.02", "cpuHour: -0.02"), at="cpuHour: -0.02"),
    "a currency in words": case(VALUE, Edit(PLATFORM, "currency: EUR", "currency: euro"), at="currency: euro"),
    "a priority above what users may have": case(
        VALUE, Edit(PLATFORM, "urgent: {value: 10000,", "urgent: {value: 2000000000,"), at="2000000000"
    ),
    "an alarm at no share": case(
        VALUE,
        Edit("environments/prod/allocations/robotics-prod.yaml", "alertAt: [0.8, 1.0]", "alertAt: [0, 1.0]"),
        at="alertAt:",
    ),
}

DATES = {
    "a date that no calendar has": case(VALUE, Edit(PLATFORM, '"2026-11-30"', '"2026-11-31"'), at="2026-11-31"),
    "a date in another order": case(VALUE, Edit(ROBOTICS_FAIR, '"2026-12-21"', '"21.12.2026"'), at="21.12.2026"),
    "a date with a time": case(VALUE, Edit(ROBOTICS_FAIR, '"2026-12-21"', '"2026-12-21T12:00:00Z"'), at="T12:00:00Z"),
    "a grant that ends on the day it begins": case(
        VALUE, Edit(ROBOTICS_FAIR, '"2026-12-21"', '"2026-11-23"'), at="from:"
    ),
    "a block of nodes that ends before it begins": case(
        VALUE, Edit(LAB_L4, "{count: 3}", '{count: 3, from: "2027-02-01", until: "2027-01-01"}'), at="2027-02-01"
    ),
}

VERSIONS = {
    "a Kubernetes version without quotes": case(
        TYPE, Edit(LAB, 'kubernetesVersion: "1.36"', "kubernetesVersion: 1.36"), at="kubernetesVersion:"
    ),
    "a Kubernetes version with a patch level": case(VALUE, Edit(LAB, '"1.36"', '"1.36.2"'), at="1.36.2"),
    "a Kubernetes version with a v": case(VALUE, Edit(LAB, '"1.36"', '"v1.36"'), at="v1.36"),
    "a Kubernetes version that nobody has a schema of": case(
        "kubernetes-version", Edit(LAB, '"1.36"', '"1.77"'), at='"1.77"'
    ),
    "a driver's version that is none": case(VALUE, Edit(LAB_L4, '"580.173.02"', '"latest"'), at="latest"),
    "a profile's version that is no integer": case(
        VALUE, Edit(TRAINING, 'version: "1"', 'version: "1.0"'), at='version: "1.0"'
    ),
}

QUANTITIES = {
    "a unit that Kubernetes does not know": case(
        VALUE, Edit(RANKING_PROD, "memory: 1Ti", "memory: 1TB"), at="memory: 1TB"
    ),
    "a unit in lower case": case(VALUE, Edit(RANKING_PROD, "memory: 1Ti", "memory: 1024gi"), at="memory: 1024gi"),
    "a fraction of a byte": case(VALUE, Edit(RANKING_PROD, "memory: 1Ti", "memory: 500m"), at="memory: 500m"),
    "a negative amount": case(VALUE, Edit(RANKING_PROD, "cpu: 128", "cpu: -128"), at="cpu: -128"),
    "a word for an amount": case(VALUE, Edit(RANKING_PROD, "cpu: 128", "cpu: plenty"), at="cpu: plenty"),
    "more than the API server can hold": case(
        VALUE, Edit(RANKING_PROD, "memory: 1Ti", "memory: 9000000Ei"), at="9000000Ei"
    ),
    "a duration in words": case(VALUE, Edit(TRAINING, "maxRuntime: 96h", "maxRuntime: 4 days"), at="maxRuntime:"),
    "a duration of days": case(VALUE, Edit(TRAINING, "maxRuntime: 96h", "maxRuntime: 4d"), at="maxRuntime: 4d"),
    "a duration of nothing": case(VALUE, Edit(TRAINING, "maxRuntime: 96h", "maxRuntime: 0s"), at="maxRuntime: 0s"),
}

ADDRESSES = {
    "a network with host bits": case(VALUE, Edit(LAB, "198.51.100.64/26", "198.51.100.65/26"), at="198.51.100.65/26"),
    "an address without a mask": case(VALUE, Edit(LAB, "198.51.100.64/26", "198.51.100.64"), at="[198.51.100.64]"),
    "a port without its protocol": case(VALUE, Edit(LAB, "[443/TCP]", "[443]"), at="[443]"),
    "a port above the highest": case(VALUE, Edit(LAB, "[443/TCP]", "[70000/TCP]"), at="70000/TCP"),
    "a range of ports backwards": case(VALUE, Edit(LAB, "[443/TCP]", "[444-443/TCP]"), at="444-443/TCP"),
    "an unknown protocol": case(VALUE, Edit(LAB, "[443/TCP]", "[443/HTTP]"), at="443/HTTP"),
    "an API server without https": case(
        VALUE, Edit(MAIN, "https://main.orchard", "http://main.orchard"), at="http://main"
    ),
    "a repository that is no URL": case(
        VALUE, Edit(PLATFORM, "https://git.orchard.example/platform/gpu.git", "git@orchard:gpu.git"), at="git@orchard"
    ),
    "an output folder outside the repository": case(
        VALUE, Edit(PLATFORM, "path: generated", "path: ../generated"), at="../generated"
    ),
    "an absolute output folder": case(VALUE, Edit(PLATFORM, "path: generated", "path: /etc"), at="path: /etc"),
    "an image in capitals": case(
        VALUE, Edit(EXPERIMENT, "image: registry.orchard", "image: Registry.orchard"), at="Registry.orchard"
    ),
    "a relative mount path": case(
        VALUE, Edit(TRAINING, "path: /checkpoints", "path: checkpoints"), at="path: checkpoints"
    ),
    "an environment variable with a hyphen": case(
        VALUE, Edit(EXPERIMENT, "{PYTHONUNBUFFERED:", "{PYTHON-UNBUFFERED:"), at="PYTHON-UNBUFFERED"
    ),
    "a secret's path that climbs": case(
        VALUE,
        Edit(ROBOTICS, "  egress:", "  secrets: {key: {store: vault, path: ../ranking/key, keys: [key]}}\n  egress:"),
        at="../ranking/key",
    ),
}

KINDS_OF_GPU = {
    "a slice of a shared card": case(
        VALUE, Edit(RANKING_PROD, "h100-80gb/3g.40gb:", '"h100-80gb/3g.40gb:shared":'), at=":shared"
    ),
    "a resource key for a GPU kind": case(
        VALUE, Edit(RANKING_DEV, '"l4-24gb:shared":', "nvidia.com/gpu/x:"), at="nvidia.com/gpu/x"
    ),
    "a slice written as a resource": case(VALUE, Edit(MAIN_H100, "{1g.10gb: 7}", "{mig-1g.10gb: 7}"), at="mig-1g.10gb"),
}

STATES = {
    "frozen without a word": case(
        VALUE, Edit(RANKING, "  displayName:", "  state: frozen\n  displayName:"), at="state: frozen"
    ),
    "removed without a word": case(
        VALUE, Edit(RANKING_DEV, "  team: ranking", "  team: ranking\n  state: removed"), at="state: removed"
    ),
    "a reason without a state": case(
        VALUE,
        Edit(RANKING, "  displayName:", '  stateChange: {date: "2026-11-30", reason: merged}\n  displayName:'),
        at="stateChange:",
    ),
    "a state that there is not": case(
        VALUE, Edit(RANKING, "  displayName:", "  state: deleted\n  displayName:"), at="state: deleted"
    ),
    "a state without a reason": case(
        "spec-missing-key",
        Edit(RANKING, "  displayName:", '  state: frozen\n  stateChange: {date: "2026-11-30"}\n  displayName:'),
        at="stateChange:",
    ),
}

LABELS = {
    "a label's key with two slashes": case(
        VALUE, Edit(PLATFORM, "orchard.example/platform: gpu", "orchard.example/a/b: gpu"), at="orchard.example/a/b"
    ),
    "a label's value with a space": case(
        VALUE, Edit(PLATFORM, "orchard.example/platform: gpu", "orchard.example/platform: a gpu"), at="a gpu"
    ),
    "a label's value that is too long": case(
        VALUE, Edit(LAB_L4, "{orchard.example/pool: l4}", "{orchard.example/pool: " + "l" * 64 + "}"), at="nodeLabels:"
    ),
    "a cost center that is no label": case(VALUE, Edit(ROBOTICS, '"310"', '"310/12"'), at="310/12"),
    "a control character in text": case(
        VALUE, Edit(ROBOTICS, "displayName: Robotics", 'displayName: "Robo\\x1b[31mtics"'), at="x1b"
    ),
    "a ceiling that is none": case(VALUE, Edit(DEV, "limits: {pods: 50}", "limits: {pods: 0}"), at="limits: {pods: 0}"),
}

DANGERS = {
    "everybody who has logged in, as a group": case(
        VALUE, Edit(ROBOTICS, "robotics-leads: {role", '"system:authenticated": {role'), at="system:authenticated"
    ),
    "a token inside a URL": case(
        VALUE,
        Edit(PLATFORM, "https://git.orchard.example", "https://hunter2@git.orchard.example"),
        at="hunter2",
    ),
    "any host as a source": case(
        VALUE,
        Edit(ROBOTICS, "  profiles:\n", "  repositories: [https://*/robotics]\n  profiles:\n"),
        at="repositories:",
    ),
    "a repository that climbs": case(
        VALUE,
        Edit(ROBOTICS, "  profiles:\n", "  repositories: [https://git.orchard.example/a/../b]\n  profiles:\n"),
        at="repositories:",
    ),
    "an image that climbs out of its registry": case(
        VALUE, Edit(TRAINING, "/gpu/training@", "/gpu/../../evil/training@"), at="/gpu/../../evil"
    ),
    "output among the specs": case(VALUE, Edit(PLATFORM, "path: generated", "path: profiles/out"), at="profiles/out"),
}

CASES = {
    **CHOICES,
    **NUMBERS,
    **DATES,
    **VERSIONS,
    **QUANTITIES,
    **ADDRESSES,
    **DANGERS,
    **KINDS_OF_GPU,
    **STATES,
    **LABELS,
}
