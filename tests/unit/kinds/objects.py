"""What the tests of renderers ask of drafts."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft, NestedYaml
from gitops_gen.model.plugin import ClusterKind, TenantKind
from gitops_gen.model.source import Json, Path
from tests.builders import make_cluster


def drafts(
    kind: TenantKind | ClusterKind, tenant: Tenant | None = None, cluster: ResolvedCluster | None = None
) -> dict[str, Draft]:
    """What a kind renders, by name; two of one name are a fault."""
    place = cluster or make_cluster()
    if isinstance(kind, ClusterKind):
        found = list(kind.render(place))
    else:
        assert tenant is not None
        found = list(kind.render(tenant, place))
    by_name = {draft.name: draft for draft in found}
    assert len(by_name) == len(found)
    return by_name


def origins(draft: Draft, *path: str | int) -> list[str]:
    """The sources of exactly this path, as ``Kind/name#/pointer``."""
    return [str(ref) for ref in draft.sources[path]]


def at(tree: Json, path: Path) -> Json:
    """The value at a path. Raises LookupError."""
    for step in path:
        tree = tree[step]
    return tree


def faults(draft: Draft) -> Iterator[str]:
    """Sources that lead nowhere: at paths that the object does not have, or to values that no document states."""
    metadata = {
        "name": draft.name,
        "namespace": draft.namespace,
        "labels": draft.labels,
        "annotations": draft.annotations,
    }
    for path, refs in draft.sources.items():
        if not _has({**draft.body, "metadata": metadata}, path):
            yield f"{draft.kind} {draft.name} has no {path}"
        yield from (f"{path}: {ref}" for ref in refs if not _has(ref.document.data, ref.path))
        if not refs:
            yield f"{path}: empty"
    for path, refs in draft.template.slot_sources.items() if draft.template else ():
        if not _has(draft.template.values if draft.template else {}, path):
            yield f"{draft.kind} {draft.name} has no slot value {path}"
        yield from (f"{path}: {ref}" for ref in refs if not _has(ref.document.data, ref.path))


def _has(tree: Json, path: Path) -> bool:
    """Whether a path leads somewhere, also into a document that is held as text."""
    for length in range(len(path)):
        try:
            held = at(tree, path[:length])
        except (LookupError, TypeError):
            return False
        if isinstance(held, NestedYaml):
            return _has(held.tree, path[length:])
    try:
        at(tree, path)
    except (LookupError, TypeError):
        return False
    return True


def unwanted(tree: Json, path: Path = ()) -> Iterator[Path]:
    """What the API server would drop, and so show as drift: null, and what is empty without a meaning."""
    has_meaning = not path or path[-1] in ("podSelector", "emptyDir") or path[-2:-1] == ("apiGroups",)
    if tree is None or (tree in ({}, [], "") and not has_meaning):
        yield path
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        yield from unwanted(value, (*path, key))
