"""What is worth knowing of a game that is over, for each of its players. Pure.

A tie-break decides who wins, and is no round in any figure here: its points are not added up
(rulebook, section 7), and its Phase was laid down before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from games.domain.record import GameRecord, LineRecord
from referee.game import GameState, SeatState, Variant
from scoring.statistics.phase_text import phase_text

WENT_OUT, LAID_DOWN, NEITHER = "o", "d", "-"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A Phase that somebody tried in a game: in how many rounds, and whether they made it."""

    phase: str
    attempts: int
    success: bool


@dataclass(frozen=True, slots=True)
class Comeback:
    """How far behind the leader a winner was at worst: after a round, in Phases, then points."""

    round: int
    phases: int
    points: int


@dataclass(frozen=True, slots=True)
class Fact:
    """How a game ended for one player (the fields are those of `scoring.models.Result`)."""

    player: UUID
    seat: int
    place: int
    won: bool
    shared: bool
    completed: int | None
    total: int
    whole: bool
    rounds: int = 0
    marks: str = ""
    points: tuple[int, ...] = ()
    overruled: int = 0
    overruled_plays: int = 0
    attempts: tuple[Attempt, ...] = ()
    best: int | None = None
    best_others: int | None = None
    worst: int | None = None
    comeback: Comeback | None = None

    @property
    def gone_out(self) -> int:
        return self.marks.count(WENT_OUT)

    @property
    def laid_down(self) -> int:
        """How many Phases were laid down in rounds that are known."""
        return len(self.marks) - self.marks.count(NEITHER)


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game that counts: of what kind it was, when it began, and its facts by seat."""

    game: UUID
    edition: str
    variant: str
    played_at: datetime
    players: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class _Played:
    """A round that is no tie-break: how the game stood before and after, and its lines."""

    number: int
    before: GameState
    after: GameState
    lines: Mapping[int, LineRecord]
    overruled: bool

    def others(self, seat: int) -> int:
        """The points that all but `seat` took."""
        return sum(line.points for other, line in self.lines.items() if other != seat)


def facts_of(record: GameRecord, overruled_plays: Mapping[int, int]) -> GameFacts:
    """The facts of a game that is over; `overruled_plays` counts them by seat."""
    rounds = [
        _Played(
            played.number, before, after, {line.seat: line for line in played.lines},
            bool(played.overrule),
        )
        for before, after, played in zip(
            record.states, record.states[1:], record.rounds, strict=False
        )
        if not before.tie_break
    ]  # fmt: skip
    game = record.game
    return GameFacts(
        game=game.pk,
        edition=game.edition,
        variant=game.variant,
        played_at=game.started_at,
        players=tuple(
            _fact(record, rounds, seat, overruled_plays.get(seat.seat, 0))
            for seat in record.state.seats
        ),
    )


def _fact(record: GameRecord, rounds: Sequence[_Played], end: SeatState, overruled: int) -> Fact:
    seat, winners = end.seat, record.winners
    fact = Fact(
        player=record.seats[seat].player_id,
        seat=seat,
        place=end.rank,
        won=seat in winners,
        shared=seat in winners and len(winners) > 1,
        completed=end.completed,
        total=end.total,
        whole=_is_whole(record),
        overruled_plays=overruled,
    )
    if rounds:
        return _with_rounds(fact, record, rounds)
    totals = record.game.totals
    unknown = totals is not None and totals[seat]["completed"] is None
    return replace(fact, completed=None) if unknown else fact


def _is_whole(record: GameRecord) -> bool:
    """Whether the game was played to its end, by the edition's own list of Phases."""
    if record.phases != record.edition.phases:
        return False
    totals = record.game.totals
    if totals is None:
        return record.state.over
    if record.game.ended_early or record.plan.variant is Variant.FIXED_ROUNDS:
        return not record.game.ended_early
    # Paper may stop anywhere. Where it does not say how far the winners came, it is believed.
    phases = len(record.phases)
    return all(one["completed"] in (None, phases) for one in totals if one["won"])


def _with_rounds(fact: Fact, record: GameRecord, rounds: Sequence[_Played]) -> Fact:
    seat = fact.seat
    mine = [played.lines[seat] for played in rounds]
    best = min(rounds, key=lambda r: (r.lines[seat].points, -r.others(seat), r.number))
    worst = min(rounds, key=lambda r: (-r.lines[seat].points, r.number))
    return replace(
        fact,
        rounds=len(rounds),
        marks="".join(map(_mark, mine)),
        points=tuple(line.points for line in mine),
        overruled=sum(played.overruled for played in rounds),
        attempts=tuple(_attempts(record, rounds, seat)),
        best=best.number,
        best_others=best.others(seat),
        worst=worst.number,
        comeback=_comeback(record, rounds, seat) if fact.won else None,
    )


def _mark(line: LineRecord) -> str:
    if line.went_out:
        return WENT_OUT
    return LAID_DOWN if line.laid_down else NEITHER


def _attempts(record: GameRecord, rounds: Sequence[_Played], seat: int) -> Iterator[Attempt]:
    """The Phases that a player tried, in their order."""
    tried: dict[int, list[bool]] = {}
    for played in rounds:
        number = record.plan.phase_played(played.before.seats[seat])
        tried.setdefault(number, []).append(played.lines[seat].laid_down)
    for number, outcomes in tried.items():
        phase = phase_text(record.phases[number - 1])
        yield Attempt(phase, len(outcomes), any(outcomes))


def _comeback(record: GameRecord, rounds: Sequence[_Played], seat: int) -> Comeback | None:
    """The worst that a winner has come back from; the first such round. None: never behind."""
    by_phases = record.plan.variant is not Variant.FIXED_ROUNDS
    behind = (_behind(played, seat, by_phases) for played in rounds[:-1])
    worst = max(behind, key=lambda gap: (gap.phases, gap.points, -gap.round), default=None)
    return worst if worst and (worst.phases or worst.points) else None


def _behind(played: _Played, seat: int, by_phases: bool) -> Comeback:
    def standing(one: SeatState) -> tuple[int, int]:
        return (one.completed if by_phases else 0, -one.total)

    me = standing(played.after.seats[seat])
    leader = max(standing(other) for other in played.after.seats)
    phases, points = leader[0] - me[0], leader[1] - me[1]
    # Who is behind in Phases may well be ahead in points; that makes up for nothing.
    return Comeback(played.number, phases, max(0, points))
