"""Cron schedules of five fields, as CronJobs and Argo CD's windows read them. Pure text: no clock, no time zones."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

FIELDS = (("minute", 0, 59), ("hour", 0, 23), ("day of month", 1, 31), ("month", 1, 12), ("day of week", 0, 6))
MACROS = frozenset({"@annually", "@daily", "@hourly", "@midnight", "@monthly", "@weekly", "@yearly"})
EVERY = re.compile(r"@every ([0-9]+(\.[0-9]+)?(ms|s|m|h))+\Z")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
ITEM = re.compile(r"(\*|\?|[a-z]{3}|\d{1,2})(?:-([a-z]{3}|\d{1,2}))?(?:/(\d{1,3}))?\Z", re.ASCII | re.IGNORECASE)


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones; the database of this machine is not asked, so that all machines agree."""
    data = json.loads((files("gitops_gen") / "data" / "timezones.json").read_bytes())
    return frozenset(data["names"])


def schedule_fault(schedule: str) -> str | None:
    """What is wrong with a schedule, or None. Zones inside it (``TZ=``) are refused, as the API server does."""
    if "TZ=" in schedule:
        return "a time zone stands in timeZone, not in the schedule"
    if schedule in MACROS or EVERY.match(schedule):
        return None
    parts = schedule.split()
    if len(parts) != len(FIELDS):
        return f"a schedule has five fields, this one has {len(parts)}"
    faults = (_field_fault(text, *field) for text, field in zip(parts, FIELDS, strict=True))
    return next((fault for fault in faults if fault), None)


def _field_fault(text: str, name: str, low: int, high: int) -> str | None:
    for item in text.split(","):
        match = ITEM.match(item)
        if not match:
            return f"{item!r} is no {name}"
        first, last, step = match.groups()
        start = low if first in "*?" else _number(first, name)
        end = start if last is None else _number(last, name)
        if start is None or end is None or not low <= start <= high or not low <= end <= high:
            return f"the {name} goes from {low} to {high}, {item!r} leaves that"
        if end < start:
            return f"the range {item!r} of the {name} runs backwards"
        if step is not None and int(step) == 0:
            return f"the step of {item!r} is 0"
    return None


def _number(text: str, name: str) -> int | None:
    if text.isdigit():
        return int(text)
    names = {"month": MONTHS, "day of week": DAYS}.get(name, ())
    word = text.lower()
    return names.index(word) + (name == "month") if word in names else None
