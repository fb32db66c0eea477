"""Writing the totals of a group."""

from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q

from scoring.statistics.ledger import Ledger, TotalsByKey, added
from scoring.statistics.models import TOTALS_MODELS, PlayerResult, Totals
from scoring.statistics.selectors.facts import stored_facts
from scoring.statistics.selectors.totals import stored_totals, totals_of

BATCH = 500


def add_to_totals(group: UUID, ledger: Ledger) -> None:
    """Add a ledger, which can have negative numbers, to the totals of a group.

    The caller has locked the group's statistics. At most three queries per model.
    """
    for model in TOTALS_MODELS:
        amounts = {key: row for key, row in ledger.totals[model.columns].items() if any(row)}
        _add(model, group, amounts)


def replace_totals(group: UUID, ledger: Ledger) -> None:
    """Replace all totals of a group with those of a ledger."""
    for model in TOTALS_MODELS:
        totals_of(model, group).delete()
        _write(model, group, ledger.totals[model.columns])


def add_up_again(group: UUID, zone: ZoneInfo) -> None:
    """Add up all totals of a group in another time zone; its results and ratings stay."""
    results = PlayerResult.objects.filter(group=group)
    replace_totals(group, Ledger(zone, stored_facts(results)))


def move_totals(group: UUID, *, gone: UUID, kept: UUID) -> None:
    """Add what a player's totals are to those of another one, also where they are the opponent."""
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
    if amounts:
        before = _totals_to_change(model, group, amounts)
        after = {
            key: added(before[key], row) if key in before else row for key, row in amounts.items()
        }
        _write(model, group, after)


def _totals_to_change(model: type[Totals], group: UUID, amounts: TotalsByKey) -> TotalsByKey:
    periods = {key[0] for key in amounts}
    players = {key[1] for key in amounts}
    return stored_totals(totals_of(model, group).filter(period__in=periods, player__in=players))


def _write(model: type[Totals], group: UUID, totals: TotalsByKey) -> None:
    key_names, names = model.columns.key, model.columns.names
    model._default_manager.bulk_create(
        [
            model(
                group_id=group,
                **dict(zip(key_names, key, strict=True)),
                **dict(zip(names, numbers, strict=True)),
            )
            for key, numbers in totals.items()
        ],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["group", *(name.removesuffix("_id") for name in key_names)],
        update_fields=names,
    )
    if any(not numbers[0] for numbers in totals.values()):
        totals_of(model, group).filter(**{names[0]: 0}).delete()
