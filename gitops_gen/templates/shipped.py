"""The templates that the package ships, checked against the code that they were made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitops_gen.model.template import Shape, Template
from gitops_gen.templates.key import construct_digest, template_key
from gitops_gen.templates.store import parse_template, shipped_texts


def load_templates() -> Mapping[Shape, Template]:
    """Every shape's template, ordered by the shape's name.

    Data that no longer fits the construct code is synthesised again, in memory. Raises SynthesisUnavailableError when
    that is due and Node or cdk8s is missing. The versions of cdk8s and the schema are those written in the data:
    another cdk8s on this machine is no reason for other templates, so that every machine stamps the same bytes.
    """
    templates = {template.shape: template for template in map(parse_template, shipped_texts().values())}
    stale = [template.shape for template in templates.values() if not is_current(template)]
    if stale:
        templates |= {template.shape: template for template in _synthesised_again(stale)}
    return templates


def is_current(template: Template) -> bool:
    """Whether the construct code is still the one that made the template."""
    return template.key == template_key(
        constructs=construct_digest(), versions=template.versions, schema=template.schema, shape=template.shape
    )


def _synthesised_again(stale: Sequence[Shape]) -> tuple[Template, ...]:
    from gitops_gen.templates.node import SynthesisUnavailableError  # only who edits constructs comes here
    from gitops_gen.templates.synthesise import synthesise

    try:
        return synthesise(stale)
    except SynthesisUnavailableError as error:
        count = f"{len(stale)} shipped template{'s do' if len(stale) > 1 else ' does'} not fit the construct code"
        raise SynthesisUnavailableError(f"{count}, and {error.fault}", error.fix) from error
