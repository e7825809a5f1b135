"""What stands in metadata: labels, annotations, finalizers, and marks that belong to agents or to the server."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitops_gen.model.names import did_you_mean, is_qualified_name
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.labels import ANNOTATION_RULE, check_annotation_keys, check_labels
from gitops_gen.validate.problem import ObjectProblem, Problems, entries, listing, shown

AGENT_RULE = "manifest-agent-metadata"
OPTION_RULE = "manifest-agent-option"
SERVER_RULE = "manifest-server-field"
NAME_RULE = "manifest-name"
EMPTY_RULE = "manifest-empty-value"
LABELS: Path = ("metadata", "labels")
ANNOTATIONS: Path = ("metadata", "annotations")
ANNOTATION_BYTES = 262_144
SYNC_WAVE = "argocd.argoproj.io/sync-wave"
SYNC_OPTIONS = "argocd.argoproj.io/sync-options"
WAVE = re.compile(r"-?\d+\Z", re.ASCII)
BARE_FINALIZERS = ("foregroundDeletion", "kubernetes", "orphan")


def check_metadata(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what may not stand in an object's metadata, or means nothing there."""
    metadata = body.get("metadata")
    if not isinstance(metadata, dict):
        return
    if "status" in body or not context.facts.server_fields.isdisjoint(metadata):
        yield from _check_server_fields(body, metadata, context)
    if not all(metadata.values()):
        yield from _check_empty(metadata, context)
    labels, annotations = metadata.get("labels"), metadata.get("annotations")
    if isinstance(labels, dict) and labels:
        yield from check_labels(labels, LABELS, context)
        if context.tracking_label in labels or not context.facts.owner_labels.keys().isdisjoint(labels):
            yield from _check_owner_labels(labels, context)
    if isinstance(annotations, dict) and annotations:
        yield from check_annotation_keys(annotations, ANNOTATIONS, context)
        yield from _check_annotations(annotations, context)
    if "finalizers" in metadata or "ownerReferences" in metadata:
        yield from _check_lifecycle(metadata)


def _check_server_fields(body: dict[str, Json], metadata: dict[str, Json], context: CheckContext) -> Problems:
    for key in metadata:
        if key in context.facts.server_fields:
            fix = f"remove metadata.{key}"
            yield ObjectProblem(SERVER_RULE, ("metadata", key), f"the server writes {key}, Git does not", fix)
    if "status" in body:
        yield ObjectProblem(SERVER_RULE, ("status",), "controllers write the status, Git does not", "remove status")


def _check_empty(metadata: dict[str, Json], context: CheckContext) -> Problems:
    for key, value in metadata.items():
        if (value is None or value in ({}, [])) and key not in context.facts.server_fields:
            yield empty_problem(("metadata", key), value)


def _check_owner_labels(labels: dict[str, Json], context: CheckContext) -> Problems:
    marks = context.facts.owner_labels
    for key in labels:
        if key in marks or key == context.tracking_label:
            owner = marks.get(key, "Argo CD")
            text = f"{owner} writes the label {key!r} to mark what it owns"
            yield ObjectProblem(AGENT_RULE, (*LABELS, key), text, "remove the label")


def _check_annotations(annotations: dict[str, Json], context: CheckContext) -> Problems:
    facts = context.facts
    size = 0
    for key, value in annotations.items():
        if not isinstance(value, str):
            continue
        size += len(key) + len(value)
        path = (*ANNOTATIONS, key)
        if facts.skip_file_text in value:
            yield skip_file_problem(path, facts.skip_file_text)
        if key == SYNC_OPTIONS:
            yield from check_sync_options(value.split(","), path, context)
        elif key == SYNC_WAVE:
            if not WAVE.match(value):
                text = f"Argo CD takes {shown(value)} for no wave at all"
                yield ObjectProblem(OPTION_RULE, path, text, "write an integer in quotes")
        elif key in facts.owner_annotations:
            text = f"{facts.owner_annotations[key]} writes the annotation {key!r} to mark what it owns"
            yield ObjectProblem(AGENT_RULE, path, text, "remove the annotation")
        elif key in facts.flux_annotations:
            yield from _check_choice([value], path, facts.flux_annotations[key], any_case=True)
        elif key in facts.list_annotations:
            yield from _check_choice(value.split(","), path, facts.list_annotations[key])
    # Characters are counted first: almost no object comes near the limit, and bytes are at most four times as many.
    if size * 4 > ANNOTATION_BYTES:
        yield from _check_size(annotations)


def check_sync_options(options: Iterable[str], path: Path, context: CheckContext) -> Problems:
    """Report an option of Argo CD that it would ignore: an unknown name, or a value that the option does not have."""
    known = context.facts.sync_options
    for option in options:
        name, _, value = option.strip().partition("=")
        if name not in known:
            text = f"Argo CD has no sync option {shown(name)}"
            yield ObjectProblem(OPTION_RULE, path, text, did_you_mean(name, known))
        elif value not in known[name]:
            text = f"the sync option {name} has no value {shown(value)}"
            yield ObjectProblem(OPTION_RULE, path, text, did_you_mean(value, known[name]))


def _check_choice(values: list[str], path: Path, legal: tuple[str, ...], *, any_case: bool = False) -> Problems:
    allowed = {choice.lower() for choice in legal} if any_case else set(legal)
    for value in values:
        word = value.strip()
        if (word.lower() if any_case else word) not in allowed:
            yield ObjectProblem(OPTION_RULE, path, f"{shown(word)} means nothing here", did_you_mean(word, legal))


def _check_size(annotations: dict[str, Json]) -> Problems:
    size = sum(len(key.encode()) + len(str(value).encode()) for key, value in annotations.items())
    if size > ANNOTATION_BYTES:
        text = f"the annotations have {size} bytes, {ANNOTATION_BYTES} are allowed"
        yield ObjectProblem(ANNOTATION_RULE, ANNOTATIONS, text, "move the content to a ConfigMap")


def _check_lifecycle(metadata: dict[str, Json]) -> Problems:
    for position, name in enumerate(listing(metadata.get("finalizers"))):
        if name not in BARE_FINALIZERS and ("/" not in str(name) or not is_qualified_name(str(name))):
            path = ("metadata", "finalizers", position)
            yield ObjectProblem(NAME_RULE, path, f"{shown(name)} is no legal finalizer", "write <domain>/<name>")
    owners = list(entries(metadata.get("ownerReferences"), ("metadata", "ownerReferences")))
    if sum(owner.get("controller") is True for owner, _ in owners) > 1:
        text = "an object has one controlling owner at most"
        yield ObjectProblem(NAME_RULE, ("metadata", "ownerReferences"), text, "keep one controller: true")


def empty_problem(path: Path, value: Json) -> ObjectProblem:
    """A field that the API server drops, so that the object differs from Git for ever."""
    text = f"{path[-1]!r} is {'null' if value is None else value}, which the API server drops"
    return ObjectProblem(EMPTY_RULE, path, text, "remove the field, or give it a value")


def skip_file_problem(path: Path, text: str) -> ObjectProblem:
    """Argo CD leaves out a whole file in which the text stands anywhere."""
    return ObjectProblem(AGENT_RULE, path, f"Argo CD skips every file that contains {text!r}", "remove the text")
