"""Reading a game with one statement, compared with the ORM."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.domain.game_record import GameRecord, GameValues
from games.models import Game, Membership, Role, ShareLink
from games.selectors import games, records
from games.services.locking import locked_game
from games.wire.games import game_answer
from rest.problems import ProblemError
from store import games as statements
from tests.cast import Cast
from tests.games.scoresheet import sit_down
from tests.sampling import sampled
from tests.store import reading_by_orm
from tests.store.random_games import StoredRandomGame, random_games, store_game

pytestmark = pytest.mark.django_db


@settings(
    max_examples=sampled(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    game=random_games(),
    revision=st.none() | st.integers(0, 9),
    draft=st.booleans(),
)
def test_it_reads_what_the_orm_reads(
    db: None, game: GameRecord, revision: int | None, draft: bool
) -> None:
    stored = store_game(game, revision=revision, draft=draft)
    id, is_deleted = game.game.id, game.game.deleted_at is not None
    row = Game.objects.get(pk=id)
    same(records.load(id), reading_by_orm.record_of(row))
    for user in (stored.owner, stored.viewer):
        expected = reading_by_orm.game_for(user, id, deleted=is_deleted)
        assert expected is not None
        with locked_game(user, id, Role.VIEWER, deleted=is_deleted) as record:
            same(record, expected)
        if not is_deleted:
            same(games.game_for(user, id), expected)
            head = games.stored_game_for(user, id)
            assert (head.game, head.role) == (expected.game, expected.role)
            assert head.revision == expected.revision
    if not is_deleted:
        expected = reading_by_orm.watched(stored.link)
        assert expected is not None
        same(games.watched(stored.link), expected)
    refuses_others(stored)


def same(found: GameRecord, expected: GameRecord) -> None:
    assert found == expected
    assert game_answer(found) == game_answer(expected)


def refuses_others(stored: StoredRandomGame) -> None:
    """Whoever may not see a game learns nothing, deleted or not."""
    id, is_deleted = stored.record.game.id, stored.record.game.deleted_at is not None
    if is_deleted:
        with pytest.raises(Http404):
            games.game_for(stored.owner, id)
        with pytest.raises(Http404):
            games.watched(stored.link)
    with pytest.raises(Http404), locked_game(stored.owner, id, deleted=not is_deleted):
        pass
    with pytest.raises(ProblemError), locked_game(stored.viewer, id, deleted=is_deleted):
        pass
    Membership.objects.filter(user=stored.viewer).delete()
    with pytest.raises(Http404), locked_game(stored.viewer, id, deleted=is_deleted):
        pass
    for read in (games.game_for, games.stored_game_for):
        with pytest.raises(Http404):
            read(stored.viewer, id)


@pytest.mark.parametrize("locks", [False, True])
def test_a_game_that_is_still_being_imported_is_not_there(cast: Cast, locks: bool) -> None:
    game = UUID(sit_down(cast).game["id"])
    link = ShareLink.objects.create(game_id=game, token="t")
    owner = cast.users["owner"].pk
    with transaction.atomic() if locks else nullcontext():
        assert statements.game_of_member(owner, game, locks=locks)
        Game.objects.filter(pk=game).update(hidden_by=uuid4())
        assert statements.game_of_member(owner, game, locks=locks) is None
    assert statements.game_of_link(link.token) is None
    assert statements.game_with_id(game), "whoever imports it reads it"


def test_a_link_shows_nothing_after_it_was_revoked(cast: Cast) -> None:
    game = UUID(sit_down(cast).game["id"])
    ShareLink.objects.create(game_id=game, token="t", revoked_at=datetime.now(UTC))
    for token in ("t", "other", "\0"):
        assert statements.game_of_link(token) is None


def test_it_reads_all_columns_that_a_game_has(cast: Cast) -> None:
    row = statements.game_with_id(UUID(sit_down(cast).game["id"]))
    assert row is not None
    assert set(row.columns) == set(GameValues.__dataclass_fields__)


def test_what_is_not_asked_for_is_not_read(cast: Cast) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    owner, game = cast.users["owner"].pk, UUID(table.game["id"])
    whole: Any = statements.game_of_member(owner, game)
    head: Any = statements.game_of_member(owner, game, whole=False)
    assert (head.columns, head.role, head.revision) == (whole.columns, whole.role, whole.revision)
    assert (head.seats, head.rounds) == (None, None)
    assert len(statements.rounds_in(whole.rounds)) == 1


@pytest.mark.needs_postgres
def test_it_searches_for_lines_after_a_large_import(cast: Cast) -> None:
    """PostgreSQL does not know yet how many lines there are, and must not read all of them."""
    table = sit_down(cast, "NE").play("N=out E=5")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_round, games_line, games_seat")
        cursor.execute(
            "INSERT INTO games_round (game_id, number, overrule, recorded_at, public_id)"
            " SELECT id, number, '', now(), gen_random_uuid()"
            " FROM games_game, generate_series(2, 10000) AS number"
        )
        cursor.execute(
            "INSERT INTO games_line (round_id, seat_id, points, laid_down, went_out)"
            " SELECT r.id, s.id, 5, true, false FROM games_round r, games_seat s WHERE r.number > 1"
        )
    game = UUID(sit_down(cast, "NE").play("N=out E=5").game["id"])
    assert str(game) != table.game["id"]
    with CaptureQueriesContext(connection) as queries:
        assert len(records.load(game).rounds) == 1
    [query] = queries
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {query['sql']}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "Seq Scan on games_line" not in plan, plan
    assert "Index Cond: (round_id" in plan or "Index Cond: (seat_id" in plan, plan
