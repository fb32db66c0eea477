"""`If-None-Match`: 304 for what has not changed, and never for what has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import translation
from rest_framework.test import APIClient

from games.models import ShareLink
from rest.caching import fingerprint
from tests.cast import V1, Cast
from tests.games.deeds import DEEDS, player
from tests.games.membership import url
from tests.games.scoresheet import Table, sit_down


@dataclass
class Reader:
    """Somebody who reads these addresses again and again, and keeps what was answered."""

    client: APIClient
    addresses: list[str]

    def __post_init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.read()

    def read(self) -> set[str]:
        """Read everything again; return the addresses whose answers have changed.

        Fails if one that has changed would have been answered 304.
        """
        changed = set()
        for address in self.addresses:
            whole = self.client.get(address)
            if whole.status_code == 200 and (kept := self.kept.get(address)):
                again = self.client.get(address, headers={"If-None-Match": kept["ETag"]})
                if whole.content != kept.content:
                    assert again.status_code == 200, f"{address} is not what it was"
                    assert again["ETag"] == whole["ETag"] != kept["ETag"]
            if address in self.kept and whole.content != self.kept[address].content:
                changed.add(address)
            self.kept[address] = whole
        return changed

    def unchanged(self) -> list[str]:
        """The addresses that are answered 304."""
        found = []
        for address in self.addresses:
            tag = self.kept[address]["ETag"]
            response = self.client.get(address, headers={"If-None-Match": tag})
            if response.status_code == 304:
                assert response.content == b""
                assert response["ETag"] == tag
                found.append(address)
        return found


@pytest.fixture
def table(cast: Cast) -> Table:
    return sit_down(cast, "NES").play("N=out E=5 S=50-")


@pytest.fixture
def reader(cast: Cast, table: Table) -> Reader:
    ShareLink.objects.create(game_id=table.game["id"], token="watch-me")
    group = f"{V1}/groups/{cast.group.pk}/"
    addresses = [
        table.url,
        f"{table.url}table/",
        f"{table.url}table/?round=1",
        f"{V1}/watch/watch-me/",
        f"{table.url}table/?link=watch-me",
        group,
        f"{V1}/groups/",
        f"{V1}/me/home/",
        f"{group}games/",
        f"{group}games/?status=playing&limit=1",
        f"{group}members/",
        f"{group}players/",
        f"{group}players/?has_left=true",
    ]
    return Reader(cast.viewer, addresses)


def test_what_has_not_changed_is_not_sent_again(reader: Reader) -> None:
    assert reader.unchanged() == reader.addresses
    assert reader.read() == set()


def test_other_tags_are_answered_in_full(reader: Reader, table: Table) -> None:
    tag = reader.kept[table.url]["ETag"]
    version = tag.partition(".")[0] + '"'
    for other in ('"1.0"', version, tag.strip('"'), "", "x" * 5000):
        response = reader.client.get(table.url, headers={"If-None-Match": other})
        assert response.status_code == 200, other
    for same in (f"W/{tag}", f'"a", {tag}', "*"):
        assert reader.client.get(table.url, headers={"If-None-Match": same}).status_code == 304


GAME = ("game", "watch")
EVERYWHERE = (*GAME, "group", "players/")
NOTE = {"kind": "note", "round": 2, "text": "Tea."}

# What is done in a game.
IN_A_GAME: dict[str, Callable[[Table], Any]] = {
    "a round": lambda t: t.record("N=5 E=out S=50-"),
    "a play": lambda t: t.client.post(f"{t.url}table/plays/", NOTE),
    "a correction": lambda t: t.correct(1, "N=out E=10 S=50-", confirm=True),
    "a round is taken back": lambda t: t.take_back(),
    "the end": lambda t: t.decide("end"),
    "a house rule": lambda t: t.change(house_rules={"must_lay_down": True}),
}

# Which answers say so: some of the addresses, by their ends.
TOLD: dict[str, tuple[str, ...]] = {
    "a round": (*GAME, "games/"),
    "a play": ("table", "game"),
    "a correction": (*GAME, "games/"),
    "a round is taken back": (*GAME, "games/"),
    "the end": (*GAME, "games/"),
    "a house rule": GAME,
    "another game": ("games/",),
    "a player is renamed": (*EVERYWHERE, "games/"),
    "a player leaves": ("group", "players/"),
    "a new player": ("group", "players/"),
    "a player is deleted": ("group", "players/"),
    "a claim": ("group", "players/"),
    "a claim that waits": ("group", "members/"),
    "a merge": (*EVERYWHERE, "games/"),
    "a member is renamed": ("game", "group", "members/"),  # who watches sees no such name
    "an account is deleted": ("game", "group", "members/"),
    "a new member": ("group", "members/"),
    "a member is put out": ("group", "members/"),
    "another role": ("game", "group", "members/"),
    "the group is renamed": ("group",),
    "handed over": ("game", "group", "members/"),
}


def do(what: str, cast: Cast, table: Table) -> Any:
    if what in IN_A_GAME:
        return IN_A_GAME[what](table)
    if what == "another game":
        return sit_down(cast, "NE")
    if what == "handed over":
        body = {"role": "owner", "hand_over": True}
        return cast.owner.patch(url(cast, "viewer"), body)
    return DEEDS[what](cast)


@pytest.mark.parametrize("what", TOLD)
def test_a_change_is_seen_by_whoever_has_the_answer_before(
    cast: Cast, table: Table, reader: Reader, what: str
) -> None:
    response = do(what, cast, table)
    assert getattr(response, "status_code", 200) < 300, response.content
    names = {
        "game": table.url,
        "watch": f"{V1}/watch/watch-me/",
        "table": f"{table.url}table/",
        "group": f"{cast.url}/",
        **{end: f"{cast.url}/{end}" for end in ("games/", "members/", "players/")},
    }
    assert reader.read() >= {names[name] for name in TOLD[what]}
    assert reader.unchanged() == reader.addresses


def test_who_left_the_group_and_is_renamed(cast: Cast, table: Table, reader: Reader) -> None:
    cast.owner.delete(url(cast, "scorer"))
    reader.read()
    cast.scorer.patch(f"{V1}/me/", {"name": "Sky"})
    assert table.url in reader.read()


@pytest.mark.parametrize("form", ["{etag}", "W/{etag}", '"{version}"', '"1.0", {etag}'])
def test_what_changes_no_version_is_no_conflict(cast: Cast, table: Table, form: str) -> None:
    tag = table.client.get(table.url)["ETag"]
    table.client.post(f"{table.url}table/plays/", NOTE)
    cast.scorer.patch(player(cast, 0), {"name": "Nora"})
    seen = {"If-Match": form.format(etag=tag, version=table.game["version"])}
    settings = {"house_rules": {"must_lay_down": True}}
    response = table.client.patch(table.url, settings, headers=seen)
    assert response.status_code == 200, response.content
    assert response["ETag"] == table.client.get(table.url)["ETag"] != tag
    stale = table.client.patch(table.url, settings, headers=seen)
    assert (stale.status_code, stale["ETag"]) == (412, response["ETag"])


def test_an_answer_in_another_language_is_another_one(reader: Reader, table: Table) -> None:
    assert {"Accept-Language", "Authorization"} <= set(reader.kept[table.url]["Vary"].split(", "))
    tags = set()
    for language in ("en", "de"):
        with translation.override(language):
            tags.add(fingerprint(1))
    assert len(tags) == 2


def test_what_it_costs(
    cast: Cast, table: Table, reader: Reader, django_assert_num_queries: Any
) -> None:
    costs = dict.fromkeys(reader.addresses, 2)  # the token and one row
    costs |= {f"{V1}/watch/watch-me/": 1, f"{table.url}table/?link=watch-me": 1}
    for address, queries in costs.items():
        headers = {"If-None-Match": reader.kept[address]["ETag"]}
        with django_assert_num_queries(queries):
            assert reader.client.get(address, headers=headers).status_code == 304
