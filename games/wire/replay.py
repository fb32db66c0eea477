"""`game/`: what follows from the settings and rounds of a game?

Plain Python: phones ask it about games that the server does not know yet. Rounds are checked
and corrected as on the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from games.domain.attendance import join_problems, leave_problem, with_player, without_player
from games.domain.correction import KEPT, Consequence, correct
from games.domain.entry import Entry
from games.domain.faces import with_colors
from games.domain.game_record import GameRecord, LineRecord, Outcome, RoundRecord
from games.domain.tally import check_players
from games.wire.refusals import (
    cannot_be_seated,
    game_not_playing,
    tallied,
    wrong_players,
)
from games.wire.replay_players import Joining, Leaving
from games.wire.replay_request import read_game
from games.wire.replay_rounds import EnteredRound, RecordedRound
from games.wire.rounds import (
    ReplayedRound,
    RoundConsequence,
    consequence_answer,
    replayed_rounds,
)
from games.wire.standings import GameStandings, standings_answer
from referee.rulings.problems import RuleCode, RuleProblem
from referee.wire.annotations import Doc
from referee.wire.phases import NumberedPhase, numbered_phase_answer
from referee.wire.reading import InvalidRequest, below, invalid
from referee.wire.verdicts import invalid_field
from referee.wording import Text, Translator, gettext_noop


class GameReplay(GameStandings):
    """What the game comes to, after the new round, the correction, or the change of players."""

    phases: list[NumberedPhase]
    rounds: list[ReplayedRound]
    consequences: Annotated[
        list[RoundConsequence], Doc("What the correction does to later rounds.")
    ]


def answer_game(request: object, translator: Translator) -> GameReplay:
    """Answer what follows from the settings and rounds of a game (rulebook, section 7)."""
    asked = read_game(request)
    record = _with_rounds(asked.game, asked.rounds)
    consequences: list[Consequence] = []
    if asked.new_round is not None:
        record = _with_new_round(record, asked.new_round)
    if asked.correction is not None:
        record, consequences = _corrected(record, asked.correction, translator)
    if asked.joining is not None:
        record = _joined(record, asked.joining)
    if asked.leaving is not None:
        record = _left(record, asked.leaving)
    return replay_answer(record, consequences, translator)


def replay_answer(
    record: GameRecord, consequences: Sequence[Consequence], translator: Translator
) -> GameReplay:
    return {
        **standings_answer(record),
        "phases": [
            numbered_phase_answer(number, phase, translator)
            for number, phase in enumerate(record.phases, 1)
        ],
        "rounds": replayed_rounds(record),
        "consequences": [
            consequence_answer(consequence, translator) for consequence in consequences
        ],
    }


# --- Replaying --------------------------------------------------------------------------


def _with_rounds(record: GameRecord, rounds: Sequence[RecordedRound]) -> GameRecord:
    """Return the game after its recorded rounds; raise `InvalidRequest` for an impossible one."""
    for index, played in enumerate(rounds):
        with below("rounds", index):
            if record.state.over:
                text = gettext_noop("The game is over before this round.")
                raise invalid("game_not_playing", text)
            record = record.with_rounds([*record.rounds, _recorded(record, played)])
    return record


def _recorded(record: GameRecord, played: RecordedRound) -> RoundRecord:
    entries = [
        Entry(player, line.points, cards, line.laid_down, line.went_out)
        for player, line, cards in played.lines
    ]
    if wrong := list(check_players(record, record.state, entries)):
        raise InvalidRequest(wrong_players(wrong, of="lines").errors)
    if sum(entry.went_out or False for entry in entries) > 1:
        text = Text(gettext_noop("Only one player can go out."))
        problem = RuleProblem(RuleCode.SEVERAL_WENT_OUT, text, "6")
        raise InvalidRequest([invalid_field(problem, "lines")])
    seats = {seat.player_id: seat.place for seat in record.seats}
    lines = [
        LineRecord(seats[player], line.points, line.laid_down, line.went_out, line.cards)
        for player, line, _cards in played.lines
    ]
    lines.sort(key=lambda line: line.seat)
    return RoundRecord(len(record.rounds) + 1, tuple(lines), played.overrule)


def _with_new_round(record: GameRecord, entered: EnteredRound) -> GameRecord:
    if record.outcome is not Outcome.PLAYING:
        raise game_not_playing()
    number = len(record.rounds) + 1
    played = tallied(record, record.state, number, entered.entries, entered.overrule, "new_round")
    return record.with_rounds([*record.rounds, played])


def _corrected(
    record: GameRecord, entered: EnteredRound, translator: Translator
) -> tuple[GameRecord, list[Consequence]]:
    number = entered.number
    assert number is not None
    state = record.states[number - 1]
    corrected = tallied(record, state, number, entered.entries, entered.overrule, "correction")
    kept = Text(KEPT, {"number": number}).render(translator)
    # What lies on the live table is not known here.
    return correct(record, corrected, kept=kept, played_in=lambda _number: None)


def _joined(record: GameRecord, joining: Joining) -> GameRecord:
    if problems := join_problems(record, joining.player, joining.terms):
        raise cannot_be_seated(problems, "joining")
    *_seated, face = with_colors([*(seat.face for seat in record.seats), joining.face])
    return with_player(record, joining.player, joining.name, face, joining.terms)


def _left(record: GameRecord, leaving: Leaving) -> GameRecord:
    if problem := leave_problem(record, leaving.player, leaving.round):
        raise cannot_be_seated([problem], "leaving")
    return without_player(record, leaving.player)
