"""All entries in the order of play, and the entry that explains a problem."""

from __future__ import annotations

from functools import cache

from referee.editions import Edition
from referee.rulebook import (
    counting,
    groups,
    hitting,
    house_variants,
    laying_down,
    setting_up,
    turns,
)
from referee.rulebook.rule_entry import RuleEntry
from referee.rulings.problems import RuleCode

_PARTS = (setting_up, turns, groups, laying_down, hitting, counting, house_variants)

RULE_ENTRIES: dict[str, RuleEntry] = {entry.id: entry for part in _PARTS for entry in part.ENTRIES}
"""The entries by their ids."""


def entries_for(edition: Edition) -> list[RuleEntry]:
    """Return the entries that apply to an edition.

    >>> from referee.editions import EDITIONS
    >>> "skip-twice" in [entry.id for entry in entries_for(EDITIONS["flip"])]
    False
    """
    return [entry for entry in RULE_ENTRIES.values() if entry.where(edition)]


@cache
def entry_about(code: RuleCode, section: str) -> RuleEntry:
    """Return the entry that explains a problem with this code and section of the rulebook.

    >>> entry_about(RuleCode.PHASE_NOT_LAID, "5").id
    'going-out'
    """
    entries = [entry for entry in RULE_ENTRIES.values() if code in entry.codes]
    citing = [entry for entry in entries if section in entry.sections]
    return (citing or entries)[0]
