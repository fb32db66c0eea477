"""The live table over HTTP: what is ruled, recorded, refused, overruled and taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Play, Player
from games.models.games import RESTORABLE_FOR
from games.services.games import purge_deleted_games
from scoring.exchange.archive.reader import read_archive
from tests.accounts.people import mistakes
from tests.api.client import ContractClient
from tests.cast import V1, Cast
from tests.games.happened import events
from tests.games.livetable import Live, done, problems, rows, without_recorders
from tests.games.scoresheet import Table, phone, sit_down
from tests.scoring.everything import archive_of

FIVES, SIXES = "R5 G5 B5", "R6 G6 B6"
SEVENS, EIGHTS = "R7 G7 B7", "R8 G8 B8"
RUN_OF_4 = [[{"kind": "run", "size": 4}]]


@pytest.fixture
def live(cast: Cast) -> Live:
    """Classic, North deals, and so East starts; turns are not logged."""
    return Live(sit_down(cast))


@pytest.fixture
def turns(cast: Cast) -> Live:
    """The same with turns logged."""
    return Live(sit_down(cast, turns_logged=True))


# --- Recorded, refused, ambiguous, overruled ---------------------------------------------


def test_an_empty_table(turns: Live) -> None:
    table, ids = turns.look(), turns.table.ids
    assert (table["round"], table["game"]) == (1, turns.table.game["id"])
    assert (table["dealer"], table["starter"], table["turn"]) == (ids["N"], ids["E"], ids["E"])
    assert (table["side"], table["went_out"], table["top_discard"]) == (None, None, None)
    assert table["groups"] == table["plays"] == table["skipped"] == []
    assert table["players"] == [
        {"player": ids[who], "phase": 1, "laid_down": False} for who in "NESW"
    ]


def test_what_is_legal_is_recorded_and_answered_with_what_changed(live: Live) -> None:
    answer = done(live.lay("E", FIVES, "B6 W G6"))
    assert answer == {**live.look(), "gone": [], "taken_back": []}
    assert live.groups() == ["E R5 G5 B5", "E B6 W=6 G6"]
    assert live.down() == "E"
    [play] = answer["plays"]
    assert (play["number"], play["kind"], play["recorded_by"]) == (1, "lay_down", "scorer")
    assert play["player"] == live.table.ids["E"]
    assert play["groups"] == [group["id"] for group in answer["groups"]]
    assert play["cards"] == ["R5", "G5", "B5", "B6", "W=6", "G6"]
    assert (play["overrule"], play["goes_out"]) == (None, False)
    answer = done(live.hit("E", 0, "Y5 W"))
    [group], [play] = answer["groups"], answer["plays"]
    assert group["cards"] == ["R5", "G5", "B5", "Y5", "W=5"]
    assert group["size"] == 5
    assert play["group"] == group["id"]


def test_the_whole_table_is_answered_to_whoever_asks_for_it(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES))
    assert done(live.hit("E", 0, "Y5", whole=True)) == live.look()
    assert done(live.take_back(query="?whole_table=true")) == live.look()
    tried = done(live.take_back(query="?whole_table=true&dry_run=true"))
    assert (tried["groups"], tried["plays"]) == ([], [])
    assert mistakes(
        live.client.post(
            f"{live.url}plays/?whole_table=1", {"kind": "note", "round": 1, "text": "?"}
        )
    ) == {("whole_table", "invalid")}


def test_what_is_illegal_is_refused_with_the_ruling_and_leaves_no_trace(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES))
    before, table = rows(), live.look()
    assert problems(live.hit("E", 0, "R7")) == ["wrong_number"]
    assert problems(live.hit("S", 0, "R5")) == ["phase_not_laid"]
    assert problems(live.lay("E", SEVENS, EIGHTS)) == ["already_laid_down"]
    assert problems(live.lay("S", SEVENS)) == ["wrong_group_count"]
    assert (rows(), live.look()) == (before, table)


def test_the_player_is_asked_what_a_wild_is_for(cast: Cast) -> None:
    live = Live(sit_down(cast, phases=RUN_OF_4))
    done(live.lay("E", "R4 R5 R6 R7"))
    before, table = rows(), live.look()
    for overrule in ("", "We want it."):
        response = live.hit("E", 0, "W", overrule=overrule)
        assert response.status_code == 409
        problem = response.json()
        assert problem["code"] == "ambiguous_play"
        ruling = problem["ruling"]
        assert (ruling["legal"], ruling["ambiguous"], ruling["problems"]) == (True, True, [])
        [choice] = ruling["choices"]
        assert choice["group"] is None
        assert [(s["low"], s["high"]) for s in choice["standings"]] == [(4, 8), (3, 7)]
    assert (rows(), live.look()) == (before, table)
    declared = choice["standings"][1]["cards"][0]
    assert declared == "W=3"
    done(live.hit("E", 0, declared))
    assert live.groups() == ["E W=3 R4 R5 R6 R7"]


def test_the_table_overrules_with_a_record_of_it(live: Live) -> None:
    answer = done(live.lay("E", "R5 G5 B6", SIXES, overrule="The six was misread."))
    assert answer["plays"][0]["overrule"] == "The six was misread."
    assert [group["irregular"] for group in answer["groups"]] == [True, False]
    assert live.down() == "E"
    # The referee cannot tell what fits something that is not a group.
    assert problems(live.hit("E", 0, "R5")) == ["irregular_group"]
    done(live.hit("E", 0, "R5", overrule="It fits."))
    assert live.groups()[0] == "E R5 G5 B6 R5"
    # Where nothing had to be overruled, nothing was.
    assert done(live.hit("E", 1, "Y6", overrule="So there."))["plays"][-1]["overrule"] is None
    assert done(live.hit("E", 1, "Y6", overrule=" "))["plays"][-1]["overrule"] is None


def test_a_dry_run_rules_and_records_nothing(live: Live, cast: Cast) -> None:
    done(live.lay("E", FIVES, SIXES))
    before, table = rows(), live.look()
    viewer = Live(Table(phone(cast.users["viewer"]), live.table.game))
    for one in (live, viewer):
        answer = done(one.hit("E", 0, "Y5", dry_run=True))
        assert answer["ruling"] == {
            "legal": True, "ambiguous": False, "problems": [], "choices": []
        }  # fmt: skip
        assert answer["table"] is None
        assert done(one.hit("E", 0, "Y5", dry_run=True, whole=True)) == {**answer, "table": table}
        response = one.hit("E", 0, "Y6", dry_run=True, overrule="Even so.")
        assert problems(response) == ["wrong_number"]
        assert done(one.lay("S", SEVENS, EIGHTS, dry_run=True))["ruling"]["legal"]
        assert problems(one.discard("S", "R1", goes_out=True, dry_run=True)) == ["phase_not_laid"]
        done(one.note("Nothing.", dry_run=True))
    assert (rows(), live.look()) == (before, table)
    assert viewer.hit("E", 0, "Y5").status_code == 403
    assert viewer.take_back().status_code == 403
    assert (rows(), live.look()) == (before, table)


def test_whoever_has_the_link_sees_the_table(live: Live) -> None:
    asked = {"game": live.table.game["id"]}
    token = done(live.client.post(f"{V1}/share-links/", asked))["token"]
    done(live.lay("E", FIVES, SIXES))
    watching = ContractClient()
    assert watching.get(f"{live.url}?link={token}").json() == without_recorders(live.look())
    assert watching.get(f"{live.url}?link={token}&round=2").status_code == 404


# --- What the referee knows of the table -------------------------------------------------


def test_each_is_ruled_by_the_phase_they_are_on(live: Live) -> None:
    live.table.play("N=out E=50- S=50- W=5")
    live.round = 2
    phases = {live.table.names[one["player"]]: one["phase"] for one in live.look()["players"]}
    assert phases == {"N": 2, "E": 1, "S": 1, "W": 2}
    response = live.lay("N", FIVES, SIXES)
    assert problems(response) == ["wrong_phase", "not_consecutive", "too_few_cards"]
    assert response.json()["detail"] == (
        "North is on Phase 2 (set of 3 + run of 4), but these cards are Phase 1."
    )
    done(live.lay("N", FIVES, "R1 R2 R3 R4"))
    done(live.lay("E", SEVENS, SIXES))


def test_a_skip_that_starts_the_pile_is_for_the_starter(turns: Live) -> None:
    done(turns.note("Good luck."))  # moves nothing, and so comes before it
    assert mistakes(turns.discard(None, "S", skips="N")) == {("skips", "not_the_starter")}
    answer = done(turns.discard(None, "S"))
    assert answer["top_discard"] == "S"
    assert (turns.turn(), turns.skipped()) == ("S", "")
    assert mistakes(turns.discard(None, "R1")) == {("player", "required")}


def test_going_out_ends_the_round(turns: Live) -> None:
    assert problems(turns.discard("E", "R1", goes_out=True)) == ["phase_not_laid"]
    done(turns.lay("E", FIVES, SIXES))
    answer = done(turns.discard("E", "S", goes_out=True))  # as a last card it simply goes
    assert (answer["went_out"], answer["turn"]) == (turns.table.ids["E"], None)
    assert problems(turns.discard("S", "R1")) == ["round_is_out"]
    done(turns.note("What a hand."))


# --- Taking back -------------------------------------------------------------------------


def test_the_last_play_is_taken_back(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES))
    table = live.look()
    done(live.hit("E", 0, "Y5"))
    played = live.look()
    answer = done(live.take_back())
    assert live.look() == {**table, "event": answer["event"]}
    assert answer == {
        **live.look(),
        "groups": table["groups"][:1],
        "plays": [],
        "gone": [],
        "taken_back": [played["plays"][1]["id"]],
    }
    assert answer["event"] == table["event"] + 2
    # It stays on record; its number is not given to another one.
    assert Play.objects.get(taken_back_at=None, kind="lay_down").number == 1
    assert done(live.hit("E", 0, "Y5"))["plays"][-1]["number"] == 3


def test_a_play_on_which_later_ones_rest_is_not_taken_back(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES))
    done(live.lay("S", SEVENS, EIGHTS))
    done(live.hit("S", 0, "Y5"))
    done(live.hit("E", 2, "Y7"))
    done(live.note("So far."))
    before, table = rows(), live.look()
    response = live.take_back(0)
    assert response.status_code == 409
    problem = response.json()
    assert problem["code"] == "later_plays_fall"
    # South's hit has no group left, East's no Phase of its own.
    assert problem["plays"] == table["plays"][2:4]
    assert (rows(), live.look()) == (before, table)
    for _hit in range(2):
        done(live.take_back(2))
    done(live.take_back(0))
    assert live.groups() == ["S R7 G7 B7", "S R8 G8 B8"]


def test_what_cannot_be_taken_back(live: Live, cast: Cast) -> None:
    done(live.note("One."))
    [play] = live.look()["plays"]
    other = Live(sit_down(cast))
    done(other.note("Another game's."))
    table = live.look()
    assert live.take_back(other.look()["plays"][0]["id"]).status_code == 404
    assert live.take_back("00000000-0000-0000-0000-000000000000").status_code == 404
    assert live.look() == table
    done(live.take_back(play["id"]))
    assert live.take_back(play["id"]).status_code == 404


def test_the_cards_are_turned_over_once_by_two_phones_that_see_the_same_side(cast: Cast) -> None:
    live = Live(sit_down(cast, edition="flip"))
    done(live.flip(side="color"))
    late = live.flip(side="color")
    assert (late.status_code, late.json()["code"]) == (409, "turned_over")
    assert (live.look()["side"], live.kinds()) == ("wild", ["flip"])
    done(live.flip())  # whoever does not say what they see turns them back
    assert mistakes(live.flip(side="blue")) == {("side", "invalid_choice")}
    assert live.look()["side"] == "color"


# --- The addresses for one kind of play, which are deprecated ----------------------------


def test_an_address_for_one_kind_of_play_is_the_same(cast: Cast) -> None:
    live = Live(sit_down(cast, edition="flip", phases=[2, 1]))
    client = live.table.client
    east: dict[str, Any] = {"round": 1, "player": live.table.ids["E"]}
    group = "0b6f8c8e-0000-4000-8000-000000000001"
    lay_down = {**east, "groups": [["R1", "R2", "R3"], ["B5", "G5", "Y5"]], "overrule": "So."}
    lay_down["group_ids"] = [group, "0b6f8c8e-0000-4000-8000-000000000002"]
    plays = [
        ("note", "notes", {"round": 1, "text": "Tea."}),
        ("lay_down", "lay-downs", lay_down),
        ("hit", "hits", {**east, "group": group, "cards": ["R4"], "overrule": "So."}),
        ("discard", "discards", {**east, "card": "R9"}),
        ("draw", "draws", {**east, "pile": "draw_pile"}),
        ("flip", "flips", {"round": 1}),
    ]
    for number, (kind, address, body) in enumerate(plays):
        old, new = f"{live.url}{address}/", f"{live.url}plays/"
        named = {"kind": kind, **body}
        ruled = [client.post(f"{url}?dry_run=true", b) for url, b in ((old, body), (new, named))]
        assert ruled[0].json() == ruled[1].json(), kind
        assert [answer.status_code for answer in ruled] == [200, 200]
        id = f"0b6f8c8e-0000-4000-8000-00000000010{number}"
        first = client.post(old, {"id": id, **body})
        assert first.status_code == 201, first.content
        # A phone that has lost the answer may ask with another version of itself.
        again = client.post(new, {"id": id, **named})
        assert (again.status_code, again.json()) == (200, live.look()), kind
        assert live.kinds() == [kind for kind, _address, _body in plays[: number + 1]]
        # What the address says is not said twice, and `recorded_at` is only known there.
        assert mistakes(client.post(old, named)) == {("kind", "unknown_field")}
        was = {**named, "recorded_at": "2026-11-21T19:30:00Z"}
        assert mistakes(client.post(new, was)) == {("recorded_at", "unknown_field")}


# --- What is not a good question --------------------------------------------------------


def test_bad_questions_leave_the_table_as_it_was(live: Live, cast: Cast) -> None:
    outside = str(Player.objects.create(group=cast.group, name="Outside").pk)
    client = phone(cast.users["scorer"])
    body = {"edition": "classic", "players": [str(cast.players[0].pk), outside]}
    other = Live(Table(client, done(client.post(f"{cast.url}/games/", body))))
    done(other.lay("O", FIVES, SIXES))
    done(live.lay("E", FIVES, SIXES))
    foreign, nobody = other.look()["groups"][0]["id"], "00000000-0000-0000-0000-000000000000"
    before, table = rows(), live.look()

    def post(path: str, **more: Any) -> Callable[[], Any]:
        return lambda: live.client.post(f"{live.url}{path}", more)

    refusals: list[tuple[Callable[[], Any], str, str]] = [
        (lambda: live.hit("E", foreign, "R5"), "group", "unknown_group"),
        (lambda: live.hit("E", nobody, "R5"), "group", "unknown_group"),
        (lambda: live.hit(outside, 0, "R5"), "player", "not_playing"),
        (lambda: live.lay(nobody, FIVES), "player", "not_playing"),
        (lambda: live.play("discard", "E", card="S", skips=outside), "skips", "not_playing"),
        (lambda: live.play("note", outside, text="?"), "player", "not_playing"),
        (lambda: live.hit("E", 0, "R5 W7"), "cards.1", "unknown_card"),
        (lambda: live.hit("E", 0, "R5 R13"), "cards.1", "unknown_card"),
        (lambda: live.lay("S", SEVENS, "R8 R* G8"), "groups.1.1", "unknown_card"),
        (lambda: live.discard("E", "W7"), "card", "unknown_card"),
        (lambda: live.discard("E", "W=7"), "card", "unknown_card"),
        (lambda: live.discard("E", "S"), "skips", "required"),
        (lambda: live.discard("E", "R1", skips="W"), "skips", "not_a_skip"),
        (lambda: live.discard(None, "R1"), "player", "required"),
        (lambda: live.hit("E", 0, ""), "cards", "empty"),
        (lambda: live.lay("E"), "groups", "empty"),
        (lambda: live.note(""), "text", "blank"),
        (lambda: live.note("x" * 501), "text", "max_length"),
        (lambda: live.note("\0"), "text", "null_characters_not_allowed"),
        (lambda: live.discard("E", "R1", overrule="x" * 201), "overrule", "max_length"),
        (post("plays/", kind="note", text="?"), "round", "required"),
        (lambda: live.note("?", mood="good"), "mood", "unknown_field"),
        (post("plays/?dry_run=1", kind="flip", round=1), "dry_run", "invalid"),
        # The last one would count, and this were no dry run.
        (
            post("plays/?dry_run=true&dry_run=false", kind="note", round=1, text="?"),
            "dry_run",
            "duplicate_name",
        ),
        (post("plays/", round=1, text="?"), "kind", "required"),
        (post("plays/", kind="shout", round=1, text="?"), "kind", "invalid_choice"),
        (post("plays/", kind="flip", round=1, text="?"), "text", "unknown_field"),
    ]
    assert live.client.post(f"{live.url}plays/", []).status_code == 400
    for number, (act, field, code) in enumerate(refusals):
        assert mistakes(act()) == {(field, code)}, number
        assert (rows(), live.look()) == (before, table), number
    unknown = mistakes(live.lay("S", "R7 W7 G7", "R8 R* G8"))  # each of them, in whatever group
    assert unknown == {("groups.0.1", "unknown_card"), ("groups.1.1", "unknown_card")}


def test_a_hit_on_a_group_that_is_gone_is_left_out(live: Live, cast: Cast) -> None:
    """Earlier versions deleted who had laid the group down, and kept the hit of somebody else."""
    done(live.lay("E", FIVES, SIXES))
    done(live.lay("S", SEVENS, EIGHTS))
    done(live.hit("S", 0, "Y5"))
    orphan = live.look()["plays"][-1]["id"]
    Play.objects.order_by("number")[:1].get().delete()
    assert live.kinds() == ["lay_down"]
    assert live.take_back(orphan).status_code == 404
    done(live.hit("S", 0, "Y7"))
    live.table.play("N=50- E=50- S=out W=50-")
    assert read_archive(archive_of(cast)).problems == ()


def test_a_group_that_was_taken_back_is_no_more(live: Live) -> None:
    group = done(live.lay("E", FIVES, SIXES))["groups"][0]["id"]
    done(live.lay("S", SEVENS, EIGHTS))
    done(live.take_back(0))
    before = rows()
    response = live.hit("S", group, "Y5")
    assert mistakes(response) == {("group", "unknown_group")}
    assert "taken back" in response.json()["errors"][0]["message"]
    assert rows() == before


def test_a_finished_round_is_played_no_more(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES))
    play = live.look()["plays"][0]["id"]
    group = live.look()["groups"][0]["id"]
    live.table.play("N=50- E=out S=50- W=50-")
    before, table = rows(), live.look(1)
    acts: list[Callable[[], Any]] = [
        lambda: live.hit("E", group, "Y5"),
        lambda: live.hit("E", group, "Y5", dry_run=True),
        lambda: live.take_back(play),
    ]
    for act in acts:
        response = act()
        assert (response.status_code, response.json()["code"]) == (409, "round_over")
    live.round = 2
    assert mistakes(live.hit("E", group, "Y5")) == {("group", "unknown_group")}
    live.round = 3
    assert live.note("?").json()["code"] == "round_not_next"
    assert (rows(), live.look(1)) == (before, table)


@pytest.mark.parametrize("decision", ["abandon", "end"])
def test_a_game_that_is_over_is_played_no_more(live: Live, decision: str) -> None:
    live.table.play("N=out E=50- S=50- W=50-")
    live.round = 2
    done(live.lay("E", FIVES, SIXES))
    assert live.table.decide(decision).status_code == 200
    assert live.note("?").json()["code"] == "game_not_playing"
    assert live.take_back().json()["code"] == "game_not_playing"
    assert live.groups() == ["E R5 G5 B5", "E R6 G6 B6"]
    assert live.table.decide("resume").status_code == 200
    done(live.take_back())


# --- Queries -----------------------------------------------------------------------------


def test_a_hit_takes_as_many_queries_whatever_lies_there(cast: Cast) -> None:
    more = [Player.objects.create(group=cast.group, name=name) for name in ("Anna", "Ben")]
    players = [str(player.pk) for player in [*cast.players, *more]]
    client, counts = phone(cast.users["scorer"]), []
    for pairs in (1, 4):
        phase = [{"kind": "set", "size": 2}] * pairs
        body = {"edition": "classic", "players": players, "phases": [phase]}
        live = Live(Table(client, done(client.post(f"{cast.url}/games/", body))))
        who = "NESWAB" if pairs == 4 else "N"
        for index, letter in enumerate(who):
            numbers = (2 * index + 1, 2 * index + 2)
            groups = [f"{a}{n} {b}{n}" for n in numbers for a, b in ("RG", "BY")]
            done(live.lay(letter, *groups[:pairs]))
        group = live.look()["groups"][0]["id"]
        with CaptureQueriesContext(connection) as queries:
            done(live.hit("N", group, "R1"))
        counts.append(len(queries))
        assert len(live.look()["groups"]) == pairs * len(who)
    # A savepoint, the token, the locks, the game, the plays, all that is written, and the
    # savepoint's end. SQLite is asked for each lock, row, round and seat one by one.
    expected = 6 if connection.vendor == "postgresql" else 12
    assert counts == [expected, expected]


# --- Rounds and the table ----------------------------------------------------------------


def test_taking_a_round_back_brings_its_table_back(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES))
    done(live.discard("E", "S", skips="W"))
    first = live.look()
    live.table.play("N=50- E=out S=50- W=50-")
    assert live.look()["round"] == 2
    assert live.table.take_back().status_code == 200
    again = live.look()
    assert again == {**first, "event": again["event"]}
    done(live.hit("E", 0, "Y5"))
    done(live.take_back())


def test_a_correction_says_whose_phase_it_changes_under_their_groups(live: Live) -> None:
    live.table.play("N=out E=50- S=50- W=50-")
    live.round = 2
    done(live.lay("E", FIVES, SIXES))
    done(live.hit("E", 0, "Y5"))
    table = live.look()
    response = live.table.correct(1, "N=out E=5 S=50- W=50-")
    assert response.status_code == 409
    assert response.json()["consequences"] == [
        {
            "round": 2,
            "effect": "doubtful",
            "message": "East has laid down Phase 1, but would be on Phase 2.",
        }
    ]
    assert live.look() == table
    assert live.table.correct(1, "N=out E=5 S=50- W=50-", confirm=True).status_code == 200
    after = live.look()
    # It lies where it lay; East is on Phase 2 now.
    assert (after["groups"], after["plays"]) == (table["groups"], table["plays"])
    assert [one["phase"] for one in after["players"]] == [2, 2, 1, 1]
    assert done(live.hit("E", 0, "R5"))["groups"][0]["size"] == 5
    # What rests on nothing can go, and East lays down again.
    for _play in range(3):
        done(live.take_back())
    assert problems(live.lay("E", FIVES, SIXES)) != []


def test_a_correction_that_ends_the_game_clears_the_table(cast: Cast) -> None:
    live = Live(sit_down(cast, "NE", phases=[1, 2]))
    live.table.play("N=out E=50-", "N=50- E=out")
    live.round = 3
    done(live.lay("E", FIVES, "R1 R2 R3 R4"))
    response = live.table.correct(2, "N=out E=50-")
    assert response.json()["consequences"] == [
        {
            "round": 3,
            "effect": "dropped",
            "message": "The plays of round 3 will be dropped: the game ends before it.",
        }
    ]
    assert live.groups() != []
    assert live.table.correct(2, "N=out E=50-", confirm=True).status_code == 200
    assert live.table.game["status"] == "over"
    assert live.look()["round"] == 2
    # What has fallen away does not come back with the round.
    assert live.table.correct(2, "N=50- E=out").status_code == 200
    assert (live.look()["round"], live.look()["plays"]) == (3, [])


GO_ON, TIE = "N=50- E=50- S=out W=50-", "N=5 E=out S=50- W=50-"


@pytest.mark.parametrize("turns_logged", [False, True])
@pytest.mark.parametrize(("played", "corrected"), [(GO_ON, TIE), (TIE, GO_ON)])
def test_a_correction_after_which_others_play_clears_the_table(
    cast: Cast, played: str, corrected: str, turns_logged: bool
) -> None:
    live = Live(sit_down(cast, phases=[1, 2], turns_logged=turns_logged))
    live.table.play("N=out E=5 S=50- W=50-", played)
    live.round = 3
    starter = live.table.names[live.look()["starter"]]
    done(live.discard(None, "S"))
    done(live.play("note", starter, text="I start."))
    response = live.table.correct(2, corrected)
    assert [(c["round"], c["effect"]) for c in response.json()["consequences"]] == [(3, "dropped")]
    assert len(live.look()["plays"]) == 2
    assert live.table.correct(2, corrected, confirm=True).status_code == 200
    table = live.look()
    assert (table["round"], table["plays"], table["skipped"]) == (3, [], [])
    assert len(table["players"]) == {GO_ON: 4, TIE: 2}[corrected]


@pytest.mark.parametrize("turns_logged", [False, True])
def test_a_table_that_waits_while_a_round_is_entered_again(cast: Cast, turns_logged: bool) -> None:
    live = Live(sit_down(cast, phases=[1, 2], turns_logged=turns_logged))
    live.table.play("N=out E=5 S=50- W=50-", GO_ON)
    live.round = 3
    starter = live.table.names[live.look()["starter"]]
    done(live.discard(starter, "S", skips="S" if starter != "S" else "W"))
    table = live.look()
    # Entered again with another slip mended, it lies there as it lay.
    assert live.table.take_back().status_code == 200
    live.table.play(GO_ON.replace("N=50-", "N=55-"))
    assert live.look() == {**table, "event": live.look()["event"]}
    # But not where others play now.
    assert live.table.take_back().status_code == 200
    live.table.play(TIE)
    assert live.look()["plays"] == []
    assert len(live.look()["players"]) == 2


def test_turns_that_are_logged_from_now_on_were_not_logged_before(live: Live) -> None:
    done(live.lay("E", FIVES, SIXES))
    assert live.table.change(turns_logged=True).status_code == 409
    live.table.play("N=50- E=out S=50- W=50-")
    assert live.table.change(turns_logged=True).status_code == 200
    assert (live.look()["turns_logged"], live.turn()) == (True, "S")
    assert live.look(1)["turns_logged"] is False
    assert live.look(1)["turn"] is None
    # So nobody says there that North cannot have laid down.
    assert live.table.correct(1, "N=20 E=out S=50- W=50-").status_code == 200
    assert live.table.take_back().status_code == 200
    assert live.look()["turn"] is None
    done(live.lay("S", SEVENS, EIGHTS))


# --- Games that go, with plays on their tables -------------------------------------------


@pytest.fixture
def full(live: Live) -> Live:
    """Plays of every kind, and one taken back, over two rounds."""
    done(live.discard(None, "R1"))
    done(live.draw("E"))
    done(live.lay("E", FIVES, SIXES))
    done(live.hit("E", 0, "Y5"))
    done(live.discard("E", "S", skips="W"))
    done(live.take_back())
    live.table.play("N=50- E=out S=50- W=50-")
    live.round = 2
    done(live.play("note", "W", text="Once more."))
    return live


def test_a_game_with_a_table_is_deleted_restored_and_purged(full: Live, cast: Cast) -> None:
    owner = phone(cast.users["owner"])
    game, table = full.table.look(), full.look()
    etag = {"If-Match": full.table.etag}
    assert owner.delete(full.table.url, headers=etag).status_code == 204
    assert owner.get(full.url).status_code == 404
    assert full.note("?").status_code == 404
    assert owner.patch(full.table.url, {"deleted": False}).status_code == 200
    after = full.look()
    assert after == {**table, "event": after["event"]}
    full.table.look()
    assert owner.delete(full.table.url, headers={"If-Match": full.table.etag}).status_code == 204
    late = timezone.now() - RESTORABLE_FOR - timedelta(seconds=1)
    Game.objects.filter(pk=game["id"]).update(deleted_at=late)
    assert purge_deleted_games() == 1
    assert rows() == (0, 0)


def test_a_merged_player_keeps_what_they_played(full: Live, cast: Cast) -> None:
    stays = Player.objects.create(group=cast.group, name="Eastwood")
    table = full.look(1)
    address = f"{V1}/players/{full.table.ids['E']}/"
    response = full.client.patch(address, {"merged_into": str(stays.pk)})
    assert response.status_code == 200, response.content
    after = full.look(1)
    east = full.table.ids["E"]
    assert str(table["plays"]).replace(east, str(stays.pk)) == str(after["plays"])
    assert {group["player"] for group in after["groups"]} == {str(stays.pk)}
    assert events()[-1]["data"]["reload"] is True
