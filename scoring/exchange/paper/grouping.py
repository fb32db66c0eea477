"""A sheet of games, as `docs/import.md` describes it: from its lines to games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.entry import Entry
from games.domain.paper import PaperGame, PaperTotal
from referee.game import Variant
from scoring.exchange.paper.candidates import Found, FoundGame
from scoring.exchange.paper.cells import phases_of
from scoring.exchange.paper.dates import BadDate, Written, order_of, resolve
from scoring.exchange.paper.flaws import Flaws
from scoring.exchange.paper.sheet_reader import Names, SheetLine, read_sheet
from scoring.exchange.paper.table import Table

SAID_ONCE = ("edition", "variant", "phases", "ended_early")
Said = dict[str, Any]


@dataclass
class Sheaf:
    """The lines of one game, and the date that holds for them, with the line that says it."""

    day: Written | None
    day_line: int
    lines: list[SheetLine] = field(default_factory=list)


def read_paper(table: Table, dates: str = "") -> Found:
    """The games of a sheet; `dates` is `dmy` or `mdy` where it is said how its dates are meant."""
    found = Found(table.encoding, warnings=list(table.warnings))
    lines = read_sheet(table, found.names, found.flaws, found.warnings)
    order = dates or order_of(line.date for line in lines if line.date)
    on_the_day: Counter[datetime] = Counter()
    for sheaf in bind(lines):
        read = _read_game(sheaf, order, found.names, found.flaws)
        if read is None:
            continue
        paper, where = read
        written = paper.started_at.isoformat()
        if sheaf.day and sheaf.day.clock is None:  # so that they stay in the order of the sheet
            minutes = timedelta(minutes=on_the_day[paper.started_at])
            on_the_day[paper.started_at] += 1
            paper = replace(paper, started_at=paper.started_at + minutes)
        first = sheaf.lines[0]
        origin = _id_in(first.game)
        found.games.append(FoundGame(paper, written, first.line, where, origin=origin))
    return found


def _id_in(game: str) -> UUID | None:
    """The id in the column `game`, which has one where the sheet is an export of ours."""
    try:
        return UUID(game) if len(game) == len(str(UUID(int=0))) else None
    except ValueError:
        return None


def bind(lines: Sequence[SheetLine]) -> list[Sheaf]:
    """The lines of each game.

    A line without a date has that of the line before. One that does not name its game goes on
    with the game before, unless its date is another, or a round or total comes that has been.
    """
    sheaves: list[Sheaf] = []
    named: dict[tuple[str, Written | None], Sheaf] = {}
    day: Written | None = None
    day_line = 0
    last: Sheaf | None = None
    for line in lines:
        if line.date:
            day, day_line = line.date, line.line
        sheaf = named.get((line.game, day)) if line.game else last
        if sheaf is None or (not line.game and _begins(line, sheaf)):
            sheaf = Sheaf(day, day_line)
            sheaves.append(sheaf)
        if line.game:
            named[line.game, day] = sheaf
        sheaf.lines.append(line)
        last = sheaf
    return sheaves


def _begins(line: SheetLine, sheaf: Sheaf) -> bool:
    """Whether a line without the name of its game is the first one of a further game."""
    if line.date and line.date != sheaf.day:
        return True
    if line.flawed:
        return False
    before = sheaf.lines[-1]
    if line.round is None:
        return before.round is not None or line.player in {one.player for one in sheaf.lines}
    return before.round is None or line.round < before.round


def _read_game(
    sheaf: Sheaf, order: str, names: Names, flaws: Flaws
) -> tuple[PaperGame, dict[tuple[int, UUID], int]] | None:
    """The game of these lines, and where what of it stands; None where it cannot be read."""
    before = flaws.count
    said = _said_once(sheaf.lines, flaws)
    started = _started(sheaf, order, flaws)
    if any(line.flawed for line in sheaf.lines):
        return None
    for line, name, code, text in _disorder(sheaf.lines, names):
        flaws.add(line, name, code, text)
    if flaws.count > before or started is None:
        return None
    where = {(line.round or 0, line.player): line.line for line in sheaf.lines if line.player}
    return _game(sheaf.lines, said, started), where


def _said_once(lines: Sequence[SheetLine], flaws: Flaws) -> Said:
    """What holds for a whole game; said on any of its lines, and never in two ways."""
    said: Said = {}
    for line in lines:
        for name in SAID_ONCE:
            value = getattr(line, name)
            if value is not None and said.setdefault(name, value) != value:
                text = _("This differs from what was said of the same game on a line before.")
                flaws.add(line.line, name, "differs", text)
    return said


def _started(sheaf: Sheaf, order: str, flaws: Flaws) -> datetime | None:
    if sheaf.day is None:
        if not any(line.flawed for line in sheaf.lines):
            flaws.add(sheaf.lines[0].line, "date", "required", _("When was this game?"))
        return None
    try:
        return resolve(sheaf.day, order)
    except BadDate as bad:
        flaws.add(sheaf.day_line, "date", bad.code, str(bad))
        return None


def _disorder(
    lines: Sequence[SheetLine], names: Names
) -> Iterator[tuple[int, str | None, str, str]]:
    """What keeps these lines from being one game."""
    first = lines[0]
    for line in lines:
        if (line.round is None) != (first.round is None):
            text = _("This game has lines with a round and others without one.")
            yield line.line, "round", "rounds_and_totals", text
            return
    where: dict[tuple[int | None, UUID | None], int] = {}
    for line in lines:
        place = line.round, line.player
        if place in where:
            text = _("%(player)s has a line for this already: line %(line)s.")
            params = {"player": names.quoted(line.player), "line": where[place]}
            yield line.line, "player", "duplicate_line", text % params
        where.setdefault(place, line.line)
    rounds = {line.round for line in lines if line.round}
    for number in range(1, max(rounds, default=0)):
        if number not in rounds:
            text = _("Round %(number)s of this game is missing.") % {"number": number}
            yield first.line, "round", "missing_round", text
            return
    dealers = [line for line in lines if line.round == 1 and line.dealer]
    for line in dealers[1:]:
        yield line.line, "dealer", "several_dealers", _("Only one player deals.")


def _game(lines: Sequence[SheetLine], said: Said, started: datetime) -> PaperGame:
    players = tuple(dict.fromkeys(line.player for line in lines if line.player))
    edition = said.get("edition", "classic")
    paper: Said = {
        "started_at": started,
        "edition": edition,
        "players": players,
        "variant": said.get("variant", Variant.STANDARD),
        "phases": phases_of(edition, said.get("phases", ())),
        "ended_early": said.get("ended_early", False),
        "overrule": next((line.overrule for line in lines if line.overrule), ""),
    }
    if lines[0].round is None:
        totals = tuple(_total(line) for line in lines)
        return PaperGame(totals=totals, **paper)
    rounds: dict[int, list[Entry]] = {}
    for line in lines:
        rounds.setdefault(line.round or 0, []).append(_entry(line))
    dealer = next((line.player for line in lines if line.round == 1 and line.dealer), None)
    in_order = tuple(tuple(rounds[number]) for number in sorted(rounds))
    # Reversed, as the first reason of a round is the one that counts.
    reasons = {
        line.round: line.overrule for line in reversed(lines) if line.round and line.overrule
    }
    return PaperGame(rounds=in_order, first_dealer=dealer, overrules=reasons, **paper)


def _entry(line: SheetLine) -> Entry:
    assert line.player is not None
    return Entry(
        player=line.player,
        points=line.points,
        laid_down=line.laid_down,
        went_out=bool(line.went_out),
    )


def _total(line: SheetLine) -> PaperTotal:
    assert line.player is not None
    assert line.total is not None
    return PaperTotal(line.player, line.total, line.completed, line.won)
