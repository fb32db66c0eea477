"""The games of a file, judged: what would go on record, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.paper import PaperFlaw, PaperGame
from games.domain.paper_check import Judgement, judge
from games.domain.record import GameRecord
from games.models import Outcome, Player
from scoring.exchange.paper.candidates import Found, FoundGame, key_of, told_apart
from scoring.exchange.paper.flaws import Flaw

MOST_NAMES = 500
Step = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Judged:
    """A game of a file as it would go on record, its players not yet anybody."""

    found: FoundGame
    judgement: Judgement
    key: str

    @property
    def paper(self) -> PaperGame:
        return self.judgement.paper

    @property
    def record(self) -> GameRecord:
        return self.judgement.record


def judge_all(found: Found, *, overrule: str = "", source: str = "", step: Step) -> list[Judged]:
    """Judge every game; those that cannot be are left out, and told of in `found.flaws`."""
    labels = found.names.labels
    if len(labels) > MOST_NAMES:
        text = _("The file names more than %(most)s players.") % {"most": MOST_NAMES}
        found.flaws.add(None, "player", "too_many_players", text)
        return []
    people = {pk: Player(pk=pk, name=label) for pk, label in labels.items()}
    judged = []
    for done, game in enumerate(found.games):
        step(done, len(found.games))
        paper = replace(game.paper, overrule=game.paper.overrule or overrule, source=source)
        judgement = judge(paper, people)
        first_lines = _first_lines(game) if judgement.flaws else {}
        for flaw in judgement.flaws:
            found.flaws.put(_placed(flaw, game, first_lines))
        if all(flaw.overrulable for flaw in judgement.flaws):
            key = key_of(game, judgement.record, labels)
            judged.append(Judged(game, judgement, key))
    keys = told_apart([one.key for one in judged])
    found.warnings += _warnings(judged)
    return [replace(one, key=key) for one, key in zip(judged, keys, strict=True)]


# Where a flaw of a game is to be looked for; all others are of its lines as a whole.
COLUMN_OF = {
    "wrong_player_count": "player",
    "duplicate_player": "player",
    "not_playing": "player",
    "missing_player": "player",
    "unknown_dealer": "dealer",
    "not_ended_early": "ended_early",
    "game_over": "round",
    "laid_down_unknown": "laid_down",
    "nobody_went_out": "went_out",
    "several_went_out": "went_out",
    "went_out_without_phase": "laid_down",
    "went_out_with_cards": "points",
    "points_not_possible": "points",
    "points_not_multiple_of_5": "points",
    "too_many_phases": "completed",
    "nobody_won": "won",
    "winner_not_possible": "won",
}


def _first_lines(game: FoundGame) -> dict[int, int]:
    """Where each round begins in the file; made once, for a game can have a flaw in every line."""
    first: dict[int, int] = {}
    for (number, _who), line in game.lines.items():
        first[number] = min(line, first.get(number, line))
    return first


def _placed(flaw: PaperFlaw, game: FoundGame, first_lines: Mapping[int, int]) -> Flaw:
    """A game's flaw at the line where it stands."""
    line = game.line if flaw.round is None else first_lines.get(flaw.round, game.line)
    if flaw.player is not None:
        line = game.lines.get((flaw.round or 0, flaw.player), line)
    column = COLUMN_OF.get(flaw.code)
    if column == "points" and game.paper.totals is not None:
        column = "total"
    message = flaw.message
    if flaw.round:
        message = _("Round %(number)s: %(what)s") % {"number": flaw.round, "what": message}
    return Flaw(line, column, flaw.code, message, flaw.overrulable)


def _warnings(judged: list[Judged]) -> list[str]:
    warnings = []
    still_on = [one for one in judged if one.record.outcome is Outcome.PLAYING]
    if still_on:
        text = ngettext(
            "%(count)s game is not over by its rounds, and would stay open (from line %(lines)s): "
            "say yes in “ended_early” where it was ended.",
            "%(count)s games are not over by their rounds, and would stay open (from lines "
            "%(lines)s): say yes in “ended_early” where they were ended.",
            len(still_on),
        )
        warnings.append(text % {"count": len(still_on), "lines": _lines(still_on)})
    shared = [one for one in judged if one.paper.totals and _shared(one)]
    if shared:
        text = _("Several players won a game that only one can win, from lines %(lines)s.")
        warnings.append(text % {"lines": _lines(shared)})
    return warnings


def _shared(one: Judged) -> bool:
    return one.record.game.variant == "standard" and len(one.record.winners) > 1


def _lines(judged: list[Judged]) -> str:
    lines = ", ".join(str(one.found.line) for one in judged[:10])
    return lines + (" …" if len(judged) > 10 else "")
