"""The play export of Board Game Stats: its plays of this game, with their totals.

What is known of the format is in `docs/import.md`. The app knows nothing of Phases or rounds,
so of each play there are the points and who won. Problems name the play by its place in
`plays`, from 1, where a sheet has a line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import NAME_LENGTH
from games.domain.paper import PaperGame, PaperTotal
from rest.parsers import parse_object
from rest.problems import ProblemError
from scoring.exchange.paper.candidates import Found, FoundGame
from scoring.exchange.paper.cells import MOST_POINTS, BadCell, edition_called, fold, read_name
from scoring.exchange.paper.dates import BadDate, read_date, resolve
from scoring.exchange.paper.flaws import Flaws, Unreadable, quoted
from scoring.exchange.paper.sheet_reader import Names
from scoring.exchange.paper.table import expect_size

MOST_PLAYS = 20_000
MOST_PLAYERS = 6
MOST_NAMED = 5  # games of which plays were left out
KEY = re.compile("[0-9A-Za-z-]{8,64}")
POINTS = re.compile(r"[0-9]{1,6}(?:[ ]*\+[ ]*[0-9]{1,6})*")  # a score may be kept as its sum

Object = Mapping[str, Any]


def looks_like_bgstats(data: bytes) -> bool:
    """Whether this is JSON; of which objects, is found out when it is read.

    >>> looks_like_bgstats(b' {"plays": []}'), looks_like_bgstats(b"date,player")
    (True, False)
    """
    return data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def read_bgstats(data: bytes) -> Found:
    """The plays of this game in an export; raise Unreadable where it is none."""
    expect_size(data)
    try:
        export = parse_object(data)
    except ProblemError as error:
        raise Unreadable(error.problem.code, error.problem.detail) from None
    games, players, plays = (_objects(export, name) for name in ("games", "players", "plays"))
    if len(plays) > MOST_PLAYS:
        text = _("The file has more than %(most)s plays.") % {"most": MOST_PLAYS}
        raise Unreadable("too_many_lines", text)
    reading = _Reading(
        editions=_editions(games),
        called={one["id"]: _text(one.get("name")) for one in games if _is_number(one.get("id"))},
        people={one["id"]: one.get("name") for one in players if _is_number(one.get("id"))},
    )
    for number, play in enumerate(plays, 1):
        reading.read(number, play)
    return reading.found()


def _objects(export: Object, name: str) -> Sequence[Object]:
    value = export.get(name)
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        text = _("This is no export of Board Game Stats: it has no list of %(name)s.")
        raise Unreadable("not_bgstats", text % {"name": name})
    return value


def _editions(games: Iterable[Object]) -> dict[int, str]:
    """The games of the export that are an edition of this one."""
    found = {}
    for game in games:
        names = [name for name in (game.get("name"), game.get("bggName")) if isinstance(name, str)]
        edition = next(filter(None, map(edition_called, names)), None)
        if edition and _is_number(game.get("id")):
            found[game["id"]] = edition
    return found


def _is_number(value: Any) -> bool:
    return type(value) is int


@dataclass
class _Reading:
    """The plays as they are read, and why some of them are left out."""

    editions: Mapping[int, str]
    people: Mapping[int, Any]
    names: Names = field(default_factory=Names)
    flaws: Flaws = field(default_factory=Flaws)
    games: list[FoundGame] = field(default_factory=list)
    called: Mapping[int, str] = field(default_factory=dict)
    left_out: dict[str, Counter[str]] = field(default_factory=dict)
    ids: dict[int, UUID] = field(default_factory=dict)
    copies: Counter[str] = field(default_factory=Counter)
    seen: set[str] = field(default_factory=set)

    def found(self) -> Found:
        warnings = [
            ngettext(
                "%(count)s play was left out: %(why)s (%(games)s).",
                "%(count)s plays were left out: %(why)s (%(games)s).",
                games.total(),
            )
            % {"count": games.total(), "why": why, "games": _most_played(games)}
            for why, games in sorted(self.left_out.items())
        ]
        found = Found("utf-8", self.games, self.names, self.flaws, warnings)
        if not self.games and not self.flaws.count:
            text = _("There is no play of this game in the file that could be imported.")
            self.flaws.add(None, None, "empty_file", text)
        return found

    def read(self, number: int, play: Object) -> None:
        if not _is_number(play.get("gameRefId")) or play["gameRefId"] not in self.editions:
            self._leave_out(play, _("of other games"))
            return
        scores = play.get("playerScores")
        if not isinstance(scores, list) or not all(isinstance(one, dict) for one in scores):
            text = _("This play has no list of what its players scored.")
            self.flaws.add(number, "playerScores", "bad_type", text)
            return
        why = self._no_game(play, scores)
        if why:
            self._leave_out(play, why)
        else:
            self._read_play(number, play, _seated(scores))

    def _leave_out(self, play: Object, why: str) -> None:
        ref = play.get("gameRefId")
        name = self.called.get(ref) if type(ref) is int else None
        games = self.left_out.setdefault(why, Counter())
        games[quoted(name) if name else _("a game without a name")] += 1

    def _no_game(self, play: Object, scores: Sequence[Object]) -> str:
        """Why a play is no whole game of people against each other; empty where it is one."""
        key = play.get("uuid")
        if isinstance(key, str) and key in self.seen:
            return _("the same play again")
        if play.get("ignored") is True:
            return _("marked as not to be counted")
        if play.get("usesTeams") is True:
            return _("played in teams")
        if not 2 <= len(scores) <= MOST_PLAYERS:
            return _("not of 2 to 6 players")
        if any(one.get("score") in (None, "") for one in scores):
            return _("without the points of all players")
        if not any(one.get("winner") is True for one in scores):
            return _("without a winner")
        refs = [one["playerRefId"] for one in scores if _is_number(one.get("playerRefId"))]
        if len(set(refs)) < len(refs):
            return _("with a player twice, such as two that are anonymous")
        return ""

    def _read_play(self, number: int, play: Object, scores: Sequence[Object]) -> None:
        before = self.flaws.count
        started = None
        try:
            started = resolve(read_date(_text(play.get("playDate"))), "")
        except BadDate as bad:
            self.flaws.add(number, "playDate", bad.code, str(bad))
        totals = [self._total(number, one) for one in scores]
        if self.flaws.count > before or started is None:
            return
        key = play.get("uuid")
        if isinstance(key, str):
            self.seen.add(key)
        players = tuple(total.player for total in totals if total)
        paper = PaperGame(
            started_at=started,
            edition=self.editions[play["gameRefId"]],
            players=players,
            first_dealer=_dealer(players, scores),
            totals=tuple(total for total in totals if total),
        )
        self.games.append(
            FoundGame(
                paper,
                started.isoformat(),
                number,
                {(0, player): number for player in players},
                f"bgstats:{key}" if isinstance(key, str) and KEY.fullmatch(key) else "",
            )
        )

    def _total(self, number: int, score: Object) -> PaperTotal | None:
        player = self._player(number, score.get("playerRefId"))
        points = score.get("score")
        if _is_number(points):
            points = str(points)
        if not isinstance(points, str) or not POINTS.fullmatch(points.strip()):
            text = _("Points are a whole number, not %(text)s.") % {"text": quoted(str(points))}
            self.flaws.add(number, "score", "bad_number", text)
            return None
        total = sum(map(int, points.split("+")))
        if total > MOST_POINTS:
            text = _("This must be from %(least)s to %(most)s.")
            text %= {"least": 0, "most": MOST_POINTS}
            self.flaws.add(number, "score", "number_out_of_range", text)
        return (
            None if player is None else PaperTotal(player, total, won=score.get("winner") is True)
        )

    def _player(self, number: int, ref: Any) -> UUID | None:
        """The id of somebody of the export, with a name that nobody else of it has."""
        if _is_number(ref) and ref in self.ids:
            return self.names.id_of(self.names.labels[self.ids[ref]])
        try:
            name = read_name(_text(self.people.get(ref)) if _is_number(ref) else "")
        except BadCell as bad:
            text = _("The export has no such player, or no name for them: %(why)s")
            self.flaws.add(number, "playerRefId", bad.code, text % {"why": bad})
            return None
        copy = self.copies[fold(name)] = self.copies[fold(name)] + 1
        mark = "" if copy == 1 else f" (BG Stats {ref})"
        label = name[: NAME_LENGTH - len(mark)] + mark
        self.ids[ref] = self.names.id_of(label)
        return self.ids[ref]


def _most_played(games: Counter[str]) -> str:
    """The games of which most plays were left out, each with how many."""
    first = ", ".join(f"{name}: {count}" for name, count in games.most_common(MOST_NAMED))
    return first + (", …" if len(games) > MOST_NAMED else "")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _seated(scores: Sequence[Object]) -> Sequence[Object]:
    """In the order of the seats, where the app was told it; 0 is a seat that it was not."""
    seats = [one.get("seatOrder") for one in scores]
    known = [seat for seat in seats if type(seat) is int and seat > 0]
    if len(set(known)) == len(scores):
        return sorted(scores, key=lambda one: int(one["seatOrder"]))
    return scores


def _dealer(players: Sequence[UUID], scores: Sequence[Object]) -> UUID | None:
    """Who sat to the right of the one who started, where that one is known."""
    starters = [place for place, one in enumerate(scores) if one.get("startPlayer") is True]
    return players[starters[0] - 1] if len(starters) == 1 else None
