"""The tables behind the checks, against Kubernetes' own types, and the small parsers."""

from __future__ import annotations

import pytest

from gitops_gen.catalog import load_kinds
from gitops_gen.validate.bundle import bundled_versions, definitions
from gitops_gen.validate.cron import schedule_fault
from gitops_gen.validate.facts import load_facts

# Kinds that are parts of other resources' addresses, or answers.
NO_RESOURCES = {"Eviction", "Scale", "Status", "TokenRequest"}


def plural(kind: str) -> str:
    word = kind.lower()
    if word.endswith("y"):
        return word[:-1] + "ies"
    return word if word == "endpoints" else word + ("es" if word.endswith(("s", "x", "ch")) else "s")


def test_every_built_in_resource_is_in_the_table() -> None:
    known = load_facts().resources
    missing = set()
    for schema in definitions(bundled_versions()[-1]).values():
        identities = schema.get("x-kubernetes-group-version-kind", ())
        if len(identities) == 1 and "metadata" in schema.get("properties", {}):
            group, kind = identities[0]["group"], identities[0]["kind"]
            if not kind.endswith("List") and kind not in NO_RESOURCES and plural(kind) not in known.get(group, {}):
                missing.add((group, kind))
    assert missing == set()


def test_the_kinds_that_we_emit_are_in_the_table_where_they_are_built_in() -> None:
    known = load_facts().resources
    built_in = [facts for facts in load_kinds().values() if facts.gvk.group in known]
    assert len(built_in) > 5
    assert [facts.plural for facts in built_in if facts.plural not in known[facts.gvk.group]] == []


GOOD_SCHEDULES = ["* * * * *", "0 0 31 2 *", "*/15 0-6,22 1 JAN-mar mon", "5/10 ? ? * 0", "@hourly", "@every 1h30m"]
BAD_SCHEDULES = {
    "* * * *": "a schedule has five fields, this one has 4",
    "60 * * * *": "the minute goes from 0 to 59, '60' leaves that",
    "* * 0 * *": "the day of month goes from 1 to 31, '0' leaves that",
    "* * * 13 *": "the month goes from 1 to 12, '13' leaves that",
    "* * * * 7": "the day of week goes from 0 to 6, '7' leaves that",
    "5-1 * * * *": "the range '5-1' of the minute runs backwards",
    "*/0 * * * *": "the step of '*/0' is 0",
    "a * * * *": "'a' is no minute",
    "* * * FRI *": "the month goes from 1 to 12, 'FRI' leaves that",
    "CRON_TZ=UTC 0 0 * * *": "a time zone stands in timeZone, not in the schedule",
    "@fortnightly": "a schedule has five fields, this one has 1",
    "": "a schedule has five fields, this one has 0",
}


@pytest.mark.parametrize("schedule", GOOD_SCHEDULES)
def test_good_schedules(schedule: str) -> None:
    assert schedule_fault(schedule) is None


@pytest.mark.parametrize("schedule", BAD_SCHEDULES)
def test_bad_schedules(schedule: str) -> None:
    assert schedule_fault(schedule) == BAD_SCHEDULES[schedule]
