"""Who may do what: every address and every method, asked by everybody.

A new address or method fails here until it has its line in `TABLE`. The line says what it
answers to each of `PEOPLE`:

    401, 403, 404   not without an account; not in your role; not your group's, so not there
    ok              let in: it is carried out, or refused for another reason than who asks

The body, where there is one, is good, so that nothing but who asks decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import DeviceToken
from accounts.scopes import DEVICE, Scope
from accounts.services.access_tokens import create_access_token
from accounts.services.pairing import create_pairing_code
from accounts.services.password_reset import reset_key
from config.client_urls import ADDRESSES
from games.models import (
    Draft,
    Game,
    Group,
    Invite,
    Membership,
    PhaseList,
    Play,
    Player,
    Role,
    ShareLink,
)
from pocket.archive import packed
from scoring.jobs.models import Job
from scoring.statistics.models import PlayerResult
from scoring.webhooks.models import Webhook
from scoring.webhooks.sender import new_secret
from tests.accounts.people import holder
from tests.api.contract import operations
from tests.cast import Cast

# The same id for all, so that equal problems are equal in all their bytes.
HEADERS = {"If-Match": "*", "X-Request-Id": "the-same"}
METHODS = ("get", "post", "put", "patch", "delete")
PEOPLE = ("anonymous", "outsider", "viewer", "scorer", "owner", "other_owner")

NOBODY = "404 404 404 404 404 404"  # a screen of the client: nothing for who wants JSON
OPEN = "ok ok ok ok ok ok"
ACCOUNT = "401 ok ok ok ok ok"  # whoever has an account
MEMBERS = "401 404 ok ok ok 404"
SCORERS = "401 404 403 ok ok 404"
OWNERS = "401 404 403 403 ok 404"


@dataclass(frozen=True)
class Ask:
    """What each of `PEOPLE` is answered, and the good body to ask with.

    Words in braces, in the body as in the path, are filled in from `things`.
    """

    answers: str
    body: dict[str, Any] | None = None
    things: dict[str, str] = field(default_factory=dict)


ROUND = {"results": [{"player": "{player}", "went_out": True}, {"player": "{second}", "points": 5}]}
ACCOUNTS = "api/v1/auth/"
GROUP = "api/v1/groups/<uuid:group>/"
GAME = "api/v1/games/<uuid:game>/"
TABLE_OF = GAME + "table/"
PLAYER = "api/v1/players/<uuid:player>/"
STATISTICS = GROUP + "statistics/"
JOB = "api/v1/jobs/<uuid:job>/"
SPARE = {"player": "spare"}  # somebody who sits nowhere
SHARED = {"token": "group_token"}
OF_GAME = {"game": "{game}"}

TABLE: dict[tuple[str, str], Ask] = {
    # --- Pages and the referee: open to all
    ("get", ""): Ask(OPEN),
    ("get", "api/schema/"): Ask(OPEN),
    ("get", "api/docs/"): Ask(OPEN),
    ("get", "api/docs/problems/"): Ask(OPEN),
    ("get", "api/redoc/"): Ask(OPEN),
    ("get", "api/v1/"): Ask(OPEN),
    ("get", "readyz"): Ask(OPEN),
    ("get", "llms.txt"): Ask(OPEN),
    ("post", "mcp"): Ask(OPEN),
    ("get", "docs/<path:name>"): Ask(OPEN),
    # The root certificate of HTTPS at home; without HTTPS=on there is none.
    ("get", "install/tableside.crt"): Ask(NOBODY),
    ("get", "install/tableside.mobileconfig"): Ask(NOBODY),
    ("get", "join/<str:code>"): Ask(OPEN),
    ("get", "join/<str:code>/"): Ask(OPEN),
    ("get", "watch/<str:token>"): Ask(OPEN),
    ("get", "watch/<str:token>/"): Ask(OPEN),
    ("get", "shared/<str:token>"): Ask(OPEN, things=SHARED),
    ("get", "shared/<str:token>/"): Ask(OPEN, things=SHARED),
    ("get", "pair"): Ask(OPEN),
    ("get", "pair/"): Ask(OPEN),
    ("get", "pair/<str:code>"): Ask(OPEN, things={"code": "pairing"}),
    ("get", "pair/<str:code>/"): Ask(OPEN, things={"code": "pairing"}),
    ("get", "confirm"): Ask(OPEN),
    ("get", "confirm/"): Ask(OPEN),
    ("get", "reset"): Ask(OPEN),
    ("get", "reset/"): Ask(OPEN),
    ("get", "reset/<str:key>"): Ask(OPEN),
    ("get", "reset/<str:key>/"): Ask(OPEN),
    **{("get", address + slash): Ask(NOBODY) for address in ADDRESSES for slash in ("", "/")},
    ("post", "api/v1/referee/phase/"): Ask(OPEN),
    ("post", "api/v1/referee/hit/"): Ask(OPEN),
    ("post", "api/v1/referee/hand/"): Ask(OPEN),
    ("post", "api/v1/referee/score/"): Ask(OPEN),
    ("post", "api/v1/referee/tally/"): Ask(OPEN),
    ("post", "api/v1/referee/difficulty/"): Ask(OPEN),
    ("get", "api/v1/referee/presets/<str:edition>/"): Ask(OPEN),
    ("post", "api/v1/referee/game/"): Ask(OPEN),
    ("get", "api/v1/referee/pocket/"): Ask(OPEN),
    ("get", "api/v1/referee/pocket/<str:archive>"): Ask(OPEN),
    ("get", "api/v1/referee/editions/"): Ask(OPEN),
    ("get", "api/v1/referee/editions/<str:edition>/"): Ask(OPEN),
    ("get", "api/v1/referee/rules/"): Ask(OPEN),
    ("get", "api/v1/figures/"): Ask(ACCOUNT),
    ("get", "api/v1/referee/rules/<str:entry>/"): Ask(OPEN),
    # --- People
    ("post", ACCOUNTS + "guests/"): Ask(OPEN, {"name": "Somebody"}),
    ("post", ACCOUNTS + "login/"): Ask(OPEN, {}),
    ("post", ACCOUNTS + "pair/"): Ask(OPEN, {}),
    ("post", ACCOUNTS + "email/confirm/"): Ask(OPEN, {}),
    ("post", ACCOUNTS + "password-reset/"): Ask(OPEN, {}),
    ("post", ACCOUNTS + "password-reset/confirm/"): Ask(OPEN, {}),
    ("post", ACCOUNTS + "claim/"): Ask(ACCOUNT, {}),
    ("post", ACCOUNTS + "logout/"): Ask(ACCOUNT),
    ("post", ACCOUNTS + "pairing/"): Ask(ACCOUNT),
    ("get", "api/v1/me/"): Ask(ACCOUNT),
    ("patch", "api/v1/me/"): Ask(ACCOUNT, {"name": "Renamed"}),
    ("post", "api/v1/me/delete/"): Ask(ACCOUNT, {}),
    ("get", "api/v1/me/export/"): Ask(ACCOUNT),
    ("get", "api/v1/me/home/"): Ask(ACCOUNT),
    ("get", "api/v1/me/devices/"): Ask(ACCOUNT),
    ("get", "api/v1/me/tokens/"): Ask(ACCOUNT),
    ("post", "api/v1/me/tokens/"): Ask(ACCOUNT, {"name": "Bot", "scopes": ["read"]}),
    # The access token is the scorer's.
    ("delete", "api/v1/me/tokens/<str:access_token>/"): Ask("401 404 404 ok 404 404"),
    # The device is the scorer's.
    ("delete", "api/v1/me/devices/<uuid:device>/"): Ask("401 404 404 ok 404 404"),
    # --- Groups
    ("get", "api/v1/groups/"): Ask(ACCOUNT),
    ("post", "api/v1/groups/"): Ask(ACCOUNT, {"name": "New"}),
    ("post", "api/v1/join/"): Ask(ACCOUNT, {"code": "{code}"}),
    ("get", "api/v1/join/<str:code>/"): Ask(OPEN),
    ("get", GROUP): Ask(MEMBERS),
    ("patch", GROUP): Ask(OWNERS, {"name": "Renamed"}),
    ("delete", GROUP): Ask(OWNERS),
    ("post", GROUP + "hand-over/"): Ask(OWNERS, {"member": "{member}"}),
    ("get", GROUP + "phase-lists/"): Ask(MEMBERS),
    ("post", GROUP + "phase-lists/"): Ask(
        SCORERS, {"name": "Short", "edition": "classic", "phases": [1]}
    ),
    ("patch", GROUP + "phase-lists/<uuid:phase_list>/"): Ask(SCORERS, {"name": "Renamed"}),
    ("delete", GROUP + "phase-lists/<uuid:phase_list>/"): Ask(SCORERS),
    ("put", GROUP + "seen/"): Ask(MEMBERS, {"event": 0}),
    ("get", GROUP + "events/"): Ask(MEMBERS),
    ("get", GROUP + "log/"): Ask(MEMBERS),
    ("post", GROUP + "tickets/"): Ask(MEMBERS),
    ("get", GROUP + "members/"): Ask(MEMBERS),
    ("patch", GROUP + "members/<uuid:member>/"): Ask(OWNERS, {"role": "viewer"}),
    ("post", GROUP + "members/<uuid:member>/approve-claim/"): Ask(SCORERS, {"player": "{player}"}),
    ("post", GROUP + "members/<uuid:member>/refuse-claim/"): Ask(SCORERS, {"player": "{player}"}),
    # The membership is the scorer's: who may leave, but put nobody else out.
    ("delete", GROUP + "members/<uuid:member>/"): Ask("401 404 403 ok ok 404"),
    ("get", GROUP + "invites/"): Ask(SCORERS),
    ("post", GROUP + "invites/"): Ask(SCORERS, {"role": "viewer"}),
    ("delete", GROUP + "invites/<uuid:invite>/"): Ask(SCORERS),
    ("get", GROUP + "share-links/"): Ask(OWNERS),
    ("post", GROUP + "share-links/"): Ask(OWNERS),
    ("delete", GROUP + "share-links/<uuid:link>/"): Ask(OWNERS, things={"link": "group_link"}),
    ("get", GROUP + "webhooks/"): Ask(OWNERS),
    ("post", GROUP + "webhooks/"): Ask(
        OWNERS, {"url": "https://example.org/", "kinds": ["game.over"]}
    ),
    ("patch", GROUP + "webhooks/<uuid:webhook>/"): Ask(OWNERS, {"enabled": False}),
    ("delete", GROUP + "webhooks/<uuid:webhook>/"): Ask(OWNERS),
    ("get", "api/v1/shared/<str:token>/"): Ask(OPEN, things=SHARED),
    ("get", "api/v1/shared/<str:token>/nights.atom"): Ask(OPEN, things=SHARED),
    ("get", GROUP + "players/"): Ask(MEMBERS),
    ("post", GROUP + "players/"): Ask(SCORERS, {"name": "Somebody"}),
    ("get", PLAYER): Ask(MEMBERS),
    ("patch", PLAYER): Ask(SCORERS, {"name": "Renamed"}),
    ("delete", PLAYER): Ask(SCORERS, things=SPARE),
    ("post", PLAYER + "claim/"): Ask(MEMBERS),
    # Claimed by the scorer, who may let go; and so may an owner.
    ("post", PLAYER + "release/"): Ask("401 404 403 ok ok 404", things={"player": "claimed"}),
    ("post", PLAYER + "merge/"): Ask(SCORERS, {"into": "{second}"}, SPARE),
    # --- Games
    ("get", GROUP + "games/"): Ask(MEMBERS),
    ("post", GROUP + "games/"): Ask(
        SCORERS, {"edition": "classic", "players": ["{player}", "{second}"]}
    ),
    ("get", GAME): Ask(MEMBERS),
    ("patch", GAME): Ask(SCORERS, {"house_rules": {"must_lay_down": True}}),
    ("delete", GAME): Ask(OWNERS),
    ("post", GAME + "abandon/"): Ask(SCORERS),
    ("post", GAME + "resume/"): Ask(SCORERS),
    ("post", GAME + "end/"): Ask(SCORERS),
    ("post", GAME + "archive/"): Ask(SCORERS),
    ("post", GAME + "unarchive/"): Ask(SCORERS),
    ("post", GAME + "restore/"): Ask(OWNERS, things={"game": "deleted"}),
    ("post", GAME + "players/"): Ask(SCORERS, {"player": "{spare}", "total": 0}),
    ("delete", GAME + "players/<uuid:player>/"): Ask(SCORERS),
    ("get", GAME + "draft/"): Ask(MEMBERS),
    ("put", GAME + "draft/"): Ask(SCORERS, {"round": 2}),
    ("delete", GAME + "draft/"): Ask(SCORERS),
    # The viewer has not claimed the player.
    ("put", GAME + "draft/lines/<uuid:player>/"): Ask(SCORERS, {"round": 2, "points": 5}),
    ("post", GAME + "rounds/"): Ask(SCORERS, {"number": 2, **ROUND}),
    ("put", GAME + "rounds/<int:number>/"): Ask(SCORERS, ROUND),
    ("delete", GAME + "rounds/<int:number>/"): Ask(SCORERS),
    ("get", GAME + "changes/"): Ask(MEMBERS),
    # --- The live table
    ("get", TABLE_OF): Ask(MEMBERS),
    ("post", TABLE_OF + "plays/"): Ask(SCORERS, {"kind": "note", "round": 2, "text": "Tea."}),
    ("post", TABLE_OF + "lay-downs/"): Ask(
        SCORERS, {"round": 2, "player": "{player}", "groups": [["R3"], ["R4"]], "overrule": "So."}
    ),
    ("post", TABLE_OF + "hits/"): Ask(
        SCORERS, {"round": 2, "player": "{player}", "group": "{game}", "cards": ["R3"]}
    ),
    ("post", TABLE_OF + "discards/"): Ask(SCORERS, {"round": 2, "player": "{player}"}),
    ("post", TABLE_OF + "draws/"): Ask(SCORERS, {"round": 2, "player": "{player}"}),
    ("post", TABLE_OF + "flips/"): Ask(SCORERS, {"round": 2}),
    ("post", TABLE_OF + "notes/"): Ask(SCORERS, {"round": 2, "text": "Tea."}),
    ("delete", TABLE_OF + "plays/<uuid:play>/"): Ask(SCORERS),
    ("get", GAME + "events/"): Ask(MEMBERS),
    ("get", GAME + "log/"): Ask(MEMBERS),
    ("post", GAME + "tickets/"): Ask(MEMBERS),
    ("post", "api/v1/tickets/"): Ask(MEMBERS, OF_GAME),
    ("get", "api/v1/watch/<str:token>/table/"): Ask(OPEN),
    ("get", "api/v1/watch/<str:token>/draft/"): Ask(OPEN),
    ("get", "api/v1/watch/<str:token>/events/"): Ask(OPEN),
    ("get", "api/v1/watch/<str:token>/log/"): Ask(OPEN),
    ("get", "api/v1/share-links/"): Ask(SCORERS, OF_GAME),
    ("post", "api/v1/share-links/"): Ask(SCORERS, OF_GAME),
    ("patch", "api/v1/share-links/<uuid:link>/"): Ask(OWNERS, {"is_mine": True}),
    ("delete", "api/v1/share-links/<uuid:link>/"): Ask(SCORERS),
    ("get", GAME + "share-links/"): Ask(SCORERS),
    ("post", GAME + "share-links/"): Ask(SCORERS),
    ("delete", GAME + "share-links/<uuid:link>/"): Ask(SCORERS),
    ("post", GAME + "share-links/<uuid:link>/adopt/"): Ask(OWNERS),
    ("get", "api/v1/watch/<str:token>/"): Ask(OPEN),
    # --- Statistics
    ("get", STATISTICS): Ask(MEMBERS, {"include": "records"}),
    ("get", STATISTICS + "leaderboard/"): Ask(MEMBERS),
    ("get", STATISTICS + "players/<uuid:player>/"): Ask(MEMBERS),
    ("get", STATISTICS + "players/<uuid:player>/circumstances/"): Ask(MEMBERS),
    ("get", STATISTICS + "players/<uuid:player>/ratings/"): Ask(MEMBERS),
    ("get", STATISTICS + "head-to-head/"): Ask(MEMBERS),
    ("get", STATISTICS + "head-to-head/<uuid:player>/<uuid:other>/"): Ask(MEMBERS),
    ("get", STATISTICS + "odds/"): Ask(MEMBERS, {"players": ["{player}", "{second}"]}),
    ("get", STATISTICS + "records/"): Ask(MEMBERS),
    ("get", STATISTICS + "phases/"): Ask(MEMBERS),
    ("get", STATISTICS + "badges/"): Ask(MEMBERS),
    ("get", STATISTICS + "periods/<str:period>/"): Ask(MEMBERS),
    ("get", STATISTICS + "years/<int:year>/"): Ask(MEMBERS),
    ("get", STATISTICS + "seasons/<str:date>/"): Ask(MEMBERS),
    ("get", GROUP + "summary/"): Ask(MEMBERS),
    ("get", GROUP + "nights/"): Ask(MEMBERS),
    ("get", GROUP + "nights/<str:date>/"): Ask(MEMBERS),
    ("get", GROUP + "nights/<str:date>/night.png"): Ask(MEMBERS),
    # --- Score sheets
    ("get", GAME + "sheet/"): Ask(MEMBERS),
    ("get", GAME + "sheet.pdf"): Ask(MEMBERS),
    ("get", GAME + "sheet.png"): Ask(MEMBERS),
    ("get", "api/v1/watch/<str:token>/sheet.pdf"): Ask(OPEN),
    ("get", "api/v1/watch/<str:token>/sheet.png"): Ask(OPEN),
    # --- Long work
    ("post", GROUP + "imports/"): Ask(SCORERS),
    ("get", GROUP + "imports/template/"): Ask(MEMBERS),
    ("get", "api/v1/imports/template/"): Ask(ACCOUNT),
    ("get", GROUP + "jobs/"): Ask(MEMBERS),
    # Other kinds of jobs are for scorers or owners: tests/scoring/test_starting_jobs.py.
    ("post", GROUP + "jobs/"): Ask(MEMBERS, {"kind": "export", "format": "csv"}),
    ("post", GROUP + "exports/"): Ask(MEMBERS, {"format": "csv"}),
    ("post", GROUP + "recomputes/"): Ask(OWNERS),
    ("get", JOB): Ask(MEMBERS),
    # Started by the scorer, who may stop it; and so may an owner.
    ("post", JOB + "cancel/"): Ask("401 404 403 ok ok 404"),
    ("get", JOB + "file/"): Ask(MEMBERS, things={"job": "done"}),
    ("post", JOB + "preview/"): Ask(SCORERS, {}, {"job": "preview"}),
    ("post", JOB + "import/"): Ask(SCORERS, {}, {"job": "preview"}),
}


def callbacks(
    patterns: list[URLPattern | URLResolver], prefix: str = ""
) -> Iterator[tuple[str, Any]]:
    """Every address with what answers there."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from callbacks(pattern.url_patterns, route)
        else:
            yield route, pattern.callback


