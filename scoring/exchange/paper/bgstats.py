"""Read the export of Board Game Stats: its plays of this game, with their totals.

`docs/import.md` describes the format. The app knows nothing of Phases or rounds, so a play has
only points and winners. The line of a problem is the number of the play in `plays`, from 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import NAME_LENGTH
from games.domain.paper import PaperGame, PaperTotal
from rest.refusals import Refusal
from scoring.exchange.bounded_json import TooMuchJson, parse_bounded
from scoring.exchange.paper.bgstats_skipping import skip_reason, skip_warnings
from scoring.exchange.paper.cells import (
    MAX_POINTS,
    BadCell,
    expect_range,
    find_edition,
    read_name,
)
from scoring.exchange.paper.dates import date_key, read_date, resolve_date
from scoring.exchange.paper.file_contents import FileContents, FileGame
from scoring.exchange.paper.file_problems import FileProblems, UnreadableFile, quoted
from scoring.exchange.paper.grid import expect_size
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.similar_names import fold

LISTS = {"plays": 20_000, "players": 50_000, "games": 20_000}
KEY = re.compile("[0-9A-Za-z-]{8,64}")
POINTS = re.compile(r"[0-9]{1,6}(?:[ ]*\+[ ]*[0-9]{1,6})*")  # the app also stores sums

Object = Mapping[str, Any]
NOBODY = UUID(int=0)


def looks_like_bgstats(data: bytes) -> bool:
    """Return whether a file is a JSON object; reading it shows whether it is an export.

    >>> looks_like_bgstats(b' {"plays": []}'), looks_like_bgstats(b"date,player")
    (True, False)
    """
    return data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def read_bgstats(data: bytes, options: ReadingOptions | None = None) -> FileContents:
    """Return the plays of this game in an export, read as somebody said.

    Raise UnreadableFile if it is not an export.
    """
    options = options or ReadingOptions()
    expect_size(data)
    try:
        export = parse_bounded(data, LISTS)
    except TooMuchJson as error:
        raise UnreadableFile(error.error.code, str(error)) from None
    except Refusal as error:
        raise UnreadableFile(error.code, error.text) from None
    games, players, plays = (_objects(export, name) for name in ("games", "players", "plays"))
    reader = _PlayReader(
        editions=_editions(games, options),
        names=PlayerNames(same_as=options.same_as),
        game_names={game["id"]: _text(game.get("name")) for game in games if _has_id(game)},
        player_names={player["id"]: player.get("name") for player in players if _has_id(player)},
    )
    for number, play in enumerate(plays, 1):
        if number in options.skip:
            continue
        reader.read(number, play)
    return reader.contents()


def _objects(export: Object, name: str) -> Sequence[Object]:
    value = export.get(name)
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        text = _("The file is not a Board Game Stats export: it has no list “%(name)s”.")
        raise UnreadableFile("not_bgstats", text % {"name": name})
    return value


def _editions(games: Iterable[Object], options: ReadingOptions) -> dict[int, str]:
    """Return the editions of this game in the export, by their ids there."""
    editions = {}
    for game in games:
        names = [name for name in (game.get("name"), game.get("bggName")) if isinstance(name, str)]
        named = [options.edition_of(name) or find_edition(name) for name in names]
        edition = next(filter(None, named), None)
        if edition and _has_id(game):
            editions[game["id"]] = edition
    return editions


def _is_number(value: Any) -> bool:
    return type(value) is int


def _has_id(value: Object) -> bool:
    return _is_number(value.get("id"))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


@dataclass
class _PlayReader:
    """Reads one play after another.

    `skipped` has the games of skipped plays by reason, `impossible` what is wrong with plays that
    have impossible values.
    """

    editions: Mapping[int, str]
    game_names: Mapping[int, str]
    player_names: Mapping[int, Any]
    names: PlayerNames = field(default_factory=PlayerNames)
    problems: FileProblems = field(default_factory=FileProblems)
    impossible: FileProblems = field(default_factory=FileProblems)
    unknown_games: Counter[str] = field(default_factory=Counter)
    games: list[FileGame] = field(default_factory=list)
    skipped: dict[str, Counter[str]] = field(default_factory=dict)
    ids: dict[int, UUID] = field(default_factory=dict)
    same_names: Counter[str] = field(default_factory=Counter)
    play_keys: set[str] = field(default_factory=set)

    def contents(self) -> FileContents:
        if not self.games:
            text = _("The file has no plays of this game that can be imported.")
            self.problems.report(None, None, "empty_file", text)
        warnings = skip_warnings(self.skipped)
        return FileContents(
            "utf-8",
            self.games,
            self.names,
            self.problems,
            warnings,
            skipped=self.impossible,
            unknown_games=self.unknown_games,
        )

    def read(self, number: int, play: Object) -> None:
        if not _is_number(play.get("gameRefId")) or play["gameRefId"] not in self.editions:
            self._skip(play, "other_game")
            if name := self._game_name(play):
                self.unknown_games[name] += 1
            return
        scores = play.get("playerScores")
        if not isinstance(scores, list) or not all(isinstance(each, dict) for each in scores):
            text = _("This play has no list of its players' scores.")
            self.impossible.report(number, "playerScores", "bad_type", text)
            return
        reason = skip_reason(play, scores, self.play_keys)
        if reason:
            self._skip(play, reason)
        else:
            self._read_play(number, play, _by_seat(scores))

    def _skip(self, play: Object, reason: str) -> None:
        name = self._game_name(play)
        games = self.skipped.setdefault(reason, Counter())
        games[quoted(name) if name else _("a game without a name")] += 1

    def _game_name(self, play: Object) -> str:
        ref = play.get("gameRefId")
        return self.game_names.get(ref, "") if type(ref) is int else ""

    def _read_play(self, number: int, play: Object, scores: Sequence[Object]) -> None:
        found = FileProblems()
        written = started_at = None
        try:
            written = read_date(_text(play.get("playDate")))
            started_at = resolve_date(written, "")
        except BadCell as error:
            found.report(number, "playDate", error.code, str(error))
        values = [self._read_total(number, score, found) for score in scores]
        if found.count or written is None or started_at is None:
            self.impossible.add(found.kept[0])
            return
        totals = tuple(
            replace(total, player=self._read_player(ref)) for ref, total in filter(None, values)
        )
        key = play.get("uuid")
        if isinstance(key, str):
            self.play_keys.add(key)
        players = tuple(total.player for total in totals)
        paper = PaperGame(
            started_at=started_at,
            edition=self.editions[play["gameRefId"]],
            players=players,
            first_dealer=_first_dealer(players, scores),
            totals=totals,
        )
        self.games.append(
            FileGame(
                paper,
                date_key(written, ""),
                number,
                {(0, player): number for player in players},
                f"bgstats:{key}" if isinstance(key, str) and KEY.fullmatch(key) else "",
            )
        )

    def _read_total(
        self, number: int, score: Object, found: FileProblems
    ) -> tuple[int, PaperTotal] | None:
        """Return the id of a player in the export, and a total whose player is still open."""
        ref: Any = score.get("playerRefId")
        try:
            read_name(_text(self.player_names.get(ref)) if _is_number(ref) else "")
        except BadCell as error:
            text = _("The export has no such player, or the name is not valid. %(problem)s")
            found.report(number, "playerRefId", error.code, text % {"problem": error})
        points = score.get("score")
        if _is_number(points):
            points = str(points)
        if not isinstance(points, str) or not POINTS.fullmatch(points.strip()):
            text = _("Points must be a whole number, not %(text)s.") % {"text": quoted(str(points))}
            found.report(number, "score", "bad_number", text)
            return None
        total = sum(map(int, points.split("+")))
        try:
            expect_range(total, 0, MAX_POINTS)
        except BadCell as error:
            found.report(number, "score", error.code, str(error))
        return ref, PaperTotal(NOBODY, total, won=score.get("winner") is True)

    def _read_player(self, ref: int) -> UUID:
        """Return the id of a player in the export, who gets a name that no other player has."""
        if ref in self.ids:
            return self.names.count_line(self.names.labels[self.ids[ref]])
        name = read_name(_text(self.player_names.get(ref)))
        self.same_names[fold(name)] += 1
        suffix = "" if self.same_names[fold(name)] == 1 else f" (BG Stats {ref})"
        label = self.names.canonical(name)[: NAME_LENGTH - len(suffix)] + suffix
        self.ids[ref] = self.names.count_line(label)
        return self.ids[ref]


def _by_seat(scores: Sequence[Object]) -> Sequence[Object]:
    """Sort scores by their seats if the app knows them all; seat 0 is unknown."""
    seats = [score.get("seatOrder") for score in scores]
    known = [seat for seat in seats if type(seat) is int and seat > 0]
    if len(set(known)) == len(scores):
        return sorted(scores, key=lambda score: int(score["seatOrder"]))
    return scores


def _first_dealer(players: Sequence[UUID], scores: Sequence[Object]) -> UUID | None:
    """Return the player to the right of the one who started, if that one is known."""
    starters = [seat for seat, score in enumerate(scores) if score.get("startPlayer") is True]
    return players[starters[0] - 1] if len(starters) == 1 else None
