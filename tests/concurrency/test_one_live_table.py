"""Several phones at one live table at the same instant.

As in test_one_table.py, whose first test shows that requests meet here.
"""

from __future__ import annotations

from collections import Counter

import pytest

from games.models import Game, Play
from tests.cast import Cast
from tests.games.happened import events
from tests.games.livetable import Live, done
from tests.games.races import together
from tests.games.scoresheet import Table, phone, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("cast", "race")]

TIMES = 6  # whoever is lucky once is not lucky each time


def phones(cast: Cast, table: Table) -> tuple[Live, Live]:
    """The owner's and the scorer's phone at one table."""
    users = (cast.users["owner"], cast.users["scorer"])
    owner, scorer = (Live(Table(phone(user), table.game)) for user in users)
    return owner, scorer


def sound(live: Live) -> None:
    """The plays and the events are numbered without a gap, and the table can be laid."""
    game = Game.objects.get(pk=live.table.game["id"])
    numbers = [event["number"] for event in events(game=game)]
    assert numbers == list(range(1, game.last_event + 1))
    plays = list(Play.objects.filter(game=game, round=1).values_list("number", flat=True))
    assert plays == list(range(1, len(plays) + 1))
    assert live.look(1)["event"] == game.last_event


def test_two_phones_hit_with_the_last_copy_of_a_card(cast: Cast) -> None:
    for _turn in range(TIMES):
        table = sit_down(cast, "NE")
        owner, scorer = phones(cast, table)
        group = done(owner.lay("N", "R5 G5 B5", "R6 G6 B6"))["groups"][0]["id"]
        done(owner.lay("E", "R7 G7 B7", "R8 G8 B8"))
        answers = together(
            lambda: owner.hit("N", group, "R5"),  # noqa: B023  (used at once)
            lambda: scorer.hit("E", group, "R5"),  # noqa: B023
        )
        first, second = sorted(answers, key=lambda answer: answer.status_code)
        assert (first.status_code, second.status_code) == (201, 409)
        [problem] = second.json()["ruling"]["problems"]
        assert problem["code"] == "too_many_copies"
        assert owner.groups()[0] == "N R5 G5 B5 R5"
        sound(owner)


def test_two_phones_hit_both_ends_of_a_run(cast: Cast) -> None:
    for _turn in range(TIMES):
        table = sit_down(cast, "NE", phases=[[{"kind": "run", "size": 4}]])
        owner, scorer = phones(cast, table)
        group = done(owner.lay("N", "R4 R5 R6 R7"))["groups"][0]["id"]
        answers = together(
            lambda: owner.hit("N", group, "B3"),  # noqa: B023
            lambda: scorer.hit("N", group, "B8"),  # noqa: B023
        )
        assert [answer.status_code for answer in answers] == [201, 201]
        assert owner.groups() == ["N B3 R4 R5 R6 R7 B8"]
        # Each was answered with a table on which its own hit lies.
        sizes = sorted(answer.json()["groups"][0]["size"] for answer in answers)
        assert sizes == [5, 6]
        sound(owner)


def test_a_play_comes_in_while_the_round_is_recorded(cast: Cast) -> None:
    seen = Counter[int]()
    for _turn in range(TIMES):
        table = sit_down(cast, "NE")
        owner, scorer = phones(cast, table)
        done(owner.lay("E", "R5 G5 B5", "R6 G6 B6"))
        play, recording = together(
            lambda: owner.note("Late."),  # noqa: B023
            lambda: scorer.table.record("N=50- E=out"),  # noqa: B023
        )
        assert recording.status_code == 201
        seen[play.status_code] += 1
        if play.status_code == 409:
            assert play.json()["code"] == "round_over"
        assert len(owner.look(1)["plays"]) == (2 if play.status_code == 201 else 1)
        assert owner.look()["plays"] == []
        sound(owner)
    assert set(seen) <= {201, 409}


def test_a_group_is_hit_while_it_is_taken_back(cast: Cast) -> None:
    for _turn in range(TIMES):
        table = sit_down(cast, "NE")
        owner, scorer = phones(cast, table)
        laid = done(owner.lay("N", "R5 G5 B5", "R6 G6 B6"))
        group, play = laid["groups"][0]["id"], laid["plays"][0]["id"]
        hit, taking_back = together(
            lambda: owner.hit("N", group, "Y5"),  # noqa: B023
            lambda: scorer.take_back(play),  # noqa: B023
        )
        statuses = (hit.status_code, taking_back.status_code)
        assert statuses in ((201, 409), (400, 200))
        assert len(owner.look()["plays"]) == (2 if statuses[0] == 201 else 0)
        sound(owner)


def test_the_same_play_is_taken_back_twice(cast: Cast) -> None:
    for _turn in range(TIMES):
        owner, scorer = phones(cast, sit_down(cast, "NE"))
        done(owner.note("Once."))
        [play] = (one["id"] for one in done(owner.note("Twice."))["plays"])
        answers = together(lambda: owner.take_back(play), lambda: scorer.take_back(play))  # noqa: B023
        assert sorted(answer.status_code for answer in answers) == [200, 404]
        assert len(owner.look()["plays"]) == 1
        sound(owner)
