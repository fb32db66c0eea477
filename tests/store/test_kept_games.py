"""Games that a process keeps: whoever reads one gets it as it is stored, never as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import store.games
from accounts.models import User
from games.domain.game_record import GameRecord
from games.models import Event, Game, Membership, Player, ShareLink
from games.selectors import games, kept_games
from games.selectors.kept_games import KeptGames
from games.services.locking import locked_game
from games.services.rounds import take_back
from games.wire.games import game_answer
from store.games import GameRow
from tests.cast import V1, Cast
from tests.games.livetable import Live
from tests.games.scoresheet import Table, lines, phone, sit_down
from tests.games.test_attendance import join, leave
from tests.sampling import sampled
from tests.store import reading_by_orm

pytestmark = pytest.mark.django_db(transaction=True)  # nothing is kept that is not committed


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    kept_games.kept_games.clear()
    yield
    kept_games.kept_games.clear()


def id_of(table: Table) -> UUID:
    return UUID(table.game["id"])


def kept(table: Table) -> GameRecord:
    found = kept_games.kept_games.find(id_of(table))
    assert found is not None
    return found.record


def is_kept(user: User, table: Table) -> bool:
    """Whether a reader is answered from what is kept."""
    with CaptureQueriesContext(connection) as queries:
        games.game_for(user, id_of(table))
    assert len(queries) <= 2
    return "games_line" not in "".join(query["sql"] for query in queries)


def is_as_stored(cast: Cast, table: Table) -> None:
    """What members and watchers read, locked or not, is what the rows say."""
    for who in ("owner", "viewer"):
        user = cast.users[who]
        expected = reading_by_orm.game_for(user, id_of(table))
        assert expected is not None
        found = games.game_for(user, id_of(table))
        assert found == replace(expected, known=found.known)
        assert game_answer(found) == game_answer(expected)
    with locked_game(cast.users["owner"], id_of(table)) as record:
        assert game_answer(record) == game_answer(reading_by_orm.record_of(_row(table), "owner"))
    link = ShareLink.objects.get_or_create(game_id=id_of(table), token=str(id_of(table)))[0]
    watched = games.watched(link.token)
    assert game_answer(watched) == game_answer(reading_by_orm.record_of(_row(table)))


def _row(table: Table) -> Game:
    return Game.objects.get(pk=id_of(table))


# --- What is kept -----------------------------------------------------------------------


def test_the_next_round_needs_only_the_row(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    for number in range(2, 5):
        with CaptureQueriesContext(connection) as queries:
            table.play("N=out E=5 S=5 W=5")
        reading = [query["sql"] for query in queries if "games_grouplog log" in query["sql"]]
        assert len(reading) == 1
        assert "games_line" not in reading[0]
        assert len(table.game["rounds"]) == number
    is_as_stored(cast, table)


def test_what_was_read_is_kept_for_all_readers(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    kept_games.kept_games.clear()
    assert not is_kept(cast.users["viewer"], table)
    for who in ("viewer", "owner"):
        assert is_kept(cast.users[who], table)
        record = games.game_for(cast.users[who], id_of(table))
        assert record.role == who
    assert games.game_for(cast.users["viewer"], id_of(table)).role == "viewer"
    is_as_stored(cast, table)


def test_a_line_that_is_entered_keeps_the_game(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    body = {"round": 2, "points": 10}
    table.client.put(f"{table.url}draft/lines/{table.ids['E']}/", body)
    assert kept(table).game.last_event == _row(table).last_event
    is_as_stored(cast, table)
    assert games.game_for(cast.users["owner"], id_of(table)).has_draft


# --- What is not ------------------------------------------------------------------------


def test_what_another_process_has_written_is_read(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    old = kept(table)
    table.play("N=5 E=out S=5 W=5")
    kept_games.kept_games.keep(old)  # as if this process had not heard of the second round
    is_as_stored(cast, table)
    kept_games.kept_games.keep(old)
    table.play("N=5 E=out S=5 W=10")
    assert len(table.game["rounds"]) == 3
    is_as_stored(cast, table)


def test_a_restored_backup_with_the_same_numbers_is_read(cast: Cast) -> None:
    """As after a backup: another round 2 with the same version, but not at the same time."""
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    before = _row(table)
    table.play("N=5 E=out S=5 W=5")
    gone = kept(table)
    before.rounds.get(number=2).delete()
    Event.objects.filter(game=before, number__gt=before.last_event).delete()
    before.changes.filter(version__gt=before.version).delete()
    before.save()
    assert len(table.look()["rounds"]) == 1
    table.play("N=5 E=out S=5 W=25")
    same = (gone.game.version, gone.game.last_event, gone.revision)
    now = kept(table)
    assert (now.game.version, now.game.last_event, now.revision) == same
    kept_games.kept_games.keep(gone)
    is_as_stored(cast, table)


def test_a_change_that_is_undone_is_not_kept(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    before = kept(table)
    owner = cast.users["owner"]
    with transaction.atomic():
        with locked_game(owner, id_of(table)) as record:
            take_back(record=record, actor=owner, number=1)
        transaction.set_rollback(True)
    assert kept(table) == before
    is_as_stored(cast, table)


def test_a_dry_run_is_not_kept(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    before = kept(table)
    body = {"number": 2, "results": lines(table.ids, "N=out E=5 S=5 W=5")}
    answer = table.client.post(f"{table.url}rounds/?dry_run=true", body)
    assert len(answer.json()["rounds"]) == 2
    assert kept(table) == before
    assert len(table.look()["rounds"]) == 1
    is_as_stored(cast, table)


def test_what_a_transaction_reads_is_not_kept(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    kept_games.kept_games.clear()
    with transaction.atomic():
        Game.objects.update(archived=True)
        assert games.game_for(cast.users["owner"], id_of(table)).game.archived
        transaction.set_rollback(True)
    assert len(kept_games.kept_games) == 0


def rename_player(cast: Cast, table: Table) -> None:
    address = f"{V1}/players/{table.ids['N']}/"
    assert cast.owner.patch(address, {"name": "Nora"}).status_code == 200
    assert "Nora" in [player["name"] for player in table.look()["players"]]


def rename_recorder(cast: Cast, table: Table) -> None:
    assert table.client.patch(f"{V1}/me/", {"name": "Renamed"}).status_code == 200
    assert table.look()["rounds"][0]["recorded_by"] == "Renamed"


def delete_recorder(cast: Cast, table: Table) -> None:
    assert table.client.post(f"{V1}/me/delete/", {"confirm": True}).status_code == 204
    table.client = phone(cast.users["owner"])
    assert table.look()["rounds"][0]["recorded_by"] is None


def merge_player(cast: Cast, table: Table) -> None:
    other = Player.objects.create(group=cast.group, name="Other")
    gone = table.ids["N"]
    merged = cast.owner.post(f"{V1}/players/{gone}/merge/", {"into": str(other.pk)})
    assert merged.status_code == 200
    assert table.look()["players"][0]["id"] == str(other.pk)


@pytest.mark.parametrize("change", [rename_player, rename_recorder, delete_recorder, merge_player])
def test_what_changes_without_a_round(cast: Cast, change: Callable[[Cast, Table], None]) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    table.look()
    assert is_kept(cast.users["owner"], table)
    change(cast, table)
    is_as_stored(cast, table)


def test_who_has_left_reads_nothing(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    assert is_kept(cast.users["viewer"], table)
    Membership.objects.filter(user=cast.users["viewer"]).delete()
    assert cast.viewer.get(table.url).status_code == 404


def test_a_new_name_since_one_was_let_in(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    user = User.objects.get(pk=cast.users["owner"].pk)
    cast.owner.patch(f"{V1}/me/", {"name": "New"})
    assert user.name == "owner"
    with locked_game(user, id_of(table)):
        assert user.name == "New", "what is recorded now carries it"


def test_a_new_name_while_a_game_is_read(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    user = User.objects.get(pk=cast.users["owner"].pk)
    old = replace(kept(table), game=replace(kept(table).game, last_event=0))
    kept_games.kept_games.keep(old)  # so that the game is read by a second statement

    def game_of_member(*arguments: Any, **options: Any) -> GameRow | None:
        row = store.games.game_of_member(*arguments, **options)
        if options.get("locks"):  # elsewhere, right after that
            User.objects.filter(pk=user.pk).update(name="New")
        return row

    monkeypatch.setattr(games, "game_of_member", game_of_member)
    with locked_game(user, id_of(table)):
        assert user.name == "New"


# --- Everything at once -----------------------------------------------------------------

ACTS: dict[str, Callable[[Cast, Table], Any]] = {
    "record": lambda cast, table: table.record("N=out E=5 S=5 W=5"),
    "overrule": lambda cast, table: table.record("N=105 E=out- S=105 W=7", overrule="Misread."),
    "correct": lambda cast, table: table.correct(1, "N=out E=50- S=5 W=15", confirm=True),
    "take back": lambda cast, table: table.take_back(),
    "abandon": lambda cast, table: table.decide("abandon"),
    "end": lambda cast, table: table.decide("end"),
    "resume": lambda cast, table: table.decide("resume"),
    "archive": lambda cast, table: table.decide("archive"),
    "house rules": lambda cast, table: table.change(house_rules={"must_lay_down": True}),
    "leave": lambda cast, table: leave(table, "W", cast),
    "join": lambda cast, table: join(table, "W", cast),
    "rename player": lambda cast, table: cast.owner.patch(
        f"{V1}/players/{table.game['players'][0]['id']}/", {"name": "Nn"}
    ),
    "rename person": lambda cast, table: table.client.patch(f"{V1}/me/", {"name": "Somebody"}),
    "line": lambda cast, table: table.client.put(
        f"{table.url}draft/lines/{table.game['players'][1]['id']}/",
        {"round": len(table.game["rounds"]) + 1, "points": 5},
    ),
    "play": lambda cast, table: Live(table).lay("N", "R3 R3 R3", "B3 B3 B3"),
    "delete and restore": lambda cast, table: (
        cast.owner.delete(table.url, headers={"If-Match": table.etag}),
        cast.owner.post(f"{table.url}restore/"),
    ),
    "forget": lambda cast, table: kept_games.kept_games.clear(),
}


@settings(
    max_examples=sampled(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(acts=st.lists(st.sampled_from(list(ACTS)), min_size=3, max_size=12))
def test_it_is_as_stored_whatever_is_done(cast: Cast, acts: list[str]) -> None:
    table = sit_down(cast)
    for act in acts:
        old = kept_games.kept_games.find(id_of(table))
        ACTS[act](cast, table)
        is_as_stored(cast, table)
        if old:  # as if it had happened in another process
            kept_games.kept_games.keep(old.record)
            is_as_stored(cast, table)
        table.look()


# --- How much is kept -------------------------------------------------------------------


def test_the_games_that_were_not_used_lately_go(cast: Cast) -> None:
    one, two, three = (
        games.game_for(cast.users["owner"], id_of(sit_down(cast))) for _game in range(3)
    )
    few = KeptGames(max_games=2)
    for record in (one, two):
        few.keep(record)
    assert few.find(one.game.id)
    few.keep(three)
    assert few.find(two.game.id) is None
    assert few.find(one.game.id)
    assert few.find(three.game.id)
    few.clear()
    assert len(few) == 0


def test_long_games_leave_less_room(cast: Cast) -> None:
    tables = [sit_down(cast).play(*["N=out E=5 S=5 W=5"] * 2) for _game in range(3)]
    records = [games.game_for(cast.users["owner"], id_of(table)) for table in tables]
    few = KeptGames(max_lines=40)  # each has eight lines, and eight for its seats
    for record in records:
        few.keep(record)
        few.keep(record)  # again, which takes no more room
    assert [few.find(record.game.id) is not None for record in records] == [False, True, True]
    few = KeptGames(max_lines=10)
    few.keep(records[0])
    assert len(few) == 0, "not even one"