CALLBACKS = list(callbacks(get_resolver().url_patterns))
# But for what answers that there is none.
ROUTES = {route: one.view_class for route, one in CALLBACKS if hasattr(one, "view_class")}
ASKED = [
    (method, route) for route, view in ROUTES.items() for method in METHODS if hasattr(view, method)
]


def test_every_address_and_method_is_in_the_table() -> None:
    missing = [f"{method} {route}" for method, route in ASKED if (method, route) not in TABLE]
    assert not missing, (
        "Nobody has said who may do this. Add a line to TABLE in tests/api/test_permissions.py "
        f"for each of: {', '.join(missing)}"
    )
    gone = [f"{method} {route}" for method, route in TABLE if (method, route) not in ASKED]
    assert not gone, f"These are no more, so neither are their lines in TABLE: {', '.join(gone)}"


def test_no_address_is_without_a_view_that_is_known_here() -> None:
    assert len(CALLBACKS) == len(ROUTES) + 1  # the one that answers 404


@pytest.fixture
def things(cast: Cast) -> dict[str, str]:
    """One of each thing of the group, by the name that it has in addresses."""
    game = cast.game(players=[str(player.pk) for player in cast.players[:2]])
    first = {
        "number": 1,
        "results": [
            {"player": str(cast.players[0].pk), "went_out": True},
            {"player": str(cast.players[1].pk), "points": 5},
        ],
    }
    assert cast.scorer.post(f"/api/v1/games/{game['id']}/rounds/", first).status_code == 201
    deleted = cast.game(players=[str(player.pk) for player in cast.players[:2]])
    Game.objects.filter(pk=deleted["id"]).update(deleted_at=timezone.now())
    claimed = Player.objects.create(group=cast.group, name="The scorer", user=cast.users["scorer"])
    invite = Invite.objects.create(
        group=cast.group,
        role=Role.VIEWER,
        code="K7PM4XWY",
        expires_at=timezone.now() + timedelta(days=1),
        created_by=cast.users["scorer"],
    )
    link = ShareLink.objects.create(game_id=game["id"], token="watch-me")
    group_link = ShareLink.objects.create(group=cast.group, token="see-us")
    Game.objects.filter(pk=game["id"]).update(has_plays=True)
    play = Play.objects.create(
        game_id=game["id"], round=2, number=1, kind="note", data={"text": "Tea."}
    )
    Draft.objects.create(game_id=game["id"], round=2)
    Group.objects.filter(pk=cast.group.pk).update(seasons=["2026-11-21"])
    PlayerResult.objects.create(
        group=cast.group, game_id=game["id"], player=cast.players[0], played_at="2026-11-21T20:00Z"
    )
    phases = [[{"kind": "set", "size": 3}]]
    phase_list = PhaseList.objects.create(
        group=cast.group, name="Short", edition="classic", phases=phases
    )
    webhook = Webhook.objects.create(
        group=cast.group,
        owner=cast.users["owner"],
        url="https://example.org/",
        kinds=["game.over"],
        format="standard",
        secret=new_secret(),
        last_event=0,
        last_night="2026-11-21",
    )
    member = Membership.objects.get(group=cast.group, user=cast.users["scorer"])
    device = DeviceToken.objects.filter(user=cast.users["scorer"]).get()
    theirs = {"group": cast.group, "created_by": cast.users["scorer"], "kind": "recompute"}
    access_token = create_access_token(user=cast.users["scorer"], name="Bot", scopes=["read"]).row
    job = Job.objects.create(**theirs)
    done = Job.objects.create(**theirs, state="done", file=b"1", media_type="text/plain")
    nothing = {"players": [], "problem_count": 0, "blocking_count": 0}
    preview = Job.objects.create(**{**theirs, "kind": "preview"}, state="done", result=nothing)
    return {
        "group": str(cast.group.pk),
        "game": game["id"],
        "deleted": deleted["id"],
        "number": "1",
        "player": str(cast.players[0].pk),
        "second": str(cast.players[1].pk),
        "other": str(cast.players[1].pk),
        "spare": str(cast.players[3].pk),
        "claimed": str(claimed.pk),
        "member": str(member.pk),
        "phase_list": str(phase_list.pk),
        "invite": str(invite.pk),
        "code": invite.code,
        "pairing": create_pairing_code(user=cast.users["scorer"])[0],
        "key": reset_key(cast.users["scorer"]),
        "link": str(link.pk),
        "play": str(play.pk),
        "token": link.token,
        "group_link": str(group_link.pk),
        "webhook": str(webhook.pk),
        "group_token": group_link.token,
        "device": str(device.id),
        "access_token": str(access_token.id),
        "edition": "classic",
        "entry": "phase-order",
        "year": "2026",
        "period": "2026",
        "name": "api.md",
        "date": "2026-11-21",
        "job": str(job.pk),
        "done": str(done.pk),
        "archive": packed().code.name,
        "preview": str(preview.pk),
    }


