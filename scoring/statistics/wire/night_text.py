"""A night in words, to be sent to others: its lines are also on the picture."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext

from games.wire.references import PlayerReference
from referee.languages import translator_for
from referee.wording import AND, COMMA, joined, listed
from scoring.statistics.wire.badges import PlayerBadge
from scoring.statistics.wire.nights import NightComeback, NightFacts, NightPlayer, NightRecord

MAX_LINES = 4  # of records, and of badges: a first night has all of them
FIRST_STRONG, POP = "\u2068", "\u2069"
# What turns the text around it, if it is not isolated (Unicode's bidirectional classes).
TURNING = {"R", "AL", "AN", "LRE", "LRO", "RLE", "RLO", "LRI", "RLI", "FSI", "PDI", "PDF"}


def night_text(night: NightFacts) -> str:
    """The night in some lines."""
    lines = [title(night), played_text(night)]
    if night["winners"]:
        lines.append(winners_text(night))
    if night["comeback"]:
        lines.append(comeback_text(night["comeback"]))
    lines += record_lines(night["records"])
    lines += badge_lines(night["badges"])
    lines.append(ratings_text(night["players"]))
    return "\n".join(lines)


def title(night: NightFacts) -> str:
    """The group and the date."""
    return gettext("%(group)s, %(date)s") % {"group": shown(night["group"]), "date": day(night)}


def day(night: NightFacts) -> str:
    """The date in words."""
    return date_format(night["date"], "DATE_FORMAT")


def played_text(night: NightFacts) -> str:
    """How much was played; rounds only if any are known."""
    games, rounds = len(night["games"]), night["rounds"]
    parts = [ngettext("%(count)d game", "%(count)d games", games) % {"count": games}]
    if rounds:
        parts.append(ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds})
    return _in_commas(parts)


def winners_text(night: NightFacts) -> str:
    """Who won the night, with how many wins each; there is at least one."""
    wins = night["players"][0]["wins"]
    if len(night["winners"]) > 1:
        text = ngettext(
            "Winners of the night: %(players)s, with %(count)d win each.",
            "Winners of the night: %(players)s, with %(count)d wins each.",
            wins,
        )
    else:
        text = ngettext(
            "Winner of the night: %(players)s, with %(count)d win.",
            "Winner of the night: %(players)s, with %(count)d wins.",
            wins,
        )
    return text % {"players": winner_names(night), "count": wins}


def winner_names(night: NightFacts) -> str:
    """The names of the winners as a list in a sentence; there is at least one."""
    names = [_name(player) for player in night["winners"]]
    return listed(names, AND).render(translator_for(get_language()))


def comeback_text(comeback: NightComeback) -> str:
    """How far behind a winner was: in Phases, or in points if level in Phases."""
    phases, points = comeback["phases"], comeback["points"]
    if phases:
        text = ngettext(
            "Best comeback: %(player)s won after being %(count)d Phase behind.",
            "Best comeback: %(player)s won after being %(count)d Phases behind.",
            phases,
        )
    else:
        text = ngettext(
            "Best comeback: %(player)s won after being %(count)d point behind.",
            "Best comeback: %(player)s won after being %(count)d points behind.",
            points,
        )
    return text % {"player": _name(comeback["player"]), "count": phases or points}


def record_lines(records: Sequence[NightRecord]) -> Iterator[str]:
    """The first of the broken records, and how many there are besides."""
    yield from map(_record_text, records[:MAX_LINES])
    if more := len(records[MAX_LINES:]):
        text = ngettext("%(count)d more record.", "%(count)d more records.", more)
        yield text % {"count": more}


def badge_lines(badges: Sequence[PlayerBadge]) -> Iterator[str]:
    """The badges that were earned, player by player."""
    earned: dict[str, list[PlayerBadge]] = {}
    for badge in badges:
        earned.setdefault(badge["player"]["id"], []).append(badge)
    for of_player in [*earned.values()][:MAX_LINES]:
        text = ngettext(
            "New badge of %(player)s: %(badges)s.",
            "New badges of %(player)s: %(badges)s.",
            len(of_player),
        )
        named = _in_commas(badge["name"] for badge in of_player)
        yield text % {"player": _name(of_player[0]["player"]), "badges": named}
    if more := sum(map(len, [*earned.values()][MAX_LINES:])):
        text = ngettext("%(count)d more badge.", "%(count)d more badges.", more)
        yield text % {"count": more}


def ratings_text(players: Sequence[NightPlayer]) -> str:
    """How the rating of each player has changed; whoever was there only in part is not rated."""
    changes = (f"{_name(one['player'])} {change_text(one)}" for one in players)
    return gettext("Ratings: %(changes)s") % {"changes": _in_commas(changes)}


def change_text(player: NightPlayer) -> str:
    """How a rating has changed; a dash for a player without a rated game."""
    return signed(player["rating"]["change"]) if player["games"] else "–"


def signed(change: int) -> str:
    """A number with its sign, which is a real minus.

    >>> signed(12), signed(-3), signed(0)
    ('+12', '−3', '±0')
    """
    return f"{change:+d}".replace("-", "−") if change else "±0"


def shown(name: str) -> str:
    """A name in one line that leaves the text around it in order.

    >>> shown(" Ann\\n Lee "), shown("\u202eevil") == "\u2068\u202eevil\u2069"
    ('Ann Lee', True)
    """
    line = one_line(name)
    turns = any(unicodedata.bidirectional(character) in TURNING for character in line)
    return f"{FIRST_STRONG}{line}{POP}" if turns else line


def one_line(name: str) -> str:
    """A name without line breaks; half a surrogate pair becomes a question mark."""
    return " ".join(name.split()).encode("utf-8", "replace").decode()


def _record_text(record: NightRecord) -> str:
    value = record["value"]
    values = {
        "record": record["title"],
        "player": _name(record["player"]),
        "count": value,
    }
    return _record_template(record["unit"], value) % values


def _record_template(unit: str, count: int) -> str:
    if unit == "games":
        return ngettext(
            "Record: %(record)s. %(player)s, %(count)d game.",
            "Record: %(record)s. %(player)s, %(count)d games.",
            count,
        )
    if unit == "rounds":
        return ngettext(
            "Record: %(record)s. %(player)s, %(count)d round.",
            "Record: %(record)s. %(player)s, %(count)d rounds.",
            count,
        )
    if unit == "phases":
        return ngettext(
            "Record: %(record)s. %(player)s, %(count)d Phase.",
            "Record: %(record)s. %(player)s, %(count)d Phases.",
            count,
        )
    return ngettext(
        "Record: %(record)s. %(player)s, %(count)d point.",
        "Record: %(record)s. %(player)s, %(count)d points.",
        count,
    )


def _name(player: PlayerReference) -> str:
    return shown(player["name"])


def _in_commas(parts: Iterable[str]) -> str:
    return joined(parts, COMMA).render(translator_for(get_language()))
