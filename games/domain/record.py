"""A game as it is on record, and what the referee makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby, takewhile
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.http import Http404

from games.models import Game, Line, Outcome, Player, Seat
from referee.editions import EDITIONS, Edition
from referee.game import (
    FinalScore,
    GameState,
    Plan,
    SeatScore,
    Variant,
    final_state,
    leaders,
    replay,
    start_game,
)
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, Phase, Requirement


@dataclass(frozen=True, slots=True)
class LineRecord:
    """One player's line: `seat` is the place at the table, `cards` as they were entered."""

    seat: int
    points: int
    laid_down: bool
    went_out: bool
    cards: list[str] | None = None

    @property
    def score(self) -> SeatScore:
        return SeatScore(self.seat, self.points, self.laid_down, self.went_out)


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round as it was tallied, its lines in the order of the seats."""

    number: int
    lines: tuple[LineRecord, ...]
    overrule: str = ""
    recorded_by: str | None = None
    recorded_at: datetime | None = None

    @property
    def scores(self) -> list[SeatScore]:
        return [line.score for line in self.lines]


@dataclass(frozen=True)
class GameRecord:
    """A game with its seats and rounds; all the rest is worked out.

    `known` are the states that its first rounds are known to lead through, if any.
    """

    game: Game
    seats: Sequence[Seat]
    rounds: tuple[RoundRecord, ...]
    role: str = ""
    known: tuple[GameState, ...] = ()

    @cached_property
    def edition(self) -> Edition:
        return EDITIONS[self.game.edition]

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        return tuple(map(read_phase, self.game.phases))

    @cached_property
    def house_rules(self) -> HouseRules:
        return HouseRules(**self.game.house_rules)

    @cached_property
    def plan(self) -> Plan:
        return Plan(
            edition=self.edition,
            phases=self.phases,
            seats=len(self.seats),
            first_dealer=self.game.first_dealer,
            variant=Variant(self.game.variant),
        )

    @cached_property
    def states(self) -> list[GameState]:
        """The game before each of its rounds, and after the last one that counts."""
        if self.game.totals is not None:
            return [final_state(self.plan, [read_final(final) for final in self.game.totals])]
        *before, last = self.known or (start_game(self.plan),)
        rounds = (played.scores for played in self.rounds[len(before) :])
        return [*before, *replay(self.plan, rounds, last)]

    @property
    def state(self) -> GameState:
        """The game as its rounds have left it."""
        return self.states[-1]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won: by the rounds, or as the leaders of a game ended early."""
        if self.game.ended_early and not self.state.over:
            return leaders(self.state)
        return self.state.winners

    @property
    def outcome(self) -> Outcome:
        """Where the game is, by its rounds and by what the table decided."""
        if self.state.over or self.game.ended_early:
            return Outcome.OVER
        return Outcome.ABANDONED if self.game.abandoned else Outcome.PLAYING

    def player(self, seat: int) -> Player:
        return self.seats[seat].player

    def with_rounds(self, rounds: Sequence[RoundRecord]) -> GameRecord:
        """The same game, had it these rounds. Up to the first other one its states are known."""
        pairs = zip(self.rounds, rounds, strict=False)
        same = sum(1 for _pair in takewhile(lambda pair: pair[0] is pair[1], pairs))
        return replace(self, rounds=tuple(rounds), known=tuple(self.states[: same + 1]))


def read_final(stored: dict[str, Any]) -> FinalScore:
    """A seat's end as it is stored in `Game.totals`; Phases that nobody wrote down are none."""
    return FinalScore(stored["completed"] or 0, stored["total"], stored["won"])


def read_phase(groups: list[dict[str, object]]) -> Phase:
    """A Phase as it is stored: a list of `{"kind", "size"}`."""
    return tuple(
        Requirement(KINDS[KindName(str(group["kind"]))], int(str(group["size"])))
        for group in groups
    )


def write_phase(phase: Phase) -> list[dict[str, object]]:
    """A Phase as it is stored."""
    return [{"kind": group.kind.name.value, "size": group.size} for group in phase]


def load(game: Game, role: str = "") -> GameRecord:
    """Read a game's seats and rounds: two queries, however many rounds there are.

    Raises Http404 where the game was deleted meanwhile.
    """
    while True:
        seats = list(_seats(game))
        rows = list(_lines(game))
        versions = {seat.game_version for seat in seats} | {row[0] for row in rows}  # type: ignore[attr-defined]
        if versions == {game.version}:
            return GameRecord(game, seats, tuple(_rounds(rows)), role)
        # Somebody wrote between our queries: what was read belongs to two versions.
        try:
            game.refresh_from_db()
        except Game.DoesNotExist:
            raise Http404 from None


def load_all(games: Sequence[Game]) -> Iterator[GameRecord]:
    """Read many games, in their order, by two queries in all.

    The caller sees to it that nobody writes between them: it holds the rows locked, or
    reads all of it as it was at one moment.
    """
    seats: dict[UUID, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=seats).select_related("player").order_by("place"):
        seats[seat.game_id].append(seat)
    rows: dict[UUID, list[tuple[Any, ...]]] = {game.pk: [] for game in games}
    for game_id, *row in _line_rows(Line.objects.filter(round__game__in=rows), "round__game_id"):
        rows[game_id].append(tuple(row))
    for game in games:
        yield GameRecord(game, seats[game.pk], tuple(_rounds(rows[game.pk])))


def _seats(game: Game) -> QuerySet[Seat]:
    seats = game.seats.select_related("player")
    return seats.annotate(game_version=F("game__version"))


def _lines(game: Game) -> QuerySet[Line, tuple[Any, ...]]:
    return _line_rows(Line.objects.filter(round__game=game))


def _line_rows(lines: QuerySet[Line], *first: str) -> QuerySet[Line, tuple[Any, ...]]:
    # One row a line, with its round: fewer trips than rounds and lines apart.
    return lines.order_by("round__number", "seat__place").values_list(
        *first,
        "round__game__version",
        "round__number",
        "round__overrule",
        "round__recorded_by__name",
        "round__recorder_name",
        "round__recorded_at",
        "seat__place",
        "points",
        "laid_down",
        "went_out",
        "cards",
    )


def _rounds(rows: Sequence[tuple[Any, ...]]) -> Iterator[RoundRecord]:
    for (number, overrule, name, written, at), lines in groupby(rows, key=lambda row: row[1:6]):
        yield RoundRecord(
            number=number,
            lines=tuple(LineRecord(*row[6:]) for row in lines),
            overrule=overrule,
            recorded_by=name or written or None,
            recorded_at=at,
        )