def ask(client: APIClient, method: str, route: str, one: Ask, things: dict[str, str]) -> Any:
    """Ask in a transaction that is undone, so that each finds things as they were."""
    known = {**things, **{name: things[other] for name, other in one.things.items()}}
    body = None if one.body is None else _filled(one.body, known)
    with transaction.atomic():
        response = getattr(client, method)(path_of(route, known), body, headers=HEADERS)
        transaction.set_rollback(True)
    return response


def path_of(route: str, known: dict[str, str]) -> str:
    return "/" + re.sub(r"<\w+:(\w+)>", lambda field: known.get(field[1], field[0]), route)


def _filled(value: Any, known: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(each, known) for name, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, known) for each in value]
    return value.format(**known) if isinstance(value, str) else value


# Each of these asks for everything in one test: things take longer to make than to ask for.


def test_who_may(cast: Cast, things: dict[str, str]) -> None:
    found = {key: answers(cast, *key, one, things) for key, one in TABLE.items()}
    assert found == {key: one.answers for key, one in TABLE.items()}


def answers(cast: Cast, method: str, route: str, one: Ask, things: dict[str, str]) -> str:
    """What each of `PEOPLE` is answered."""
    return " ".join(
        _kind_of(ask(getattr(cast, person), method, route, one, things).status_code)
        for person in PEOPLE
    )


