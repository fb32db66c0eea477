"""Read the export of Board Game Stats: its plays of this game, with their totals.

`docs/import.md` describes the format. The app knows nothing of Phases or rounds, so a play has
only points and winners. The line of a problem is the number of the play in `plays`, from 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import NAME_LENGTH
from games.domain.paper import PaperGame, PaperTotal
from rest.refusals import Refusal
from scoring.exchange.bounded_json import parse_bounded
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
from scoring.exchange.paper.file_problems import UnreadableFile, quoted
from scoring.exchange.paper.grid import expect_size
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.paper.reading_options import ReadingOptions
from scoring.exchange.similar_names import fold

LISTS = {"plays": 20_000, "players": 50_000, "games": 20_000}
KEY = re.compile("[0-9A-Za-z-]{8,64}")
POINTS = re.compile(r"[0-9]{1,6}(?:[ ]*\+[ ]*[0-9]{1,6})*")  # the app also stores sums

Object = Mapping[str, Any]


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
    except Refusal as error:
        raise UnreadableFile(error.code, error.text) from None
    games, players, plays = (_objects(export, name) for name in ("games", "players", "plays"))
    contents = FileContents("utf-8", names=PlayerNames(same_as=options.same_as))
    reader = _PlayReader(
        contents,
        editions=_editions(games, options),
        game_names={game["id"]: _text(game.get("name")) for game in games if _has_id(game)},
        player_names={
            player["id"]: _text(player.get("name")) for player in players if _has_id(player)
        },
    )
    for number, play in enumerate(plays, 1):
        if number not in options.skip:
            reader.read(number, play)
    if not contents.games:
        text = _("The file has no plays of this game that can be imported.")
        contents.problems.report(None, None, "empty_file", text)
    contents.warnings += skip_warnings(reader.skipped)
    return contents


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


def _has_id(value: Object) -> bool:
    return type(value.get("id")) is int


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


@dataclass
class _PlayReader:
    """Reads one play after another; what is wrong with impossible ones is in `contents.skipped`.

    `skipped` has the games of the other plays that are left out, by reason.
    """

    contents: FileContents
    editions: Mapping[int, str]
    game_names: Mapping[int, str]
    player_names: Mapping[int, str]
    skipped: dict[str, Counter[str]] = field(default_factory=dict)
    ids: dict[int, UUID] = field(default_factory=dict)
    same_names: Counter[str] = field(default_factory=Counter)
    play_keys: set[str] = field(default_factory=set)

    def read(self, number: int, play: Object) -> None:
        ref = play.get("gameRefId")
        game: Any = ref if type(ref) is int else None
        if game not in self.editions:
            self._skip(game, "other_game")
            if name := self.game_names.get(game, ""):
                self.contents.unknown_games[name] += 1
            return
        scores = play.get("playerScores")
        if not isinstance(scores, list) or not all(isinstance(each, dict) for each in scores):
            text = _("This play has no list of its players' scores.")
            self.contents.skipped.report(number, "playerScores", "bad_type", text)
        elif reason := skip_reason(play, scores, self.play_keys):
            self._skip(game, reason)
        else:
            self._read_play(number, play, self.editions[game], _by_seat(scores))

    def _skip(self, game: Any, reason: str) -> None:
        name = self.game_names.get(game, "")
        games = self.skipped.setdefault(reason, Counter())
        games[quoted(name) if name else _("a game without a name")] += 1

    def _read_play(self, number: int, play: Object, edition: str, scores: Sequence[Object]) -> None:
        points = []
        column = "playDate"  # the one that is being read
        try:
            written = read_date(_text(play.get(column)))
            started_at = resolve_date(written, "")
            for score in scores:
                column = "playerRefId"
                self._expect_name(score.get(column))
                column = "score"
                points.append(_read_points(score.get(column)))
        except BadCell as error:
            self.contents.skipped.report(number, column, error.code, str(error))
            return
        totals = tuple(
            PaperTotal(
                self._read_player(score["playerRefId"]), total, won=score.get("winner") is True
            )
            for score, total in zip(scores, points, strict=True)
        )
        key = play.get("uuid")
        if isinstance(key, str):
            self.play_keys.add(key)
        players = tuple(total.player for total in totals)
        paper = PaperGame(
            started_at=started_at,
            edition=edition,
            players=players,
            first_dealer=_first_dealer(players, scores),
            totals=totals,
        )
        self.contents.games.append(
            FileGame(
                paper,
                date_key(written, ""),
                number,
                {(0, player): number for player in players},
                f"bgstats:{key}" if isinstance(key, str) and KEY.fullmatch(key) else "",
            )
        )

    def _expect_name(self, ref: Any) -> None:
        """Raise BadCell if there is no player with this id in the export."""
        try:
            read_name(self.player_names.get(ref, "") if type(ref) is int else "")
        except BadCell as error:
            text = _("The export has no such player, or the name is not valid. %(problem)s")
            raise BadCell(error.code, text % {"problem": error}) from None

    def _read_player(self, ref: int) -> UUID:
        """Return the id of a player in the export, who gets a name that no other player has."""
        names = self.contents.names
        if ref in self.ids:
            return names.count_line(names.labels[self.ids[ref]])
        name = read_name(self.player_names[ref])
        self.same_names[fold(name)] += 1
        suffix = "" if self.same_names[fold(name)] == 1 else f" (BG Stats {ref})"
        label = names.canonical(name)[: NAME_LENGTH - len(suffix)] + suffix
        self.ids[ref] = names.count_line(label)
        return self.ids[ref]


def _read_points(points: Any) -> int:
    if type(points) is int:
        points = str(points)
    if not isinstance(points, str) or not POINTS.fullmatch(points.strip()):
        text = _("Points must be a whole number, not %(text)s.")
        raise BadCell("bad_number", text % {"text": quoted(str(points))})
    total = sum(map(int, points.split("+")))
    expect_range(total, 0, MAX_POINTS)
    return total


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
