"""Tables that are kept from one request to the next: nothing is laid twice, and all is as stored.

These transactions are committed, because tables are kept only then.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.domain.table_record import TableRecord
from games.selectors import kept_tables
from tests.cast import V1, Cast
from tests.games.livetable import Live, done, without_recorders
from tests.games.scoresheet import sit_down

pytestmark = pytest.mark.django_db(transaction=True)

FIVES, SIXES = "R5 G5 B5", "R6 G6 B6"


@pytest.fixture
def live(cast: Cast) -> Iterator[Live]:
    """Round 2, in which North has laid down Phase 2 and East Phase 1; nothing was kept before."""
    with another_process():
        live = Live(sit_down(cast, "NES").play("N=out E=50- S=50-"))
        live.round = 2
        done(live.lay("N", FIVES, "R1 R2 R3 R4"))
        done(live.lay("E", SIXES, "R7 G7 B7"))
        done(live.hit("E", 0, "Y5"))
        yield live


@contextmanager
def another_process() -> Iterator[None]:
    """Be a process that has kept nothing yet; the other one knows nothing of what it does."""
    with patch.object(kept_tables, "_kept", OrderedDict()):
        yield


def kept(live: Live) -> TableRecord:
    return kept_tables._kept[UUID(live.table.game["id"])]


def reads_of_plays(act: Callable[[], Any]) -> int:
    """How many statements read plays."""
    with CaptureQueriesContext(connection) as captured:
        done(act())
    return sum('FROM "games_play" LEFT' in query["sql"] for query in captured)


def assert_as_stored(live: Live) -> None:
    """What this process shows and knows is what another one reads."""
    live.table.look()
    live.round = len(live.table.game["rounds"]) + 1
    for _turn in range(2):  # as it was kept before, and as it is kept now
        table = live.look()
        with another_process():
            assert live.look() == table
        answer = done(live.note("So far.", whole=True))
        with another_process():
            assert live.look() == answer
    done(live.take_back())
    done(live.take_back())
    with another_process():
        table = live.look()
    assert live.look() == table


# --- Nothing is laid twice --------------------------------------------------------------


def test_a_play_is_laid_on_the_table_that_is_kept(live: Live) -> None:
    for count in range(3, 12):
        before = kept(live).tables
        assert len(before) == count + 1
        assert reads_of_plays(lambda: live.discard("E", "R1")) == 0
        after = kept(live).tables
        assert [*map(id, after[:-1])] == [*map(id, before)]
        assert len(after) == len(before) + 1
    before = kept(live).tables
    assert reads_of_plays(live.take_back) == 0  # and looking for the play before
    assert [*map(id, kept(live).tables)] == [*map(id, before[:-1])]
    assert reads_of_plays(lambda: live.hit("E", 0, "W", dry_run=True)) == 0
    assert reads_of_plays(lambda: live.client.get(live.url)) == 0


def test_an_earlier_play_is_taken_back_from_the_table_before_it(live: Live) -> None:
    done(live.note("One."))
    done(live.note("Two."))
    before = kept(live).tables
    done(live.take_back(2))  # the hit
    after = kept(live).tables
    assert [*map(id, after[:3])] == [*map(id, before[:3])]
    assert len(after) == len(before) - 1
    assert_as_stored(live)


def test_each_process_reads_the_plays_once(live: Live) -> None:
    with another_process():
        assert reads_of_plays(lambda: live.client.get(live.url)) == 1
        assert reads_of_plays(lambda: live.client.get(live.url)) == 0
        assert reads_of_plays(lambda: live.hit("E", 0, "W", dry_run=True)) == 0
        assert reads_of_plays(lambda: live.client.get(f"{live.url}?round=1")) == 1
        assert reads_of_plays(lambda: live.client.get(live.url)) == 0


# --- All is as stored -------------------------------------------------------------------


def correct(live: Live) -> Any:
    """East, who has laid down Phase 1, was on Phase 2."""
    return live.table.correct(1, "N=out E=5 S=50-", confirm=True)


def take_round_back(live: Live) -> Any:
    return live.table.take_back()


def record_round(live: Live) -> Any:
    return live.table.record("N=out E=5 S=50-")


def change_house_rules(live: Live) -> Any:
    return live.table.change(house_rules={"oversize_groups": False})


def merge(live: Live) -> Any:
    players = {player["name"]: player["id"] for player in live.table.game["players"]}
    west = live.client.get(f"{V1}/groups/{live.table.game['group']}/players/").json()["results"]
    [into] = [player["id"] for player in west if player["name"] == "West"]
    return live.client.patch(f"{V1}/players/{players['South']}/", {"merged_into": into})


def leave(live: Live) -> Any:
    headers = {"If-Match": live.table.etag}
    player = live.table.ids["S"]
    return live.client.delete(f"{live.table.url}players/{player}/", headers=headers)


def rename_player(live: Live) -> Any:
    return live.client.patch(f"{V1}/players/{live.table.ids['E']}/", {"name": "Esther"})


def rename_account(live: Live) -> Any:
    return live.client.patch(f"{V1}/me/", {"name": "Whoever keeps the score"})


def enter_line(live: Live) -> Any:
    address = f"{live.table.url}draft/lines/{live.table.ids['S']}/"
    return live.client.put(address, {"round": 2, "points": 50})


def play_in_another_process(live: Live) -> Any:
    with another_process():
        return live.hit("E", 0, "W")


def take_back_in_another_process(live: Live) -> Any:
    with another_process():
        return live.take_back(-1)


def play_another_instead(live: Live) -> Any:
    """As many plays as before, but not the same."""
    with another_process():
        done(live.take_back(-1))
        return live.hit("E", 0, "W")


def only_try_to_take_back(live: Live) -> Any:
    """What is undone is not kept, although another play gets the number of its event."""
    done(live.take_back(-1, query="?dry_run=true"))
    with another_process():
        return live.hit("E", 0, "W")


@pytest.mark.parametrize(
    "change",
    [
        correct,
        take_round_back,
        record_round,
        change_house_rules,
        merge,
        leave,
        rename_player,
        rename_account,
        enter_line,
        play_in_another_process,
        take_back_in_another_process,
        play_another_instead,
        only_try_to_take_back,
    ],
)
def test_after_a_change_it_is_as_stored(live: Live, change: Callable[[Live], Any]) -> None:
    live.look()
    live.table.look()
    response = change(live)
    assert response.status_code in (200, 201), response.content
    assert_as_stored(live)


def test_a_joiner_takes_a_place_at_the_kept_table(cast: Cast) -> None:
    live = Live(sit_down(cast, "NE").play("N=out E=5"))
    live.round = 2
    done(live.discard("E", "S", skips="N"))
    done(live.take_back())
    live.table.look()
    body = {"player": {"name": "Tom"}, "left_of": live.table.ids["N"], "total": 0}
    headers = {"If-Match": live.table.etag}
    live.table.game = done(live.client.post(f"{live.table.url}players/", body, headers=headers))
    assert_as_stored(live)
    done(live.discard("E", "S", skips="T"))
    assert live.look()["plays"][0]["number"] == 4  # after two notes, which were taken back, too
    assert_as_stored(live)


def test_the_tables_that_were_used_last_are_kept(cast: Cast) -> None:
    with another_process(), patch.object(kept_tables, "MAX_TABLES", 2):
        first, second, third = (Live(sit_down(cast, "NE")) for _table in range(3))
        for live in (first, second, first, third):
            done(live.note("Here."))
        ids = [str(id) for id in kept_tables._kept]
        assert ids == [first.table.game["id"], third.table.game["id"]]
        assert len(done(second.note("Still.", whole=True))["plays"]) == 2


def test_a_link_shows_what_is_kept(live: Live) -> None:
    asked = {"game": live.table.game["id"]}
    token = done(live.client.post(f"{V1}/share-links/", asked))["token"]
    watched = f"{live.url}?link={token}"
    live.look()
    assert live.client.get(watched).json() == without_recorders(live.look())
    with another_process():
        assert live.client.get(watched).json() == without_recorders(live.look())
