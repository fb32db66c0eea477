"""Check the games of a file: which can be imported, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.domain.game_record import GameRecord, Outcome
from games.domain.paper import PaperGame, PaperProblem
from games.domain.paper_check import CheckedPaper, check_paper
from referee.languages import translator_for
from scoring.exchange.paper.file_contents import FileContents, FileGame
from scoring.exchange.paper.file_problems import MAX_SKIP, FileProblem
from scoring.exchange.paper.game_keys import game_key, number_repeats
from scoring.exchange.paper.player_names import MAX_NAMES
from scoring.jobs.progress import Progress

MAX_LINES_NAMED = 10


@dataclass(frozen=True, slots=True)
class ImportableGame:
    """A game of a file as it would be recorded, with players made up from its names."""

    in_file: FileGame
    checked: CheckedPaper
    key: str

    @property
    def paper(self) -> PaperGame:
        return self.checked.paper

    @property
    def record(self) -> GameRecord:
        return self.checked.record


def check_games(
    contents: FileContents,
    *,
    overrule: str = "",
    source: str = "",
    skips_impossible: bool = False,
    progress: Progress,
) -> list[ImportableGame]:
    """Check every game; report the problems in `contents`, and return the games without any.

    Games with problems that can all be overruled are returned, too. With `skips_impossible`, games
    with problems are left out and listed instead.
    """
    labels = contents.names.labels
    if len(labels) > MAX_NAMES:
        text = ngettext(
            "The file names more than %(limit)s player.",
            "The file names more than %(limit)s players.",
            MAX_NAMES,
        )
        contents.problems.report(None, "player", "too_many_players", text % {"limit": MAX_NAMES})
        return []
    games = []
    for done, game in enumerate(contents.games):
        progress(done, len(contents.games))
        paper = replace(game.paper, overrule=game.paper.overrule or overrule, source=source)
        checked = check_paper(paper, labels)
        first_lines = _first_lines(game) if checked.problems else {}
        if skips_impossible and checked.problems:
            contents.skipped.add(_in_file(checked.problems[0], game, first_lines))
            continue
        for problem in checked.problems:
            contents.problems.add(_in_file(problem, game, first_lines))
        if all(problem.overrulable for problem in checked.problems):
            games.append(ImportableGame(game, checked, game_key(game, checked.record, labels)))
    keys = number_repeats([game.key for game in games])
    contents.warnings += _warnings(games)
    wrong = {problem.code for problem in contents.problems.kept if not problem.overrulable}
    if contents.as_read and wrong and (not games or wrong & ABOUT_HEADINGS):
        contents.warnings.append(contents.as_read)
    return [replace(game, key=key) for game, key in zip(games, keys, strict=True)]


# Problems for which it helps to see what was read, even if some games can be imported.
ABOUT_HEADINGS = {"missing_column", "duplicate_column", "rounds_as_columns", "two_heading_lines"}
# The columns in which to look for a problem; all others concern whole lines.
COLUMN_OF = {
    "wrong_player_count": "player",
    "duplicate_player": "player",
    "not_playing": "player",
    "missing_player": "player",
    "unknown_dealer": "dealer",
    "not_ended_early": "ended_early",
    "not_over": "status",
    "not_playing_on": "status",
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


def _first_lines(game: FileGame) -> dict[int, int]:
    """Return where each round begins; made once per game, as every line can have a problem."""
    first: dict[int, int] = {}
    for (number, _player), line in game.lines.items():
        first[number] = min(line, first.get(number, line))
    return first


def _in_file(problem: PaperProblem, game: FileGame, first_lines: Mapping[int, int]) -> FileProblem:
    """Return the problem of a game with its place in the file."""
    line = game.line if problem.round is None else first_lines.get(problem.round, game.line)
    if problem.player is not None:
        line = game.lines.get((problem.round or 0, problem.player), line)
    column = COLUMN_OF.get(problem.code)
    if problem.player is not None:
        column = game.headings.get(problem.player, column)
    if column == COLUMN_OF["points_not_possible"] and game.paper.totals is not None:
        column = "total"
    message = problem.text.render(translator_for(get_language()))
    if problem.round:
        message = _("%(problem)s (Round %(number)s)") % {
            "number": problem.round,
            "problem": message,
        }
    lines = tuple(sorted(set(game.lines.values())))
    skip = lines if len(lines) <= MAX_SKIP else ()
    return FileProblem(line, column, problem.code, message, problem.overrulable, skip)


def _warnings(games: list[ImportableGame]) -> list[str]:
    warnings = []
    unfinished = [
        game
        for game in games
        if game.record.outcome is Outcome.PLAYING and game.paper.status is None
    ]
    if unfinished:
        text = ngettext(
            "%(count)s game is not over after its rounds and would stay open (from line "
            "%(lines)s). If it was ended early, write yes under “ended_early”.",
            "%(count)s games are not over after their rounds and would stay open (from lines "
            "%(lines)s). If they were ended early, write yes under “ended_early”.",
            len(unfinished),
        )
        warnings.append(text % {"count": len(unfinished), "lines": _lines(unfinished)})
    shared = [game for game in games if game.paper.totals and _is_shared(game)]
    if shared:
        text = ngettext(
            "%(count)s game that only one player can win has several winners (from line "
            "%(lines)s).",
            "%(count)s games that only one player can win have several winners (from lines "
            "%(lines)s).",
            len(shared),
        )
        warnings.append(text % {"count": len(shared), "lines": _lines(shared)})
    return warnings


def _is_shared(game: ImportableGame) -> bool:
    return game.record.game.variant == "standard" and len(game.record.winners) > 1


def _lines(games: list[ImportableGame]) -> str:
    lines = ", ".join(str(game.in_file.line) for game in games[:MAX_LINES_NAMED])
    return lines + (", …" if len(games) > MAX_LINES_NAMED else "")
