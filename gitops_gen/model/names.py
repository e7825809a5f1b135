"""The API server's rules for names, labels and annotation keys (facts: apimachinery ``pkg/util/validation``)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?\Z")
SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\Z")
QUALIFIED_PART = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]\Z")
LABEL_VALUE = re.compile(r"(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?\Z")
PORT_NAME = re.compile(r"(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?\Z")

LABEL_LENGTH = 63
SUBDOMAIN_LENGTH = 253
PORT_NAME_LENGTH = 15


def is_label(text: str) -> bool:
    """A DNS-1123 label: lower case letters, digits and ``-``, 63 characters at most."""
    return len(text) <= LABEL_LENGTH and LABEL.match(text) is not None


def is_subdomain(text: str) -> bool:
    """A DNS-1123 subdomain: labels joined by dots, 253 characters at most."""
    return len(text) <= SUBDOMAIN_LENGTH and SUBDOMAIN.match(text) is not None


def is_qualified_name(text: str) -> bool:
    """A label or annotation key, or a resource name: an optional DNS prefix, ``/``, and 63 characters."""
    prefix, slash, name = text.rpartition("/")
    if slash and not is_subdomain(prefix):
        return False
    return len(name) <= LABEL_LENGTH and QUALIFIED_PART.match(name) is not None


def is_label_value(text: str) -> bool:
    """A label's value: empty, or 63 characters with an alphanumeric one at both ends."""
    return len(text) <= LABEL_LENGTH and LABEL_VALUE.match(text) is not None


def is_port_name(text: str) -> bool:
    """A port's name: 15 characters, lower case, at least one letter, no ``--``."""
    return len(text) <= PORT_NAME_LENGTH and PORT_NAME.match(text) is not None


def nearest(wrong: str, legal: Iterable[str]) -> str | None:
    """The legal name most like ``wrong``, or None when nothing is close. The same for every order of ``legal``."""
    close = get_close_matches(wrong, sorted(legal), n=1, cutoff=0.6)
    return close[0] if close else None


def did_you_mean(wrong: str, legal: Iterable[str]) -> str:
    """A half-sentence for a fix: the nearest legal name, or the list of legal ones."""
    names = sorted(legal)
    close = nearest(wrong, names)
    if close is not None:
        return f"did you mean {close!r}?"
    if not names:
        return "none is defined"
    shown = ", ".join(repr(name) for name in names[:12])
    return f"one of: {shown}" + (f" and {len(names) - 12} more" if len(names) > 12 else "")
