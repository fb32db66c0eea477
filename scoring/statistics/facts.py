"""What a finished game says about each of its players. Pure.

A tie-break decides who wins but counts as a round nowhere in the statistics: its points are not
added (rulebook, section 7), and its Phase was laid down before.

Players who joined late or left have facts about their rounds, but no game
(docs/decisions/0012-late-joiners-and-leavers.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from games.domain.game_record import GameRecord, LineRecord
from referee.game import GameState, SeatState, Variant
from referee.stints import Handicap, handicap_of
from scoring.statistics.handicaps import shares, worth
from scoring.statistics.phase_key import phase_key

# Expected wins are added up in whole parts of a win: with rounding errors, subtracting a game would
# not give the totals from before it. Any number of players up to twelve divides a win.
PARTS_OF_A_WIN = 27720

# Whoever goes out has laid down, unless the table has overruled the referee.
WENT_OUT, LAID_DOWN, ONLY_OUT, NEITHER = "o", "d", "x", "-"
OUT, DOWN = WENT_OUT + ONLY_OUT, WENT_OUT + LAID_DOWN


class PhaseAttempts(NamedTuple):
    """A Phase that a player tried in a game: in how many rounds, and whether it was laid down."""

    phase: str
    attempts: int
    success: bool


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What one finished game says about one player: a row of `PlayerResult`.

    Every field is a column of that table. `throughout` says whether the player was there in all
    rounds: only then is it a game for them. `seats` is how many were, and `rank` the place among
    them. `total` is what the player took, without points to begin with. `phases` is how many
    Phases the game has. `shared` means that others won too. A game `to_the_end` was not cut
    short; a `full_game` was played to the end with the edition's own list of Phases. A game with a
    handicap is neither, and has no comebacks: it would make them too easy.

    `handicap_parts` is the share of the win that an equally strong player expects with the
    handicaps of those who were there throughout, in parts of a win; 0 if none of them has one.

    If only totals are known, `rounds` is 0 and so are the fields after it. `outcomes` has one
    letter per round: went out, laid down, only went out, or neither; `points` has the points of
    each round. `best_round` and `worst_round` are round numbers; `best_round_others` is how many
    points the other players took in the best one. `comeback_*` is how far behind a winner was at
    worst: after which round, how many Phases behind the leader, and how many points behind whoever
    of those on the same Phase had the fewest; 0 if the winner was never behind. `points_behind` are
    the most points of that kind, and `points_behind_round` the round after which.
    `dealt_first` is None if only totals are known, because few such papers say who dealt.
    """

    game_id: UUID
    player_id: UUID
    edition: str
    variant: str
    played_at: datetime
    seat: int
    seats: int
    rank: int
    won: bool
    shared: bool
    completed: int | None
    total: int
    phases: int
    to_the_end: bool
    full_game: bool
    overruled_plays: int
    throughout: bool = True
    handicap_parts: int = 0
    rounds: int = 0
    overruled_rounds: int = 0
    outcomes: str = ""
    points: tuple[int, ...] = ()
    attempts: tuple[PhaseAttempts, ...] = ()
    gone_out: int = 0
    best_round: int = 0
    best_round_points: int = 0
    best_round_others: int = 0
    worst_round: int = 0
    worst_round_points: int = 0
    comeback_round: int = 0
    comeback_phases: int = 0
    comeback_points: int = 0
    points_behind: int = 0
    points_behind_round: int = 0
    dealt_first: bool | None = None

    @property
    def laid_down(self) -> int:
        """How many Phases were laid down in rounds that are known."""
        return sum(map(self.outcomes.count, DOWN))


