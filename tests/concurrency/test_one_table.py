"""Several phones at one table at the same instant.

Every act is a request in a thread with a connection to the database of its own, which is
all that two processes of a server have in common. The first test shows that requests meet
here: what takes no lock and has no constraint does go wrong.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection

from games.models import Game, Round
from games.selectors.records import load
from tests.cast import Cast
from tests.games.happened import changes
from tests.games.races import together
from tests.games.scoresheet import Table, phone, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("cast", "race")]

TIMES = 8  # whoever is lucky once is not lucky each time
ENOUGH = 200  # how often the control may fail to meet before it says that nothing meets


def phones(cast: Cast, table: Table) -> tuple[Table, Table]:
    """The owner's and the scorer's phone, with the same game in view."""
    return Table(phone(cast.users["owner"]), table.game), Table(
        phone(cast.users["scorer"]), table.game
    )


def sound(table: Table, count: int) -> None:
    """The rows make up a game, with so many changes and each its own version."""
    game = Game.objects.get(pk=table.game["id"])
    assert game.version == count
    versions = changes(game=game).order_by("version")
    assert list(versions.values_list("version", flat=True)) == list(range(1, count + 1))
    record = load(game.pk)
    assert [played.number for played in record.rounds] == list(range(1, len(record.rounds) + 1))
    assert all(len(played.lines) == 2 for played in record.rounds)
    assert len(record.states) == len(record.rounds) + 1
    assert game.outcome == record.outcome


def test_this_can_see_a_race() -> None:
    """The control: look whether a round is in, and enter it, with neither lock nor constraint."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE scratch_round (number integer)")

    def enter(number: int) -> Callable[[], int]:
        def naively() -> int:
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM scratch_round WHERE number = %s", [number])
                if cursor.fetchone()[0]:
                    return 409
                time.sleep(0.002)  # less than a request thinks in between
                cursor.execute("INSERT INTO scratch_round VALUES (%s)", [number])
                return 201

        return naively

    try:
        for number in range(ENOUGH):
            if together(enter(number), enter(number)) == [201, 201]:
                break
        else:
            pytest.fail("Two at once never met: the other tests here prove nothing.")
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM scratch_round WHERE number = %s", [number])
            assert cursor.fetchone()[0] == 2
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE scratch_round")


def test_two_phones_enter_the_same_round(cast: Cast) -> None:
    table = sit_down(cast, "NE", variant="fixed_rounds", phases=[1] * 20)
    for number in range(1, TIMES + 1):
        owner, scorer = phones(cast, table)
        answers = together(
            lambda: owner.record("N=out E=5", number=number),  # noqa: B023  (used at once)
            lambda: scorer.record("N=10 E=out", number=number),  # noqa: B023
        )
        first, second = sorted(answers, key=lambda answer: answer.status_code)
        assert (first.status_code, second.status_code) == (201, 409)
        problem = second.json()
        assert problem["code"] == "round_already_recorded"
        who = first.json()["rounds"][-1]["recorded_by"]
        assert problem["detail"] == f"{who} has already entered round {number}."
        present = {**problem["game"], "my_role": None}
        assert present == {**first.json(), "my_role": None}
        assert len(Round.objects.get(number=number).lines) == 2
        sound(table, 1 + number)


def test_two_corrections_with_the_same_version_in_view(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    for turn in range(TIMES):
        table.look()
        owner, scorer = phones(cast, table)
        answers = together(
            lambda: owner.correct(1, "N=out E=10"),  # noqa: B023
            lambda: scorer.correct(1, "N=15 E=out"),  # noqa: B023
        )
        first, second = sorted(answers, key=lambda answer: answer.status_code)
        assert (first.status_code, second.status_code) == (200, 412)
        # Whoever comes second sees what the first one did.
        assert second.json()["game"]["rounds"] == first.json()["rounds"]
        # The version; what follows it differs with their roles.
        assert second["ETag"].partition(".")[0] == first["ETag"].partition(".")[0]
        sound(table, 3 + turn)


def test_a_correction_while_the_next_round_comes_in(cast: Cast) -> None:
    seen = Counter[int]()
    for _turn in range(TIMES):
        table = sit_down(cast, "NE").play("N=out E=5")
        owner, scorer = phones(cast, table)
        correction, recording = together(
            lambda: owner.correct(1, "N=out E=10"),  # noqa: B023
            lambda: scorer.record("N=5 E=out", number=2),  # noqa: B023
        )
        assert recording.status_code == 201
        assert correction.status_code in (200, 412)
        seen[correction.status_code] += 1
        east = 10 if correction.status_code == 200 else 5
        table.look()
        assert table.standings()[1].split()[2] == str(east)
        assert len(table.game["rounds"]) == 2
        sound(table, 4 if correction.status_code == 200 else 3)


def test_a_round_comes_in_while_the_one_before_is_taken_back(cast: Cast) -> None:
    for _turn in range(TIMES):
        table = sit_down(cast, "NE").play("N=out E=5")
        owner, scorer = phones(cast, table)
        taking_back, recording = together(
            owner.take_back,
            lambda: scorer.record("N=5 E=out", number=2),  # noqa: B023
        )
        table.look()
        if taking_back.status_code == 200:
            assert recording.status_code == 409
            assert recording.json()["code"] == "round_not_next"
            assert table.game["rounds"] == []
        else:
            assert (taking_back.status_code, recording.status_code) == (412, 201)
            assert len(table.game["rounds"]) == 2
        sound(table, 3)


def test_others_sit_down_while_the_first_round_comes_in(cast: Cast) -> None:
    for _turn in range(TIMES):
        table = sit_down(cast, "NE")
        owner, scorer = phones(cast, table)
        south, west = (str(player.pk) for player in cast.players[2:])
        change, recording = together(
            lambda: owner.change(players=[south, west]),  # noqa: B023
            lambda: scorer.record("N=5 E=out", number=1),  # noqa: B023
        )
        statuses = (change.status_code, recording.status_code)
        assert statuses in ((200, 400), (412, 201))
        who = "SW" if change.status_code == 200 else "NE"
        assert [player["name"][0] for player in table.look()["players"]] == list(who)
        sound(table, 2)


def test_two_decide_otherwise(cast: Cast) -> None:
    for _turn in range(TIMES):
        table = sit_down(cast, "NE").play("N=out E=5")
        owner, scorer = phones(cast, table)
        answers = together(lambda: owner.decide("abandon"), lambda: scorer.decide("end"))  # noqa: B023
        assert sorted(answer.status_code for answer in answers) == [200, 412]
        sound(table, 3)