def test_what_is_said_of_a_group_and_not_of_a_game(cast: Cast, things: dict[str, str]) -> None:
    """Where the address leaves open which of them is meant, and so does the line in TABLE."""
    links, link = "api/v1/share-links/", "api/v1/share-links/<uuid:link>/"
    of_group, its_link = {"group": "{group}"}, {"link": "group_link"}
    asks = {
        ("post", "api/v1/tickets/"): Ask(MEMBERS, of_group),
        ("get", links): Ask(OWNERS, of_group),
        ("post", links): Ask(OWNERS, of_group),
        ("patch", link): Ask(OWNERS, {"is_mine": True}, its_link),
        ("delete", link): Ask(OWNERS, None, its_link),
        ("get", "api/v1/imports/template/"): Ask(MEMBERS, of_group),
    }
    Membership.objects.create(group=cast.other_group, user=cast.users["owner"], role=Role.OWNER)
    token = create_access_token(
        user=cast.users["owner"], name="Bot", scopes=list(Scope), group=cast.other_group.pk
    )
    for (method, route), one in asks.items():
        assert answers(cast, method, route, one, things) == one.answers, (method, route)
        assert ask(holder(token.token), method, route, one, things).status_code == 404
        here = create_access_token(
            user=cast.users["owner"], name="Bot", scopes=list(Scope), group=cast.group.pk
        )
        assert ask(holder(here.token), method, route, one, things).status_code < 300
        both = Ask("", {"group": "{group}", "game": "{game}"})
        for wrong in (Ask("", {}), both, Ask("", {"game": "x"})):
            if "<" not in route and "imports" not in route:
                answer = ask(cast.owner, method, route, wrong, things)
                assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
                [error] = answer.json()["errors"]
                assert error["field"] == "game"


