"""Who of an archive is who of a group: what is found, what is asked, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from games.models import Game, Player, Seat
from rest.refusals import Refusal
from scoring.exchange.archive.reader import read_archive
from scoring.exchange.services.archive_import import preview_archive
from scoring.exchange.wire import previews
from scoring.exchange.wire.names import MAX_CANDIDATES
from scoring.jobs.results import PreviewName
from tests.cast import V1, Cast
from tests.games.happened import changes
from tests.games.scoresheet import sit_down
from tests.scoring.everything import archive_of, restore

NOBODY = "0b6f8c8e-0000-4000-8000-000000000000"


def refused(cast: Cast, data: bytes, **players: str) -> list[tuple[str, str]]:
    with pytest.raises(Refusal) as caught, transaction.atomic():
        restore(cast, data, **players)
    assert caught.value.code == "invalid_request"
    return [(error.field, error.code) for error in caught.value.errors]


def asked(cast: Cast, data: bytes) -> dict[str, PreviewName]:
    looked = preview_archive(cast.other_group.pk, read_archive(data))
    return {player["name"]: player for player in looked["players"]}


def here(cast: Cast, name: str, **more: Any) -> Player:
    return Player.objects.create(group=cast.other_group, name=name, **more)


def seated(cast: Cast) -> list[str]:
    seats = Seat.objects.filter(game__group=cast.other_group).order_by("game", "place")
    return [str(seat.player_id) for seat in seats]


@pytest.fixture
def data(cast: Cast) -> bytes:
    """An archive of one game of North and East; South and West have never played."""
    sit_down(cast, "NE").play("N=out E=50-")
    return archive_of(cast)


def test_a_name_is_known_however_it_is_written(cast: Cast, data: bytes) -> None:
    north = here(cast, "ＮORTH")
    found = asked(cast, data)
    assert found["North"] == {
        "name": "North",
        "match": str(north.pk),
        "candidates": [{"id": str(north.pk), "name": "ＮORTH"}],
        "suggestion": str(north.pk),
        "lines": 1,
    }
    new: dict[str, Any] = {"match": None, "candidates": [], "suggestion": "new", "lines": 1}
    assert found["East"] == {"name": "East", **new}
    assert len(restore(cast, data)["new_players"]) == 3
    assert seated(cast)[0] == str(north.pk)
    north.refresh_from_db()
    assert north.name == "ＮORTH"


def test_of_two_with_one_name_somebody_must_be_asked(cast: Cast, data: bytes) -> None:
    twins = [here(cast, "North"), here(cast, "north")]
    found = asked(cast, data)["North"]
    assert (found["match"], found["suggestion"]) == (None, None)
    assert {one["id"] for one in found["candidates"]} == {str(twin.pk) for twin in twins}
    assert refused(cast, data) == [("players.North", "required")]
    restore(cast, data, North=str(twins[1].pk))
    assert seated(cast)[0] == str(twins[1].pk)


def test_two_of_the_archive_with_one_name_have_names_of_their_own(cast: Cast) -> None:
    Player.objects.filter(pk=cast.players[1].pk).update(name="North")
    Player.objects.filter(pk=cast.players[2].pk).update(name="North (2)")
    cast.game(players=[str(player.pk) for player in cast.players])
    data = archive_of(cast)
    assert list(asked(cast, data)) == ["North", "North (3)", "North (2)", "West"]
    # Nor do any two names differ in their capitals alone: `north` would have been North (3), too.
    Player.objects.filter(pk=cast.players[1].pk).update(name="north")
    assert list(asked(cast, archive_of(cast))) == ["North", "north (3)", "North (2)", "West"]
    one = here(cast, "North")
    # Which of the two that is, nobody can tell.
    assert refused(cast, data) == [("players.North", "required"), ("players.North (3)", "required")]
    both = {"North": str(one.pk), "North (3)": str(one.pk)}
    assert refused(cast, data, **both) == [("players.North (3)", "sat_in_one_game")]
    restore(cast, data, **{"North": "new", "North (3)": str(one.pk)})
    assert seated(cast)[1] == str(one.pk)
    assert len(set(seated(cast))) == 4


def test_whoever_was_merged_here_is_known_by_the_name_before(cast: Cast, data: bytes) -> None:
    stays = here(cast, "Nora")
    here(cast, "North", merged_into=stays)
    assert asked(cast, data)["North"]["match"] == str(stays.pk)
    restore(cast, data)
    assert seated(cast)[0] == str(stays.pk)


def test_the_history_of_who_was_merged_comes_to_who_is_here(cast: Cast) -> None:
    twin = Player.objects.create(group=cast.group, name="Twin")
    game = cast.game(players=[str(twin.pk), str(cast.players[1].pk)])
    cast.scorer.patch(f"{V1}/players/{twin.pk}/", {"merged_into": str(cast.players[0].pk)})
    data = archive_of(cast)
    north = here(cast, "North")
    restore(cast, data)
    [new] = Game.objects.filter(group=cast.other_group)
    merged = Player.objects.get(group=cast.other_group, name="Twin")
    assert merged.merged_into == north
    [started, *_more] = changes(game=new).order_by("version")
    last = changes(game=new).get(kind="players_merged")
    assert started.content["after"]
    assert last.content["before"]
    assert last.content["after"]
    assert (
        started.content["after"]["players"][0]
        == started.content["after"]["first_dealer"]
        == str(merged.pk)
    )
    assert (last.content["before"]["player"], last.content["after"]["player"]) == (
        str(merged.pk),
        str(north.pk),
    )
    assert str(game["id"]) not in str(started.content["after"])


@pytest.mark.parametrize("wrong", ["nobody", "", "NEW", NOBODY, "north"])
def test_whoever_is_not_there_is_refused(cast: Cast, data: bytes, wrong: str) -> None:
    assert refused(cast, data, North=wrong) == [("players.North", "unknown_player")]
    assert not Player.objects.filter(group=cast.other_group).exists()


def test_a_player_of_another_group_or_merged_is_refused(cast: Cast, data: bytes) -> None:
    other = cast.players[0]
    merged = here(cast, "Was", merged_into=here(cast, "Is"))
    said = {"North": str(other.pk), "East": str(merged.pk), "Nobody": "new"}
    assert refused(cast, data, **said) == [
        ("players.Nobody", "unknown_player"),
        ("players.North", "unknown_player"),
        ("players.East", "unknown_player"),
    ]


def test_of_many_namesakes_and_names_a_preview_lists_some(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten thousand namesakes on either side would be a hundred million candidates."""
    monkeypatch.setattr(previews, "MAX_NAMES", 3)
    for _ in range(MAX_CANDIDATES + 1):
        here(cast, "North")
    sit_down(cast, "NE").play("N=out E=50-")
    looked = preview_archive(cast.other_group.pk, read_archive(archive_of(cast)))
    listed = {player["name"]: player for player in looked["players"]}
    assert len(listed) == 3
    assert len(listed["North"]["candidates"]) == MAX_CANDIDATES
    [warning] = looked["warnings"]
    assert warning.startswith("The file has 4 players: the first 3 are listed here")
