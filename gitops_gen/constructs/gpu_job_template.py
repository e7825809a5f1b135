"""A Job template: a suspended CronJob from which people start runs (``kubectl create job RUN --from=cronjob/NAME``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product

from cdk8s import ApiObject, ApiObjectMetadata, JsonPatch
from constructs import Construct

from gitops_gen.constructs._gpu_pod import Checkpoint, GpuPod, pod_template, present
from gitops_gen.model.source import Json
from gitops_gen.model.template import Shape, TemplateSource, slot

NEVER = "0 0 31 2 *"
"""The 31st of February: should anyone lift ``suspend``, still nothing starts by itself."""
HISTORY_LIMIT = 100
"""Finished Jobs that the CronJob keeps. Its default of 3 would delete results before their time to live is over."""
STARTING_DEADLINE = 60


class GpuJobTemplate(Construct):
    """A suspended CronJob as the template of Jobs with one GPU pod.

    ``retries`` counts failures of the program, not evictions. ``max_runtime`` (seconds) ends a run, ``delete_after``
    (seconds) cleans up behind it; None leaves either out. ``labels`` and ``annotations`` are the CronJob's own; Job and
    pod bear the pod's labels. Extend it by a patch on ``cron_job``:

    >>> from cdk8s import App, Chart, JsonPatch
    >>> from gitops_gen.constructs import Checkpoint, GpuJobTemplate, GpuPod
    >>> chart = Chart(App(), "vision")
    >>> template = GpuJobTemplate(
    ...     chart,
    ...     "training",
    ...     name="training",
    ...     namespace="vision",
    ...     retries=3,
    ...     max_runtime=72 * 3600,
    ...     delete_after=7 * 24 * 3600,
    ...     pod=GpuPod(
    ...         image="registry.example/train@sha256:" + 64 * "0",
    ...         command=["python", "-m", "train"],
    ...         labels={"example.com/team": "vision"},
    ...         resources={"cpu": "16", "memory": "160Gi", "ephemeral-storage": "100Gi", "nvidia.com/gpu": "1"},
    ...         scratch_size="100Gi",
    ...         shared_memory_size="32Gi",
    ...         service_account="training",
    ...         priority_class="high",
    ...         node_selector={"example.com/pool": "h100"},
    ...         tolerations=[{"key": "example.com/pool", "operator": "Equal", "value": "h100", "effect": "NoSchedule"}],
    ...         grace_period=300,
    ...         checkpoint=Checkpoint.at("/checkpoints", claim="training-checkpoints"),
    ...     ),
    ... )
    >>> pod = "/spec/jobTemplate/spec/template/spec"
    >>> template.cron_job.add_json_patch(JsonPatch.add(f"{pod}/runtimeClassName", "nvidia"))
    >>> manifest = chart.to_json()[0]
    >>> manifest["spec"]["jobTemplate"]["spec"]["template"]["spec"]["runtimeClassName"]
    'nvidia'
    """

    cron_job: ApiObject

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        pod: GpuPod,
        retries: int,
        max_runtime: int | None = None,
        delete_after: int | None = None,
        name: str | None = None,
        namespace: str | None = None,
        labels: Mapping[str, str] | None = None,
        annotations: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(scope, construct_id)
        metadata = ApiObjectMetadata(name=name, namespace=namespace, labels=labels, annotations=annotations)
        self.cron_job = ApiObject(self, "CronJob", api_version="batch/v1", kind="CronJob", metadata=metadata)
        job = _job_spec(pod, retries=retries, max_runtime=max_runtime, delete_after=delete_after)
        self.cron_job.add_json_patch(JsonPatch.add("/spec", _plain(_cron_job_spec(pod, job))))


def _cron_job_spec(pod: GpuPod, job: Json) -> dict[str, Json]:
    return {
        "failedJobsHistoryLimit": HISTORY_LIMIT,
        "jobTemplate": {"metadata": {"labels": pod.labels}, "spec": job},
        "schedule": NEVER,
        "startingDeadlineSeconds": STARTING_DEADLINE,
        "successfulJobsHistoryLimit": HISTORY_LIMIT,
        "suspend": True,
    }


def _job_spec(pod: GpuPod, *, retries: int, max_runtime: int | None, delete_after: int | None) -> dict[str, Json]:
    disrupted = {"status": "True", "type": "DisruptionTarget"}
    return present(
        {
            "activeDeadlineSeconds": max_runtime,
            "backoffLimit": retries,
            # Preemption and drained nodes are no fault of the program, so they use up none of its retries.
            "podFailurePolicy": {"rules": [{"action": "Ignore", "onPodConditions": [disrupted]}]},
            # Wait until the old pod is gone: during a slow shutdown it still holds its GPUs.
            "podReplacementPolicy": "Failed",
            "template": pod_template(pod),
            "ttlSecondsAfterFinished": delete_after,
        }
    )


def _plain(tree: Json) -> Json:
    """Dicts and lists only, whatever mappings and sequences the caller gave: the bridge to Node takes no others."""
    return json.loads(json.dumps(tree, default=dict))


def _build(scope: Construct, shape: Shape) -> None:
    GpuJobTemplate(
        scope,
        "Template",
        pod=_pod_of_slots(shape),
        retries=slot("retries"),
        max_runtime=slot("maxRuntime", optional=True),
        delete_after=slot("deleteAfter", optional=True),
    )


def _pod_of_slots(shape: Shape) -> GpuPod:
    return GpuPod(
        image=slot("image"),
        labels=slot("labels"),
        resources=slot("resources"),
        service_account=slot("serviceAccount"),
        grace_period=slot("gracePeriod"),
        command=slot("command", optional=True),
        args=slot("args", optional=True),
        env=(slot("env", spread=True),),
        node_selector=slot("nodeSelector", optional=True),
        affinity=slot("affinity", optional=True),
        tolerations=slot("tolerations", optional=True),
        priority_class=slot("priorityClass", optional=True),
        scratch_size=slot("scratchSize", optional=True),
        shared_memory_size=slot("sharedMemorySize") if shape.shared_memory else None,
        checkpoint=_checkpoint_of_slots() if shape.checkpoint else None,
        secrets=slot("secrets") if shape.secrets else None,
    )


def _checkpoint_of_slots() -> Checkpoint:
    return Checkpoint(claim=slot("checkpointClaim"), path=slot("checkpointPath"), directory=slot("checkpointDirectory"))


TEMPLATE = TemplateSource(
    workload="Job",
    shapes=tuple(
        Shape("Job", checkpoint=checkpoint, secrets=secrets, shared_memory=shared_memory)
        for checkpoint, secrets, shared_memory in product((False, True), repeat=3)
    ),
    build=_build,
)
