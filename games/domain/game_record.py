"""A game as plain values, and what the referee makes of its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Any
from uuid import UUID, uuid4

from games.domain.faces import PLAIN, Face
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
    stop_game,
)
from referee.house_rules import HouseRules
from referee.kinds import KINDS, KindName, Phase, Requirement
from referee.stints import StartingPhase, Stint


class Outcome(StrEnum):
    """Whether a game is being played, over or abandoned."""

    PLAYING = "playing"
    OVER = "over"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class LineRecord(SeatScore):
    """One player's line: `seat` is the place at the table, `cards` as they were entered."""

    cards: list[str] | None = None


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round as it was tallied, its lines in the order of the seats.

    If it is `imported`, only a file says that it was `recorded_by` somebody of this name.
    """

    number: int
    lines: tuple[LineRecord, ...]
    overrule: str = ""
    recorded_by: str | None = None
    recorded_at: datetime | None = None
    phone_time: datetime | None = None
    id: UUID = field(default_factory=uuid4)
    imported: bool = False


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A player of a game, `place` places to the left of the first one.

    `stints` are the rounds in which they are at the table, and what they begin with; none for
    the whole game, begun like everybody else.
    """

    player_id: UUID
    name: str
    place: int
    id: UUID = field(default_factory=uuid4)
    stints: tuple[Stint, ...] = ()
    face: Face = PLAIN


@dataclass(frozen=True, slots=True)
class GameValues:
    """A row of `games.models.Game`, stored or not yet; see there for what the fields mean.

    `group_id` is None if the game belongs to no group yet.
    """

    edition: str
    phases: list[list[dict[str, Any]]]
    started_at: datetime
    changed_at: datetime
    id: UUID = field(default_factory=uuid4)
    group_id: UUID | None = None
    variant: str = Variant.STANDARD.value
    house_rules: dict[str, bool] = field(default_factory=dict)
    first_dealer: int = 0
    totals: list[dict[str, Any]] | None = None
    turns_logged: bool = False
    version: int = 1
    last_event: int = 0
    has_plays: bool = False
    ended_early: bool = False
    abandoned: bool = False
    archived: bool = False
    deleted_at: datetime | None = None
    phone_time: datetime | None = None

    @property
    def played_at(self) -> datetime:
        """When the game began: earlier than the server heard of it, if the phone was offline."""
        return min(self.started_at, self.phone_time or self.started_at)


@dataclass(frozen=True)
class GameRecord:
    """A game with its seats and rounds; everything else follows from them.

    `role` is the reader's role in the group, empty if unknown; `revision` that of the group's log
    when the game was read. `has_draft` is False if there was no draft of any round then. `known`
    are the states that its first rounds are known to lead through, so that they need not be
    replayed.
    """

    game: GameValues
    seats: tuple[SeatRecord, ...]
    rounds: tuple[RoundRecord, ...] = ()
    role: str = ""
    revision: int = 0
    has_draft: bool = True
    known: tuple[GameState, ...] = ()

    @cached_property
    def edition(self) -> Edition:
        return EDITIONS[self.game.edition]

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        if self.game.phases == _stored_phases(self.edition):  # as in most games
            return self.edition.phases
        return tuple(map(read_phase, self.game.phases))

    @cached_property
    def house_rules(self) -> HouseRules:
        return HouseRules(**self.game.house_rules)

    @cached_property
    def player_ids(self) -> tuple[str, ...]:
        """The ids of the players in the order of their seats, as answers have them."""
        return tuple(str(seat.player_id) for seat in self.seats)

    @cached_property
    def plan(self) -> Plan:
        return Plan(
            edition=self.edition,
            phases=self.phases,
            seats=len(self.seats),
            first_dealer=self.game.first_dealer,
            variant=Variant(self.game.variant),
            stints=tuple(seat.stints for seat in self.seats) if self.has_stints else (),
        )

    @property
    def has_stints(self) -> bool:
        """Whether somebody joined late or left, or has a handicap."""
        return any(seat.stints for seat in self.seats)

    @cached_property
    def states(self) -> list[GameState]:
        """The game before each of its rounds, and after the last one that counts."""
        if self.game.totals is not None:
            return [final_state(self.plan, [read_final(final) for final in self.game.totals])]
        *before, last = self.known or (start_game(self.plan),)
        rounds = (played.lines for played in self.rounds[len(before) :])
        return [*before, *replay(self.plan, rounds, last)]

    @cached_property
    def state(self) -> GameState:
        """The game after its rounds, as the table ended it if it did."""
        last = self.states[-1]
        return stop_game(self.plan, last) if self.game.ended_early else last

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seats that won: by the rounds, or as the leaders of a game ended early."""
        if self.game.ended_early and not self.state.over:
            return leaders(self.state)
        return self.state.winners

    @cached_property
    def outcome(self) -> Outcome:
        """Where the game is, by its rounds and by what the players decided."""
        if self.state.over or self.game.ended_early:
            return Outcome.OVER
        return Outcome.ABANDONED if self.game.abandoned else Outcome.PLAYING

    def with_rounds(self, rounds: Sequence[RoundRecord]) -> GameRecord:
        """The same game with these rounds. States before the first changed round are kept."""
        pairs = zip(self.rounds, rounds, strict=False)
        same = sum(1 for _pair in takewhile(lambda pair: pair[0] is pair[1], pairs))
        return replace(self, rounds=tuple(rounds), known=tuple(self.states[: same + 1]))

    def with_seats(self, seats: Sequence[SeatRecord]) -> GameRecord:
        """The same game with these seats, in which the same players have lines."""
        return replace(self, seats=tuple(seats), known=())

    def with_columns(self, **columns: Any) -> GameRecord:
        """The same game with other values in columns that its rounds do not depend on."""
        return replace(self, game=replace(self.game, **columns), known=tuple(self.states))


def read_final(stored: dict[str, Any]) -> FinalScore:
    """A seat's end as it is stored in `Game.totals`; 0 Phases if nobody wrote them down."""
    return FinalScore(stored["completed"] or 0, stored["total"], stored["won"])


def read_phase(groups: list[dict[str, Any]]) -> Phase:
    """A Phase as it is stored: a list of `{"kind", "size"}`."""
    return tuple(
        Requirement(KINDS[KindName(str(group["kind"]))], int(str(group["size"])))
        for group in groups
    )


@lru_cache(maxsize=16)
def _stored_phases(edition: Edition) -> list[list[dict[str, Any]]]:
    return list(map(write_phase, edition.phases))


def write_phase(phase: Phase) -> list[dict[str, Any]]:
    return [{"kind": group.kind.name.value, "size": group.size} for group in phase]


def read_line(stored: list[Any]) -> LineRecord:
    """A line as it is stored in `Round.lines`."""
    return LineRecord(*stored)


def write_line(line: LineRecord) -> list[Any]:
    """A line as it is stored."""
    return [line.seat, line.points, line.laid_down, line.went_out, line.cards]


def read_stint(stored: dict[str, Any]) -> Stint:
    """A stint as it is stored in `Seat.stints`; what is left out is None."""
    phase = stored.get("phase")
    return Stint(
        stored["first_round"],
        stored.get("last_round"),
        StartingPhase(phase) if isinstance(phase, str) else phase,
        stored.get("total"),
    )


def write_stint(stint: Stint) -> dict[str, Any]:
    return {
        "first_round": stint.first_round,
        "last_round": stint.last_round,
        "phase": stint.phase.value if isinstance(stint.phase, StartingPhase) else stint.phase,
        "total": stint.total,
    }
