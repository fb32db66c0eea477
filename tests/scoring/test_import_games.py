"""What comes in from a file is as if it had been played here."""

from __future__ import annotations

from games.models import Game
from tests.cast import V1, Cast
from tests.games.scoresheet import phone, sit_down
from tests.scoring.sheets import (
    bring,
)

# Two Phases, of which East lays down both first.
EVENING = """\
game,date,edition,phases,round,player,points,laid_down,went_out,dealer
1,2024-03-01,classic,1 2,1,North,50,no,,yes
1,2024-03-01,classic,1 2,1,East,0,,yes,
1,2024-03-01,classic,1 2,1,South,5,,,
1,2024-03-01,classic,1 2,2,North,0,,yes,
1,2024-03-01,classic,1 2,2,East,10,,,
1,2024-03-01,classic,1 2,2,South,80,,,
"""


def only_game() -> Game:
    return Game.objects.get()


def test_an_evening_on_paper_is_as_one_that_was_played(cast: Cast) -> None:
    table = sit_down(cast, "NES", phases=[1, 2], dealer="N").play(
        "N=50- E=out S=5", "N=out E=10 S=80"
    )
    result = bring(cast, EVENING)
    assert result == {"imported": 1, "known": 0, "rounds": 2, "new_players": []}
    imported = Game.objects.exclude(pk=table.game["id"]).get()
    played, brought = (
        phone(cast.users["viewer"]).get(f"{V1}/games/{pk}/").json()
        for pk in (table.game["id"], imported.pk)
    )
    for one in (played, brought):
        for name in ("id", "event", "version", "started_at", "changed_at"):
            del one[name]
        for round in one["rounds"]:
            del round["recorded_at"]
    assert brought == played
    assert brought["status"] == "over"
    assert [p["won"] for p in brought["players"]] == [False, True, False]
