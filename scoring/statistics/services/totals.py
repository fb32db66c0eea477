"""Writing the totals of a group."""

from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q

from scoring.statistics.ledger import Ledger, TotalsByKey
from scoring.statistics.models import TOTALS_MODELS, PlayerResult, Totals
from scoring.statistics.selectors.facts import stored_facts
from scoring.statistics.selectors.totals import stored_totals, totals_of
from store.rows import add, subtract
from store.statements import Row, send

BATCH = 500


def add_to_totals(group: UUID, ledger: Ledger) -> None:
    """Add a ledger, which can have negative numbers, to the totals of a group.

    The caller has locked the group's statistics. Nothing is read.
    """
    for model in TOTALS_MODELS:
        totals = ledger.totals[model.columns]
        _add(model, group, {key: row for key, row in totals.items() if any(row)})


def add_up_again(group: UUID, zone: ZoneInfo) -> None:
    """Add up all totals of a group in another time zone; its results and ratings stay."""
    ledger = Ledger(zone, stored_facts(PlayerResult.objects.filter(group=group)))
    for model in TOTALS_MODELS:
        totals_of(model, group).delete()
        _add(model, group, ledger.totals[model.columns])


def move_totals(group: UUID, *, gone: UUID, kept: UUID) -> None:
    """Add a player's totals to those of another, including where they are the opponent."""
    for model in TOTALS_MODELS:
        who = Q(player=gone)
        if "opponent_id" in model.columns.key:
            who |= Q(opponent=gone)
        rows = totals_of(model, group).filter(who)
        amounts = {
            tuple(kept if value == gone else value for value in key): numbers
            for key, numbers in stored_totals(rows).items()
        }
        rows.delete()
        _add(model, group, amounts)


def _add(model: type[Totals], group: UUID, amounts: TotalsByKey) -> None:
    key, names = ("group_id", *model.columns.key), model.columns.names
    negative: list[Row] = []
    others: list[Row] = []
    for of, numbers in amounts.items():
        row = (group, *of, *numbers)
        (negative if min(numbers) < 0 else others).append(row)
    for start in range(0, len(others), BATCH):
        send(add(model, key, names, others[start : start + BATCH]))
    if negative:
        subtract(model, key, names, negative)
