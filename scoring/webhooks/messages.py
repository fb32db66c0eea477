"""What a webhook is told: the facts, the same in words, and the message of a service."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

import orjson
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Game, Happening
from games.selectors.records import game_values
from referee.languages import translator_for
from referee.wording import AND, listed
from rest.pagination import DaysAsked
from rest.refusals import NotFound
from scoring.statistics.periods import night_of
from scoring.statistics.selectors.nights import card_of_night, nights_asked
from scoring.statistics.wire.night_text import record_lines, shown
from scoring.statistics.wire.nights import NightCard, NightRecord
from scoring.webhooks.kinds import Format, Kind
from scoring.webhooks.models import Delivery, Webhook

_MARKUP = re.compile(r"[\\*_~`|<>\[\]()#]|^[-+]|:(?=//)", re.MULTILINE)  # of Discord
_NO_PREVIEWS = 4  # of links
MOST_NIGHTS = 30  # that are sent at a time


class Told(NamedTuple):
    """What there is to say: when it happened, the facts, and a text of a line or some."""

    at: datetime
    kind: Kind
    data: dict[str, Any]
    text: str


def is_end_of_game(row: Happening) -> bool:
    return any(kind == "game_over" for kind, _data in row.content.get("events", ()))


def told_of(row: Happening) -> Iterator[Told]:
    """What an event of a group's log has to say by itself."""
    kind, data = row.content["told"]
    if kind != "game_changed":
        return
    game = data["game"]
    if data["cause"] == "round_recorded":
        text = _round_text(game, row.round)
        yield Told(row.at, Kind.ROUND_RECORDED, {"game": game, "round": row.round}, text)
    if is_end_of_game(row):
        yield Told(row.at, Kind.GAME_OVER, {"game": game}, _end_text(game))


def told_of_records(row: Happening, zone: ZoneInfo) -> Iterator[Told]:
    """The records that a finished game has broken, if somebody held them before its night."""
    game = Game.objects.filter(log=row).first()
    if game is None:  # it was deleted
        return
    night = night_of(game_values(game).played_at, zone)
    for card in _cards(game.group_id, night, zone):
        for record in card["records"]:
            if record["game"] == str(game.pk) and record["previous"] is not None:
                yield Told(row.at, Kind.RECORD_BROKEN, {"record": record}, _record_text(record))


def told_of_nights(group: UUID, after: date, last: date, zone: ZoneInfo) -> Iterator[Told]:
    """The nights with games after one and up to another: more than one if the server was off."""
    for night in nights_asked(group, zone, DaysAsked(MOST_NIGHTS, after=after)):
        if night.date <= last:
            for card in _cards(group, night.date, zone):
                yield Told(timezone.now(), Kind.NIGHT_OVER, {"night": card}, card["text"])


def _cards(group: UUID, night: date, zone: ZoneInfo) -> Iterator[NightCard]:
    """The card of a night, if there is one."""
    with suppress(NotFound):
        yield card_of_night(group, night, zone)


def _round_text(game: dict[str, Any], number: int | None) -> str:
    standings = ", ".join(
        _("%(player)s %(points)d") % {"player": shown(one["name"]), "points": one["total"]}
        for one in sorted(game["players"], key=lambda one: one["rank"])
    )
    return _("Round %(number)d: %(standings)s") % {"number": number, "standings": standings}


def _end_text(game: dict[str, Any]) -> str:
    names = [shown(one["name"]) for one in game["players"] if one["id"] in game["winners"]]
    if len(names) == 1:
        return _("%(player)s wins!") % {"player": names[0]}
    players = listed(names, AND).render(translator_for(get_language()))
    return _("%(players)s share the win!") % {"players": players}


def _record_text(record: NightRecord) -> str:
    return "\n".join(record_lines([record]))


def body_of(delivery: Delivery, webhook: Webhook) -> bytes:
    """The message as the address understands it, as JSON."""
    return orjson.dumps(_BODIES[Format(webhook.format)](delivery, webhook), option=orjson.OPT_UTC_Z)


def address_of(webhook: Webhook) -> str:
    """Where to send it: JSON for ntfy goes to its server, which finds the topic in it."""
    return _ntfy_parts(webhook.url)[0] if webhook.format == Format.NTFY else webhook.url


def _ntfy_parts(url: str) -> tuple[str, str]:
    """The address of an ntfy server, with what is behind its path (a token), and the topic."""
    parts = urlsplit(url)
    path, _slash, topic = parts.path.rstrip("/").rpartition("/")
    return parts._replace(path=f"{path}/").geturl(), topic


def _standard(delivery: Delivery, webhook: Webhook) -> dict[str, Any]:
    group = {"id": str(webhook.group_id), "name": webhook.group.name}
    return {
        "type": delivery.kind,
        "timestamp": delivery.at,
        "data": {"group": group, "text": delivery.text, **delivery.data},
    }


def _discord(delivery: Delivery, webhook: Webhook) -> dict[str, Any]:
    # A player called @everyone wakes nobody, and nothing in a name is markup.
    group, text = (
        _MARKUP.sub(r"\\\g<0>", text) for text in (shown(webhook.group.name), delivery.text)
    )
    return {
        "username": "Tableside",
        "content": f"**{group}**\n{text}"[:2000],
        "allowed_mentions": {"parse": []},
        "flags": _NO_PREVIEWS,
    }


def _ntfy(delivery: Delivery, webhook: Webhook) -> dict[str, Any]:
    return {
        "topic": _ntfy_parts(webhook.url)[1],
        "title": webhook.group.name,
        "message": delivery.text,
    }


def _home_assistant(delivery: Delivery, webhook: Webhook) -> dict[str, Any]:
    # Flat, for `trigger.json.message` in a template.
    return {
        "type": delivery.kind,
        "group": webhook.group.name,
        "message": delivery.text,
        **delivery.data,
    }


_BODIES = {
    Format.STANDARD: _standard,
    Format.DISCORD: _discord,
    Format.NTFY: _ntfy,
    Format.HOME_ASSISTANT: _home_assistant,
}
