"""Webhooks: who sets them up, what they are told and when, and what they cannot reach."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from django.utils import timezone
from pytest_django.fixtures import Settings
from standardwebhooks.webhooks import Webhook as Verifier

from accounts.models import User
from accounts.services.users import delete_account
from games.models import Game, Group, Happening, Membership, Player
from games.services.cleanup import CLEANUPS
from https.certificates import provide
from scoring.webhooks import addresses, courier, messages
from scoring.webhooks.addresses import is_allowed
from scoring.webhooks.courier import AGAIN_AFTER, DISABLE_AFTER, collect, deliver_due, last_night
from scoring.webhooks.kinds import Failure
from scoring.webhooks.models import Delivery, DeliveryState, Webhook
from scoring.webhooks.sender import Answer, Message, new_secret, post_all
from scoring.webhooks.services import change_webhook
from tests.cast import Cast
from tests.games.scoresheet import Table, phone, sit_down
from tests.scoring.counting import count_all
from tests.scoring.receivers import Receiver, receiver
from tests.server import ROOT, free_port

pytestmark = pytest.mark.django_db

EVERYTHING = ["round.recorded", "game.over", "night.over", "record.broken"]
SOMEWHERE = "https://example.org/hook"


@pytest.fixture(autouse=True)
def switched_on(settings: Settings) -> None:
    settings.WEBHOOKS = "home"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names below `.local` are this machine, and it may be called."""
    look_up, allowed = socket.getaddrinfo, is_allowed

    def found(host: Any, *args: Any, **options: Any) -> Any:
        return look_up("127.0.0.1" if ".local" in str(host) else host, *args, **options)

    def may_call(address: Any, reach: str) -> bool:
        return str(address) == "127.0.0.1" or allowed(address, reach)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(addresses, "is_allowed", may_call)


@pytest.fixture
def hooks(here: None) -> Iterator[Receiver]:
    with receiver() as found:
        yield found


@pytest.fixture
def address(cast: Cast) -> str:
    return f"{cast.url}/webhooks/"


def set_up(cast: Cast, url: str, kinds: list[str] = EVERYTHING, **more: Any) -> dict[str, Any]:
    response = phone(cast.users["owner"]).post(
        f"{cast.url}/webhooks/", {"url": url, "kinds": kinds, **more}
    )
    assert response.status_code == 201, response.content
    made: dict[str, Any] = response.json()
    return made


def tell() -> None:
    """As the server does every few seconds, with all games counted."""
    count_all()
    collect()
    while deliver_due():
        pass


def told(hooks: Receiver) -> list[tuple[str, str]]:
    """The kind and the text of what was received."""
    return [(one.body["type"], one.body["data"]["text"]) for one in hooks.received]


def play(cast: Cast, *rounds: str, who: str = "NE") -> Table:
    """A game of one Phase."""
    return sit_down(cast, who, phases=[1]).play(*rounds)


# --- What is told -----------------------------------------------------------------------------


def test_rounds_and_ends_of_games_are_told_as_they_happen(cast: Cast, hooks: Receiver) -> None:
    play(cast, "N=out E=60-")  # before: it never hears of it
    secret = set_up(cast, f"{hooks.address}/hook?to=me")["secret"]
    play(cast, "N=60- E=out", who="EN")
    tell()
    assert told(hooks) == [
        ("round.recorded", "Round 1: East 0, North 60"),
        ("game.over", "East wins!"),
    ]
    for one in hooks.received:
        assert one.path == "/hook?to=me"
        assert one.headers["host"].startswith("hooks.local:")
        assert Verifier(secret).verify(one.raw.decode(), one.headers) == one.body
    over = hooks.received[1].body
    happened = Happening.objects.latest("pk").at
    assert datetime.fromisoformat(over["timestamp"]) == happened
    assert over["data"]["group"] == {"id": str(cast.group.pk), "name": "Kitchen table"}
    assert over["data"]["game"]["status"] == "over"
    tell()
    assert len(hooks.received) == 2