FACT_COLUMNS = tuple(field.name for field in fields(PlayerFacts))


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts of one game, player by player in the order of their seats."""

    players: tuple[PlayerFacts, ...]

    @property
    def game_id(self) -> UUID:
        return self.players[0].game_id

    @property
    def edition(self) -> str:
        return self.players[0].edition

    @property
    def variant(self) -> str:
        return self.players[0].variant

    @property
    def played_at(self) -> datetime:
        return self.players[0].played_at

    @property
    def rounds(self) -> int:
        return max(facts.rounds for facts in self.players)


@dataclass(frozen=True, slots=True)
class _Round:
    """A round other than a tie-break: the game before and after it, and its lines by seat."""

    number: int
    before: GameState
    after: GameState
    lines: Mapping[int, LineRecord]
    overruled: bool

    def points_of_others(self, seat: int) -> int:
        return sum(line.points for other, line in self.lines.items() if other != seat)


def facts_of(record: GameRecord, overruled_plays: Mapping[int, int]) -> GameFacts:
    """The facts of a finished game; `overruled_plays` counts them by seat."""
    rounds = list(_rounds(record))
    players = []
    throughout = _throughout(record, rounds)
    parts = _handicap_parts(record, throughout)
    for seat in record.state.seats:
        played = [each for each in rounds if seat.seat in each.lines]
        if played or not rounds:
            plays = overruled_plays.get(seat.seat, 0)
            facts = _player_facts(record, played, seat, plays, throughout)
            players.append(replace(facts, handicap_parts=parts.get(seat.seat, 0)))
    return GameFacts(tuple(players))


def _throughout(record: GameRecord, rounds: Sequence[_Round]) -> list[SeatState]:
    """Who was there in all rounds; nobody if there were not two."""
    there = [
        seat for seat in record.state.seats if all(seat.seat in played.lines for played in rounds)
    ]
    return there if len(there) > 1 else []


def _handicap_parts(record: GameRecord, throughout: Sequence[SeatState]) -> dict[int, int]:
    """The share of a win of each who was there throughout, by seat; empty without a handicap."""
    handicaps = {
        state.seat: handicap_of(record.seats[state.seat].stints) or Handicap()
        for state in throughout
    }
    worths = [
        worth(record.edition, record.game.variant, len(record.phases), handicap)
        for handicap in handicaps.values()
    ]
    if not any(worths):
        return {}
    # At least one part: 0 stands for no handicap, and nobody has no chance at all.
    expected = (max(1, round(PARTS_OF_A_WIN * share)) for share in shares(worths))
    return dict(zip(handicaps, expected, strict=True))


def _has_handicap(record: GameRecord) -> bool:
    return any(handicap_of(seat.stints) for seat in record.seats)


def _rounds(record: GameRecord) -> Iterator[_Round]:
    states = zip(record.states, record.states[1:], record.rounds, strict=False)
    for before, after, played in states:
        if not before.tie_break:
            lines = {line.seat: line for line in played.lines}
            yield _Round(played.number, before, after, lines, bool(played.overrule))


def _player_facts(
    record: GameRecord,
    rounds: Sequence[_Round],
    final: SeatState,
    overruled_plays: int,
    throughout: Sequence[SeatState],
) -> PlayerFacts:
    game, seat, winners = record.game, final.seat, record.winners
    to_the_end = _is_to_the_end(record)
    facts = PlayerFacts(
        game_id=game.id,
        player_id=record.seats[seat].player_id,
        edition=game.edition,
        variant=game.variant,
        played_at=game.played_at,
        seat=seat,
        seats=len(throughout),
        rank=1 + sum(other.rank < final.rank for other in throughout),
        won=seat in winners,
        shared=seat in winners and len(winners) > 1,
        completed=final.completed,
        total=final.total,
        phases=len(record.phases),
        to_the_end=to_the_end,
        full_game=to_the_end and record.phases == record.edition.phases,
        overruled_plays=overruled_plays,
        throughout=final in throughout,
    )
    if rounds:
        return _with_rounds(facts, record, rounds)
    is_unknown = game.totals is not None and game.totals[seat]["completed"] is None
    return replace(facts, completed=None) if is_unknown else facts


def _is_to_the_end(record: GameRecord) -> bool:
    """Whether the game was played to its end, all of it: nobody had a handicap."""
    if _has_handicap(record):
        return False
    totals = record.game.totals
    if totals is None:
        return record.state.over
    if record.game.ended_early or record.plan.variant is Variant.FIXED_ROUNDS:
        return not record.game.ended_early
    # A game on paper may stop anywhere. If it does not say how far the winners got, believe it.
    phases = len(record.phases)
    return all(line["completed"] in (None, phases) for line in totals if line["won"])


def _with_rounds(facts: PlayerFacts, record: GameRecord, rounds: Sequence[_Round]) -> PlayerFacts:
    seat = facts.seat
    lines = [played.lines[seat] for played in rounds]
    outcomes = "".join(map(_outcome, lines))
    best = min(rounds, key=lambda r: (r.lines[seat].points, -r.points_of_others(seat), r.number))
    worst = min(rounds, key=lambda r: (-r.lines[seat].points, r.number))
    facts = replace(
        facts,
        total=facts.total - rounds[0].before.seats[seat].total,  # without those to begin with
        rounds=len(rounds),
        overruled_rounds=sum(played.overruled for played in rounds),
        outcomes=outcomes,
        points=tuple(line.points for line in lines),
        attempts=tuple(_attempts(record, rounds, seat)),
        gone_out=sum(map(outcomes.count, OUT)),
        best_round=best.number,
        best_round_points=best.lines[seat].points,
        best_round_others=best.points_of_others(seat),
        worst_round=worst.number,
        worst_round_points=worst.lines[seat].points,
        dealt_first=seat == record.game.first_dealer,
    )
    has_comeback = facts.won and not _has_handicap(record)
    return _with_comeback(facts, record, rounds) if has_comeback else facts


def _outcome(line: LineRecord) -> str:
    if line.went_out:
        return WENT_OUT if line.laid_down else ONLY_OUT
    return LAID_DOWN if line.laid_down else NEITHER


def _attempts(record: GameRecord, rounds: Sequence[_Round], seat: int) -> Iterator[PhaseAttempts]:
    """The Phases that a player tried, in their order."""
    successes: dict[int, list[bool]] = {}
    for played in rounds:
        number = record.plan.phase_played(played.before.seats[seat])
        successes.setdefault(number, []).append(played.lines[seat].laid_down)
    for number, laid_down in successes.items():
        phase = phase_key(record.phases[number - 1])
        yield PhaseAttempts(phase, len(laid_down), any(laid_down))


class _Deficit(NamedTuple):
    """How far behind a player is after a round.

    In Phases behind the leader, in points behind the best of those on the same Phase: the points of
    somebody on another Phase say nothing about who is behind.
    """

    phases: int
    points: int
    round: int


def _with_comeback(facts: PlayerFacts, record: GameRecord, rounds: Sequence[_Round]) -> PlayerFacts:
    """Add the largest deficits that a winner made up, the first if several are equal."""
    by_phases = record.plan.variant is not Variant.FIXED_ROUNDS
    deficits = [_deficit(played, facts.seat, by_phases) for played in rounds[:-1]]
    worst = max(deficits, key=lambda d: (d.phases, d.points, -d.round), default=None)
    if worst is None or not (worst.phases or worst.points):
        return facts
    facts = replace(
        facts,
        comeback_round=worst.round,
        comeback_phases=worst.phases,
        comeback_points=worst.points,
    )
    in_points = max(deficits, key=lambda d: (d.points, -d.round))
    if not in_points.points:
        return facts
    return replace(facts, points_behind=in_points.points, points_behind_round=in_points.round)


def _deficit(played: _Round, seat: int, by_phases: bool) -> _Deficit:
    def phases(state: SeatState) -> int:
        return state.completed if by_phases else 0  # in fixed rounds, they decide nothing

    own = played.after.seats[seat]
    there = [state for state in played.after.seats if state.at_table]
    alike = [state.total for state in there if phases(state) == phases(own)]
    return _Deficit(
        phases=max(map(phases, there)) - phases(own),
        points=max(0, own.total - min(alike, default=own.total)),
        round=played.number,
    )