# What an access token needs: `read` to read and `manage` to write, but for these.
BY_DEVICES_ONLY = (ACCOUNTS, "api/v1/me/", "seen/")
TO_SCORE = (GROUP + "games/", GAME)
NOT_TO_SCORE = {
    ("delete", GAME): Scope.MANAGE,
    ("post", GAME + "restore/"): Scope.MANAGE,
    ("get", GAME + "share-links/"): Scope.MANAGE,
    ("post", GAME + "share-links/"): Scope.MANAGE,
    ("delete", GAME + "share-links/<uuid:link>/"): Scope.MANAGE,
    ("post", GAME + "share-links/<uuid:link>/adopt/"): Scope.MANAGE,
    ("post", GAME + "tickets/"): Scope.READ,
}
OTHER_SCOPES = {
    ("get", "api/v1/share-links/"): Scope.MANAGE,
    ("post", "api/v1/tickets/"): Scope.READ,
    ("get", "api/v1/me/home/"): Scope.READ,
    ("get", GROUP + "invites/"): Scope.MANAGE,
    ("get", GROUP + "share-links/"): Scope.MANAGE,
    ("get", GROUP + "webhooks/"): Scope.MANAGE,
    ("post", GROUP + "tickets/"): Scope.READ,
    ("post", GROUP + "exports/"): Scope.READ,
    ("post", GROUP + "jobs/"): Scope.READ,
    **NOT_TO_SCORE,
}


