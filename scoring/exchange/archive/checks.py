"""Whether what an archive says of a game can be: each thing beside the others.

Nothing is judged that the table may decide for itself; only what no game can be, or what
could not be shown, is a mistake. Each comes with its path below the game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.exceptions import ValidationError

from games.domain.archived import ArchivedGame, PlayerRecord
from games.domain.record import GameRecord
from games.domain.tally import doubts
from games.models.table import PlayKind
from referee.api.fields import phase_of, strangers
from referee.cards import Card
from referee.editions import Edition
from referee.game import GameState
from rest.problems import FieldError, flatten

MOST_PLAYS_OF_A_ROUND = 2_000


def check_people(
    attrs: Mapping[str, Any], players: Mapping[UUID, PlayerRecord]
) -> Iterator[FieldError]:
    """Who sits at the table, and who deals first."""
    edition: Edition = attrs["edition"]
    ids: list[UUID] = attrs["players"]
    fewest, most = edition.min_players, edition.max_players
    if not fewest <= len(ids) <= most:
        text = _("This edition is played by %(fewest)s to %(most)s players.")
        params = {"fewest": fewest, "most": most}
        yield FieldError("players", "wrong_player_count", text % params)
    for index, pk in enumerate(ids):
        field = f"players.{index}"
        if pk in ids[:index]:
            yield FieldError(field, "duplicate_player", _("This player has a seat already."))
        elif pk not in players:
            text = _("There is no player with this id among the players of the archive.")
            yield FieldError(field, "unknown_player", text)
        elif players[pk].merged_into:
            text = _("This player was merged into another, who then has the seat.")
            yield FieldError(field, "merged_player", text)
    if attrs["first_dealer"] >= len(ids):
        text = _("The first dealer is a place at the table, counted from 0.")
        yield FieldError("first_dealer", "no_such_seat", text)


def check_settings(attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """The Phases, and what was decided about the game; leaves the Phases read in `attrs`."""
    edition: Edition = attrs["edition"]
    phases = []
    for index, value in enumerate(attrs["phases"]):
        try:
            phases.append(phase_of(edition, value))
        except ValidationError as error:
            yield from flatten(error.detail, f"phases.{index}")
    attrs["phases"][:] = phases
    if attrs["ended_early"] and attrs["abandoned"]:
        text = _("A game is ended early or abandoned, not both.")
        yield FieldError("abandoned", "contradiction", text)
    if attrs["totals"] is not None:
        yield from _check_totals(attrs)
    elif attrs["ended_early"] and not attrs["rounds"]:
        text = _("No round is recorded, so nobody leads: such a game is abandoned, not ended.")
        yield FieldError("ended_early", "nobody_leads", text)


def _check_totals(attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    totals = attrs["totals"]
    if len(totals) != len(attrs["players"]):
        text = _("Each player has a total, in the order of the seats.")
        yield FieldError("totals", "wrong_player_count", text)
    if not any(total["won"] for total in totals):
        yield FieldError("totals", "nobody_won", _("Somebody must have won."))
    for index, total in enumerate(totals):
        if (total["completed"] or 0) > len(attrs["phases"]):
            most = len(attrs["phases"])
            text = ngettext(
                "The game has no more than %(most)s Phase.",
                "The game has no more than %(most)s Phases.",
                most,
            )
            text %= {"most": most}
            yield FieldError(f"totals.{index}.completed", "unknown_phase", text)
    for name in ("rounds", "plays"):
        if attrs[name]:
            text = _("A game has either totals alone, or rounds.")
            yield FieldError(name, "contradiction", text)


def check_lines(attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """The rounds in their order, and each line by itself."""
    edition, seated = attrs["edition"], set(attrs["players"])
    for index, played in enumerate(attrs["rounds"]):
        path = f"rounds.{index}"
        if played["number"] != index + 1:
            text = _("Rounds stand in their order, from 1 and without a gap: this is round %s.")
            yield FieldError(f"{path}.number", "out_of_order", text % (index + 1))
        seen: set[UUID] = set()
        for place, line in enumerate(played["lines"]):
            field = f"{path}.lines.{place}"
            if line["player"] not in seated:
                text = _("This player has no seat in the game.")
                yield FieldError(f"{field}.player", "no_seat", text)
            elif line["player"] in seen:
                text = _("This player has a line already.")
                yield FieldError(f"{field}.player", "duplicate_player", text)
            seen.add(line["player"])
            for number, card in enumerate(line["cards"] or ()):
                if not edition.holds(card) or card.is_declared:
                    text = _("No hand of this edition holds %(card)s.") % {"card": card}
                    yield FieldError(f"{field}.cards.{number}", "unknown_card", text)


def check_course(record: GameRecord, attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """Whether each round could be played by who played it, after those before it."""
    counting = len(record.states) - 1
    if counting >= len(record.rounds) or record.game.totals is not None:
        return
    path, state = f"rounds.{counting}", record.state
    if state.over:
        text = _("The game is over before this round: nobody plays it.")
        yield FieldError(path, "game_over", text)
        return
    lines = [line["player"] for line in attrs["rounds"][counting]["lines"]]
    playing = {record.seats[seat].player_id: seat for seat in state.playing}
    for index, player in enumerate(lines):
        if player not in playing:
            text = _("This player does not play the round.")
            yield FieldError(f"{path}.lines.{index}.player", "not_playing", text)
    for player, seat in playing.items():
        if player not in lines:
            text = _("%(player)s has no line.") % {"player": record.player(seat).name}
            yield FieldError(f"{path}.lines", "missing_player", text)


def check_plays(record: GameRecord, attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """The plays in their order, from seats that play, with cards of the deck, on what lies there.

    Those that were taken back lie nowhere. Those of rounds that are not begun lie there again
    once they are, and are looked at then.
    """
    edition, seats = record.edition, {seat.player_id: seat.place for seat in record.seats}
    before = (0, 0)
    groups: dict[int, set[str]] = defaultdict(set)
    counts: dict[int, int] = defaultdict(int)
    for index, play in enumerate(attrs["plays"]):
        path = f"plays.{index}"
        here = (play["round"], play["number"])
        if here <= before:
            text = _("Plays stand in the order of their rounds, and in each of their numbers.")
            yield FieldError(f"{path}.number", "out_of_order", text)
        before = here
        counts[play["round"]] += 1
        if counts[play["round"]] == MOST_PLAYS_OF_A_ROUND + 1:
            text = _("A round has %(most)s plays at most.") % {"most": MOST_PLAYS_OF_A_ROUND}
            yield FieldError(path, "too_many_plays", text)
        for field, cards in cards_of(play):
            for number, error in strangers(edition, cards).items():
                yield from flatten(error, f"{path}.data.{field}.{number}")
        if play["player"] is not None and play["player"] not in seats:
            text = _("This player has no seat in the game.")
            yield FieldError(f"{path}.player", "no_seat", text)
        elif play["taken_back_at"] is None:
            state = _before(record, play["round"])
            seat = None if play["player"] is None else seats[play["player"]]
            yield from _check_on_table(path, play, seat, state, groups[play["round"]])


def _check_on_table(
    path: str, play: Mapping[str, Any], seat: int | None, state: GameState | None, laid: set[str]
) -> Iterator[FieldError]:
    read = play["read"]
    if state is not None:
        for field, who in (("player", seat), ("data.skips", read.get("skips"))):
            if who is not None and who not in state.playing:
                text = _("This player does not play the round.")
                yield FieldError(f"{path}.{field}", "not_playing", text)
    if play["kind"] == PlayKind.HIT and str(read["group"]) not in laid:
        text = _("No group with this id lies on the table.")
        yield FieldError(f"{path}.data.group", "unknown_group", text)
    if play["kind"] == PlayKind.LAY_DOWN:
        for index, group in enumerate(read["groups"]):
            if str(group["id"]) in laid:
                text = _("A group with this id lies on the table already.")
                yield FieldError(f"{path}.data.groups.{index}.id", "duplicate_id", text)
            laid.add(str(group["id"]))


def _before(record: GameRecord, number: int) -> GameState | None:
    """The game before a round that was begun; None for any other."""
    begun = len(record.states) if not record.state.over else len(record.states) - 1
    return record.states[number - 1] if number <= begun else None


def cards_of(play: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """The lists of cards of a play, each with its path in `data`."""
    read = play["read"]
    for index, group in enumerate(read.get("groups", ())):
        yield f"groups.{index}.cards", group["cards"]
    if "cards" in read:
        yield "cards", read["cards"]
    if read.get("card") is not None:
        yield "card", (read["card"],)


def check_history(attrs: Mapping[str, Any]) -> Iterator[FieldError]:
    """The changes in the order of their versions, none of which is after the game's own."""
    before = 0
    for index, change in enumerate(attrs["changes"]):
        field, version = f"changes.{index}.version", change["version"]
        if version <= before:
            text = _("Changes stand in the order of their versions, each of which is one.")
            yield FieldError(field, "out_of_order", text)
        elif version > attrs["version"]:
            text = _("The game has no version after %(last)s.") % {"last": attrs["version"]}
            yield FieldError(field, "no_such_version", text)
        before = version


def doubtful_rounds(whole: ArchivedGame) -> Iterator[tuple[int, str]]:
    """The rounds, by their index, that the check would refuse and nobody has overruled."""
    record = whole.record
    for index, (state, played) in enumerate(zip(record.states, record.rounds, strict=False)):
        if not played.overrule and (found := doubts(record, state, played.lines)):
            yield index, " ".join(found)


def check_ids(
    ids: Sequence[Any], path: str, known: Collection[Any] = (), field: str = "id"
) -> Iterator[FieldError]:
    """Each id stands once; None is none."""
    seen: set[Any] = set(known)
    for index, pk in enumerate(ids):
        if pk is not None and pk in seen:
            text = _("This stands in the archive already.")
            yield FieldError(f"{path}.{index}.{field}", "duplicate_id", text)
        seen.add(pk)
