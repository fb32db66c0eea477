"""`manage.py demo`: a family's evenings, recorded as real ones are."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from games.demo import game as demo_game
from games.demo.dates import evenings
from games.demo.group import NAME, PEOPLE, make_demo
from games.domain.game_record import Outcome
from games.models import Game, Group, Membership, Player, Round
from tests.api.client import ContractClient
from tests.cast import V1
from tests.games.happened import changes, events

pytestmark = pytest.mark.django_db


def demo(**options: Any) -> str:
    out = StringIO()
    call_command("demo", stdout=out, **{"evenings": 1, **options})
    return out.getvalue()


def always(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Let this happen in every game or round, and nothing else of its kind."""
    for name in ("ABANDONED", "ENDED_EARLY", "SLIP", "TAKEN_BACK", "OVERRULED"):
        monkeypatch.setattr(demo_game, name, float(name == what))


def test_anybody_looks_around_with_the_address_that_is_printed() -> None:
    text = demo()
    code = re.search(r"^Nora \(owner\): /pair#(\w+)$", text, re.MULTILINE)
    assert code, text
    paired = ContractClient().post(f"{V1}/auth/pair/", {"code": code[1]})
    assert paired.json()["user"]["name"] == "Nora"
    assert "Bearer" not in text


def test_the_owner_sees_the_evenings_with_the_token_that_was_printed() -> None:
    text = demo(tokens=True, evenings=2).partition("Bearer")[2]
    token = re.search(r"^Nora \(owner\): (\w+)$", text, re.MULTILINE)
    assert token, text
    client = ContractClient()  # no answer passes which is not as published
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token[1]}")
    (group,) = client.get(f"{V1}/groups/").json()["results"]
    assert (group["name"], group["my_role"]) == (NAME, "owner")
    games = client.get(f"{V1}/groups/{group['id']}/games/").json()["results"]
    assert len(games) == Game.objects.count() >= 2
    assert games[0]["status"] == "playing"
    for game in games:
        whole = client.get(f"{V1}/games/{game['id']}/").json()
        assert whole["rounds"]
        assert client.get(f"{V1}/games/{game['id']}/changes/").status_code == 200


def test_all_of_it_lies_in_the_past_and_in_order() -> None:
    demo()
    now = timezone.now()
    group = Group.objects.get()
    for game in Game.objects.all():
        moments = list(changes(game=game).order_by("version").values_list("at", flat=True))
        assert moments == sorted(moments)
        assert group.created_at < game.started_at == moments[0]
        assert game.changed_at == moments[-1] < now - timedelta(hours=1)
        recorded = list(Round.objects.filter(game=game).values_list("recorded_at", flat=True))
        assert recorded == sorted(recorded)
        assert game.started_at < recorded[0]
        assert recorded[-1] <= game.changed_at
        for event in events(game=game):
            told = event["data"].get("changed_at", event["at"].isoformat())
            assert told[:19] == event["at"].isoformat()[:19]
    assert not Membership.objects.exclude(joined_at=group.created_at).exists()
    assert not Player.objects.exclude(created_at=group.created_at).exists()


def test_it_is_made_once_unless_asked_for_again() -> None:
    demo()
    with pytest.raises(CommandError, match="again"):
        demo()
    demo(again=True)
    assert Group.objects.filter(name=NAME).count() == 2


def test_what_goes_wrong_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(done: int, total: int) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        make_demo(max_evenings=1, show=fails)
    assert not Group.objects.exists()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        ("SLIP", "round_corrected"),
        ("TAKEN_BACK", "round_taken_back"),
        ("ABANDONED", "game_abandoned"),
        ("ENDED_EARLY", "game_ended_early"),
    ],
)
def test_not_all_goes_smoothly(monkeypatch: pytest.MonkeyPatch, what: str, kind: str) -> None:
    always(monkeypatch, what)
    demo(evenings=2)
    assert changes(kind=kind).exists()
    assert not Round.objects.exclude(overrule="").exists()


def test_now_and_then_the_table_knows_better(monkeypatch: pytest.MonkeyPatch) -> None:
    always(monkeypatch, "OVERRULED")
    demo()
    overruled = Round.objects.exclude(overrule="")
    assert overruled.exists()
    assert changes(kind="round_recorded").exclude(reason="").exists()
    assert any(not line[2] for one in overruled for line in one.lines)


def test_a_round_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_game.DemoGame, "deal", lambda game: None)
    demo()
    assert set(Game.objects.values_list("outcome", flat=True)) == {Outcome.ABANDONED}


def test_evenings_are_fridays_and_holidays_of_three_years() -> None:
    last = timezone.now().date()
    days = evenings(last, 3, Random(1))
    assert days == sorted(set(days))
    assert last - timedelta(days=3 * 366) < days[0]
    assert days[-1] <= last
    assert 120 < len(days) < 260
    fridays = [day for day in days if day.weekday() == 4]
    assert len(fridays) > len(days) / 2
    assert len(PEOPLE) == 6