def _scope_of(method: str, route: str) -> str:
    if (method, route) in OTHER_SCOPES:
        return OTHER_SCOPES[method, route]
    if any(part in route for part in BY_DEVICES_ONLY):
        return DEVICE
    if method == "get":
        return Scope.READ
    return Scope.SCORE if route.startswith(TO_SCORE) else Scope.MANAGE


def test_an_access_token_may_do_what_its_scope_says(cast: Cast, things: dict[str, str]) -> None:
    """Whatever its person may, and only with the scope that the schema names."""
    owner = cast.users["owner"]
    by_scope = {
        scope: holder(create_access_token(user=owner, name="Bot", scopes=[scope]).token)
        for scope in Scope
    }
    published = operations()
    for (method, route), one in TABLE.items():
        if not one.answers.startswith("401"):
            continue
        needed = _scope_of(method, route)
        path = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
        assert {"deviceToken": [needed]} in published[method, path]["security"], (method, route)
        for scope, client in by_scope.items():
            answer = ask(client, method, route, one, things)
            if scope == needed:
                alike = ask(cast.owner, method, route, one, things)
                assert answer.status_code == alike.status_code, (method, route)
            else:
                assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing"), (
                    method,
                    route,
                    scope,
                )


def test_an_access_token_for_a_group_is_good_only_there(cast: Cast, things: dict[str, str]) -> None:
    owner = cast.users["owner"]
    Membership.objects.create(group=cast.other_group, user=owner, role=Role.OWNER)
    scopes = list(Scope)
    here, elsewhere = (
        holder(create_access_token(user=owner, name="Bot", scopes=scopes, group=group.pk).token)
        for group in (cast.group, cast.other_group)
    )
    for (method, route), one in TABLE.items():
        if not one.answers.startswith("401") or _scope_of(method, route) == DEVICE:
            continue
        answers = [ask(client, method, route, one, things) for client in (here, elsewhere)]
        if "<uuid:" in route or one.body == OF_GAME:
            alike = ask(cast.owner, method, route, one, things)
            assert [answer.status_code for answer in answers] == [alike.status_code, 404]
        elif (method, route) == ("get", "api/v1/groups/"):
            listed = [[group["id"] for group in answer.json()["results"]] for answer in answers]
            assert listed == [[str(cast.group.pk)], [str(cast.other_group.pk)]]
        else:
            assert {answer.json()["code"] for answer in answers} == {"other_group"}, (method, route)


