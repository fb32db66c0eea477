"""Check whether the plays of an archived game fit its rounds, and each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.game_record import GameRecord
from games.domain.play_codec import read_play
from referee.api.errors import field_errors
from referee.cards import Card
from referee.game import GameState
from referee.plays import Discard, Hit, LayDown, TablePlay
from referee.wire.cards import check_in_deck
from referee.wire.reading import InvalidRequest
from rest.refusals import FieldError

MAX_PLAYS_OF_A_ROUND = 2_000


def check_plays(record: GameRecord, attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """Check the order of the plays, who made them, their cards, and the groups that they name.

    Plays that were taken back put nothing on the table. Whoever plays in rounds that have not begun
    is not known, so it is not checked.
    """
    edition, seats = record.edition, {seat.player_id: seat.place for seat in record.seats}
    last = (0, 0)
    groups: dict[int, set[str]] = defaultdict(set)
    counts: dict[int, int] = defaultdict(int)
    for index, play in enumerate(attrs["plays"]):
        path = f"plays.{index}"
        position = (play["round"], play["number"])
        if position <= last:
            text = _(
                "Plays must be in the order of their rounds and, in each round, of their numbers."
            )
            yield FieldError(f"{path}.number", "out_of_order", text)
        last = position
        counts[play["round"]] += 1
        if counts[play["round"]] == MAX_PLAYS_OF_A_ROUND + 1:
            text = ngettext(
                "A round can have at most %(limit)s play.",
                "A round can have at most %(limit)s plays.",
                MAX_PLAYS_OF_A_ROUND,
            )
            text %= {"limit": MAX_PLAYS_OF_A_ROUND}
            yield FieldError(path, "too_many_plays", text)
        seat = seats.get(play["player"])
        table_play = read_play(play["kind"], seat or 0, play["data"])  # whose it is does not matter
        for field, cards in _cards(table_play):
            try:
                check_in_deck(edition, cards)
            except InvalidRequest as error:
                yield from field_errors(error, path, "data", field)
        if play["player"] is not None and seat is None:
            text = _("This player has no seat in the game.")
            yield FieldError(f"{path}.player", "no_seat", text)
        elif play["taken_back_at"] is None:
            state = _state_before(record, play["round"])
            if state is not None:
                yield from _check_playing(path, table_play, seat, state)
            yield from _check_groups(path, table_play, groups[play["round"]])


def _check_playing(
    path: str, play: TablePlay, seat: int | None, state: GameState
) -> Iterator[FieldError]:
    """Check that the player, and the one who is skipped, play the round."""
    skipped = play.skips if isinstance(play, Discard) else None
    for field, player in (("player", seat), ("data.skips", skipped)):
        if player is not None and player not in state.playing:
            text = _("This player does not play in this round.")
            yield FieldError(f"{path}.{field}", "not_playing", text)


def _check_groups(path: str, play: TablePlay, group_ids: set[str]) -> Iterator[FieldError]:
    """Check a play against the `group_ids` on the table, and add those that it lays down."""
    if isinstance(play, Hit) and play.group not in group_ids:
        text = _("There is no group with this id on the table.")
        yield FieldError(f"{path}.data.group", "unknown_group", text)
    if isinstance(play, LayDown):
        for index, group in enumerate(play.groups):
            if group.id in group_ids:
                text = _("There is already a group with this id on the table.")
                yield FieldError(f"{path}.data.groups.{index}.id", "duplicate_id", text)
            group_ids.add(group.id)


def _state_before(record: GameRecord, number: int) -> GameState | None:
    """Return the game before a round that has begun; None for any other round."""
    begun = len(record.states) if not record.state.over else len(record.states) - 1
    return record.states[number - 1] if number <= begun else None


def _cards(play: TablePlay) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Yield the lists of cards of a play, each with its path in `data`."""
    match play:
        case LayDown():
            for index, group in enumerate(play.groups):
                yield f"groups.{index}.cards", group.cards
        case Hit():
            yield "cards", play.cards
        case Discard(card=Card() as card):
            yield "card", (card,)
