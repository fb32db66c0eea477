"""Check whether the parts of an archived game fit together.

Unlikely counts are up to the table. Only what no game can contain, or what could not be shown,
is a mistake. Each mistake has its path below the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.domain.archived import ArchivedGame, PlayerRecord
from games.domain.attendance import MAX_TAKING_PART
from games.domain.game_record import GameRecord
from games.domain.handicaps import handicap_problems
from games.domain.tally import doubts
from referee.api.errors import field_errors, in_words
from referee.editions import Edition
from referee.languages import translator_for
from referee.stints import Stint, most_at_a_time, out_of_order, there_at_first
from referee.wire.phases import phase_of
from referee.wire.reading import InvalidRequest
from rest.refusals import FieldError


def check_people(
    attrs: Mapping[str, Any], players: Mapping[UUID, PlayerRecord]
) -> Iterator[FieldError]:
    """Check who sits at the table, and who deals first."""
    edition: Edition = attrs["edition"]
    ids: list[UUID] = attrs["players"]
    largest = MAX_TAKING_PART if attrs["stints"] else edition.max_players
    if not edition.min_players <= len(ids) <= largest:
        text = _("This edition is for %(min)s to %(max)s players.")
        params = {"min": edition.min_players, "max": largest}
        yield FieldError("players", "wrong_player_count", text % params)
    for index, pk in enumerate(ids):
        field = f"players.{index}"
        if pk in ids[:index]:
            yield FieldError(field, "duplicate_player", _("This player already has a seat."))
        elif pk not in players:
            text = _("The archive has no player with this id.")
            yield FieldError(field, "unknown_player", text)
        elif players[pk].merged_into:
            text = _("This player was merged into another player, who must take the seat.")
            yield FieldError(field, "merged_player", text)
    if attrs["first_dealer"] >= len(ids):
        text = _("The first dealer must be one of the game's seats, counted from 0.")
        yield FieldError("first_dealer", "no_such_seat", text)


def check_stints(attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """Check when each player was at the table; parse the stints of `attrs` in place."""
    if attrs["stints"] is None:
        return
    seats: list[Any] = attrs["stints"]
    if len(attrs["stints"]) != len(attrs["players"]):
        text = _("There must be a list of stints for each player, in the order of the seats.")
        yield FieldError("stints", "wrong_player_count", text)
    seats[:] = [[Stint(**stint) for stint in stints] for stints in seats]
    for seat, stints in enumerate(seats):
        for index in out_of_order(stints):
            text = _("Stints must be in order, with at least one round between them.")
            yield FieldError(f"stints.{seat}.{index}", "out_of_order", text)
        for index, stint in enumerate(stints):
            if isinstance(stint.phase, int) and not stint.includes(1):
                text = _("Only the first round can begin with the number of a Phase.")
                yield FieldError(f"stints.{seat}.{index}.phase", "joins_late", text)
    minimum, limit = attrs["edition"].min_players, attrs["edition"].max_players
    if most_at_a_time(seats) > limit:
        text = _("At most %(limit)s people can play this edition at a time.")
        yield FieldError("stints", "wrong_player_count", text % {"limit": limit})
    elif there_at_first(seats) < minimum:
        text = _("At least %(minimum)s players must be there in the first round.")
        yield FieldError("stints", "wrong_player_count", text % {"minimum": minimum})


def check_handicaps(record: GameRecord) -> Iterator[FieldError]:
    """Check whether the handicaps fit the game."""
    for problem in handicap_problems(record.plan):
        field = f"stints.{problem.seat}.0.{problem.field}"
        yield FieldError(field, problem.code, in_words(problem.text))


def check_settings(attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """Check the Phases and the decisions about the game; parse the Phases of `attrs` in place."""
    edition: Edition = attrs["edition"]
    phases = []
    for index, value in enumerate(attrs["phases"]):
        try:
            phases.append(phase_of(edition, value))
        except InvalidRequest as error:
            yield from field_errors(error, "phases", index)
    attrs["phases"][:] = phases
    if attrs["ended_early"] and attrs["abandoned"]:
        text = _("A game can be ended early or abandoned, but not both.")
        yield FieldError("abandoned", "contradiction", text)
    if attrs["totals"] is not None:
        yield from _check_totals(attrs)
    elif attrs["ended_early"] and not attrs["rounds"]:
        text = _("A game without rounds has no leader, so it can only be abandoned.")
        yield FieldError("ended_early", "nobody_leads", text)


def _check_totals(attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    totals = attrs["totals"]
    if len(totals) != len(attrs["players"]):
        text = _("The totals must have one entry for each player, in the order of the seats.")
        yield FieldError("totals", "wrong_player_count", text)
    if not any(total["won"] for total in totals):
        yield FieldError("totals", "nobody_won", _("At least one player must have won."))
    for index, total in enumerate(totals):
        if (total["completed"] or 0) > len(attrs["phases"]):
            text = ngettext(
                "The game has only %(count)s Phase.",
                "The game has only %(count)s Phases.",
                len(attrs["phases"]),
            )
            text %= {"count": len(attrs["phases"])}
            yield FieldError(f"totals.{index}.completed", "unknown_phase", text)
    for name in ("rounds", "plays"):
        if attrs[name]:
            text = _("A game has either totals or rounds, but not both.")
            yield FieldError(name, "contradiction", text)


def check_lines(attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """Check the order of the rounds, and each line by itself."""
    edition, seated = attrs["edition"], set(attrs["players"])
    for index, played in enumerate(attrs["rounds"]):
        path = f"rounds.{index}"
        if played["number"] != index + 1:
            text = _("Rounds must be numbered from 1 without gaps. This must be round %(number)s.")
            text %= {"number": index + 1}
            yield FieldError(f"{path}.number", "out_of_order", text)
        seen: set[UUID] = set()
        for place, line in enumerate(played["lines"]):
            field = f"{path}.lines.{place}"
            if line["player"] not in seated:
                text = _("This player has no seat in the game.")
                yield FieldError(f"{field}.player", "no_seat", text)
            elif line["player"] in seen:
                text = _("This player already has a line.")
                yield FieldError(f"{field}.player", "duplicate_player", text)
            seen.add(line["player"])
            for number, card in enumerate(line["cards"] or ()):
                if not edition.holds(card) or card.is_declared:
                    text = _("A hand of this edition cannot hold %(card)s.") % {"card": card}
                    yield FieldError(f"{field}.cards.{number}", "unknown_card", text)


def check_rounds(record: GameRecord, attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """Check whether the players of each round are those who play after the rounds before it."""
    followed = len(record.states) - 1  # rounds that lead from state to state
    if followed >= len(record.rounds) or record.game.totals is not None:
        return
    path, state = f"rounds.{followed}", record.state
    if state.over:
        text = _("The game is over before this round.")
        yield FieldError(path, "game_over", text)
        return
    lines = [line["player"] for line in attrs["rounds"][followed]["lines"]]
    playing = {record.seats[seat].player_id: seat for seat in state.playing}
    for index, player in enumerate(lines):
        if player not in playing:
            text = _("This player does not play in this round.")
            yield FieldError(f"{path}.lines.{index}.player", "not_playing", text)
    for player, seat in playing.items():
        if player not in lines:
            text = _("%(player)s has no line.") % {"player": record.seats[seat].name}
            yield FieldError(f"{path}.lines", "missing_player", text)


def check_history(attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """Check that the changes are in the order of their versions, up to that of the game."""
    last = 0
    for index, change in enumerate(attrs["changes"]):
        field, version = f"changes.{index}.version", change["version"]
        if version <= last:
            text = _("Each change must have a higher version than the one before.")
            yield FieldError(field, "out_of_order", text)
        elif version > attrs["version"]:
            text = _("The last version of the game is %(version)s.") % {"version": attrs["version"]}
            yield FieldError(field, "no_such_version", text)
        last = version


def doubtful_rounds(game: ArchivedGame) -> Iterator[tuple[int, str]]:
    """Yield the index of each round that the tally would refuse unless overruled, and why."""
    record = game.record
    for index, (state, played) in enumerate(zip(record.states, record.rounds, strict=False)):
        if not played.overrule and (reasons := doubts(record, state, played.lines)):
            yield (
                index,
                " ".join(reason.render(translator_for(get_language())) for reason in reasons),
            )


def check_ids(ids: Sequence[Any], path: str, field: str = "id") -> Iterator[FieldError]:
    """Check that each id occurs once; None is not an id."""
    seen: set[Any] = set()
    for index, pk in enumerate(ids):
        if pk is not None and pk in seen:
            text = _("This id is already used in the archive.")
            yield FieldError(f"{path}.{index}.{field}", "duplicate_id", text)
        seen.add(pk)
