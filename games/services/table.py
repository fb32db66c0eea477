"""Playing on the live table: what the referee says to a play, doing it, taking it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn
from uuid import UUID, uuid4

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.record import GameRecord
from games.domain.table import TableRecord, write_play
from games.models import Play
from games.models.table import PlayKind
from games.selectors.table import table_in_play, table_of
from games.services.events import tell
from games.wire.tables import play_answer, ruling_answer, table_answer, table_patch
from referee import table as referee
from referee.cards import Card
from referee.rulings import table_plays as rules
from referee.rulings.table_plays import PlayVerdict
from rest.problems import FieldError, ProblemError


def rule_lay_down(
    found: TableRecord,
    *,
    player: UUID,
    groups: Sequence[Sequence[Card]],
    goes_out: bool = False,
) -> PlayVerdict:
    """Rule on laying down; ProblemError (400) for a player or a card that is not here."""
    for index, cards in enumerate(groups):
        _of_the_deck(found, cards, f"groups.{index}")
    seat = _seat(found, "player", player)
    ruling = rules.rule_lay_down(found.table, seat, groups, goes_out=goes_out)
    assert isinstance(ruling.play, referee.LayDown)
    named = tuple(replace(group, id=str(uuid4())) for group in ruling.play.groups)
    return replace(ruling, play=replace(ruling.play, groups=named))


def rule_hit(
    found: TableRecord,
    *,
    player: UUID,
    group: UUID,
    cards: Sequence[Card],
    goes_out: bool = False,
) -> PlayVerdict:
    """Rule on a hit; ProblemError (400) for a group that is not on this table."""
    _of_the_deck(found, cards, "cards")
    seat = _seat(found, "player", player)
    target = found.table.group(str(group))
    if target is None:
        text = _("No group with this id lies on the table: it may have been taken back.")
        _refuse("group", "unknown_group", text)
    return rules.rule_hit(found.table, seat, target, cards, goes_out=goes_out)


def rule_discard(
    found: TableRecord,
    *,
    player: UUID | None,
    card: Card | None = None,
    skips: UUID | None = None,
    goes_out: bool = False,
) -> PlayVerdict:
    """Rule on a discard, or with `player` None on the card that starts the pile."""
    is_skip = card is not None and card.is_skip
    if card is not None:
        _of_the_deck(found, [card], "card", declared=False)
    begun = any(play.kind != PlayKind.NOTE for play in found.plays)
    if player is None and (begun or goes_out):
        text = _("Only the card that starts the pile is nobody's: say who discards.")
        _refuse("player", "required", text)
    if player is None and skips is not None and _seat(found, "skips", skips) != found.state.starter:
        text = _("A Skip that starts the pile is for the player who starts.")
        _refuse("skips", "not_the_starter", text)
    if skips is not None and not is_skip:
        _refuse("skips", "not_a_skip", _("Only a Skip is discarded in front of somebody."))
    if is_skip and skips is None and player is not None and not goes_out:
        _refuse("skips", "required", _("Say in front of whom the Skip is discarded."))
    return rules.rule_discard(
        found.table,
        None if player is None else _seat(found, "player", player),
        card,
        skips=None if skips is None else _seat(found, "skips", skips),
        goes_out=goes_out,
    )


def rule_draw(found: TableRecord, *, player: UUID) -> PlayVerdict:
    """Rule on taking the top card of the discard pile."""
    return rules.rule_draw(found.table, _seat(found, "player", player))


def rule_flip(found: TableRecord, *, player: UUID | None = None) -> PlayVerdict:
    """Turn the cards over; ProblemError (409) where they have one side only."""
    if len(found.table.edition.sides) < 2:
        raise ProblemError(409, "one_sided", _("The cards of this edition have one side only."))
    seat = None if player is None else _seat(found, "player", player)
    return PlayVerdict(referee.Flip(seat))


def rule_note(found: TableRecord, *, text: str, player: UUID | None = None) -> PlayVerdict:
    """Write words down; there is nothing to rule."""
    return PlayVerdict(
        referee.Note(text, None if player is None else _seat(found, "player", player))
    )


def make_play(
    *, found: TableRecord, actor: User, ruling: PlayVerdict, overrule: str = ""
) -> TableRecord:
    """Put a play on the table and on record; the table after it.

    Raises ProblemError (409) with the ruling where it is illegal and the table does not
    overrule that, or where its player has to choose what a wild card stands for.
    """
    extra = {"ruling": ruling_answer(ruling)}
    if ruling.problems and not overrule:
        raise ProblemError(
            409, "illegal_play", extra["ruling"]["problems"][0]["message"], extra=extra
        )
    if ruling.choices:
        text = _("A wild card could stand for more than one thing: ask its player, declare it.")
        raise ProblemError(409, "ambiguous_play", text, extra=extra)
    kind, data = write_play(ruling.play)
    seat = ruling.play.seat
    row = Play(
        game=found.record.game,
        round=found.number,
        number=found.last + 1,
        kind=kind,
        seat=None if seat is None else found.record.seats[seat],
        data={**data, "turns": found.turns_logged},
        overrule=overrule if ruling.problems else "",
        recorded_by=actor,
    )
    row.save(force_insert=True)
    found.record.game.has_plays = True
    after = found.after([*found.plays, row])
    _tell(found, after, actor)
    return after


def take_back(*, record: GameRecord, actor: User, play: UUID) -> TableRecord:
    """Take a play back, where everything after it still stands; the table without it.

    Raises Http404 for a play that is not there, or no more; ProblemError (409) where its
    round is over, or with the plays that could not have been made without it.
    """
    row = record.game.plays.filter(pk=play, taken_back_at=None).first()
    if row is None:
        raise Http404
    found = table_in_play(record, row.round)
    fallen = _resting_on(found, row)
    if fallen:
        raise ProblemError(
            409,
            "later_plays_fall",
            _("Later plays rest on this one: take them back first, the last one first."),
            extra={"plays": [play_answer(found, later) for later in fallen]},
        )
    row.taken_back_at = timezone.now()
    row.save(update_fields=["taken_back_at"])
    after = found.after([other for other in found.plays if other.pk != row.pk])
    _tell(found, after, actor)
    return after


def follow_rounds(
    *, before: TableRecord, record: GameRecord, falls: bool = False
) -> list[tuple[str, dict[str, Any]]]:
    """Lay the table that is in play once rounds have changed, and tell of it.

    `before` is what lay there; `falls` says that no round after those on record keeps what
    was played in it. A table where others played is nobody's, and falls in any case.
    """
    plays = record.game.plays.filter(taken_back_at=None)
    if falls:
        plays.filter(round__gt=len(record.rounds)).update(taken_back_at=timezone.now())
    after = table_of(record)
    if after.is_of_others:
        plays.filter(round=after.number).update(taken_back_at=timezone.now())
        after = after.after([])
    same = after.number == before.number and table_answer(after) == table_answer(before)
    return [] if same else [_news(before, after)]


def _resting_on(found: TableRecord, gone: Play) -> list[Play]:
    """The plays that stand as it is, and would not had `gone` not been made."""
    with_it = without = referee.new_table(found.seating)
    fallen = []
    for row in found.plays:
        play = found.played(row)
        if row.number > gone.number and _falls(row, play, with_it, without):
            fallen.append(row)
        elif row.pk != gone.pk:
            without = referee.apply_play(without, play)
        with_it = referee.apply_play(with_it, play)
    return fallen


def _falls(
    row: Play, play: referee.TablePlay, with_it: referee.Table, without: referee.Table
) -> bool:
    ruling = rules.rule_play(without, play)
    if ruling is None:
        return True
    # What a correction or a house rule has overtaken meanwhile does not rest on it.
    return not _stands(row, ruling) and _stands(row, rules.rule_play(with_it, play))


def _stands(row: Play, ruling: PlayVerdict | None) -> bool:
    if ruling is None or ruling.choices:
        return False
    return ruling.is_legal or bool(row.overrule)


def _tell(before: TableRecord, after: TableRecord, actor: User) -> None:
    game = after.record.game
    kind, data = _news(before, after)
    # What is told carries the number of the event that it is.
    tell(game, (kind, {**data, "event": game.last_event + 1}), actor=actor.name)
    game.save(update_fields=["last_event", "has_plays"])


def _news(before: TableRecord, after: TableRecord) -> tuple[str, dict[str, Any]]:
    """What changed on the table, or of the table of another round all that lies there."""
    if before.number == after.number:
        return "table", table_patch(before, after)
    return "table_laid", table_answer(after)


def _seat(found: TableRecord, field: str, player: UUID) -> int:
    seats = found.record.seats
    seat = next((seat for seat in found.state.playing if seats[seat].player_id == player), None)
    if seat is None:
        _refuse(field, "not_playing", _("This player does not play the round."))
    return seat


def _of_the_deck(
    found: TableRecord, cards: Sequence[Card], field: str, *, declared: bool = True
) -> None:
    errors = [
        FieldError(
            f"{field}.{index}" if declared else field,
            "unknown_card",
            _("The deck of this edition has no %(card)s.") % {"card": card},
        )
        for index, card in enumerate(cards)
        if not found.record.edition.holds(card) or (card.is_declared and not declared)
    ]
    if errors:
        raise ProblemError(400, "invalid_request", errors[0].message, errors=errors)


def _refuse(field: str, code: str, text: str) -> NoReturn:
    errors = [FieldError(field, code, text)]
    raise ProblemError(400, "invalid_request", text, errors=errors)
