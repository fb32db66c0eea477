"""Somebody deletes their account or takes another name while rounds come in.

That requests meet here at all is shown by the control of test_one_table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from accounts import account_hooks
from accounts.models import User
from games.models import Game, GroupLog, Happening, Membership, Player, Role, Round
from games.selectors.records import load
from scoring.jobs import worker
from scoring.jobs.models import Job, Upload
from tests.cast import V1, Cast
from tests.games.happened import changes
from tests.games.races import together
from tests.games.scoresheet import Table, phone, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("cast", "race")]

TIMES = 8


def scorer_of(cast: Cast) -> User:
    """Another scorer of the group, who can go."""
    user = User.objects.create_guest("Ann")
    Membership.objects.create(group=cast.group, user=user, role=Role.SCORER)
    return user


def at(user: User, table: Table) -> Table:
    """A phone of this person, with the game in view."""
    return Table(phone(user), table.game)


def going(user: User) -> Callable[[], Any]:
    client = phone(user)
    return lambda: client.post(f"{V1}/me/delete/", {"confirm": True})


def sound(cast: Cast) -> None:
    """Every game can be read, and every log is numbered without a gap."""
    for game in Game.objects.filter(group=cast.group):
        record = load(game.pk)
        assert len(record.states) == len(record.rounds) + 1
        assert game.outcome == record.outcome
        versions = changes(game=game).order_by("version")
        assert list(versions.values_list("version", flat=True)) == list(range(1, game.version + 1))
    numbers = Happening.objects.filter(group=cast.group).order_by("group_number")
    last = GroupLog.objects.get(group=cast.group).last_event
    assert list(numbers.values_list("group_number", flat=True)) == list(range(1, last + 1))


@pytest.mark.full
def test_somebody_records_on_one_phone_and_goes_on_the_other(cast: Cast) -> None:
    for _turn in range(TIMES):
        ann = scorer_of(cast)
        tables = [sit_down(cast, "NE") for _table in range(4)]
        recording = [at(ann, table) for table in tables]
        *rounds, gone = together(
            *(lambda one=one: one.record("N=out E=5") for one in recording), going(ann)
        )
        assert gone.status_code == 204, gone.content
        assert {answer.status_code for answer in rounds} <= {201, 401, 404}
        recorded = sum(answer.status_code == 201 for answer in rounds)
        games = [table.game["id"] for table in tables]
        assert Round.objects.filter(game__in=games, recorded_by=None).count() == recorded
        sound(cast)


@pytest.mark.full
def test_somebody_goes_whose_rounds_others_take_back_and_correct(cast: Cast) -> None:
    for _turn in range(TIMES):
        ann = scorer_of(cast)
        tables = [sit_down(cast, "NE") for _table in range(4)]
        for table in tables:
            at(ann, table).play("N=out E=5", "N=5 E=out")
            table.look()
        first, second, third, fourth = (at(cast.users["scorer"], table) for table in tables)
        *others, gone = together(
            first.take_back,
            lambda: second.correct(1, "N=out E=10"),  # noqa: B023  (used at once)
            lambda: third.record("N=out E=5", number=3),  # noqa: B023
            lambda: fourth.decide("end"),  # noqa: B023
            going(ann),
        )
        assert gone.status_code == 204, gone.content
        assert [answer.status_code for answer in others] == [200, 200, 201, 200]
        sound(cast)


@pytest.mark.full
def test_somebody_takes_another_name_while_recording(cast: Cast) -> None:
    scorer = cast.users["scorer"]
    for turn in range(TIMES):
        tables = [at(scorer, sit_down(cast, "NE")) for _table in range(4)]
        client = phone(scorer)
        *rounds, named = together(
            *(lambda one=one: one.record("N=out E=5") for one in tables),
            lambda: client.patch(f"{V1}/me/", {"name": f"scorer {turn}"}),  # noqa: B023
        )
        assert named.status_code == 200
        assert [answer.status_code for answer in rounds] == [201] * 4
        sound(cast)


@pytest.mark.full
def test_everything_at_once(cast: Cast) -> None:
    """A round, a correction, a merge, new names, and somebody goes."""
    for turn in range(TIMES):
        ann = scorer_of(cast)
        twin = Player.objects.create(group=cast.group, name="North again")
        other = sit_down(cast, "ES")
        table = sit_down(cast, "NES")
        at(ann, table).play("N=out E=5 S=5")
        at(ann, other).play("E=out S=5")
        table.look()
        other.look()
        one, two = at(cast.users["owner"], table), at(cast.users["scorer"], table)
        third = at(ann, other)
        owner = phone(cast.users["owner"])
        north = table.ids["N"]
        merging, renaming, correction, recording, hers, gone = together(
            lambda: owner.patch(f"{V1}/players/{twin.pk}/", {"merged_into": north}),  # noqa: B023
            lambda: owner.patch(f"{V1}/players/{north}/", {"name": f"North {turn}"}),  # noqa: B023
            lambda: one.correct(1, "N=out E=10 S=5"),  # noqa: B023
            lambda: two.record("N=5 E=out S=5", number=2),  # noqa: B023
            lambda: third.record("E=5 S=out", number=2),  # noqa: B023
            going(ann),
        )
        assert (merging.status_code, renaming.status_code, gone.status_code) == (200, 200, 204)
        assert (correction.status_code, recording.status_code) in ((200, 201), (412, 201))
        assert hers.status_code in (201, 401, 404)
        sound(cast)


def going_slowly(user: User, monkeypatch: pytest.MonkeyPatch) -> tuple[Callable[[], Any], Event]:
    """Delete an account that is locked for a while before any group is; tell when it is."""
    locked = Event()

    def wait(_user: User) -> None:
        locked.set()
        time.sleep(0.5)

    monkeypatch.setattr(account_hooks, "delete_hooks", [wait, *account_hooks.delete_hooks])
    return going(user), locked


def test_somebody_goes_whose_claim_is_decided(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, north = phone(cast.users["owner"]), cast.players[0]
    viewer = Membership.objects.get(group=cast.group, user=cast.users["viewer"])
    phone(viewer.user).patch(f"{V1}/players/{north.pk}/", {"claimed": True})
    leave, locked = going_slowly(viewer.user, monkeypatch)

    def approve() -> Any:
        locked.wait(10)
        body = {"player": str(north.pk)}
        return owner.post(f"{cast.url}/members/{viewer.pk}/approve-claim/", body)

    gone, approved = together(leave, approve)
    assert (gone.status_code, approved.status_code) in ((204, 200), (204, 404)), approved.content


def test_somebody_goes_whose_players_are_merged(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, (north, east, *_others) = phone(cast.users["owner"]), cast.players
    cast.is_viewers(north)
    leave, locked = going_slowly(cast.users["viewer"], monkeypatch)

    def merge() -> Any:
        locked.wait(10)
        return owner.patch(f"{V1}/players/{north.pk}/", {"merged_into": str(east.pk)})

    gone, merged = together(leave, merge)
    assert (gone.status_code, merged.status_code) == (204, 200), merged.content
    assert Player.objects.get(pk=east.pk).user is None


def test_somebody_goes_whose_import_ends(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = b"date,player,total,won\n2024-03-01,North,0,yes\n2024-03-01,East,5,\n"
    upload = Upload.objects.create(group=cast.group, digest="1", size=len(sheet), content=sheet)
    job = Job.objects.create(
        group=cast.group,
        kind="import",
        created_by=cast.users["scorer"],
        options={
            "format": "csv",
            "dates": "",
            "players": {"North": "new", "East": "new"},
            "overrule": "",
        },
        upload=upload,
    )
    leave, locked = going_slowly(cast.users["scorer"], monkeypatch)
    written, finish = Event(), worker._finish

    def finish_later(*args: Any) -> None:
        written.set()
        locked.wait(10)
        finish(*args)

    def go() -> Any:
        written.wait(10)
        return leave()

    monkeypatch.setattr(worker, "_finish", finish_later)
    gone, _worked = together(go, lambda: worker.work_on(job.pk))
    assert gone.status_code == 204, gone.content
    job.refresh_from_db()
    assert job.problem is not None
    assert job.problem["code"] == "not_authenticated"
