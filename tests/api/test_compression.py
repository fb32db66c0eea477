"""What is compressed, what is not, and entity tags of what is."""

from __future__ import annotations

import asyncio
import gzip
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import brotli
import httpx
import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from rest_framework.test import APIClient

from config.asgi import build
from config.static_files import QuickCompressor
from games.models import Invite, Role
from rest.compression import MIN_BYTES, compression, preferred_encoding
from tests.accounts.people import AUTH
from tests.api.contract import published
from tests.application import client_of_application
from tests.cast import V1, Cast

BR = {"Accept-Encoding": "gzip, deflate, br"}
GZIP = {"Accept-Encoding": "gzip"}
UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}
TEXT = json.dumps(list(range(1000))).encode()


def unpacked(response: Any) -> Any:
    content = UNPACK[response.headers["Content-Encoding"]](response.content)
    assert response.headers["Content-Length"] == str(len(response.content))
    return json.loads(content)


def vary(response: Any) -> set[str]:
    return {name.strip().lower() for name in response.headers.get("Vary", "").split(",")}


@pytest.fixture
def game(cast: Cast) -> str:
    return f"{V1}/games/{cast.game()['id']}/"


@pytest.mark.parametrize(("headers", "encoding"), [(BR, "br"), (GZIP, "gzip")])
def test_a_game_is_a_third_of_its_size(
    cast: Cast, game: str, headers: dict[str, str], encoding: str
) -> None:
    plain = cast.viewer.get(game)
    packed = cast.viewer.get(game, headers=headers)
    assert packed["Content-Encoding"] == encoding
    assert unpacked(packed) == plain.json()
    assert len(packed.content) * 3 < len(plain.content)
    assert "Content-Encoding" not in plain
    for response in (plain, packed):
        assert "accept-encoding" in vary(response)


@pytest.mark.parametrize("headers", [BR, GZIP])
def test_the_schema_is_a_tenth_of_its_size(headers: dict[str, str]) -> None:
    plain = APIClient().get("/api/schema/")
    packed = APIClient().get("/api/schema/", headers=headers)
    assert len(packed.content) * 8 < len(plain.content)


def test_each_encoding_has_its_tag_and_all_are_understood(cast: Cast, game: str) -> None:
    answers = [cast.scorer.get(game, headers=headers) for headers in ({}, BR, GZIP)]
    plain, br, zipped = (answer["ETag"] for answer in answers)
    assert br == f'{plain[:-1]}-br"'
    assert zipped == f'{plain[:-1]}-gzip"'
    for tag in (plain, br, zipped):
        for known in (tag, f"W/{tag}", f'"other", {tag}'):
            for headers in ({}, BR, GZIP):
                again = cast.scorer.get(game, headers={**headers, "If-None-Match": known})
                assert again.status_code == 304
                assert again["ETag"] == tag  # of what the client has
                assert "accept-encoding" in vary(again)
    assert cast.scorer.get(game, headers={**BR, "If-None-Match": '"other-br"'}).status_code == 200


@pytest.mark.parametrize("headers", [{}, BR, GZIP])
def test_a_change_can_name_the_tag_of_a_compressed_answer(
    cast: Cast, game: str, headers: dict[str, str]
) -> None:
    tag = cast.scorer.get(game, headers=headers)["ETag"]
    body = {"house_rules": {"must_lay_down": True}}
    changed = cast.scorer.patch(game, body, headers={**headers, "If-Match": tag})
    assert changed.status_code == 200
    stale = cast.scorer.patch(game, body, headers={**headers, "If-Match": tag})
    assert stale.status_code == 412
    again = {**headers, "If-Match": stale["ETag"]}
    assert cast.scorer.patch(game, {"house_rules": {}}, headers=again).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=0.8, br;q=0.1", "gzip"),
        ("*", "br"),
        ("*;q=0.5, br;q=0", "gzip"),
        ("GZIP ; Q=1.000", "gzip"),
        ("identity", None),
        ("identity;q=1, gzip;q=0.5", None),
        ("gzip;q=0", None),
        ("gzip;q=yes", None),
        ("deflate, zstd", None),
        ("", None),
        (",;,=", None),
    ],
)
def test_what_the_client_likes_best(accepted: str, encoding: str | None) -> None:
    assert preferred_encoding(accepted) == encoding


def through(response: Any) -> Any:
    """What the middleware makes of a response, for a client that takes brotli."""
    return compression(lambda _request: response)(RequestFactory().get("/", headers=BR))


