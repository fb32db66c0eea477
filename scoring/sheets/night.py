"""What is on the picture of a night: the data that its template reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.sheets.faces import SheetPlayer, named
from scoring.statistics.wire import night_text
from scoring.statistics.wire.nights import NightFacts, NightPlayer

MAX_PLAYERS = 8  # more lines could not be read in a chat

WORDS: dict[str, str | Promise] = {
    "winner": _("Winner of the night"),
    "winners": _("Winners of the night"),
    "player": _("Player"),
    "games": _("Games"),
    "wins": _("Wins"),
    "rating": _("Rating"),
    "more": _("and {count} more"),
    "colon": _("{term}:"),
}


class NightPictureLine(SheetPlayer):
    """A player's line of the table."""

    games: str
    wins: str
    rating: int
    change: str
    won: bool


class NightPicture(TypedDict):
    """All that the picture shows; texts are in the language of the request."""

    language: str
    group: str
    about: list[str]  # the date, and how much was played
    winners: list[SheetPlayer]
    comeback: str
    players: list[NightPictureLine]
    left_out: int  # how many players are not in the table
    records: list[str]
    badges: list[str]
    words: dict[str, str]


def night_picture(night: NightFacts) -> NightPicture:
    """Return the data of the picture of a night."""
    comeback = night["comeback"]
    winners = {player["id"] for player in night["winners"]}
    return {
        "language": (get_language() or "en").partition("-")[0],
        "group": night_text.one_line(night["group"]),
        "about": [night_text.day(night), night_text.played_text(night)],
        "winners": [named(player) for player in night["winners"]],
        "comeback": night_text.comeback_text(comeback) if comeback else "",
        "players": _lines(night["players"], winners),
        "left_out": max(0, len(night["players"]) - MAX_PLAYERS),
        "records": list(night_text.record_lines(night["records"])),
        "badges": list(night_text.badge_lines(night["badges"])),
        "words": {name: str(text) for name, text in WORDS.items()},
    }


def _lines(players: Sequence[NightPlayer], winners: set[str]) -> list[NightPictureLine]:
    return [
        {
            **named(line["player"]),
            # A game in part is none that could be won or rated.
            "games": str(line["games"] or "–"),
            "wins": str(line["wins"]) if line["games"] else "–",
            "rating": line["rating"]["after"]["points"],
            "change": night_text.change_text(line),
            "won": line["player"]["id"] in winners,
        }
        for line in players[:MAX_PLAYERS]
    ]
