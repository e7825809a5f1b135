"""Plain data as sigs.k8s.io/yaml would read it: aliases and merge keys are followed, scalars typed by Go's rules.

What only some readers understand is reported as well, and read on: the findings' level is for the caller to choose.
"""

from __future__ import annotations

import base64
import binascii
import re

from gitops_gen.load.builder import Builder, Dropped, Limits, PlacingBuilder, short
from gitops_gen.load.events import Anchored, Event, Node, Scalar
from gitops_gen.load.go_scalars import as_go, go_key
from gitops_gen.load.scalars import judge
from gitops_gen.model.source import Json

_CORE = "tag:yaml.org,2002:"
_TYPED = frozenset(_CORE + name for name in ("bool", "float", "int", "null", "timestamp"))


_MERGE = Dropped()
"""In place of a key: its value's keys are copied into the mapping."""
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_Container = dict[str, Json] | list[Json]


class GoBuilder(Builder):
    """A :class:`Builder` that goes on where Go does. No copy is made for an alias: both places hold one object."""

    def __init__(self, file: str, limits: Limits) -> None:
        super().__init__(file, limits)
        self._anchors: dict[str, Json] = {}
        self._merges: dict[int, list[Json]] = {}
        self._sizes: dict[int, int] = {}
        self._copied = 0

    def scalar(self, event: Scalar) -> None:
        if event.tag is not None or event.anchor is not None:
            self._marked(event)
        value = self._typed(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = value
        if self._key is None and type(self._container) is dict:
            self._take_key(event, value)
        else:
            if not event.style and event.tag is None:
                self._doubt(event, "")
            self._put(value, event)

    def alias(self, event: Anchored) -> None:
        name = event.anchor or ""
        self._report("yaml-alias", f"the alias *{short(name)} stands for a value from elsewhere", event, _WRITE_OUT)
        if name not in self._anchors:
            self._report("yaml-syntax", f"no anchor &{short(name)} stands before this alias", event, _WRITE_OUT)
        value = self._anchors.get(name)
        if any(value is open_one for open_one, _ in self._stack) or value is self._container:
            self._report(
                "yaml-syntax", f"the alias *{short(name)} stands inside of what it stands for", event, _WRITE_OUT
            )
            value = None
        self._copied += self._size(value)
        if self._copied > self._limits.events:
            self.stop(f"aliases stand for more than {self._limits.events:,} values", event, fix=_WRITE_OUT)
        if self._key is None and type(self._container) is dict:
            self._key = go_key(value)
        else:
            self._put(value, event)

    def close(self, event: Event) -> None:
        closed = self._container
        super().close(event)
        for source in self._merges.pop(id(closed), ()):
            for each in source if isinstance(source, list) else [source]:
                if isinstance(each, dict) and isinstance(closed, dict):
                    closed.update({key: value for key, value in each.items() if key not in closed})

    def _take_key(self, event: Scalar, value: Json) -> None:
        if event.value == "<<" and not event.style:
            self._report("yaml-alias", "a merge key (<<) copies keys from elsewhere", event, "write the keys out here")
            self._key = _MERGE
            return
        if not event.style:
            self._doubt(event, "the key ")
        key = go_key(value)
        if key is None:
            self._report("yaml-key-not-string", "no key stands before the ':'", event, "write a key")
            key = ""
        if type(self._container) is dict and key in self._container:
            self._duplicate(key, event)
        self._key = key

    def _typed(self, event: Scalar) -> Json:
        if event.tag in _TYPED or (event.tag is None and not event.style):
            if _NO_NUMBER.fullmatch(event.value):
                self._report("yaml-syntax", f"{event.value} is a number that JSON cannot hold", event, "write a number")
            return as_go(event.value)
        if event.tag == _CORE + "binary":
            try:
                return base64.b64decode(event.value, validate=False).decode(errors="replace")
            except binascii.Error:
                self._report(
                    "yaml-syntax", "the value is no base64, which its tag !!binary asks for", event, "correct it"
                )
        return event.value

    def _doubt(self, event: Scalar, what: str) -> None:
        found = judge(event.value)
        if found.doubt and event.value != "<<":
            self._report("yaml-ambiguous-scalar", what + found.doubt, event, found.fix)

    def _open(self, new: _Container, event: Node) -> None:
        super()._open(new, event)
        if event.anchor is not None:
            self._anchors[event.anchor] = new

    def _put(self, value: Json, event: Event) -> None:
        if self._key is _MERGE:
            self._merges.setdefault(id(self._container), []).append(value)
            self._key = None
            return
        super()._put(value, event)

    def _size(self, value: Json) -> int:
        """How many values an alias adds; each object is counted once, whatever the aliases inside stand for."""
        if not isinstance(value, (dict, list)):
            return 1
        if id(value) not in self._sizes:
            inner = value.values() if isinstance(value, dict) else value
            self._sizes[id(value)] = 1 + sum(self._size(each) for each in inner)
        return self._sizes[id(value)]


class PlacingGoBuilder(PlacingBuilder, GoBuilder):
    """Notes where each key and value stands, too."""


_WRITE_OUT = "write the value out here"
