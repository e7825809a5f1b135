"""Layers that would loosen what a lower one demands, and ceilings that are exceeded."""

from __future__ import annotations

from gitops_gen.model.plugin import Edit
from gitops_gen.rules._example import (
    LAB,
    MAIN,
    PLATFORM,
    PROD,
    RANKING_DEV,
    RANKING_PROD,
    ROBOTICS_DEV,
    ROBOTICS_PROD,
)
from tests.example_platform import case

CEILING, LOOSENED, MISSING, LOW = (
    "layer-ceiling-exceeded",
    "layer-loosens-security",
    "resources-missing",
    "resources-limit-low",
)

CASES = {
    "more pods than the environment allows": case(
        CEILING, Edit(RANKING_DEV, "{tier: standard}", "{tier: standard, counts: {pods: 51}}"), at="counts: {pods: 51}"
    ),
    "more services than the Platform allows": case(
        CEILING, Edit(RANKING_DEV, "{tier: standard}", "{tier: standard, counts: {services: 11}}"), at="services: 11"
    ),
    "more claims than the cluster allows, which is stricter than the Platform": case(
        CEILING,
        Edit(RANKING_PROD, "storage: {disk: 1Ti}", "storage: {disk: 1Ti}, counts: {persistentVolumeClaims: 6}"),
        Edit(MAIN, "  network:", "  limits: {persistentVolumeClaims: 5}\n  network:"),
        at="persistentVolumeClaims: 6",
    ),
    "more pods than the Platform allows, although the environment would": case(
        CEILING,
        Edit(RANKING_PROD, "storage: {disk: 1Ti}", "storage: {disk: 1Ti}, counts: {pods: 201}"),
        Edit(PROD, "limits: {pods: 100}", "limits: {pods: 1000}"),
        at="counts: {pods: 201}",
    ),
    "an allocation weaker than its environment": case(
        LOOSENED, Edit(RANKING_PROD, "  team:", "  podSecurity: privileged\n  team:"), at="podSecurity: privileged"
    ),
    "a cluster weaker than its environment": case(
        LOOSENED, Edit(MAIN, "  queueing:", "  podSecurity: baseline\n  queueing:"), at="podSecurity: baseline"
    ),
    "a cluster weaker than the environment's tier": case(
        LOOSENED, Edit(LAB, "  queueing:", "  podSecurity: privileged\n  queueing:"), at="podSecurity: privileged"
    ),
    "an environment weaker than the Platform": case(
        LOOSENED,
        Edit(PROD, "podSecurity: restricted", "podSecurity: baseline"),
        Edit(PLATFORM, "  labels:", "  podSecurity: restricted\n  labels:"),
        at="podSecurity: baseline",
    ),
    "no memory, in no layer": case(MISSING, Edit(ROBOTICS_DEV, "memory: 320Gi, ", ""), at="resources:"),
    "a tier that says nothing of memory": case(
        MISSING, Edit(PLATFORM, "{cpu: 64, memory: 384Gi}", "{cpu: 64}"), at="resources:", at_file=RANKING_DEV
    ),
    "memory that an allocation unsets": case(
        MISSING, Edit(ROBOTICS_DEV, "memory: 320Gi", "memory: null"), at="resources:"
    ),
    "limits of memory below its requests": case(
        LOW, Edit(ROBOTICS_PROD, "memory: 3Ti,", "memory: 3Ti, limits: {memory: 2Ti},"), at="limits: {memory: 2Ti}"
    ),
    "limits below unlimited requests": case(
        LOW, Edit(ROBOTICS_PROD, "cpu: 320,", "cpu: unlimited, limits: {cpu: 400},"), at="limits: {cpu: 400}"
    ),
}
