"""Compiled queries, and rows that are inserted and changed in SQL, are those of the ORM."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from accounts.models import StoredAnswer, User
from games.models import Game, Group, GroupLog, Happening, Play, Player, Round, Seat
from scoring.statistics.models import GroupDigest, PhaseTotals
from store.queries import Parameter, Query
from store.rows import add, insert, replace, subtract, update
from store.statements import Statement, send
from tests.cast import Cast
from tests.games.tables import seat

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 22, 20, 15, 0, 500, tzinfo=UTC)
ODD = """it's 100% "quoted" \\ %s 🃏"""
VALUES: list[Any] = [None, {}, [], [ODD, None, 2**53, {"a": [True, 0.5]}], ODD, False, 0]


@pytest.fixture
def game(cast: Cast) -> Game:
    return seat(cast.group, *cast.players[:2])


def columns(row: Any) -> dict[str, Any]:
    """All columns of a row but its id."""
    fields = row._meta.concrete_fields
    return {
        field.attname: bytes(value) if isinstance(value, memoryview) else value
        for field in fields
        if (value := getattr(row, field.attname)) is not None and field.attname != "id"
    }


# --- Queries ---


def test_a_query_finds_what_the_orm_finds(cast: Cast, game: Game) -> None:
    other = seat(cast.group, *cast.players[1:3])
    Game.objects.filter(pk=other.pk).update(deleted_at=AT, phone_time=AT, has_plays=True)
    names = [field.attname for field in Game._meta.concrete_fields]

    def of_member(id: Any, user: Any) -> Any:
        games = Game.objects.filter(pk=id, group__memberships__user=user, edition="classic")
        return games.annotate(role=F("group__memberships__role")).values_list(*names, "role")

    query = Query(lambda: of_member(Parameter("game"), Parameter("user")))
    stranger = User.objects.create_guest("Stranger")
    for user in (cast.users["owner"], cast.users["viewer"], stranger):
        for id in (game.pk, other.pk, uuid4()):
            assert query.rows(user=user.pk, game=id) == list(of_member(id, user.pk))
    [row] = query.rows(game=other.pk, user=cast.users["viewer"].pk)
    assert row[names.index("deleted_at")] == AT
    assert row[names.index("has_plays")] is True
    assert row[-1] == "viewer"


def test_json_is_read_as_by_the_orm(cast: Cast, game: Game) -> None:
    for version, value in enumerate(VALUES, 1):
        Happening.objects.create(game=game, version=version, kind="any", content=value)
    rows = Happening.objects.filter(game=Parameter("game")).order_by("version")
    query = Query(lambda: rows.values_list("version", "content"))
    assert query.rows(game=game.pk) == [*enumerate(VALUES, 1)]


def test_several_statements_return_their_rows(cast: Cast, game: Game) -> None:
    seats = Query(
        lambda: Seat.objects.filter(game=Parameter("game")).order_by("place").values_list("place")
    )
    found = send(
        Statement("SELECT 1, 2", [], list),
        update(Game, {"id": game.pk}, {"version": 7}),
        seats(game=game.pk),
        seats(game=uuid4()),
    )
    assert found == [[(1, 2)], [], [(0,), (1,)], []]
    game.refresh_from_db()
    assert game.version == 7


# --- Rows ---


def test_rows_are_inserted_as_by_the_orm(cast: Cast, game: Game) -> None:
    user = cast.users["owner"]
    rows: list[Any] = [
        Round(game=game, number=1, lines=[[0, 5, True, False, None]], recorded_by=user),
        Round(game=game, number=2, overrule=ODD, recorder_name="Ann", phone_time=AT),
        Play(game=game, round=1, number=1, kind="note", data={"text": ODD}, taken_back_at=AT),
        StoredAnswer(digest="d", request_digest="r", answer=b"\0\xff'%", created_at=AT),
        *(
            Happening(game=game, number=1, kind="any", content=value, actor=user, actor_name=ODD)
            for value in VALUES
            if value is not None
        ),
    ]
    for row in rows:
        send(insert(row))
        [stored] = type(row)._default_manager.all()
        assert columns(stored) == columns(row)
        stored.delete()
        row.save()
        [by_orm] = type(row)._default_manager.all()
        assert columns(by_orm) == columns(row)
        by_orm.delete()


def test_times_in_json_are_those_of_the_api(game: Game) -> None:
    send(insert(Happening(game=game, kind="any", content={"at": AT, "id": game.pk})))
    content = {"at": "2026-11-22T20:15:00.000500Z", "id": str(game.pk)}
    assert Happening.objects.get().content == content


