"""Asking the referee about a play on the live table, with players and groups named by their ids.

Each `resolve_*` function turns ids into seats and groups, checks that these and the cards exist in
the game, and asks the referee. Nothing is recorded here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from games.domain.play_codec import PlayKind
from games.domain.table_record import TableRecord
from games.services.merged_players import player_now
from referee.cards import Card
from referee.plays import Flip, LayDown, Note, Pile
from referee.rulings import table_plays
from referee.rulings.table_plays import PlayVerdict
from rest.refusals import FieldError, Refusal, wrong_field


def resolve_lay_down(
    in_play: TableRecord,
    *,
    player: UUID,
    groups: Sequence[Sequence[Card]],
    group_ids: Sequence[UUID] = (),
    goes_out: bool = False,
) -> PlayVerdict:
    """Rule on laying down; if `group_ids` is empty, the groups get new ids.

    Raises Refusal if the player or a card is not in this round, if there is not one id for each
    group, or if an id is already on the table.
    """
    laid_cards = {
        f"groups.{index}.{place}": card
        for index, cards in enumerate(groups)
        for place, card in enumerate(cards)
    }
    _require_cards(in_play, laid_cards)
    ids = group_ids or [uuid4() for _group in groups]
    _require_new_ids(in_play, ids, len(groups))
    seat = _seat(in_play, "player", player)
    verdict = table_plays.rule_lay_down(in_play.table, seat, groups, goes_out=goes_out)
    assert isinstance(verdict.play, LayDown)
    laid = verdict.play.groups
    places = table_plays.places_given(groups, laid)
    with_ids = tuple(
        replace(group, id=str(ids[place])) for group, place in zip(laid, places, strict=True)
    )
    return replace(verdict, play=replace(verdict.play, groups=with_ids))


def _require_new_ids(in_play: TableRecord, ids: Sequence[UUID], count: int) -> None:
    if len(ids) != count:
        text = _("Give one id for each group, or none.")
        raise wrong_field("group_ids", "wrong_group_count", text)
    for index, id in enumerate(ids):
        if id in ids[:index] or in_play.table.group(str(id)) is not None:
            text = _("Another group on the table has this id.")
            raise wrong_field(f"group_ids.{index}", "duplicate_group", text)


def resolve_hit(
    in_play: TableRecord,
    *,
    player: UUID,
    group: UUID,
    cards: Sequence[Card],
    goes_out: bool = False,
) -> PlayVerdict:
    """Rule on a hit; raise Refusal if the group is not on the table."""
    _require_cards(in_play, {f"cards.{place}": card for place, card in enumerate(cards)})
    seat = _seat(in_play, "player", player)
    target = in_play.table.group(str(group))
    if target is None:
        text = _("There is no group with this id on the table. It may have been taken back.")
        raise wrong_field("group", "unknown_group", text)
    return table_plays.rule_hit(in_play.table, seat, target, cards, goes_out=goes_out)


def resolve_discard(
    in_play: TableRecord,
    *,
    player: UUID | None,
    card: Card | None = None,
    skips: UUID | None = None,
    goes_out: bool = False,
) -> PlayVerdict:
    """Rule on a discard or, if `player` is None, on the card that starts the pile."""
    is_skip = card is not None and card.is_skip
    if card is not None:
        _require_cards(in_play, {"card": card}, may_be_declared=False)
    has_begun = any(row.kind != PlayKind.NOTE for row in in_play.plays)
    if player is None and (has_begun or goes_out):
        text = _("Give the player who discards. Only the card that starts the pile has no player.")
        raise wrong_field("player", "required", text)
    skipped = None if skips is None else _seat(in_play, "skips", skips)
    if player is None and skipped is not None and skipped != in_play.state.starter:
        text = _("A Skip that starts the pile skips the player who starts.")
        raise wrong_field("skips", "not_the_starter", text)
    if skips is not None and not is_skip:
        raise wrong_field(
            "skips", "not_a_skip", _("Only a Skip is discarded in front of a player.")
        )
    if is_skip and skips is None and player is not None and not goes_out:
        raise wrong_field("skips", "required", _("Give the player to skip."))
    seat = None if player is None else _seat(in_play, "player", player)
    return table_plays.rule_discard(in_play.table, seat, card, skips=skipped, goes_out=goes_out)


def resolve_draw(in_play: TableRecord, *, player: UUID, pile: Pile = Pile.DISCARD) -> PlayVerdict:
    """Rule on drawing a card."""
    return table_plays.rule_draw(in_play.table, _seat(in_play, "player", player), pile)


def resolve_flip(
    in_play: TableRecord, *, player: UUID | None = None, side: str | None = None
) -> PlayVerdict:
    """Turn the cards over; raise Refusal if they have only one side, or not this `side` in play."""
    if len(in_play.table.edition.sides) < 2:
        raise Refusal("one_sided", _("The cards of this edition have only one side."))
    if side not in (None, in_play.table.side):
        text = _(
            "The cards have been turned over on another phone in the meantime."
            " Turn them over again?"
        )
        raise Refusal("turned_over", text)
    seat = None if player is None else _seat(in_play, "player", player)
    return PlayVerdict(Flip(seat))


def resolve_note(in_play: TableRecord, *, text: str, player: UUID | None = None) -> PlayVerdict:
    """Write a note, which is always allowed."""
    seat = None if player is None else _seat(in_play, "player", player)
    return PlayVerdict(Note(text, seat))


def _seat(in_play: TableRecord, field: str, player: UUID) -> int:
    seats, player = in_play.record.seats, player_now(in_play.record, player)
    seat = next((seat for seat in in_play.state.playing if seats[seat].player_id == player), None)
    if seat is None:
        raise wrong_field(field, "not_playing", _("This player is not in this round."))
    return seat


def _require_cards(
    in_play: TableRecord, cards: Mapping[str, Card], *, may_be_declared: bool = True
) -> None:
    """Raise Refusal for cards that the edition lacks, and for declarations that are not allowed.

    `cards` are by the fields of the request that have them.
    """
    errors = [
        FieldError(field, "unknown_card", _("This edition has no card %(card)s.") % {"card": card})
        for field, card in cards.items()
        if not in_play.record.edition.holds(card) or (card.is_declared and not may_be_declared)
    ]
    if errors:
        raise Refusal("invalid_request", errors[0].message, errors=errors)
