"""Make a paper game of its lines, or report why they do not make one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.entry import Entry
from games.domain.paper import PaperGame, PaperTotal
from referee.game import Variant
from scoring.exchange.paper.cells import BadCell, phases_of
from scoring.exchange.paper.dates import resolve_date
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import FileProblems
from scoring.exchange.paper.game_lines import GameLines
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.sheet_lines import EMPTY_STATUS, GAME_COLUMNS, SheetLine


def read_paper_game(
    game_lines: GameLines, order: str, contents: FileContents
) -> dict[str, PaperGame]:
    """Return the game of these lines, by the ways in which it can be read.

    Without any, its problems were reported.
    """
    lines, problems = game_lines.lines, contents.problems
    count_before = problems.count
    settings = _settings(lines, problems)
    started_at = _started_at(game_lines, order, problems)
    if any(line.has_problems for line in lines):
        return {}
    if settings.get("ended_early") and settings.get("status") in EMPTY_STATUS:
        text = _("A game that was ended early is over: leave “status” or “ended_early” empty.")
        problems.report(lines[0].line, "status", "contradicts_status", text)
    for line, column, code, text in _contradictions(lines, contents.names):
        problems.report(line, column, code, text)
    if problems.count > count_before or started_at is None:
        return {}
    readings = game_lines.readings or {"": lines}
    return {name: _paper_game(each, settings, started_at) for name, each in readings.items()}


def _settings(lines: Sequence[SheetLine], problems: FileProblems) -> dict[str, Any]:
    """Return what holds for the whole game; report lines that disagree."""
    settings: dict[str, Any] = {}
    for line in lines:
        for name in GAME_COLUMNS:
            value = getattr(line, name)
            if value is not None and settings.setdefault(name, value) != value:
                text = _("This differs from an earlier line of the same game.")
                problems.report(line.line, name, "differs", text)
    return settings


def _started_at(game_lines: GameLines, order: str, problems: FileProblems) -> datetime | None:
    if game_lines.date is None:
        if not any(line.has_problems for line in game_lines.lines):
            text = _(
                "The date of this game is missing. Write it above the headings, or in a column "
                "“date”."
            )
            problems.report(game_lines.lines[0].line, "date", "required", text)
        return None
    try:
        return resolve_date(game_lines.date, order)
    except BadCell as error:
        problems.report(game_lines.date_line, "date", error.code, str(error))
        return None


def _contradictions(
    lines: Sequence[SheetLine], names: PlayerNames
) -> Iterator[tuple[int, str | None, str, str]]:
    """Yield why these lines cannot be one game."""
    played = [line for line in lines if line.stints is None] or lines
    first = played[0]
    shape = first.round is None and len(played) == len(lines), first.is_empty
    for line in played:
        if (line.round is None, line.is_empty) != shape:
            text = _("Some lines of this game have a round, and others do not.")
            yield line.line, "round", "rounds_and_totals", text
            return
    earlier: dict[tuple[int | None, UUID | None], int] = {}
    for line in lines:
        place = line.round, line.player
        if place in earlier:
            text = _("%(player)s already has an entry for this on line %(line)s.")
            params = {"player": names.quoted(line.player), "line": earlier[place]}
            yield line.line, "player", "duplicate_line", text % params
        earlier.setdefault(place, line.line)
    rounds = {line.round for line in lines if line.round}
    for number in range(1, max(rounds, default=0)):
        if number not in rounds:
            text = _("Round %(number)s of this game is missing.") % {"number": number}
            yield first.line, "round", "missing_round", text
            return
    for line in _first_dealers(lines)[1:]:
        yield line.line, "dealer", "several_dealers", _("Only one player can deal a round.")


def _paper_game(
    lines: Sequence[SheetLine], settings: dict[str, Any], started_at: datetime
) -> PaperGame:
    edition = settings.get("edition", "classic")
    paper = PaperGame(
        started_at=started_at,
        edition=edition,
        players=tuple(dict.fromkeys(line.player for line in lines if line.player)),
        variant=settings.get("variant", Variant.STANDARD),
        phases=phases_of(edition, settings.get("phases", ())),
        ended_early=settings.get("ended_early", False),
        status=settings.get("status"),
        stints={line.player: line.stints for line in lines if line.player and line.stints},
        first_dealer=next((line.player for line in _first_dealers(lines)), None),
        overrule=next((line.overrule for line in lines if line.overrule), ""),
    )
    played = [line for line in lines if not line.is_empty]
    if not played:
        return paper
    if played[0].round is None:
        return replace(paper, totals=tuple(_total(line) for line in played))
    rounds: dict[int, list[Entry]] = {}
    for line in played:
        rounds.setdefault(line.round or 0, []).append(_entry(line))
    return replace(
        paper,
        rounds=tuple(tuple(rounds[number]) for number in sorted(rounds)),
        # Reversed, because the first reason of a round counts.
        overrules={
            line.round: line.overrule for line in reversed(lines) if line.round and line.overrule
        },
    )


def _first_dealers(lines: Sequence[SheetLine]) -> list[SheetLine]:
    """Return the lines that say who deals first: those of seats, or else of the first round."""
    dealers = [line for line in lines if line.dealer]
    return [line for line in dealers if line.is_empty] or [
        line for line in dealers if line.round == 1
    ]


def _entry(line: SheetLine) -> Entry:
    assert line.player is not None
    return Entry(
        player=line.player,
        points=line.points,
        laid_down=line.laid_down,
        went_out=line.went_out,
    )


def _total(line: SheetLine) -> PaperTotal:
    assert line.player is not None
    assert line.total is not None
    return PaperTotal(line.player, line.total, line.completed, line.won)