def _kind_of(status: int) -> str:
    return str(status) if status in (401, 403, 404, 405) or status >= 500 else "ok"


def test_no_other_method_is_answered(cast: Cast, things: dict[str, str]) -> None:
    """Whoever asks: 405 comes before any other reason to refuse."""
    for route, view in sorted(ROUTES.items()):
        for method in METHODS:
            if not hasattr(view, method):
                statuses = [
                    send_malformed(client, method, route, things)
                    for client in (cast.anonymous, cast.outsider)
                ]
                assert statuses in ([401, 405], [405, 405]), (method, route)


def test_a_link_shows_only_what_it_leads_to(cast: Cast, things: dict[str, str]) -> None:
    """The link of a game is none to its group, and the other way round."""
    other = {"token": things["group_token"], "group_token": things["token"]}
    open_by_link = [(key, one) for key, one in TABLE.items() if "<str:token>" in key[1]]
    assert len(open_by_link) > 8
    for (method, route), one in open_by_link:
        answer = ask(cast.owner, method, route, one, {**things, **other})
        if route == "api/v1/shared/<str:token>/":  # where both lead
            assert answer.json()["id"] == things["game"]
        else:
            assert answer.status_code == 404, route


# What a share link opens: these reads of its own game.
BY_LINK = ("draft/", "events/", "events/?wait=0", "sheet/", "sheet/?format=png", "table/")