def test_a_value_can_be_what_a_statement_returns(cast: Cast) -> None:
    GroupLog.objects.create(group=cast.group, last_event=5)
    group = cast.group.pk if connection.vendor == "postgresql" else cast.group.pk.hex
    text = "SELECT last_event + %s FROM games_grouplog WHERE group_id = %s"
    log = [PhaseTotals(group=cast.group, player=cast.players[0], phase=ODD, attempts=3)]
    log[0].successes = Statement(text, [2, group])  # type: ignore[attr-defined]
    send(insert(*log))
    row: Any = PhaseTotals.objects.get()
    assert (row.phase, row.attempts, row.successes) == (ODD, 3, 7)


def test_columns_are_changed(cast: Cast, game: Game) -> None:
    other = seat(cast.group, *cast.players[:2])
    changed: dict[str, Any] = {
        "phases": [[{"kind": "run", "size": 4}]],
        "totals": None,
        "deleted_at": AT,
    }
    changed |= {"abandoned": True, "changed_at": AT, "deleted_at": AT, "edition": ODD[:20]}
    send(update(Game, {"id": game.pk, "version": 1}, changed))
    send(update(Game, {"id": other.pk, "version": 2}, changed))
    game.refresh_from_db()
    assert {name: getattr(game, name) for name in changed} == changed
    other.refresh_from_db()
    assert other.deleted_at is None


def test_the_database_refuses_what_is_there_twice(cast: Cast, game: Game) -> None:
    group, version = {"group": cast.group, "group_number": 1}, {"version": 1, "is_change": True}
    for which in ({"number": 1}, version, group):
        Happening.objects.create(game=game, kind="any", content={}, **which)
    Round.objects.create(game=game, number=1)
    for row in (
        Happening(game=game, kind="any", number=1, content={}),
        Happening(game=game, kind="any", content={}, **version),
        Happening(game=game, kind="any", content={}, **group),
        Round(game=game, number=1),
    ):
        written = update(Game, {"id": game.pk}, {"version": 9})
        with pytest.raises(IntegrityError), transaction.atomic():
            send(written, insert(row))
    game.refresh_from_db()
    assert game.version == 1, "nothing of it is written"


# --- Rows that are known by a key ---

KEY = ("group_id", "period", "player_id", "edition", "variant", "phase")
NUMBERS = ("attempts", "successes")


def stored() -> dict[Any, tuple[int, ...]]:
    rows = PhaseTotals.objects.values_list(*KEY, *NUMBERS)
    return {row[: len(KEY)]: row[len(KEY) :] for row in rows}


@pytest.mark.parametrize("seed", range(5))
def test_numbers_are_added_and_subtracted(cast: Cast, seed: int) -> None:
    chance = Random(seed)
    keys = [
        (cast.group.pk, period, player.pk, "it's", 'a "kind"', phase)
        for period in ("", "2026", "2026-03")
        for player in cast.players[:2]
        for phase in ("set:3", "100%")
    ]
    expected: dict[Any, tuple[int, ...]] = {}
    for _time in range(12):
        more: list[Any] = []
        less: list[Any] = []
        for key in chance.sample(keys, 5):
            before = expected.get(key, (0, 0))
            attempts = before[0] + chance.choice((-before[0], chance.randint(-before[0], 4), 3))
            after = (attempts, chance.randint(0, 9) if attempts else 0)
            numbers = [new - old for new, old in zip(after, before, strict=True)]
            if any(numbers):
                (less if min(numbers) < 0 else more).append((*key, *numbers))
            expected[key] = after
        if more:
            send(add(PhaseTotals, KEY, NUMBERS, more))
        subtract(PhaseTotals, KEY, NUMBERS, less)
        expected = {key: row for key, row in expected.items() if row[0]}
        assert stored() == expected
    assert expected


def test_what_is_there_is_replaced(cast: Cast) -> None:
    key, group = ("group_id", "period", "edition", "variant"), cast.group.pk
    for rows in (
        [(group, "", "", "", {"a": [1, ODD]}), (group, "2026", "", "", {})],
        [(group, "", "", "", {"b": [None, 2**53, "ü"]}), (group, "2025", "", "", {})],
    ):
        send(replace(GroupDigest, key, ["kept"], rows))
    assert {row.period: row.kept for row in GroupDigest.objects.all()} == {
        "": {"b": [None, 2**53, "ü"]},
        "2025": {},
        "2026": {},
    }


def test_other_groups_keep_their_rows(cast: Cast) -> None:
    other = Group.objects.create(name="Other")
    player = Player.objects.create(group=other, name="North")

    def row(group: UUID, *numbers: int) -> tuple[Any, ...]:
        return (group, "", player.pk, "classic", "standard", "set:3", *numbers)

    send(add(PhaseTotals, KEY, NUMBERS, [row(other.pk, 2, 1), row(cast.group.pk, 2, 1)]))
    subtract(PhaseTotals, KEY, NUMBERS, [row(other.pk, -2, -1)])
    assert {key[0]: numbers for key, numbers in stored().items()} == {cast.group.pk: (2, 1)}
