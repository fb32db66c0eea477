"""`If-None-Match`: 304 for what has not changed, and never for what has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import translation
from rest_framework.test import APIClient

from games.models import Membership, ShareLink
from rest.caching import fingerprint
from tests.cast import V1, Cast
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
        """Read everything anew; return the addresses whose answers have changed.

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


# What somebody does, and which answers say so: some of the addresses, by their ends.
Deed = Callable[[Cast, Table], Any]
GAME = ("game", "watch")
EVERYWHERE = (*GAME, "group", "players/")


def _player(cast: Cast, index: int) -> str:
    return f"{V1}/players/{cast.players[index].pk}/"


def _member(cast: Cast, name: str) -> str:
    return f"{cast.url}/members/{Membership.objects.get(user__name=name, group=cast.group).pk}/"


def _join(cast: Cast) -> Any:
    code = cast.owner.post(f"{cast.url}/invites/", {"role": "viewer"}).json()["code"]
    return cast.outsider.post(f"{V1}/join/", {"code": code})


DEEDS: dict[str, tuple[Deed, tuple[str, ...]]] = {
    "a round": (lambda c, t: t.record("N=5 E=out S=50-"), (*GAME, "games/")),
    "a play": (
        lambda c, t: t.client.post(
            f"{t.url}table/plays/", {"kind": "note", "round": 2, "text": "Tea."}
        ),
        ("table", "game"),
    ),
    "a correction": (
        lambda c, t: t.correct(1, "N=out E=10 S=50-", confirm=True),
        (*GAME, "games/"),
    ),
    "a round is taken back": (lambda c, t: t.take_back(), (*GAME, "games/")),
    "the end": (lambda c, t: t.decide("end"), (*GAME, "games/")),
    "a house rule": (lambda c, t: t.change(house_rules={"must_lay_down": True}), GAME),
    "another game": (lambda c, t: sit_down(c, "NE"), ("games/",)),
    "a player is renamed": (
        lambda c, t: c.scorer.patch(_player(c, 0), {"name": "Nora"}),
        (*EVERYWHERE, "games/"),
    ),
    "a player leaves": (
        lambda c, t: c.scorer.patch(_player(c, 3), {"has_left": True}),
        ("group", "players/"),
    ),
    "a new player": (
        lambda c, t: c.scorer.post(f"{c.url}/players/", {"name": "Nobody"}),
        ("group", "players/"),
    ),
    "a player is deleted": (lambda c, t: c.scorer.delete(_player(c, 3)), ("group", "players/")),
    "a claim": (
        lambda c, t: c.scorer.patch(f"{_player(c, 0)}", {"claimed": True}),
        ("group", "players/"),
    ),
    "a claim that waits": (
        lambda c, t: c.viewer.patch(f"{_player(c, 0)}", {"claimed": True}),
        ("group", "members/"),
    ),
    "a merge": (
        lambda c, t: c.scorer.patch(f"{_player(c, 0)}", {"merged_into": str(c.players[3].pk)}),
        (*EVERYWHERE, "games/"),
    ),
    "who recorded is renamed": (
        lambda c, t: c.scorer.patch(f"{V1}/me/", {"name": "Sky"}),
        ("game", "group", "members/"),  # who watches sees no such name
    ),
    "who recorded deletes the account": (
        lambda c, t: c.scorer.post(f"{V1}/me/delete/", {"confirm": True}),
        ("game", "group", "members/"),
    ),
    "a new member": (lambda c, t: _join(c), ("group", "members/")),
    "a member is put out": (
        lambda c, t: c.owner.delete(_member(c, "scorer")),
        ("group", "members/"),
    ),
    "another role": (
        lambda c, t: c.owner.patch(_member(c, "viewer"), {"role": "scorer"}),
        ("game", "group", "members/"),
    ),
    "the group is renamed": (lambda c, t: c.owner.patch(f"{c.url}/", {"name": "Club"}), ("group",)),
    "handed over": (
        lambda c, t: c.owner.patch(_member(c, "viewer"), {"role": "owner", "hand_over": True}),
        ("game", "group", "members/"),
    ),
}


@pytest.mark.parametrize("what", DEEDS)
def test_a_change_is_seen_by_whoever_has_the_answer_before(
    cast: Cast, table: Table, reader: Reader, what: str
) -> None:
    deed, expected = DEEDS[what]
    response = deed(cast, table)
    assert getattr(response, "status_code", 200) < 300, response.content
    names = {
        "game": table.url,
        "watch": f"{V1}/watch/watch-me/",
        "table": f"{table.url}table/",
        "group": f"{cast.url}/",
        **{end: f"{cast.url}/{end}" for end in ("games/", "members/", "players/")},
    }
    assert reader.read() >= {names[name] for name in expected}
    assert reader.unchanged() == reader.addresses


def test_who_left_the_group_and_is_renamed(cast: Cast, table: Table, reader: Reader) -> None:
    cast.owner.delete(_member(cast, "scorer"))
    reader.read()
    cast.scorer.patch(f"{V1}/me/", {"name": "Sky"})
    assert table.url in reader.read()


@pytest.mark.parametrize("form", ["{etag}", "W/{etag}", '"{version}"', '"1.0", {etag}'])
def test_what_changes_no_version_is_no_conflict(cast: Cast, table: Table, form: str) -> None:
    tag = table.client.get(table.url)["ETag"]
    table.client.post(f"{table.url}table/plays/", {"kind": "note", "round": 2, "text": "Tea."})
    cast.scorer.patch(_player(cast, 0), {"name": "Nora"})
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