def test_what_happened_at_once_is_told_in_its_order(cast: Cast, hooks: Receiver) -> None:
    before = play(cast, "N=out E=60-").game["id"]
    Game.objects.filter(pk=before).update(started_at=timezone.now() - timedelta(days=7))
    made = set_up(cast, hooks.address)
    play(cast, "N=out E=90-")
    tell()
    kinds = [kind for kind, _text in told(hooks)]
    assert kinds[:2] == ["round.recorded", "game.over"]
    assert set(kinds[2:]) == {"record.broken"}
    owner = phone(cast.users["owner"])
    [listed] = owner.get(f"{cast.url}/webhooks/?include=deliveries").json()
    assert (listed["id"], listed["deliveries"][-1]["kind"]) == (made["id"], "round.recorded")


def test_a_broken_record_is_told_once_it_is_counted(cast: Cast, hooks: Receiver) -> None:
    before = play(cast, "N=out E=60-").game["id"]
    Game.objects.filter(pk=before).update(started_at=timezone.now() - timedelta(days=7))
    count_all()
    set_up(cast, hooks.address, ["record.broken"])
    play(cast, "N=out E=90-")
    collect()
    assert not Delivery.objects.exists()  # not yet
    tell()
    assert {kind for kind, _text in told(hooks)} == {"record.broken"}
    assert len(told(hooks)) == 2  # most points in a game, and in a round
    texts = [text for _kind, text in told(hooks)]
    assert "Record: Most points in one game. East, 90 points." in texts
    records = [one.body["data"]["record"] for one in hooks.received]
    assert {(record["value"], record["previous"]) for record in records} == {(90, 60)}


def test_a_record_is_of_the_night_that_its_game_is_in(cast: Cast, hooks: Receiver) -> None:
    before = play(cast, "N=out E=60-").game["id"]
    Game.objects.filter(pk=before).update(started_at=timezone.now() - timedelta(days=7))
    set_up(cast, hooks.address, ["record.broken"])
    game = play(cast, "N=out E=90-").game["id"]
    # By the phone, whose clock is a bit fast, it began after six in the morning.
    six = (timezone.now() - timedelta(days=2)).replace(hour=6, minute=0, second=0, microsecond=0)
    late = timedelta(seconds=20)
    Game.objects.filter(pk=game).update(started_at=six - late, phone_time=six + late)
    tell()
    assert len(told(hooks)) == 2


