"""Node pools: what their cards yield, kind by kind, in exact integers. Layouts that do not fit are refused here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from gitops_gen.model import names
from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import NodeYield, Pool, ResolvedLayout, Spec
from gitops_gen.model.gpu import GpuKind, GpuModel, mig_resource
from gitops_gen.model.placement import Refused, place
from gitops_gen.model.source import Ref
from gitops_gen.model.spec import NodePool
from gitops_gen.model.spec.nodepool import Layout, MigPartition, NodePoolSpec, Partition
from gitops_gen.resolve import refusal


def resolve_pool(pool: Spec[NodePool], model: GpuModel | None, *, as_of: date, problems: list[Problem]) -> Pool:
    """Work out one pool at a date. Faults of its partition are reported, and taken at their word."""
    spec = pool.model.spec
    partition = spec.partition if isinstance(spec.partition, Partition) else Partition.model_construct()
    mig = partition.mig
    sharing, replicas = _sharing(partition)
    least, most = node_counts(spec, as_of)
    layouts = tuple(_layouts(pool, mig, model, problems)) if mig and model else ()
    yields = tuple(_yields(spec, model, layouts, least, replicas))
    kinds = sorted({kind for node in yields for kind in node.devices} | _kinds(spec, model, layouts, replicas))
    strategy = mig.strategy if mig else ""
    return Pool(
        spec=pool,
        model=model,
        backs=spec.backs or ("borrow" if spec.capacity == "spot" else "guaranteed"),
        strategy=strategy,
        replicas=replicas,
        sharing=sharing,
        layouts=layouts,
        nodes=least,
        most_nodes=most,
        yields=yields,
        keys={kind: _key(kind, model, strategy) for kind in kinds} if model else {},
    )


def node_counts(spec: NodePoolSpec, as_of: date) -> tuple[int, int]:
    """Nodes that guarantees may rest on, and the most there can be: min and max of an autoscaled pool.

    Outside its dates a pool has none.
    """
    nodes = spec.nodes
    if (nodes.from_ and as_of < nodes.from_) or (nodes.until and as_of >= nodes.until):
        return 0, 0
    if nodes.count is not None:
        return nodes.count, nodes.count
    most = nodes.max or 0
    return (most if spec.capacity == "reserved" else nodes.min or 0), most


def _sharing(partition: Partition) -> tuple[str, int]:
    if partition.time_slicing is not None:
        return "timeSlicing", partition.time_slicing.replicas
    if partition.mps is not None:
        return "mps", partition.mps.replicas
    return "", 0


def _key(kind: GpuKind, model: GpuModel, strategy: str) -> str:
    if kind.shared:
        return f"{model.resource}.shared"
    if kind.slice and strategy == "mixed":
        return mig_resource(kind.slice)
    return model.resource


def _layouts(
    pool: Spec[NodePool], mig: MigPartition, model: GpuModel, problems: list[Problem]
) -> Iterator[ResolvedLayout]:
    if mig.layouts == "auto":
        at = pool.ref("partition", "mig", "layouts")
        text = "layouts: auto needs the layouts that `gitops-gen solve` writes, and solve is not built yet"
        problems.append(Problem("layout-auto", text, at, "write the layouts by name until then"))
        return
    if model.mig is None:
        at = pool.ref("partition", "mig")
        problems.append(
            Problem(
                "layout-not-mig",
                f"{model.id} cannot be cut into MIG slices",
                at,
                "use timeSlicing or mps, or drop partition",
                on_key=True,
            )
        )
        return
    for name, layout in sorted(mig.layouts.items()):
        ref = pool.ref("partition", "mig", "layouts", name)
        _check_cards(pool, layout, ref=ref, strategy=mig.strategy, problems=problems)
        _check_fit(layout, model, ref_slices=ref.child("slices"), problems=problems)
        _check_config(pool, name, ref=ref, problems=problems)
        yield _as_written(pool, name, layout, ref=ref)
    _check_nodes(pool, mig.layouts, problems)


def _as_written(pool: Spec[NodePool], name: str, layout: Layout, *, ref: Ref) -> ResolvedLayout:
    """A layout taken at its word, so that one that is refused leads to no second finding."""
    cards = _cards(pool, layout)
    return ResolvedLayout(
        name=name,
        config=_config(pool, name),
        nodes=_layout_nodes(pool.model.spec, layout),
        node_names=tuple(sorted(layout.nodes.names or ())),
        gpus=cards,
        covers_all=len(cards) == _per_node(pool),
        slices=dict(sorted(layout.slices.items())),
        ref=ref,
    )


def _per_node(pool: Spec[NodePool]) -> int:
    return pool.model.spec.gpu.per_node if pool.model.spec.gpu else 0


def _cards(pool: Spec[NodePool], layout: Layout) -> tuple[int, ...]:
    every = range(_per_node(pool))
    return tuple(every) if layout.gpus == "all" else tuple(sorted(set(layout.gpus) & set(every)))


def _config(pool: Spec[NodePool], name: str) -> str:
    """The layout's name in the MIG manager's file, and so a label's value."""
    return f"{pool.name}-{name}"


