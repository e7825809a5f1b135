"""Jobs, CronJobs, Deployments and their like: what the API server checks beyond their pods."""

from __future__ import annotations

from gitops_gen.model.names import did_you_mean, is_label
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.containers import containers
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.cron import schedule_fault, time_zones
from gitops_gen.validate.failure_policy import check_failure_policy
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, entries, mapping, shown
from gitops_gen.validate.stored import check_claim_spec

RULE = "manifest-workload"
NOT_NEGATIVE = ("activeDeadlineSeconds", "backoffLimit", "completions", "parallelism", "ttlSecondsAfterFinished")
MOST_PARALLEL = 100_000


def check_job(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what the API server refuses in a Job."""
    job = mapping(body.get("spec"))
    name = dig(body, ("metadata",)).get("name")
    yield from _check_job_spec(job, ("spec",))
    completions = job.get("completions")
    if job.get("completionMode") == "Indexed" and isinstance(name, str) and isinstance(completions, int):
        last = f"{name}-{completions - 1}"
        if not is_label(last):
            text = f"the last pod would be called {last}, which is no legal host name"
            yield ObjectProblem(RULE, ("metadata", "name"), text, "use letters, digits and - only, and fewer of them")


def check_cron_job(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what the API server refuses in a CronJob and the Job inside it."""
    spec = mapping(body.get("spec"))
    schedule = spec.get("schedule")
    if isinstance(schedule, str) and ("schedule", schedule) not in context.good_names:
        fault = schedule_fault(schedule)
        if fault:
            text = f"{shown(schedule)} is no schedule: {fault}"
            yield ObjectProblem(RULE, ("spec", "schedule"), text, 'write five fields such as "0 3 * * 1"')
        else:
            context.good_names.add(("schedule", schedule))
    zone = spec.get("timeZone")
    if isinstance(zone, str) and zone not in time_zones():
        text = f"{shown(zone)} is no name of a time zone"
        yield ObjectProblem(RULE, ("spec", "timeZone"), text, did_you_mean(zone, time_zones()))
    for field in ("failedJobsHistoryLimit", "startingDeadlineSeconds", "successfulJobsHistoryLimit"):
        yield from _check_not_negative(spec, field, ("spec",))
    yield from _check_job_spec(dig(body, ("spec", "jobTemplate", "spec")), ("spec", "jobTemplate", "spec"))


def check_deployment(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what the API server refuses in a Deployment."""
    spec = dig(body, ("spec",))
    deadline, ready = spec.get("progressDeadlineSeconds", 600), spec.get("minReadySeconds", 0)
    if isinstance(deadline, int) and isinstance(ready, int) and 0 <= deadline <= ready:
        text = f"progressDeadlineSeconds is {deadline}, and no pod counts as ready before {ready} s"
        yield ObjectProblem(RULE, ("spec", "progressDeadlineSeconds"), text, "write more than minReadySeconds")
    rolling = dig(spec, ("strategy", "rollingUpdate"))
    yield from _check_rolling(rolling, ("spec", "strategy", "rollingUpdate"), surge="25%", unavailable="25%")
    yield from check_replicated(body, context)


def check_daemon_set(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what the API server refuses in a DaemonSet."""
    rolling = dig(body, ("spec", "updateStrategy", "rollingUpdate"))
    yield from _check_rolling(rolling, ("spec", "updateStrategy", "rollingUpdate"), surge=0, unavailable=1)
    yield from check_replicated(body, context)


def _check_rolling(rolling: dict[str, Json], path: Path, *, surge: Json, unavailable: Json) -> Problems:
    nothing = (0, "0%")
    if rolling.get("maxSurge", surge) in nothing and rolling.get("maxUnavailable", unavailable) in nothing:
        text = "with neither a pod more nor a pod less nothing can be replaced"
        yield ObjectProblem(
            RULE, (*path, "maxUnavailable"), text, "let one of maxSurge and maxUnavailable be more than 0"
        )


def check_replicated(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report a selector that does not match the pods' labels, and a restart policy other than Always."""
    for claim, path in entries(dig(body, ("spec",)).get("volumeClaimTemplates"), ("spec", "volumeClaimTemplates")):
        yield from check_claim_spec(mapping(claim.get("spec")), (*path, "spec"))
    selector = dig(body, ("spec", "selector"))
    labels = dig(body, ("spec", "template", "metadata", "labels"))
    wanted = mapping(selector.get("matchLabels"))
    if not wanted and not selector.get("matchExpressions"):
        text = "the selector is empty, so it would match every pod"
        yield ObjectProblem(RULE, ("spec", "selector"), text, "write matchLabels")
    for key, value in wanted.items():
        if labels.get(key) != value:
            text = f"the selector wants {key}={value}, which the pods' labels do not have"
            fix = f"write {key}: {value} under spec.template.metadata.labels"
            yield ObjectProblem(RULE, ("spec", "selector", "matchLabels", key), text, fix)
    pod: Path = ("spec", "template", "spec")
    policy = dig(body, pod).get("restartPolicy", "Always")
    if policy != "Always":
        text = f"the pods of this kind are always restarted, {shown(policy)} is refused"
        yield ObjectProblem(RULE, (*pod, "restartPolicy"), text, "remove restartPolicy")
    if "activeDeadlineSeconds" in dig(body, pod):
        text = "the pods of this kind have no deadline"
        yield ObjectProblem(RULE, (*pod, "activeDeadlineSeconds"), text, "remove activeDeadlineSeconds")


def _check_job_spec(job: dict[str, Json], path: Path) -> Problems:
    pod = dig(job, ("template", "spec"))
    policy = pod.get("restartPolicy")
    if policy not in ("Never", "OnFailure"):
        text = "a Job's pods need restartPolicy Never or OnFailure"
        yield ObjectProblem(RULE, (*path, "template", "spec", "restartPolicy"), text, "write restartPolicy: Never")
    if "selector" in job or "manualSelector" in job:
        text = "the server makes a Job's selector"
        field = "selector" if "selector" in job else "manualSelector"
        yield ObjectProblem(RULE, (*path, field), text, f"remove {field}")
    for field in NOT_NEGATIVE:
        yield from _check_not_negative(job, field, path)
    yield from _check_indexed(job, path)
    names = {str(container.get("name")) for container, _ in containers(pod, ())}
    yield from check_failure_policy(job, path, names)


def _check_indexed(job: dict[str, Json], path: Path) -> Problems:
    is_indexed = job.get("completionMode") == "Indexed"
    parallelism = job.get("parallelism", 1)
    if is_indexed and "completions" not in job:
        text = "an Indexed Job needs a number of completions"
        yield ObjectProblem(RULE, (*path, "completions"), text, "write completions")
    if is_indexed and isinstance(parallelism, int) and parallelism > MOST_PARALLEL:
        text = f"an Indexed Job runs {MOST_PARALLEL} pods at a time at most"
        yield ObjectProblem(RULE, (*path, "parallelism"), text, "lower parallelism")
    for field in ("backoffLimitPerIndex", "successPolicy"):
        if field in job and not is_indexed:
            text = f"{field} goes with completionMode: Indexed only"
            yield ObjectProblem(RULE, (*path, field), text, f"remove {field}, or write completionMode: Indexed")
    if "maxFailedIndexes" in job and "backoffLimitPerIndex" not in job:
        text = "maxFailedIndexes goes with backoffLimitPerIndex only"
        yield ObjectProblem(RULE, (*path, "maxFailedIndexes"), text, "write backoffLimitPerIndex too")


def _check_not_negative(node: dict[str, Json], field: str, path: Path) -> Problems:
    value = node.get(field)
    if isinstance(value, int) and value < 0:
        yield ObjectProblem(RULE, (*path, field), f"{field} is {value}", "write 0 or more")
