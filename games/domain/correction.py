"""What the correction of a round does to later rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from games.domain.game_record import GameRecord, RoundRecord
from games.domain.tally import doubts
from referee.played_round import PlayedRound
from referee.wording import Text, gettext_noop

KEPT = gettext_noop("Kept when round %(number)s was corrected.")


class Effect(StrEnum):
    """A later round is dropped, or kept although its tally now looks wrong."""

    DROPPED = "dropped"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Consequence:
    """What happens to one later round, with explanations for people."""

    round: int
    effect: Effect
    texts: tuple[Text, ...]


def correct(
    record: GameRecord,
    corrected: RoundRecord,
    *,
    kept: str,
    played_in: Callable[[int], PlayedRound | None],
) -> tuple[GameRecord, list[Consequence]]:
    """Return the game with a round replaced, and what that does to later rounds.

    Rounds that could not have been played are dropped. A tally that now looks wrong is kept, as
    overruled because of `kept`. `played_in` tells what the live table knows of a round.
    """
    rounds = [
        corrected if played.number == corrected.number else played for played in record.rounds
    ]
    record = record.with_rounds(rounds)
    counting = len(record.states) - 1
    consequences = []
    rounds = list(record.rounds[:counting])
    for index in range(corrected.number, counting):
        played = rounds[index]
        wrong = doubts(record, record.states[index], played.lines)
        if wrong and not played.overrule:
            consequences.append(Consequence(played.number, Effect.DOUBTFUL, tuple(wrong)))
            rounds[index] = replace(played, overrule=kept)
        elif not wrong and played.overrule:
            on_table = played_in(played.number)
            if not doubts(record, record.states[index], played.lines, on_table):
                rounds[index] = replace(played, overrule="")  # nothing is left to overrule
    consequences += [_dropped(record, played) for played in record.rounds[counting:]]
    return record.with_rounds(rounds), consequences


def _dropped(record: GameRecord, played: RoundRecord) -> Consequence:
    text = (
        gettext_noop("Round %(number)s will be dropped: the game ends before it.")
        if record.state.over
        else gettext_noop("Round %(number)s will be dropped: other players would be in it.")
    )
    return Consequence(played.number, Effect.DROPPED, (Text(text, {"number": played.number}),))