def test_a_share_link_opens_the_reads_of_its_game_to_anyone(
    cast: Cast, things: dict[str, str]
) -> None:
    """And nothing else: whoever asks with a link is nobody in particular, members, too."""

    def get(person: str, page: str, game: str, token: str) -> Any:
        client = getattr(cast, person)
        asked = f"{page}{'&' if '?' in page else '?'}link={token}"
        return ask(client, "get", GAME + asked, Ask(""), {**things, "game": game})

    game, nowhere = things["game"], "0b6f8c8e-0000-4000-8000-000000000000"
    players = [str(player.pk) for player in cast.players[:2]]
    other = cast.game(players=players)["id"]
    ShareLink.objects.create(game_id=other, token="of-another-game")
    ShareLink.objects.create(game_id=things["deleted"], token="of-a-deleted-game")
    ShareLink.objects.create(game_id=game, token="revoked", revoked_at=timezone.now())
    bad = ("", "x", "%00", "revoked", "of-another-game", things["group_token"], things["link"])
    for page in BY_LINK:
        for person in PEOPLE:
            assert get(person, page, game, things["token"]).status_code == 200, (page, person)
        absent = get("anonymous", page, nowhere, "x")
        assert absent.status_code == 404
        refused = [get(person, page, game, token) for person in PEOPLE for token in bad]
        refused.append(get("owner", page, other, things["token"]))
        refused.append(get("owner", page, things["deleted"], "of-a-deleted-game"))
        assert {answer.content for answer in refused} == {absent.content}, page
        twice = get("anonymous", page, game, f"{things['token']}&link={things['token']}")
        assert twice.status_code == 400
    for method, route in TABLE:
        if route.startswith(GAME) and (method != "get" or route.removeprefix(GAME) not in BY_LINK):
            one = TABLE[method, route]
            answer = ask(cast.anonymous, method, f"{route}?link={things['token']}", one, things)
            assert answer.status_code == 401, (method, route)


def send_malformed(client: APIClient, method: str, route: str, known: dict[str, str]) -> int:
    path = path_of(route, known)
    return client.generic(method.upper(), path, "{", "application/json").status_code


def test_who_asks_comes_before_a_malformed_body(cast: Cast, things: dict[str, str]) -> None:
    for (method, route), one in TABLE.items():
        if one.answers.startswith("401") and method != "get":
            known = {**things, **{name: things[of] for name, of in one.things.items()}}
            assert send_malformed(cast.anonymous, method, route, known) == 401, (method, route)


def test_what_is_nowhere_is_answered_like_what_is_not_yours(
    cast: Cast, things: dict[str, str]
) -> None:
    """Nobody learns from an answer whether a group, or a thing of one, exists."""
    nowhere = dict.fromkeys(things, "0b6f8c8e-0000-4000-8000-000000000000")
    elsewhere = {**things, **{name: nowhere[name] for name in ("group", "game", "player")}}
    others = (
        "link",
        "group_link",
        "deleted",
        "spare",
        "claimed",
        "device",
        "access_token",
        "job",
        "done",
        "preview",
    )
    elsewhere |= {other: nowhere[other] for other in others}
    for (method, route), one in TABLE.items():
        if "<uuid:" not in route:
            continue
        theirs = ask(cast.outsider, method, route, one, things)
        absent = ask(cast.outsider, method, route, one, elsewhere)
        assert theirs.status_code == absent.status_code == 404, (method, route)
        assert theirs.content == absent.content, (method, route)
