"""A group whose games end, are corrected and looked at, and that moves, all at the same instant.

That requests meet here at all is shown by the control of test_one_table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from scoring.statistics.models import PendingGame, PlayerTotals
from scoring.statistics.services.catch_up import catch_up
from scoring.statistics.services.recompute import check
from tests.cast import V1, Cast
from tests.games.races import together
from tests.games.scoresheet import Table, phone, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("cast", "race")]

TIMES = 6
TABLES = 6  # fewer hardly ever meet while they are counted


def recording(table: Table) -> Callable[[], Any]:
    return lambda: table.record("N=out E=60-").status_code


def correcting(table: Table) -> Callable[[], Any]:
    return lambda: table.correct(1, "N=out E=65-").status_code


def moving(cast: Cast, zone: str) -> Callable[[], Any]:
    owner = phone(cast.users["owner"])
    return lambda: owner.patch(f"{cast.url}/", {"time_zone": zone}).status_code


def counting(cast: Cast) -> Callable[[], Any]:
    """As another worker."""
    return lambda: catch_up(cast.group.pk)


def looking(cast: Cast) -> Callable[[], Any]:
    viewer = phone(cast.users["viewer"])

    def look() -> int:
        response = viewer.get(f"{cast.url}/statistics/leaderboard/")
        assert response.status_code == 200, response.content
        return int(sum(line["games"] for line in response.json()["players"]))

    return look


def test_no_game_is_counted_twice_or_not_at_all(cast: Cast) -> None:
    for done in range(TIMES):
        tables = [sit_down(cast, "NE", phases=[1]) for _table in range(TABLES)]
        over = sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
        *statuses, one, another = together(
            *map(recording, tables),
            correcting(over),
            moving(cast, ("Pacific/Kiritimati", "Pacific/Pago_Pago")[done % 2]),
            counting(cast),
            counting(cast),
            looking(cast),
            looking(cast),
        )
        assert statuses == [201] * TABLES + [200, 200, None, None]
        # Two players a game; those that end meanwhile may be in or not, never a half of one.
        games = TABLES + 1
        before = 2 * games * done
        assert {one, another} <= {before + 2 * ended for ended in range(games + 1)}
        assert looking(cast)() == before + 2 * games
    assert not PendingGame.objects.exists()
    assert check(cast.group.pk) == []
    totals = PlayerTotals.objects.filter(player=cast.players[1], period="")
    assert list(totals.values_list("points", flat=True)) == [TIMES * (TABLES * 60 + 65)]


@pytest.mark.full
def test_a_group_is_deleted_while_it_is_counted(cast: Cast) -> None:
    owner = phone(cast.users["owner"])
    for _time in range(TIMES):
        group = owner.post(f"{V1}/groups/", {"name": "Not for long"}).json()["id"]
        url = f"{V1}/groups/{group}"
        players = [
            owner.post(f"{url}/players/", {"name": name}).json()["id"] for name in ("North", "East")
        ]
        for _game in range(3):
            plan = {"edition": "classic", "players": players, "phases": [1]}
            game = Table(owner, owner.post(f"{url}/games/", plan).json())
            assert game.record("N=out E=60-").status_code == 201
            PendingGame.objects.create(group_id=group, game_id=game.game["id"])

        def looking(url: str = url) -> Callable[[], int]:
            one = phone(cast.users["owner"])
            return lambda: int(one.get(f"{url}/statistics/leaderboard/").status_code)

        def counting(group: str = group) -> Callable[[], None]:
            return lambda: catch_up(UUID(group))

        def deleting(url: str = url) -> Callable[[], int]:
            one = phone(cast.users["owner"])
            return lambda: int(one.delete(f"{url}/?confirm=true").status_code)

        gone, *seen = together(deleting(), counting(), counting(), looking(), looking())
        assert gone == 204
        assert set(seen) <= {200, 404, None}
        PendingGame.objects.filter(group_id=group).delete()
    assert not PendingGame.objects.exists()
