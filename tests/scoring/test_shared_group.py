"""What members see of a group at a glance, and anyone who has its share link."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Game, Group, Membership, Player, Role
from tests.api.client import ContractClient
from tests.cast import V1, Cast, client_of
from tests.games.scoresheet import Table, phone, sit_down
from tests.scoring.counting import count_all

pytestmark = pytest.mark.django_db


def share(cast: Cast, client: Any = None) -> dict[str, Any]:
    response = (client or phone(cast.users["owner"])).post(
        f"{V1}/share-links/", {"group": str(cast.group.pk)}
    )
    assert response.status_code == 201, response.content
    link: dict[str, Any] = response.json()
    return link


def look(token: str, path: str = "", **headers: str) -> Any:
    """Whoever has the link, with no account."""
    return ContractClient().get(f"{V1}/shared/{token}/{path}", headers=headers)


def two_nights(cast: Cast) -> None:
    for evening in ("2026-11-14T20:00Z", "2026-11-21T20:00Z"):
        table = sit_down(cast, "NS", phases=[1])
        Game.objects.filter(pk=table.game["id"]).update(started_at=evening)
        table.play("N=out S=60-")
    count_all()


def test_whoever_has_the_link_sees_who_leads_and_what_is_played(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    two_nights(cast)
    link = share(cast)
    assert link["link"].endswith(f"/shared/{link['token']}")
    assert (link["is_mine"], link["svg"].lstrip()[:1]) == (True, "<")
    watched, other = sit_down(cast, "NE"), sit_down(cast, "SE").play("S=out E=25+")
    tokens = [
        watched.client.post(f"{V1}/share-links/", {"game": watched.game["id"]}).json()["token"]
        for _twice in range(2)
    ]
    count_all()
    with django_assert_max_num_queries(16):
        told = look(link["token"]).json()
    with django_assert_max_num_queries(14):
        members = phone(cast.users["viewer"]).get(f"{cast.url}/summary/").json()
    games = told.pop("games")
    assert [(game["id"], game.pop("watch")) for game in games] == [
        (other.game["id"], None),
        (watched.game["id"], f"http://testserver/watch/{tokens[0]}"),
    ]
    assert {**told, "games": games} == members
    leader, second = told["leaders"]
    assert (leader["player"]["name"], leader["wins"], leader["games"]) == ("North", 2, 2)
    assert second["player"]["name"] == "South"
    assert leader["rating"]["points"] > 1000 > second["rating"]["points"]
    assert told["last_night"]["date"] == "2026-11-21"
    assert [winner["name"] for winner in told["last_night"]["winners"]] == ["North"]
    players = [(each["name"], each["total"]) for each in games[0]["players"]]
    assert (games[0]["round"], players) == (2, [("South", 0), ("East", 25)])
    assert games[0]["dealer"] in other.ids.values()


def test_a_group_without_games(cast: Cast) -> None:
    told = phone(cast.users["viewer"]).get(f"{cast.url}/summary/").json()
    assert (told["id"], told["name"]) == (str(cast.group.pk), "Kitchen table")
    assert (told["leaders"], told["last_night"], told["games"]) == ([], None, [])


def test_what_has_not_changed_is_not_sent_again(cast: Cast) -> None:
    token = share(cast)["token"]
    tag = look(token)["ETag"]
    assert look(token, **{"If-None-Match": tag}).status_code == 304
    table = sit_down(cast, "NE")
    with_game = look(token, **{"If-None-Match": tag})
    assert with_game.status_code == 200
    table.client.post(f"{V1}/share-links/", {"game": table.game["id"]})
    assert look(token, **{"If-None-Match": with_game["ETag"]}).status_code == 200


def test_an_owner_ends_it_and_makes_another_one(cast: Cast) -> None:
    links, owner = f"{V1}/share-links/", phone(cast.users["owner"])
    first = share(cast)
    assert owner.delete(f"{links}{first['id']}/").status_code == 204
    assert owner.delete(f"{links}{first['id']}/").status_code == 404
    second = share(cast)
    assert owner.get(f"{links}?group={cast.group.pk}").json() == [second]
    assert look(first["token"]).status_code == 404
    assert look(second["token"]).status_code == 200
    # Of another group it is none.
    for other in (links, f"{V1}/groups/{cast.other_group.pk}/share-links/"):
        answer = phone(cast.users["other_owner"]).delete(f"{other}{second['id']}/")
        assert answer.status_code == 404
    assert look(second["token"]).status_code == 200


@pytest.mark.parametrize("token", ["x", "x" * 5000, "%00", "a%00b", "%ff", "' OR 1=1--"])
def test_a_link_that_is_none(cast: Cast, token: str) -> None:
    assert look(token).status_code == 404


def test_a_link_ends_when_its_maker_leaves(cast: Cast) -> None:
    user = User.objects.create_guest("Sky")
    member = Membership.objects.create(group=cast.group, user=user, role=Role.OWNER)
    theirs, ours = share(cast, client_of(user)), share(cast)
    adopted = share(cast, client_of(user))
    address = f"{V1}/share-links/{adopted['id']}/"
    assert cast.owner.patch(address, {"is_mine": True}).json()["is_mine"] is True
    (first, *_others) = cast.owner.get(f"{V1}/share-links/?group={cast.group.pk}").json()
    assert first["created_by"]["name"] == "Sky"
    assert cast.owner.delete(f"{cast.url}/members/{member.pk}/").status_code == 204
    assert look(theirs["token"]).status_code == 404
    assert look(ours["token"]).status_code == look(adopted["token"]).status_code == 200


def test_it_names_players_and_nobody_else(cast: Cast) -> None:
    """Neither those who keep score nor whoever owns the group."""
    users = {
        role: User.objects.create_guest("Quastenflosser") for role in (Role.OWNER, Role.SCORER)
    }
    for role, user in users.items():
        Membership.objects.create(group=cast.group, user=user, role=role)
    scorer = phone(users[Role.SCORER])
    Table(scorer, sit_down(cast, "NS", phases=[1]).game).play("N=out S=60-")
    playing = Table(scorer, sit_down(cast, "NE").game).play("N=out E=5")
    scorer.post(f"{V1}/share-links/", {"game": playing.game["id"]})
    count_all()
    link = share(cast, client_of(users[Role.OWNER]))
    pages = [
        look(link["token"]),
        look(link["token"], "?format=atom"),
        ContractClient().get(f"/shared/{link['token']}"),
    ]
    for shown in pages:
        assert shown.status_code == 200
        assert "Quastenflosser" not in shown.content.decode()
    assert "North" in pages[0].content.decode()


# --- The feed of nights ---------------------------------------------------------------------

ATOM = "{http://www.w3.org/2005/Atom}"


def feed(token: str, **headers: str) -> ElementTree.Element:
    response = look(token, "?format=atom", **headers)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "application/atom+xml"
    return ElementTree.fromstring(response.content)


def texts(element: ElementTree.Element, *names: str) -> list[str | None]:
    return [element.findtext(ATOM + name) for name in names]


def test_a_feed_tells_of_the_nights_what_their_cards_do(cast: Cast) -> None:
    two_nights(cast)
    token = share(cast)["token"]
    told = feed(token)
    assert texts(told, "title", "id") == ["Kitchen table: nights", cast.group.pk.urn]
    links = {link.get("rel"): link.get("href") for link in told.findall(f"{ATOM}link")}
    assert links == {
        "self": f"http://testserver/api/v1/shared/{token}/?format=atom",
        "alternate": f"http://testserver/shared/{token}",
    }
    night, earlier = told.findall(f"{ATOM}entry")
    assert texts(night, "title") == ["Kitchen table, 21 November 2026"]
    assert night.findtext(f"{ATOM}published") == "2026-11-21T20:00:00+00:00"
    changed = Game.objects.latest("started_at").changed_at
    assert night.findtext(f"{ATOM}updated") == changed.isoformat()
    card = phone(cast.users["viewer"]).get(f"{cast.url}/nights/2026-11-21/").json()["text"]
    lines = card.split("\n")[1:]
    assert night.findtext(f"{ATOM}summary") == f"<p>{'<br>'.join(lines)}</p>"
    # The ids stay, whatever the link: nobody is told of a night twice.
    again = feed(share(cast)["token"])
    ids = [texts(entry, "id") for entry in told.findall(f"{ATOM}entry")]
    assert ids == [texts(entry, "id") for entry in again.findall(f"{ATOM}entry")]
    assert texts(night, "id") != texts(earlier, "id")
    german = feed(token, **{"Accept-Language": "de"})
    assert texts(german, "title") == ["Kitchen table: Abende"]


def test_a_feed_before_the_first_night_is_the_same_each_time(cast: Cast) -> None:
    token = share(cast)["token"]
    told = feed(token)
    assert told.findall(f"{ATOM}entry") == []
    made = Group.objects.get(pk=cast.group.pk).created_at
    assert told.findtext(f"{ATOM}updated") == made.isoformat()


def test_a_feed_is_made_once_for_all_who_follow_it(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    two_nights(cast)
    token = share(cast)["token"]
    first = look(token, "?format=atom")
    tag = {"If-None-Match": first["ETag"]}
    with django_assert_max_num_queries(6):  # three each
        assert look(token, "?format=atom").content == first.content
        assert look(token, "?format=atom", **tag).status_code == 304
    # A round of a game in progress tells nothing new; a name, and a game that ends, do.
    sit_down(cast, "NE").play("N=out E=5")
    assert look(token, "?format=atom", **tag).status_code == 304
    player = f"{V1}/players/{cast.players[0].pk}/"
    assert cast.scorer.patch(player, {"name": "Norma"}).status_code == 200
    renamed = look(token, "?format=atom", **tag)
    assert "Norma" in renamed.content.decode()
    sit_down(cast, "NS", phases=[1]).play("S=out N=60-")
    count_all()
    assert len(feed(token).findall(f"{ATOM}entry")) == 3


def test_no_name_breaks_a_feed(cast: Cast) -> None:
    two_nights(cast)
    Player.objects.filter(pk=cast.players[0].pk).update(name="<b>&\uffff</b>")
    Group.objects.filter(pk=cast.group.pk).update(name="<i>\uffff")
    night = feed(share(cast)["token"]).find(f"{ATOM}entry")
    assert night is not None
    summary = night.findtext(f"{ATOM}summary") or ""
    assert "&lt;b&gt;&amp;" in summary
    assert "<b>" not in summary
