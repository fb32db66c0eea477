"""The addresses in links, mails and QR codes: a page for a browser, JSON for a client."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import PairingCode
from accounts.services.pairing import create_pairing_code
from accounts.services.password_reset import reset_key
from config.origins import secure_proxy_header
from games.models import Invite, Membership, Role, ShareLink
from tests.accounts.people import AUTH, PASSWORD, assert_problem, new_code
from tests.cast import V1, Cast

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
HOSTILE = '<script>alert("1")</script> & {{ x }}'
SVG = "{http://www.w3.org/2000/svg}"


def opened(path: str) -> Any:
    return APIClient().get(path, headers=BROWSER)


def invited(cast: Cast, **more: Any) -> Invite:
    fields = {"role": Role.SCORER, "code": "K7PM4XWY", **more}
    fields.setdefault("expires_at", timezone.now() + timedelta(days=1))
    return Invite.objects.create(group=cast.group, **fields)


@pytest.fixture
def links(cast: Cast) -> dict[str, str]:
    """A link of each kind that is valid."""
    cast.group.name = HOSTILE
    cast.group.save()
    cast.players[0].name = HOSTILE
    cast.players[0].save()
    ShareLink.objects.create(game_id=cast.game()["id"], token="watch-me")
    ShareLink.objects.create(group=cast.group, token="see-us")
    owner = cast.users["owner"]
    owner.email = "owner@example.org"
    owner.save()
    return {
        "join": f"/join/{invited(cast).code}",
        "watch": "/watch/watch-me",
        "shared": "/shared/see-us",
        "pair": f"/pair/{create_pairing_code(user=owner)[0]}",
        "reset": f"/reset/{reset_key(owner)}",
    }


class Elements(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize("kind", ["join", "watch", "shared", "pair", "reset"])
def test_a_browser_gets_a_page_that_loads_nothing(links: dict[str, str], kind: str) -> None:
    response = opened(links[kind])
    assert response.status_code == 200
    assert response["Content-Type"] == "text/html; charset=utf-8"
    text = response.content.decode()
    page = Elements(text)
    assert {"html", "main", "h1", "p"} <= set(page.tags)
    assert not {"script", "img", "link", "form", "iframe"} & set(page.tags)
    assert all(
        address.startswith(("/api/v1/games/", "/api/v1/shared/")) for address in page.addresses
    )
    assert '<meta name="viewport"' in text
    style = re.search("<style>(.*?)</style>", text, re.DOTALL)
    assert style
    digest = b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = response["Content-Security-Policy"]
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}'; ")
    assert "prefers-color-scheme: dark" in style[1]
    assert response["Cache-Control"] == "no-store"
    assert response["Referrer-Policy"] == "no-referrer"
    assert "Accept" in response["Vary"]


@pytest.mark.parametrize("kind", ["join", "watch", "shared", "pair", "reset"])
@pytest.mark.parametrize("accept", ["application/json", "*/*", None, "image/png"])
def test_a_client_gets_json(links: dict[str, str], kind: str, accept: str | None) -> None:
    response = APIClient().get(links[kind], headers={"Accept": accept} if accept else None)
    assert response.status_code == 200
    content = response.json()
    assert content.keys() == {"kind", "title", "name", "text", "api"}
    assert content["kind"] == kind
    assert content["api"].startswith(f"http://testserver{V1}/")
    if kind in ("watch", "shared"):
        assert f"{V1}/shared/" in content["api"]
    assert "Accept" in response["Vary"]


@pytest.mark.parametrize("kind", ["join", "watch", "shared", "pair", "reset"])
@pytest.mark.parametrize("headers", [BROWSER, {}])
def test_head_is_answered_like_get(
    links: dict[str, str], kind: str, headers: dict[str, str]
) -> None:
    got = APIClient().get(links[kind], headers=headers)
    head = APIClient().head(links[kind], headers=headers)
    assert (head.status_code, head.content) == (200, b"")
    assert head["Content-Type"] == got["Content-Type"]
    assert head["Content-Length"] == got["Content-Length"]


def test_it_tells_what_the_link_gives_access_to(links: dict[str, str]) -> None:
    join, watch, shared = (
        opened(links[kind]).content.decode() for kind in ("join", "watch", "shared")
    )
    escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; {{ x }}"
    for text in (join, watch, shared):
        assert escaped in text
        assert "<script" not in text
    assert "3 members" in join
    assert "as a scorer" in join
    assert "K7PM-4XWY" in join
    assert "Phase 10" in watch
    assert "East" in watch


@pytest.mark.parametrize("path", ["/g/K7PM4XWY", "/join", "/join/", "/watch", "/nowhere/at/all"])
def test_a_person_at_an_unknown_address_sees_a_page(path: str) -> None:
    response = opened(path)
    assert (response.status_code, response["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "<h1>This link does not work</h1>" in response.content.decode()
    assert response["Content-Security-Policy"].startswith("default-src 'none'")
    german = APIClient().get(path, headers={**BROWSER, "Accept-Language": "de"})
    assert '<html lang="de"' in german.content.decode()
    for other in (APIClient().get(path), opened(f"/api{path}"), opened("/api/v1/nothing/")):
        assert_problem(other, 404, "not_found")


def test_opening_uses_nothing_up(links: dict[str, str], cast: Cast) -> None:
    for _twice in range(2):
        for link in links.values():
            assert opened(link).status_code == 200
            assert APIClient().get(link).status_code == 200
    assert Invite.objects.get().uses == 0
    assert Membership.objects.filter(group=cast.group).count() == 3
    api = APIClient()
    code = links["pair"].removeprefix("/pair/")
    assert api.post(f"{AUTH}/pair/", {"code": code}).status_code == 200
    uid, _dot, token = links["reset"].removeprefix("/reset/").partition(".")
    body = {"uid": uid, "token": token, "password": PASSWORD}
    assert api.post(f"{AUTH}/password-reset/confirm/", body).status_code == 200
    # Now they are used up, and say so.
    assert opened(links["pair"]).status_code == 404
    assert opened(links["reset"]).status_code == 404


def test_links_of_the_api_lead_to_pages(cast: Cast) -> None:
    invite = cast.owner.post(f"{cast.url}/invites/", {"role": "viewer"}).json()
    share = cast.scorer.post(f"{V1}/share-links/", {"game": cast.game()["id"]}).json()
    group = cast.owner.post(f"{V1}/share-links/", {"group": str(cast.group.pk)}).json()
    pairing = cast.owner.post(f"{AUTH}/pairing/").json()
    for link in (invite["link"], share["link"], group["link"], pairing["link"], "/reset#some.key"):
        path = link.removeprefix("http://testserver").partition("#")[0]
        assert opened(path).status_code == 200, link


@pytest.mark.parametrize(
    ("proxies", "told", "public", "origin"),
    [
        (0, None, "", "http://testserver"),
        (0, "https", "", "http://testserver"),  # anybody can say so
        (1, None, "", "http://testserver"),
        (1, "https", "", "https://testserver"),
        (2, "https", "", "https://testserver"),
        (1, "http", "https://cards.example.org", "https://cards.example.org"),
    ],
)
def test_links_lead_to_where_the_request_came_in(
    cast: Cast, settings: Settings, proxies: int, told: str | None, public: str, origin: str
) -> None:
    settings.SECURE_PROXY_SSL_HEADER = secure_proxy_header(proxies)
    settings.PUBLIC_URL = public
    headers = {"Host": "testserver", **({"X-Forwarded-Proto": told} if told else {})}
    game = cast.game()["id"]
    for who, path, body in (
        (cast.owner, f"{cast.url}/invites/", {"role": "viewer"}),
        (cast.scorer, f"{V1}/share-links/", {"game": game}),
        (cast.owner, f"{AUTH}/pairing/", None),
    ):
        assert who.post(path, body, headers=headers).json()["link"].startswith(f"{origin}/"), path


def test_its_own_https_is_seen_without_a_proxy(cast: Cast) -> None:
    invite = cast.owner.post(f"{cast.url}/invites/", {"role": "viewer"}, secure=True).json()
    assert invite["link"].startswith("https://testserver/join/")


def test_no_page_tells_a_secret_that_is_not_in_its_address(cast: Cast) -> None:
    code = new_code(cast.owner)
    assert code not in opened("/pair").content.decode()
    assert code in opened(f"/pair/{code.lower()}").content.decode()
    key = reset_key(cast.users["owner"])
    page = opened(f"/reset/{key}").content.decode()
    assert key not in page
    assert "owner" not in page


@pytest.mark.parametrize(
    "path",
    [
        "/join/WRONG",
        "/join/K7PM-4XW9",
        "/join/%00",
        "/watch/none",
        "/watch/%F0%9F%82%A1",
        "/watch/%00",
        "/shared/none",
        "/shared/%00",
        "/pair/wrong",
        "/pair/%00",
        "/reset/none",
        "/reset/a.b",
        "/reset/%00.%ff",
        "/join/" + "x" * 5000,
    ],
)
@pytest.mark.django_db
def test_a_link_that_leads_nowhere(path: str) -> None:
    response = opened(path)
    assert response.status_code == 404
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert "This link does not work" in response.content.decode()
    assert "default-src 'none'" in response["Content-Security-Policy"]
    problem = APIClient().get(path)
    assert problem.status_code == 404
    assert problem["Content-Type"] == "application/problem+json"
    assert problem.json()["detail"] in response.content.decode()
    assert APIClient().head(path).status_code == 404


def test_an_old_link_is_answered_like_a_wrong_one(cast: Cast) -> None:
    invited(cast, expires_at=timezone.now() - timedelta(seconds=1))
    invited(cast, code="K7PM4XW9", max_uses=1, uses=1)
    new_code(cast.owner)
    PairingCode.objects.update(expires_at=timezone.now())
    revoked = ShareLink.objects.create(
        game_id=cast.game()["id"], token="gone", revoked_at=timezone.now()
    )
    wrong = opened("/join/WRONG").content
    for code in ("K7PM4XWY", "K7PM4XW9"):
        assert opened(f"/join/{code}").content == wrong
        assert_problem(APIClient().get(f"{V1}/join/{code}/"), 404, "unknown_code")
    assert opened(f"/watch/{revoked.token}").status_code == 404
    ended = ShareLink.objects.create(group=cast.group, token="over", revoked_at=timezone.now())
    assert opened(f"/shared/{ended.token}").status_code == 404


def test_what_one_would_join(cast: Cast, django_assert_num_queries: Any) -> None:
    invite = invited(cast)
    cast.players[3].has_left = True
    cast.players[3].save()
    with django_assert_num_queries(1):
        response = APIClient().get(f"{V1}/join/k7pm-4xwy/")
    assert response.json() == {
        "group_name": "Kitchen table",
        "role": "scorer",
        "member_count": 3,
        "player_count": 3,
        "expires_at": invite.expires_at.isoformat().replace("+00:00", "Z"),
    }
    assert Invite.objects.get().uses == 0
    joined = cast.outsider.post(f"{V1}/join/", {"code": "K7PM4XWY"})
    assert joined.json()["member_count"] == 4


def test_a_qr_code_is_a_document_of_its_own(cast: Cast) -> None:
    invite = cast.owner.post(f"{cast.url}/invites/", {"role": "viewer"}).json()
    share = cast.scorer.post(f"{V1}/share-links/", {"game": cast.game()["id"]}).json()
    pairing = cast.owner.post(f"{AUTH}/pairing/").json()
    for answer in (invite, share, pairing):
        root = ElementTree.fromstring(answer["svg"])
        assert root.tag == f"{SVG}svg"
        assert root.findall(f"{SVG}path")
        assert root.get("viewBox")


def test_the_language_is_that_of_the_page(db: None) -> None:
    assert '<html lang="en" dir="ltr">' in opened("/pair").content.decode()