def _check_cards(pool: Spec[NodePool], layout: Layout, *, ref: Ref, strategy: str, problems: list[Problem]) -> None:
    per_node = _per_node(pool)
    named = () if layout.gpus == "all" else layout.gpus
    for position, card in enumerate(named):
        if card >= per_node:
            text = f"card {card} does not exist: nodes of pool {pool.name} have {per_node}, numbered from 0"
            fix = f"use indices from 0 to {per_node - 1}"
            problems.append(Problem("layout-card-unknown", text, ref.child("gpus", position), fix))
    if len(set(named)) != len(named):
        problems.append(
            Problem("layout-card-unknown", "a card is named twice", ref.child("gpus"), "name each card once")
        )
    if strategy == "single" and (len(_cards(pool, layout)) != per_node or len(layout.slices) != 1):
        text = f"strategy single needs every one of the {per_node} cards cut into one kind of slice"
        fix = "write gpus: all and one slice, or use strategy mixed"
        related = (("the strategy", pool.ref("partition", "mig", "strategy")),)
        problems.append(Problem("layout-single-strategy", text, ref, fix, on_key=True, related=related))


def _check_config(pool: Spec[NodePool], name: str, *, ref: Ref, problems: list[Problem]) -> None:
    config = _config(pool, name)
    if len(config) > names.LABEL_LENGTH:
        text = f"{config!r} becomes a label's value, and has {len(config)} of {names.LABEL_LENGTH} characters"
        fix = "shorten the pool's or the layout's name"
        problems.append(Problem("layout-name-long", text, ref, fix, on_key=True))


def _check_fit(layout: Layout, model: GpuModel, *, ref_slices: Ref, problems: list[Problem]) -> None:
    if model.mig is None:
        return
    placed = place(model.mig, layout.slices)
    if isinstance(placed, Refused):
        guilty = refusal.slice_alone(placed)
        at = ref_slices.child(guilty) if guilty else ref_slices
        text = f"{model.id}: {refusal.message(placed)}"
        problems.append(Problem("layout-does-not-fit", text, at, refusal.fix(placed), on_key=True))


def _layout_nodes(spec: NodePoolSpec, layout: Layout) -> int:
    """Nodes that bear a layout. A selector proves nothing, unless every node of the pool bears its labels."""
    if layout.nodes.count is not None:
        return layout.nodes.count
    if layout.nodes.names is not None:
        return len(set(layout.nodes.names))
    selector = layout.nodes.selector or {}
    return -1 if selector.items() <= spec.node_labels.items() else 0


def _check_nodes(pool: Spec[NodePool], layouts: Mapping[str, Layout], problems: list[Problem]) -> None:
    most = pool.model.spec.nodes.count or pool.model.spec.nodes.max or 0
    claimed = sum(layout.nodes.count or len(layout.nodes.names or ()) for layout in layouts.values())
    at = pool.ref("partition", "mig", "layouts")
    if claimed > most:
        bound = "" if pool.model.spec.nodes.count else " at most"
        text = f"layouts take {claimed} nodes, but pool {pool.name} has {most}{bound}"
        problems.append(
            Problem(
                "layout-nodes",
                text,
                at,
                "lower the counts, or raise spec.nodes",
                on_key=True,
                related=(("the pool's nodes", pool.ref("nodes")),),
            )
        )
    taken: dict[str, str] = {}
    for name, layout in sorted(layouts.items()):
        for position, node in enumerate(layout.nodes.names or ()):
            if node in taken:
                text = f"node {node} already has layout {taken[node]}; a node has one"
                problems.append(
                    Problem(
                        "layout-nodes", text, at.child(name, "nodes", "names", position), "leave it in one of the two"
                    )
                )
            taken.setdefault(node, name)


def _yields(
    spec: NodePoolSpec, model: GpuModel | None, layouts: tuple[ResolvedLayout, ...], nodes: int, replicas: int
) -> Iterator[NodeYield]:
    if model is None or spec.gpu is None:
        if nodes:
            yield NodeYield(nodes, "", {})
        return
    per_node, left = spec.gpu.per_node, nodes
    if isinstance(spec.partition, Partition) and spec.partition.mig and _unproven(spec.partition.mig, layouts):
        return
    for layout in layouts:
        count = min(left, left if layout.nodes < 0 else layout.nodes)
        left -= count
        devices = {GpuKind(model.id, name): n * len(layout.gpus) for name, n in layout.slices.items()}
        if not layout.covers_all:
            devices[GpuKind(model.id)] = per_node - len(layout.gpus)
        if count:
            yield NodeYield(count, layout.name, dict(sorted(devices.items())))
    if left:
        kind = GpuKind(model.id, shared=True) if replicas else GpuKind(model.id)
        yield NodeYield(left, "", {kind: per_node * (replicas or 1)})


def _unproven(mig: MigPartition, layouts: tuple[ResolvedLayout, ...]) -> bool:
    """Whether some nodes' layout is unknown, so that neither slices nor whole cards can be counted."""
    return mig.layouts == "auto" or any(layout.nodes == 0 for layout in layouts)


def _kinds(
    spec: NodePoolSpec, model: GpuModel | None, layouts: tuple[ResolvedLayout, ...], replicas: int
) -> set[GpuKind]:
    """Kinds that the pool is meant to have on some node, even when it has no node today or a layout has a fault."""
    if model is None or spec.gpu is None:
        return set()
    kinds = {GpuKind(model.id, name) for name in _written_slices(spec) if model.mig and model.mig.profile(name)}
    whole = not all(layout.covers_all for layout in layouts) or not layouts
    cut_nodes = sum(layout.nodes for layout in layouts) if all(layout.nodes >= 0 for layout in layouts) else None
    most = spec.nodes.count or spec.nodes.max or 0
    if whole or (cut_nodes is not None and cut_nodes < most):
        kinds.add(GpuKind(model.id, shared=bool(replicas)))
    return kinds


def _written_slices(spec: NodePoolSpec) -> set[str]:
    mig = spec.partition.mig if isinstance(spec.partition, Partition) else None
    if mig is None or mig.layouts == "auto":
        return set()
    return {name for layout in mig.layouts.values() for name in layout.slices}
