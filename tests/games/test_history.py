"""The history of a game: who changed what, when, from what to what."""

from __future__ import annotations

from tests.cast import Cast
from tests.games.scoresheet import sit_down


def test_every_change_is_there_the_latest_first(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1, 6])
    table.change(variant="fixed_rounds")
    table.play("N=out E=5")
    table.correct(1, "N=out E=10")
    table.take_back()
    table.play("N=out E=15")
    for decision in ("abandon", "resume", "end", "archive", "unarchive"):
        assert table.decide(decision).status_code == 200
    changes = table.changes()
    assert [(c["version"], c["kind"], c["round"]) for c in changes] == [
        (11, "game_unarchived", None),
        (10, "game_archived", None),
        (9, "game_ended_early", None),
        (8, "game_resumed", None),
        (7, "game_abandoned", None),
        (6, "round_recorded", 1),
        (5, "round_taken_back", 1),
        (4, "round_corrected", 1),
        (3, "round_recorded", 1),
        (2, "settings_changed", None),
        (1, "game_started", None),
    ]
    assert changes[0]["version"] == table.look()["version"]
    assert changes[0]["at"] == table.game["changed_at"]
    assert {change["actor"] for change in changes} == {"scorer"}
    assert sorted((c["at"] for c in changes), reverse=True) == [c["at"] for c in changes]


def test_from_what_to_what(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1])
    table.change(variant="fixed_rounds", house_rules={"must_lay_down": True})
    table.decide("abandon")
    abandoned, changed, started = table.changes()
    assert started["before"] is None
    assert started["after"]["players"] == [table.ids["N"], table.ids["E"]]
    assert started["after"]["first_dealer"] == table.ids["N"]
    assert changed["before"] == started["after"]
    assert changed["after"] == {
        **started["after"],
        "variant": "fixed_rounds",
        "house_rules": {**started["after"]["house_rules"], "must_lay_down": True},
    }
    assert abandoned["before"] == {"abandoned": False, "ended_early": False}
    assert abandoned["after"] == {"abandoned": True, "ended_early": False}
