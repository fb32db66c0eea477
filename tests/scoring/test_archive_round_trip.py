"""An archive comes in again elsewhere, and nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.domain.faces import COLORS
from games.models import Game, Group, Invite, Membership, Player, Role, Round
from referee.house_rules import HouseRules
from scoring.exchange.archive.reader import read_archive
from scoring.exchange.models import ImportedGame
from scoring.exchange.services.archive_import import preview_archive
from scoring.statistics.models import PlayerResult
from scoring.statistics.services.catch_up import catch_up
from tests.cast import V1, Cast
from tests.games.happened import changes, events
from tests.games.scoresheet import Table, phone, sit_down
from tests.games.test_attendance import join
from tests.sampling import sampled
from tests.scoring.everything import (
    archive_of,
    counted,
    read,
    record_everything,
    restore,
    restore_archive,
)

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# Of the group that it was made for, and of when that was.
HEAD = ("exported_at", "group", "members")


def normal(data: bytes) -> dict[str, Any]:
    """An archive with ids counted in the order in which they turn up, and without its head."""
    ids: dict[str, str] = {}
    text = ID.sub(lambda found: ids.setdefault(found[0], f"id {len(ids)}"), data.decode())
    document: dict[str, Any] = json.loads(text)
    return {name: value for name, value in document.items() if name not in HEAD}


def archive_there(cast: Cast) -> bytes:
    return archive_of(cast, cast.other_group, "other_owner")


def test_everything_comes_back_as_it_was(cast: Cast) -> None:
    games = record_everything(cast)
    before = archive_of(cast)
    document = read(before)
    assert len(document["games"]) == len(games) - 1
    brought = restore(cast, before)
    rounds = sum(len(game["rounds"]) for game in document["games"])
    assert counted(brought) == {"games": len(games) - 1, "rounds": rounds, "players": 5, "known": 0}
    assert normal(archive_there(cast)) == normal(before)
    # Nothing of the first group has changed by that.
    assert {**read(archive_of(cast)), "exported_at": ""} == {**document, "exported_at": ""}


# What files may say of somebody who begins like everybody else.
NO_HANDICAPS: list[dict[str, Any]] = [
    {"phase": None, "total": 50},
    {"phase": 1, "total": 0},
    {"phase": 1, "total": None},
]


def test_a_beginning_without_a_handicap_is_none(cast: Cast) -> None:
    sit_down(cast, "NES", phases=[1]).play("N=out E=60- S=20+")
    document = read(archive_of(cast))
    stint = {"first_round": 1, "last_round": None}
    document["games"][0]["stints"] = [[{**stint, **begun}] for begun in NO_HANDICAPS]
    restore(cast, json.dumps(document).encode())
    catch_up(cast.other_group.pk)
    results = PlayerResult.objects.filter(group=cast.other_group).order_by("seat")
    told = [*results.values_list("total", "to_the_end")]
    assert told == [(0, True), (60, True), (20, True)]
    assert read(archive_there(cast))["games"][0]["stints"] is None


def test_points_of_a_late_joiner_without_a_phase_count_for_nobody(cast: Cast) -> None:
    table = sit_down(cast, "NE", phases=[1, 1]).play("N=out E=60-")
    join(table, "S", cast, total=20)
    table.play("N=out E=60- S=60-")
    document = read(archive_of(cast))
    document["games"][0]["stints"][2][0] |= {"phase": None, "total": 100}
    restore(cast, json.dumps(document).encode())
    catch_up(cast.other_group.pk)
    results = PlayerResult.objects.filter(group=cast.other_group).order_by("seat")
    assert [*results.values_list("total", flat=True)] == [0, 120, 60]


def test_what_everything_is(cast: Cast) -> None:
    """The test above would pass on an archive in which something is missing from the start."""
    games = record_everything(cast)
    document = read(archive_of(cast))
    assert list(document) == [
        "kind", "format", "exported_at", "group", "members", "phase_lists", "players", "games"
    ]  # fmt: skip
    assert (document["kind"], document["format"]) == ("tableside archive", 1)
    assert document["group"]["name"] == "Kitchen table"
    assert {"name": "scorer", "role": "scorer"} in document["members"]
    by_id = {game["id"]: game for game in document["games"]}
    found = {name: by_id.get(str(game.pk)) for name, game in games.items()}
    assert found.pop("deleted") is None
    whole: dict[str, dict[str, Any]] = {name: game for name, game in found.items() if game}
    assert len(whole) == 9
    for game in document["games"]:
        assert list(game) == [
            "id", "source", "edition", "variant", "players", "stints", "first_dealer", "phases",
            "house_rules", "turns_logged", "totals", "ended_early", "abandoned", "archived",
            "version", "started_at", "phone_time", "changed_at", "rounds", "plays", "changes",
        ]  # fmt: skip
    tie = whole["tie-break"]
    assert [len(played["lines"]) for played in tie["rounds"]] == [4, 4, 2, 2]
    assert [played["overrule"] for played in tie["rounds"]] == [
        None, None, "=The cards had run out.", None
    ]  # fmt: skip
    corrected = whole["corrected"]
    assert [change["kind"] for change in corrected["changes"]] == [
        "game_started", "settings_changed", "round_recorded", "round_recorded",
        "round_recorded", "round_corrected", "round_taken_back", "game_archived",
        "players_merged",
    ]  # fmt: skip
    twin = next(player for player in document["players"] if player["name"] == "Twin")
    assert twin["merged_into"] == corrected["players"][1]
    assert twin["id"] in json.dumps(corrected["changes"][1]["after"])
    assert corrected["rounds"][0]["lines"][1]["cards"] == ["R9", "B10", "W"]
    late = whole["late"]
    newcomer = {"first_round": 2, "last_round": None, "phase": "lowest", "total": 80}
    gone = {"first_round": 1, "last_round": 2, "phase": None, "total": None}
    assert late["stints"] == [[], [newcomer], [], [gone]]
    plays = whole["plays"]["plays"]
    assert [play["kind"] for play in plays] == [
        "discard", "draw", "lay_down", "hit", "hit", "note", "flip", "discard", "note"
    ]  # fmt: skip
    assert [play["taken_back_at"] is not None for play in plays].count(True) == 1
    assert [play["overrule"] for play in plays if play["overrule"]] == ["@So it was."]
    assert [play["recorded_by"] for play in plays] == ["scorer"] * 8 + [None]
    assert [played["recorded_by"] for played in whole["plays"]["rounds"]] == ["scorer", None]
    assert whole["plays"]["changes"][-1]["actor"] == ""  # the account was deleted
    moment = "2025-12-24T18:30:00Z"
    offline = whole["plays"]
    assert offline["phone_time"] == moment
    assert [played["phone_time"] for played in offline["rounds"]] == [moment, None]
    assert [play["phone_time"] for play in plays[:3]] == [None, moment, None]
    assert [change["phone_time"] for change in offline["changes"][:3]] == [moment, moment, None]
    assert (whole["early"]["ended_early"], whole["abandoned"]["abandoned"]) == (True, True)
    assert whole["totals"]["totals"][2] == {"completed": None, "total": 0, "won": False}


def test_a_restored_game_is_played_on(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=5 S=50-")
    restore(cast, archive_of(cast))
    [new] = Game.objects.filter(group=cast.other_group)
    client = phone(cast.users["other_owner"])
    there = Table(client, client.get(f"{V1}/games/{new.pk}/").json())
    there.play("N=5 E=out S=50-").correct(1, "N=out E=10 S=50-")
    assert there.take_back().status_code == 200
    assert there.game["version"] == table.game["version"] + 3
    # Round 1 was recorded by somebody who is not here, and still bears the name.
    assert [played["entered_by"] for played in there.game["rounds"]] == ["scorer"]
    actors = [change["actor"] or change["entered_by"] for change in there.changes()]
    assert actors == ["other_owner"] * 3 + ["scorer"] * 2
    assert not Round.objects.filter(game=new).exclude(recorded_by=None).exists()
    assert not changes(game=new, version__lte=2).exclude(actor=None).exists()


def test_what_a_file_says_is_attributed_to_nobody_of_the_group(cast: Cast) -> None:
    """A file may name anybody: a member of that name has recorded none of it."""
    record_everything(cast)
    User.objects.filter(name="other_owner").update(name="scorer")
    restore(cast, archive_of(cast))
    client = phone(cast.users["other_owner"])
    seen: list[dict[str, Any]] = []
    for game in Game.objects.filter(group=cast.other_group):
        url = f"{V1}/games/{game.pk}/"
        seen += client.get(url).json()["rounds"]
        seen += client.get(f"{url}table/?round=1").json().get("plays", [])
        changes = client.get(f"{url}changes/").json()["results"]
        assert {change["actor"] for change in changes} <= {""}
        seen += changes
    named = [one for one in seen if one.get("entered_by") == "scorer"]
    assert len(named) > 20
    assert {one["imported"] for one in named} == {True}
    assert {one["recorded_by"] for one in seen if "recorded_by" in one} == {None}
    # Where it was recorded, it stays theirs.
    mine = cast.scorer.get(f"{V1}/groups/{cast.group.pk}/games/").json()["results"][0]["id"]
    rounds = cast.scorer.get(f"{V1}/games/{mine}/").json()["rounds"]
    assert not any("imported" in played for played in rounds)


def test_nothing_but_games_and_players_comes(cast: Cast) -> None:
    sit_down(cast, "NE").play("N=out E=50-")
    members = Membership.objects.count()
    restore(cast, archive_of(cast))
    assert Membership.objects.count() == members
    assert not Invite.objects.exists()
    assert not events(game__group=cast.other_group)
    assert not Player.objects.filter(group=cast.other_group).exclude(user=None).exists()
    cast.other_group.refresh_from_db()
    assert cast.other_group.name == "Next door"


# --- Again and again ----------------------------------------------------------------------


def test_a_second_time_brings_nothing(cast: Cast) -> None:
    record_everything(cast)
    data = archive_of(cast)
    first = restore(cast, data)
    there = archive_there(cast)
    again = restore(cast, data)
    assert counted(again) == {"games": 0, "rounds": 0, "players": 0, "known": first["imported"]}
    assert normal(archive_there(cast)) == normal(there)
    looked = preview_archive(cast.other_group.pk, read_archive(data))
    assert (looked["games"], looked["new"], looked["known"]) == (
        first["imported"],
        0,
        first["imported"],
    )


def test_a_game_from_paper_is_known_by_that_too(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-")
    ImportedGame.objects.create(group=cast.group, game_id=table.game["id"], key="table:abc")
    data = archive_of(cast)
    assert read(data)["games"][0]["source"] == "table:abc"
    restore(cast, data)
    keys = ImportedGame.objects.filter(group=cast.other_group).values_list("key", flat=True)
    assert set(keys) == {"table:abc", f"archive:{table.game['id']}"}
    # A third group has had it from the same sheet of paper.
    third = Group.objects.create(name="Third")
    Membership.objects.create(group=third, user=cast.users["outsider"], role=Role.OWNER)
    one = Game.objects.create(group=third, edition="classic", phases=[], first_dealer=0)
    ImportedGame.objects.create(group=third, game=one, key="table:abc")
    assert preview_archive(third.pk, read_archive(data))["known"] == 1


def test_a_deleted_game_is_known_and_said_to_be_there(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-")
    data = archive_of(cast)
    restore(cast, data)
    Game.objects.filter(group=cast.other_group).update(deleted_at=datetime.now(UTC))
    looked = preview_archive(cast.other_group.pk, read_archive(data))
    assert (looked["new"], looked["known"]) == (0, 1)
    [warning] = looked["warnings"]
    assert warning.startswith("games.0: The group has deleted this game")
    # Once it is gone for good, it comes again.
    for game in Game.objects.filter(group=cast.other_group):
        game.rounds.all().delete()
        game.delete()
    assert restore(cast, data)["imported"] == 1
    assert table.look()["status"] == "playing"


def test_more_rounds_take_no_more_queries_to_read(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    sit_down(cast, "NE").play(*["N=out E=50-"] * 9)
    data = archive_of(cast)
    with django_assert_max_num_queries(44):
        restore(cast, data)


# --- Any group ----------------------------------------------------------------------------


def any_name(chance: Random) -> str:
    return "x" + "".join(chance.choices("aÄß א🎴'=\"\\\u200d,;", k=chance.randint(0, 7))).strip()


def any_moment(chance: Random) -> str:
    later = timedelta(microseconds=chance.randint(0, 10**15))
    return (datetime(1999, 1, 1, tzinfo=UTC) + later).isoformat().replace("+00:00", "Z")


def flag(chance: Random) -> bool:
    return chance.random() < 0.5


def perhaps(value: Callable[[Random], Any]) -> Callable[[Random], Any]:
    return lambda chance: value(chance) if flag(chance) else None


# What can have any value, wherever it stands in an archive.
VALUES: dict[str, Callable[[Random], Any]] = {
    **dict.fromkeys(("started_at", "changed_at", "recorded_at", "at"), any_moment),
    "phone_time": perhaps(any_moment),
    **dict.fromkeys(("overrule", "reason", "recorded_by"), perhaps(any_name)),
    **dict.fromkeys(("actor", "name", "text"), any_name),
    **dict.fromkeys(("has_left", "archived", *asdict(HouseRules())), flag),
    "color": lambda chance: chance.choice(COLORS),
    "sign": lambda chance: chance.choice([None, "🦊", "Ö"]),
    "before": lambda chance: chance.choice([None, True, {"name": any_name(chance), "lines": [1]}]),
}


def vary(value: Any, chance: Random) -> None:
    """Put other values in an archive."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if key in VALUES and flag(chance):
            value[key] = VALUES[key](chance)
        elif isinstance(each, dict | list):
            vary(each, chance)


def test_whatever_is_in_an_archive_comes_out_again(cast: Cast) -> None:
    record_everything(cast)
    good = archive_of(cast)
    owner = cast.users["other_owner"]
    for seed in range(sampled(90)):
        document, chance = read(good), Random(seed)
        vary(document, chance)
        for number, player in enumerate(document["players"]):
            player["name"] = f"{number} {player['name']}"  # by which they are known
        document["games"].sort(
            key=lambda game: (datetime.fromisoformat(game["started_at"]), game["id"])
        )
        data = json.dumps(document, ensure_ascii=flag(chance)).encode()
        archive = read_archive(data)
        assert archive.problems == (), seed
        group = Group.objects.create(name="Fresh")
        Membership.objects.create(group=group, user=owner, role=Role.OWNER)
        restore_archive(actor=owner, group=group.pk, archive=archive, players={})
        assert normal(archive_of(cast, group, "other_owner")) == normal(data), seed