def test_records_are_not_waited_for_without_end(
    cast: Cast, hooks: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(cast, hooks.address, ["game.over", "record.broken"])
    play(cast, "N=out E=60-")
    monkeypatch.setattr(courier, "COUNTED_WITHIN", timedelta(0))
    collect()
    deliver_due()
    assert told(hooks) == [("game.over", "North wins!")]


def test_a_night_is_told_once_when_it_is_over(
    cast: Cast, hooks: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(cast, hooks.address, ["night.over"])
    play(cast, "N=out E=60-")
    tell()
    assert not hooks.received
    tomorrow = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    for _ in range(2):
        collect()
        Delivery.objects.update(next_at=tomorrow)
        deliver_due()
    [(kind, text)] = told(hooks)
    assert kind == "night.over"
    assert "Winner of the night: North, with 1 win." in text
    monkeypatch.setattr(timezone, "now", lambda: tomorrow + timedelta(days=1))
    tell()  # nobody has played
    assert len(hooks.received) == 1


def test_a_night_is_told_though_the_server_was_off_when_it_ended(
    cast: Cast, hooks: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(cast, hooks.address, ["night.over"])
    play(cast, "N=out E=60-")
    count_all()
    days_later = timezone.now() + timedelta(days=3)
    monkeypatch.setattr(timezone, "now", lambda: days_later)
    tell()
    [(_kind, text)] = told(hooks)
    assert "Winner of the night: North, with 1 win." in text


def test_the_night_ends_at_six_where_the_group_plays() -> None:
    from zoneinfo import ZoneInfo

    five, six = (datetime(2026, 11, 26, hour, tzinfo=UTC) for hour in (5, 6))
    assert str(last_night(five, ZoneInfo("UTC"))) == "2026-11-24"
    assert str(last_night(six, ZoneInfo("UTC"))) == "2026-11-25"
    assert str(last_night(five, ZoneInfo("Europe/Berlin"))) == "2026-11-25"


def test_texts_are_in_the_language_of_the_owner(cast: Cast, hooks: Receiver) -> None:
    User.objects.filter(pk=cast.users["owner"].pk).update(language="de")
    set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    tell()
    assert told(hooks) == [("game.over", "North gewinnt!")]


def test_services_get_what_they_understand(cast: Cast, hooks: Receiver) -> None:
    link = "North [is](https://evil.example)"
    Group.objects.filter(pk=cast.group.pk).update(name="@everyone")
    Player.objects.filter(name="North").update(name=link)
    for form in ("discord", "ntfy", "home_assistant"):
        set_up(cast, f"{hooks.address}/{form}", ["game.over"], format=form)
    play(cast, "N=out E=60-")
    tell()
    bodies = {one.path: one.body for one in hooks.received}
    assert bodies["/discord"] == {
        "username": "Tableside",
        "content": "**@everyone**\nNorth \\[is\\]\\(https\\://evil.example\\) wins!",
        "allowed_mentions": {"parse": []},
        "flags": 4,
    }
    assert bodies["/"] == {"topic": "ntfy", "title": "@everyone", "message": f"{link} wins!"}
    at_home = bodies["/home_assistant"]
    assert (at_home["type"], at_home["message"]) == ("game.over", f"{link} wins!")
    assert [player["name"] for player in at_home["game"]["players"]] == [link, "East"]


@pytest.mark.django_db(transaction=True)
def test_a_thread_of_the_server_tells_what_happens_while_others_are_told_next(
    cast: Cast, hooks: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    deliver, games = courier.deliver_due, iter(["N=60- E=out"])

    def deliver_slowly() -> int:
        for rounds in games:  # while the first messages are sent
            play(cast, rounds)
        return deliver()

    monkeypatch.setattr(courier, "deliver_due", deliver_slowly)
    for _ in range(2):  # the second time there is nothing to do
        courier.see_to_webhooks()
        assert courier._courier
        courier._courier.join()
    assert told(hooks) == [("game.over", "North wins!"), ("game.over", "East wins!")]


# --- What goes wrong --------------------------------------------------------------------------


def later(by: timedelta) -> None:
    """As if time had passed: what waits was to be sent earlier."""
    for row in Delivery.objects.filter(state=DeliveryState.WAITING):
        row.next_at -= by
        row.save()


def test_what_fails_is_sent_again_with_the_same_id(cast: Cast, hooks: Receiver) -> None:
    made = set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    hooks.statuses = [500, 302]
    hooks.location = "http://127.0.0.1:1/"  # which is not followed
    tell()
    row = Delivery.objects.get()
    assert (row.state, row.attempts, row.status) == ("waiting", 1, 500)
    assert row.next_at > timezone.now()
    assert Webhook.objects.get(pk=made["id"]).failing_since
    for wait in AGAIN_AFTER[:2]:
        later(wait)
        tell()
    assert len({one.headers["webhook-id"] for one in hooks.received}) == 1
    assert len(hooks.received) == 3
    row.refresh_from_db()
    assert (row.state, row.attempts, row.status) == ("delivered", 3, 204)
    assert Webhook.objects.get(pk=made["id"]).failing_since is None


def test_it_is_given_up_after_days_and_can_be_sent_again(
    cast: Cast, hooks: Receiver, address: str
) -> None:
    made = set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    hooks.statuses = [500] * (len(AGAIN_AFTER) + 1)
    tell()
    for wait in AGAIN_AFTER:
        later(wait)
        tell()
    assert Delivery.objects.get().state == "failed"
    owner = phone(cast.users["owner"])
    [[delivery]] = [one["deliveries"] for one in owner.get(f"{address}?include=deliveries").json()]
    assert (delivery["state"], delivery["status"], delivery["next_at"]) == ("failed", 500, None)
    assert owner.patch(f"{address}{made['id']}/", {"replay": str(uuid4())}).status_code == 400
    again = owner.patch(f"{address}{made['id']}/", {"replay": delivery["id"]})
    assert (again.status_code, Delivery.objects.get().state) == (200, "waiting")
    tell()
    assert Delivery.objects.get().state == "delivered"
    assert len({one.headers["webhook-id"] for one in hooks.received}) == 1


@pytest.mark.parametrize("why", ["gone", "days"])
def test_an_address_that_wants_no_more_is_switched_off(
    cast: Cast, hooks: Receiver, address: str, why: str
) -> None:
    made = set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    hooks.statuses = [410 if why == "gone" else 500]
    if why == "days":
        long_ago = timezone.now() - DISABLE_AFTER - timedelta(minutes=1)
        Webhook.objects.update(failing_since=long_ago)
    tell()
    owner = phone(cast.users["owner"])
    assert owner.get(address).json()[0]["enabled"] is False
    play(cast, "N=out E=60-")  # it never hears of this one
    later(timedelta(days=1))
    tell()
    assert len(hooks.received) == 1
    back = owner.patch(f"{address}{made['id']}/", {"enabled": True}).json()
    assert (back["enabled"], back["failing_since"]) == (True, None)
    play(cast, "N=90- E=out")
    tell()
    assert told(hooks)[-1] == ("game.over", "East wins!")


def test_two_servers_tell_nothing_twice(cast: Cast, hooks: Receiver) -> None:
    """Both see the same event, and the same message, before the other has written anything."""
    set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    row = Webhook.objects.select_related("group", "owner").get()
    courier._collect_events(row)
    courier._collect_events(row)
    [delivery] = Delivery.objects.all()
    assert courier._claim(delivery)
    assert not courier._claim(delivery)


def test_a_message_whose_server_died_is_sent_by_another_one(cast: Cast, hooks: Receiver) -> None:
    set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    collect()
    assert courier._claim(Delivery.objects.get())
    tell()
    assert not hooks.received
    later(courier.LEASE)
    tell()
    assert len(hooks.received) == 1


def while_they_are_sent(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Have somebody do something after two messages were sent, before their answers come."""

    def run(sending: Coroutine[Any, Any, object]) -> list[Answer]:
        sending.close()
        do()
        return [Answer(500)] * 2

    monkeypatch.setattr(asyncio, "run", run)


@pytest.mark.parametrize("what", ["switched off", "deleted"])
def test_what_an_owner_does_meanwhile_stays(
    cast: Cast, hooks: Receiver, address: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [set_up(cast, hooks.address, ["game.over"]) for _ in range(2)]
    play(cast, "N=out E=60-")
    collect()
    owner, mine = phone(cast.users["owner"]), f"{address}{made[0]['id']}/"

    def do() -> None:
        if what == "deleted":
            owner.delete(mine)
        else:
            owner.patch(mine, {"enabled": False})

    while_they_are_sent(monkeypatch, do)
    assert deliver_due() == 2
    found = {one["id"]: one for one in owner.get(address).json()}
    assert found.pop(made[1]["id"])["failing_since"]  # the other one is noted all the same
    assert [one["enabled"] for one in found.values()] == ([] if what == "deleted" else [False])


def test_a_change_does_not_make_it_hear_things_twice(cast: Cast, hooks: Receiver) -> None:
    set_up(cast, hooks.address, ["game.over"])
    read = Webhook.objects.select_related("group").get()
    play(cast, "N=out E=60-")
    tell()
    change_webhook(webhook=read, actor=cast.users["owner"], kinds=["game.over", "night.over"])
    tell()
    assert len(hooks.received) == 1


def test_what_cannot_be_told_to_one_is_told_to_the_others(
    cast: Cast, hooks: Receiver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = set_up(cast, hooks.address, ["game.over"])["id"]
    set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    collect_events = courier._collect_events

    def breaks(webhook: Webhook) -> None:
        if str(webhook.pk) == broken:
            raise KeyError("told")
        collect_events(webhook)

    monkeypatch.setattr(courier, "_collect_events", breaks)
    tell()
    assert told(hooks) == [("game.over", "North wins!")]
    assert broken in caplog.text


def test_whoever_has_much_to_hear_does_not_keep_others_waiting(
    cast: Cast, hooks: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With room for two messages at a time."""
    monkeypatch.setattr(courier, "MESSAGES_AT_ONCE", 2)
    set_up(cast, f"{hooks.address}/much", ["game.over"])
    for _ in range(3):
        play(cast, "N=out E=60-")
    collect()
    set_up(cast, f"{hooks.address}/little", ["game.over"])
    play(cast, "N=out E=60-")
    collect()
    assert deliver_due() == 2
    assert {one.path for one in hooks.received} == {"/much", "/little"}


# --- What cannot be reached -------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.0.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1",
        "fec0::2", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:4136:e378::",
    ],
)  # fmt: skip
def test_what_is_not_public_is_not_called(address: str) -> None:
    assert not is_allowed(ip_address(address), "on")


@pytest.mark.parametrize(
    ("address", "reaches"),
    [
        ("127.0.0.1", ["here"]),
        ("::1", ["here"]),
        ("::ffff:127.0.0.1", ["here"]),
        ("169.254.169.254", []),
    ],
)
def test_only_here_the_server_calls_itself(address: str, reaches: list[str]) -> None:
    assert [
        reach for reach in ("home", "here") if is_allowed(ip_address(address), reach)
    ] == reaches


def test_nor_by_its_address_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_allowed(ip_address("10.1.2.3"), "home")
    monkeypatch.setattr(addresses, "is_own", lambda address: str(address) == "10.1.2.3")
    assert not is_allowed(ip_address("10.1.2.3"), "home")
    assert is_allowed(ip_address("10.1.2.4"), "home")


def test_a_silent_name_server_costs_the_others_nothing(
    hooks: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of as many messages as are sent at a time, all but one wait for an address; and again."""
    monkeypatch.setattr("scoring.webhooks.sender.PATIENCE", 1)
    look_up, released = socket.getaddrinfo, threading.Event()

    def slow(host: Any, *args: Any, **options: Any) -> Any:
        if "silent" in str(host):
            released.wait(20)
        return look_up(host, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    urls = ["http://silent.local/"] * (courier.MESSAGES_AT_ONCE - 1) + [hooks.address]
    messages = [Message(Webhook().pk, url, new_secret(), b"{}") for url in urls]
    try:
        for _turn in range(2):
            *others, answer = asyncio.run(post_all(messages, "home"))
            assert answer.is_success
            assert {other.error for other in others} == {Failure.NO_ANSWER}
    finally:
        released.set()


def send(url: str, reach: str = "home") -> Answer:
    message = Message(Webhook().pk, url, new_secret(), b"{}")
    return asyncio.run(post_all([message], reach))[0]


@pytest.mark.parametrize("url", ["http://localhost:1/", "http://127.0.0.1:1/", "http://[::1]:1/"])
def test_names_are_looked_up_before_and_only_once(url: str) -> None:
    assert send(url).error == "address_refused"


def test_nobody_waits_for_whoever_does_not_answer(
    hooks: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.webhooks.sender.PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        answer = send(f"http://hooks.local:{silent.getsockname()[1]}/")
    assert answer == Answer(error=Failure.NO_ANSWER)
    assert send("http://hooks.local:1/").error == "no_connection"


def test_the_certificate_is_that_of_the_name(
    here: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificates = provide(tmp_path, "hooks.local", [])
    root = certificates.root.public_bytes(Encoding.PEM).decode()
    with receiver(certificates.file) as hooks:
        assert send(f"{hooks.address}/").error == "certificate"  # nobody vouches for it
        trusting = partial(httpx2.AsyncClient, verify=ssl.create_default_context(cadata=root))
        monkeypatch.setattr(httpx2, "AsyncClient", trusting)
        assert send(f"{hooks.address}/hook").status == 204
        assert send(hooks.address.replace("hooks", "others")).error == "certificate"
    assert [one.path for one in hooks.received] == ["/hook"]


def test_the_receiver_of_the_guide() -> None:
    guide = (ROOT / "docs" / "webhooks.md").read_text(encoding="utf-8")
    [program] = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    secret, port = new_secret(), free_port()
    game = {"id": "1", "players": [{"id": "a", "name": "Anna"}], "winners": ["a"]}
    body = json.dumps({"type": "game.over", "data": {"game": game}}).encode()
    url = f"http://localhost:{port}/"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "SECRET": secret, "PORT": str(port)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout
        try:
            messages = [
                Message(uuid4(), url, each, body) for each in (secret, secret, new_secret())
            ]
            for _ in range(100):
                first = asyncio.run(post_all(messages[:1], "here"))
                if first[0].is_success:
                    break
                time.sleep(0.1)
            again = asyncio.run(post_all(messages[1:], "here"))
            assert [answer.status for answer in (*first, *again)] == [204, 204, 401]
        finally:
            process.kill()
        assert process.stdout.read() == b"Game over: Anna\n"


# --- Who sets them up -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"url": "https://user:password@example.org/"}, "url"),
        ({"url": "ftp://example.org/"}, "url"),
        ({"url": "https://"}, "url"),
        ({"url": "https://127.0.0.1/"}, "url"),
        ({"url": "http://localhost:9000/"}, "url"),
        ({"url": "https://[::1]/"}, "url"),
        ({"url": "https://[oops/"}, "url"),
        ({"url": "https://example.org:port/"}, "url"),
        ({"kinds": []}, "kinds"),
        ({"kinds": ["game.begun"]}, "kinds.0"),
        ({"format": "fax"}, "format"),
        ({"format": "ntfy", "url": "https://ntfy.sh"}, "url"),
        ({"format": "ntfy", "url": "https://ntfy.sh/?auth=a/b"}, "url"),
    ],
)
def test_what_cannot_be_is_refused(
    cast: Cast, address: str, body: dict[str, Any], field: str
) -> None:
    owner = phone(cast.users["owner"])
    response = owner.post(address, {"url": SOMEWHERE, "kinds": EVERYTHING, **body})
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]


@pytest.mark.parametrize(
    ("url", "server", "topic"),
    [
        ("https://ntfy.sh/table", "https://ntfy.sh/", "table"),
        ("https://example.org/ntfy/table/", "https://example.org/ntfy/", "table"),
        ("https://ntfy.sh/table?auth=a/b", "https://ntfy.sh/?auth=a/b", "table"),
    ],
)
def test_what_ntfy_is_sent(cast: Cast, url: str, server: str, topic: str) -> None:
    hook = Webhook(url=url, format="ntfy", group=cast.group)
    assert messages.address_of(hook) == server
    assert json.loads(messages.body_of(Delivery(text="", data={}), hook))["topic"] == topic


def test_a_topic_of_ntfy_is_in_the_address(cast: Cast, address: str) -> None:
    made = set_up(cast, "https://example.org/")
    owner = phone(cast.users["owner"])
    refused = owner.patch(f"{address}{made['id']}/", {"format": "ntfy"})
    assert [(error["field"], error["code"]) for error in refused.json()["errors"]] == [
        ("url", "no_topic")
    ]
    change = {"format": "ntfy", "url": "https://ntfy.sh/kitchen-table"}
    assert owner.patch(f"{address}{made['id']}/", change).status_code == 200


@pytest.mark.parametrize("enabled", ["no", 0, None])
def test_it_is_switched_off_only_by_false(cast: Cast, address: str, enabled: Any) -> None:
    made = set_up(cast, SOMEWHERE)
    owner = phone(cast.users["owner"])
    response = owner.patch(f"{address}{made['id']}/", {"enabled": enabled})
    assert [error["field"] for error in response.json()["errors"]] == ["enabled"]
    assert Webhook.objects.get().disabled_at is None


def test_on_the_internet_nothing_is_sent_in_the_clear(
    cast: Cast, address: str, settings: Settings
) -> None:
    settings.WEBHOOKS = "on"
    owner = phone(cast.users["owner"])
    for url in ("http://example.org/", "https://192.168.0.7/"):
        response = owner.post(address, {"url": url, "kinds": EVERYTHING})
        assert response.status_code == 400


def test_without_the_host_there_are_none(
    cast: Cast, address: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = set_up(cast, SOMEWHERE)
    settings.WEBHOOKS = "off"
    owner = phone(cast.users["owner"])
    refused = owner.post(address, {"url": SOMEWHERE, "kinds": EVERYTHING})
    assert (refused.status_code, refused.json()["code"]) == (409, "webhooks_off")
    looked: list[str] = []
    monkeypatch.setattr(courier, "_run", lambda: looked.append(settings.WEBHOOKS))
    courier.see_to_webhooks()
    settings.WEBHOOKS = "on"
    courier.see_to_webhooks()
    assert courier._courier
    courier._courier.join()
    assert looked == ["on"]
    assert owner.delete(f"{address}{made['id']}/").status_code == 204


def test_there_are_at_most_five(cast: Cast, address: str) -> None:
    for _ in range(5):
        set_up(cast, SOMEWHERE)
    owner = phone(cast.users["owner"])
    refused = owner.post(address, {"url": SOMEWHERE, "kinds": EVERYTHING})
    assert (refused.status_code, refused.json()["code"]) == (409, "limit_reached")


def test_the_secret_is_shown_once(cast: Cast, address: str) -> None:
    made = set_up(cast, SOMEWHERE)
    owner = phone(cast.users["owner"])
    assert "secret" not in owner.get(address).json()[0]
    changed = owner.patch(f"{address}{made['id']}/", {"kinds": ["night.over", "night.over"]})
    assert changed.json()["kinds"] == ["night.over"]
    assert "secret" not in changed.json()


def test_it_ends_with_the_ownership_of_who_set_it_up(
    cast: Cast, hooks: Receiver, address: str
) -> None:
    made = set_up(cast, hooks.address)
    mine = Membership.objects.filter(user=cast.users["scorer"], group=cast.group)
    mine.update(role="owner")
    taken = phone(cast.users["scorer"]).patch(f"{address}{made['id']}/", {"enabled": True})
    assert taken.json()["owner"]["name"] == "scorer"
    mine.update(role="scorer")
    play(cast, "N=out E=60-")
    tell()
    assert not hooks.received
    assert not Webhook.objects.exists()


def test_whom_the_host_has_disabled_hears_nothing(cast: Cast, hooks: Receiver) -> None:
    set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    collect()
    owner = User.objects.filter(pk=cast.users["owner"].pk)
    owner.update(is_active=False)
    play(cast, "N=out E=60-")
    tell()
    assert not hooks.received
    owner.update(is_active=True)
    tell()
    assert len(hooks.received) == 2


# --- What is forgotten ------------------------------------------------------------------------


def test_old_deliveries_are_deleted(cast: Cast, hooks: Receiver) -> None:
    set_up(cast, hooks.address, ["game.over"])
    play(cast, "N=out E=60-")
    tell()
    assert CLEANUPS["old deliveries of webhooks"]() == 0
    Delivery.objects.update(at=timezone.now() - timedelta(days=31))
    assert CLEANUPS["old deliveries of webhooks"]() == 1


def test_only_the_latest_messages_are_kept(
    cast: Cast, hooks: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courier, "KEPT", 2)
    set_up(cast, hooks.address, ["game.over"])
    for loser in ("E=60-", "E=65-", "E=70-"):
        play(cast, f"N=out {loser}")
        collect()
    assert {row.data["game"]["players"][1]["total"] for row in Delivery.objects.all()} == {65, 70}


def test_what_names_somebody_goes_with_their_account(cast: Cast, hooks: Receiver) -> None:
    set_up(cast, hooks.address, ["game.over"])
    cast.is_viewers(cast.players[0])
    play(cast, "N=out E=60-")
    tell()
    delete_account(user=cast.users["viewer"])
    assert not Delivery.objects.exists()
    assert Webhook.objects.exists()


def test_nor_does_it_come_once_the_account_is_gone(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The account is deleted when the courier has read the log, and not yet stored a message."""
    set_up(cast, SOMEWHERE, ["game.over"])
    cast.is_viewers(cast.players[0])
    play(cast, "N=out E=60-")
    count_all()
    store = courier._store

    def store_late(webhook: Webhook, news: Iterable[messages.Told], **heard: Any) -> None:
        read = list(news)
        delete_account(user=cast.users["viewer"])
        store(webhook, read, **heard)

    monkeypatch.setattr(courier, "_store", store_late)
    courier.collect()
    assert not Delivery.objects.exists()