@pytest.mark.parametrize(
    "response",
    [
        HttpResponse(b"x" * (MIN_BYTES - 1), content_type="application/json"),
        HttpResponse(TEXT, content_type="application/pdf"),
        HttpResponse(TEXT, content_type="image/png"),
        HttpResponse(TEXT, content_type="text/event-stream"),
        HttpResponse(TEXT, content_type="application/zip"),
        HttpResponse(TEXT, content_type="application/json", headers={"Content-Encoding": "zstd"}),
        HttpResponse(TEXT, content_type="application/json", headers={"Cache-Control": "no-store"}),
        HttpResponse(
            TEXT, content_type="application/json", headers={"Cache-Control": "public, no-transform"}
        ),
    ],
    ids=lambda response: str(response.headers),
)
def test_what_is_left_alone(response: HttpResponse) -> None:
    content, headers = response.content, dict(response.headers)
    after = through(response)
    assert after.content == content
    assert dict(after.headers) == headers


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "application/problem+json",
        "application/vnd.oai.openapi+json; charset=utf-8",
        "application/vnd.oai.openapi",
        "application/yaml",
        "text/html; charset=utf-8",
        "text/csv",
        "image/svg+xml",
    ],
)
def test_what_is_compressed(media_type: str) -> None:
    after = through(HttpResponse(TEXT, content_type=media_type, headers={"ETag": 'W/"7"'}))
    assert brotli.decompress(after.content) == TEXT
    assert after["ETag"] == 'W/"7"'  # weak: it says nothing about the bytes


# --- Secrets: docs/decisions/0014-compression-and-secrets.md --------------------------------

SECRETS = {"token", "link", "svg", "ticket"}


def test_no_answer_with_a_secret_is_compressed_or_stored(cast: Cast, game: str) -> None:
    for number in range(8):
        Invite.objects.create(
            group=cast.group,
            role=Role.VIEWER,
            code=f"K7PM4XW{number}",
            expires_at=timezone.now() + timedelta(days=1),
        )
    of_game, of_group = {"game": game.rsplit("/", 2)[1]}, {"group": str(cast.group.pk)}
    answers = {
        "DeviceLogin": APIClient().post(f"{AUTH}/guests/", {"name": "x" * 80}, headers=BR),
        "Pairing": cast.owner.post(f"{AUTH}/pairing/", headers=BR),
        "InviteDetail": cast.owner.post(f"{cast.url}/invites/", {"role": "viewer"}, headers=BR),
        "ShareLinkDetail": cast.scorer.post(f"{V1}/share-links/", of_game, headers=BR),
        "StreamTicket": cast.viewer.post(f"{V1}/tickets/", of_game, headers=BR),
        "ticket at the old address": cast.viewer.post(f"{game}tickets/", headers=BR),
        "ticket of a group": cast.viewer.post(f"{V1}/tickets/", of_group, headers=BR),
        "NewAccessToken": cast.owner.post(
            f"{V1}/me/tokens/", {"name": "Bot", "scopes": ["read"]}, headers=BR
        ),
        "invites": cast.owner.get(f"{cast.url}/invites/", headers=BR),
        "links of a group": cast.owner.get(f"{V1}/share-links/", of_group, headers=BR),
        "share links": cast.scorer.get(f"{V1}/share-links/", of_game, headers=BR),
        "links at the old address": cast.scorer.get(f"{game}share-links/", headers=BR),
    }
    for name, response in answers.items():
        assert response.status_code in (200, 201), name
        assert response["Cache-Control"] == "no-store", name
        assert "Content-Encoding" not in response, name
    assert len(answers["invites"].content) > MIN_BYTES
    # Another component with such a field needs a line above.
    carrying = {
        name
        for name, schema in published()["components"]["schemas"].items()
        if SECRETS & schema.get("properties", {}).keys() and not name.endswith("Request")
    }
    assert carrying == answers.keys() - {
        "invites", "share links", "links of a group", "links at the old address",
        "ticket of a group", "ticket at the old address",
    }  # fmt: skip


# --- Static files -----------------------------------------------------------------------------


def test_static_files_are_compressed_when_they_are_collected(tmp_path: Path) -> None:
    script = tmp_path / "script.js"
    script.write_bytes(b"let a = 1;\n" * 1000)
    compressor = QuickCompressor(quiet=True)
    assert sorted(compressor.compress(script)) == [f"{script}.br", f"{script}.gz"]
    assert compressor.compress(script) == []  # nothing has changed
    script.write_bytes(b"let b = 2;\n" * 1000)
    assert len(compressor.compress(script)) == 2

    async def run(headers: dict[str, str]) -> httpx.Response:
        async with client_of_application(build(tmp_path)) as client:
            return await client.get("/static/script.js", headers=headers)

    for headers, encoding in ((BR, "br"), (GZIP, "gzip")):
        response = asyncio.run(run(headers))
        assert response.headers["Content-Encoding"] == encoding
        assert int(response.headers["Content-Length"]) < 200
        assert response.content == script.read_bytes()
        assert "accept-encoding" in vary(response)
