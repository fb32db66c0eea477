"""Writes to a game, each good once, for tests of what holds for all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game, ShareLink
from tests.cast import V1, Cast
from tests.games.scoresheet import DECISIONS, Table, lines


@dataclass
class Write:
    """A request that is good once."""

    method: str
    path: str
    body: Any = None
    status: int = 200
    if_match: str | None = None

    def send(self, client: APIClient, key: str | None = None, query: str = "") -> Any:
        headers = {"Idempotency-Key": key, "If-Match": self.if_match}
        given = {name: value for name, value in headers.items() if value}
        return getattr(client, self.method)(f"{self.path}{query}", self.body, headers=given)


def start(cast: Cast, table: Table) -> Write:
    players = [str(player.pk) for player in cast.players]
    body = {"edition": "flip", "players": players}
    return Write("post", f"{cast.url}/games/", body, 201)


def change(cast: Cast, table: Table) -> Write:
    body = {"house_rules": {"must_lay_down": True}}
    return Write("patch", table.url, body, if_match=table.etag)


def delete(cast: Cast, table: Table) -> Write:
    return Write("delete", table.url, status=204, if_match=table.etag)


def decide(what: str) -> Callable[[Cast, Table], Write]:
    def make(cast: Cast, table: Table) -> Write:
        return Write("patch", table.url, DECISIONS[what], if_match=table.etag)

    return make


def restore(cast: Cast, table: Table) -> Write:
    Game.objects.filter(pk=table.game["id"]).update(deleted_at=timezone.now())
    return Write("patch", table.url, {"deleted": False})


def record(cast: Cast, table: Table) -> Write:
    body = {"number": 2, "results": lines(table.ids, "N=out E=5")}
    return Write("post", f"{table.url}rounds/", body, 201)


def correct(cast: Cast, table: Table) -> Write:
    body = {"results": lines(table.ids, "N=out E=10")}
    return Write("put", f"{table.url}rounds/1/", body, if_match=table.etag)


def take_back(cast: Cast, table: Table) -> Write:
    return Write("delete", f"{table.url}rounds/1/", if_match=table.etag)


def share(cast: Cast, table: Table) -> Write:
    return Write("post", f"{V1}/share-links/", {"game": table.game["id"]}, 201)


def adopt(cast: Cast, table: Table) -> Write:
    link = ShareLink.objects.create(group=cast.group, token="t")
    return Write("patch", f"{V1}/share-links/{link.pk}/", {"is_mine": True})


def revoke(cast: Cast, table: Table) -> Write:
    link = ShareLink.objects.create(game_id=table.game["id"], token="t")
    return Write("delete", f"{V1}/share-links/{link.pk}/", status=204)


WRITES: dict[str, Callable[[Cast, Table], Write]] = {
    "start": start,
    "change": change,
    "delete": delete,
    "abandon": decide("abandon"),
    "end": decide("end"),
    "archive": decide("archive"),
    "restore": restore,
    "record": record,
    "correct": correct,
    "take back": take_back,
    "share": share,
    "adopt": adopt,
    "revoke": revoke,
}
