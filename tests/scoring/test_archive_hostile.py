"""Archives that are none, and archives that somebody has had a hand in."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from games.limits import LIMITS
from games.models import Game, Player
from games.selectors.records import load
from games.selectors.table import table_of
from games.wire.games import game_answer
from games.wire.history import change_answer
from games.wire.tables import table_answer
from referee.editions import EDITIONS
from rest.problems import MAX_ERRORS
from rest.refusals import Refusal
from rest.serializers import StrictSerializer
from scoring.exchange import bounded_json
from scoring.exchange.archive import document as archive_document
from scoring.exchange.archive.archive_problems import MAX_COUNTED
from scoring.exchange.archive.game_checks import check_stints
from scoring.exchange.archive.reader import read_archive
from scoring.exchange.archive.serializers import MAX_CHANGES, MAX_PLAYS, MAX_ROUNDS
from scoring.exchange.models import ImportedGame
from scoring.exchange.services.archive_import import preview_archive
from tests.cast import Cast
from tests.games.happened import changes
from tests.sampling import sampled
from tests.scoring.everything import archive_of_everything, read, restore

Change = Callable[[dict[str, Any]], Any]

# The games of the archive, by what is in them: `record_everything` makes them in this order.
TOTALS, TIE, CORRECTED, PLAYS, EARLY, LATE = range(6)
NOBODY = str(uuid4())


MISSING = object()


def put(path: str, value: Any) -> Change:
    """Put a value in the place of what is at a path, or beside it; or take away what is there."""

    def change(document: dict[str, Any]) -> None:
        *to, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        here: Any = document
        for part in to:
            here = here[part]
        if value is MISSING:
            del here[last]
        else:
            here[last] = value(here[last]) if callable(value) else value

    return change


GAME = f"games.{TIE}"
ROUND = f"{GAME}.rounds.0"
LINE = f"{ROUND}.lines.2"
PLAY = f"games.{PLAYS}.plays"
TOTAL = f"games.{TOTALS}.totals"


def with_first_again(found: list[Any]) -> list[Any]:

    return [*found, found[0]]


# What is put at a path of a good archive (or nothing is), and the codes of its problems: at this
# path, unless another one stands before a code. `...` if each line of who is missing is wrong, too.
MUTATIONS: list[tuple[Any, ...]] = [
    # --- The whole
    ("kind", "backup", "not_an_archive"),
    ("kind", MISSING, "not_an_archive"),
    ("format", 2, "unknown_format"),
    ("format", True, "unknown_format"),
    ("format", "1", "unknown_format"),
    ("hello", 1, "unknown_field"),
    ("games", MISSING, "required"),
    ("games", {}, "not_a_list"),
    ("players", None, "null"),
    (GAME, None, "null"),
    (GAME, "x", "invalid"),
    ("players.0", [], "invalid", ...),
    ("exported_at", 5, "invalid"),
    ("group.name", "x" * 81, "max_length"),
    # --- Players
    ("players", with_first_again, "players.6.id duplicate_id"),
    ("players.0.name", " ", "blank"),
    ("players.0.name", "\u200b", "invisible"),
    ("players.0.name", "a\nb", "control_character"),
    ("players.0.name", "a\0b", "null_characters_not_allowed"),
    ("players.0.merged_into", NOBODY, "unknown_player", ...),
    ("players.0.id", "7", "invalid", ...),
    # --- How a game is played
    (f"{GAME}.edition", "gold", "invalid_choice"),
    (f"{GAME}.variant", None, "null"),
    ("games", with_first_again, "games.9.id duplicate_id"),
    (f"{GAME}.source", "archive:x", "invalid"),
    (f"{GAME}.players", lambda ids: ids[:1], "wrong_player_count", ...),
    (f"games.{LATE}.stints", lambda all: all[:3], "wrong_player_count"),
    (f"games.{LATE}.stints.3", lambda gone: [*gone, {**gone[0], "first_round": 3, "last_round": 9}],
     f"games.{LATE}.stints.3.1 out_of_order"),
    (f"games.{LATE}.stints.1.0.last_round", 1, f"games.{LATE}.stints.1.0 out_of_order"),
    (f"games.{LATE}.stints.3.0.last_round", 1, f"games.{LATE}.rounds.1.lines.3.player not_playing"),
    (f"games.{LATE}.stints.1.0.phase", 0, "invalid_choice"),
    (f"games.{LATE}.stints.1.0.phase", 3, "joins_late"),
    (f"games.{LATE}.stints.3.0", lambda one: {**one, "phase": 11, "total": 0},
     f"games.{LATE}.stints.3.0.phase unknown_phase", ...),
    (f"games.{LATE}.stints.3.0", lambda one: {**one, "phase": 1, "total": 7},
     f"games.{LATE}.stints.3.0.total not_multiple_of_5"),
    (f"games.{LATE}.stints", lambda all: [[{**all[1][0], "last_round": 9}] for _seat in all],
     "wrong_player_count"),
    (f"{GAME}.players.0", NOBODY, "unknown_player", f"{GAME}.rounds.0.lines.0.player no_seat", ...),
    (f"{GAME}.players", lambda ids: [ids[0], ids[0], *ids[2:]],
     f"{GAME}.players.1 duplicate_player", ...),
    (f"{GAME}.first_dealer", 4, "no_such_seat"),
    (f"{GAME}.phases", [], "min_length"),
    (f"{GAME}.phases.0", [{"kind": "run", "size": 13}], f"{GAME}.phases.0.0.size impossible_size"),
    (f"{GAME}.phases.0", [{"kind": "set", "size": 6}] * 2, "impossible_size"),
    (f"{GAME}.phases.1", 11, "unknown_phase"),
    (f"{GAME}.house_rules.jokers", True, "unknown_field"),
    (f"games.{EARLY}.abandoned", True, "contradiction"),
    (f"games.{EARLY}.rounds", [], f"games.{EARLY}.ended_early nobody_leads"),
    (f"{GAME}.version", 0, "min_value"),
    (f"{GAME}.version", 2**31 - 1, "max_value"),
    (f"{GAME}.started_at", "2026-01-02", "not_a_moment"),
    (f"{GAME}.started_at", "2026-01-02T03:04:05", "not_a_moment"),
    (f"{GAME}.started_at", "0001-01-01T00:00:00+14:00", "out_of_range"),
    (f"{GAME}.started_at", "9999-12-31T23:59:59-14:00", "out_of_range"),
    (f"{GAME}.changed_at", "1899-12-31T23:59:59Z", "out_of_range"),
    (f"{ROUND}.recorded_at", "1900-01-01T00:59:59+01:00", "out_of_range"),
    (f"{GAME}.changes.0.at", "2201-01-01T00:00:00Z", "out_of_range"),
    # --- Totals
    (f"{GAME}.totals", [{"completed": 1, "total": 5, "won": True}] * 4,
     f"{GAME}.rounds contradiction"),
    (TOTAL, lambda all: all[:2], "wrong_player_count"),
    (f"{TOTAL}.0.won", False, f"{TOTAL} nobody_won"),
    (f"{TOTAL}.0.completed", 11, "unknown_phase"),
    # --- Rounds
    (f"{LINE}.points", "12", "invalid"),
    (f"{LINE}.points", -5, "min_value"),
    (f"{LINE}.points", 5.0, "invalid"),
    (f"{LINE}.points", 10**30, "max_value"),
    (f"{LINE}.points", MISSING, "required"),
    (f"{LINE}.cards", ["R7", "Q3"], f"{LINE}.cards.1 unknown_card"),
    (f"{LINE}.cards", ["W7"], f"{LINE}.cards.0 unknown_card"),
    (f"{LINE}.cards", ["W=R7"], f"{LINE}.cards.0 unknown_card"),
    (f"{LINE}.laid_down", None, "null"),
    (f"{LINE}.player", NOBODY, "no_seat"),
    (f"{ROUND}.lines", lambda lines: [*lines[:2], lines[0], lines[3]],
     f"{LINE}.player duplicate_player"),
    (f"{ROUND}.lines", lambda lines: lines[:3], "missing_player"),
    (f"{LINE}.went_out", True, f"{LINE} several_went_out"),
    (f"{GAME}.rounds", lambda rounds: [rounds[1], rounds[0], *rounds[2:]],
     f"{GAME}.rounds.0.number out_of_order", f"{GAME}.rounds.1.number out_of_order"),
    (f"{GAME}.rounds.1", MISSING,
     f"{GAME}.rounds.1.number out_of_order", f"{GAME}.rounds.2.number out_of_order"),
    (f"{GAME}.rounds", lambda rounds: [*rounds, {**rounds[3], "number": 5}],
     f"{GAME}.rounds.4 game_over"),
    (f"{GAME}.rounds", lambda all: [*all[:2], {**all[2], "lines": all[1]["lines"]}],
     f"{GAME}.rounds.2.lines.0.player not_playing", f"{GAME}.rounds.2.lines.2.player not_playing"),
    (f"{ROUND}.overrule", "x" * 201, "max_length"),
    (f"{ROUND}.overrule", "", "blank"),
    # --- Plays
    (f"{PLAY}.0.kind", "cheat", "invalid_choice"),
    (f"{PLAY}.1.number", 1, "out_of_order"),
    (f"{PLAY}.1.player", None, "required"),
    (f"{PLAY}.1.player", NOBODY, "no_seat"),
    (f"{PLAY}.2.data.groups", [], "min_length"),
    (f"{PLAY}.2.data.groups.0.kind", "flush", "invalid_choice"),
    (f"{PLAY}.2.data.groups.0.cards.1", "W", "unknown_card"),
    (f"{PLAY}.3.data.group", NOBODY, "unknown_group"),
    (f"{PLAY}.2.taken_back_at", "2026-01-01T00:00:00Z",
     f"{PLAY}.3.data.group unknown_group", f"{PLAY}.4.data.group unknown_group"),
    (f"{PLAY}.2.data.groups.0.id", str.upper, "invalid"),
    (f"{PLAY}.3.data.group", lambda text: text.replace("-", ""), "invalid"),
    (f"{PLAY}.2.data.groups", lambda groups: [*groups, groups[0]],
     f"{PLAY}.2.data.groups.2.id duplicate_id"),
    (f"{PLAY}.3.data", {"text": "x"},
     f"{PLAY}.3.data.cards required",
     f"{PLAY}.3.data.goes_out required",
     f"{PLAY}.3.data.group required",
     f"{PLAY}.3.data.text unknown_field"),
    (f"{PLAY}.3.data", None, "null"),
    (f"{PLAY}.0.data.skips", 3, "not_playing"),
    # --- The history
    (f"{GAME}.changes.1.version", 1, "out_of_order"),
    (f"{GAME}.changes.4.version", 99, "no_such_version"),
    (f"{GAME}.changes.0.kind", "Game started!\n", "invalid"),
    (f"{GAME}.changes.0.after", {"a": ["b\0"]},
     f"{GAME}.changes.0.after.a.0 null_characters_not_allowed"),
    (f"{GAME}.changes.0.after", {"a\0": 1},
     f"{GAME}.changes.0.after.a\ufffd null_characters_not_allowed"),
    (f"{GAME}.changes.0.after", json.loads("[" * 20 + "]" * 20),
     f"{GAME}.changes.0.after" + ".0" * 11 + " too_deep"),
]  # fmt: skip


@pytest.fixture
def good(db: None) -> dict[str, Any]:
    return read(archive_of_everything())


def nothing_came(cast: Cast) -> bool:
    here = {"group": cast.other_group}
    return not any(model.objects.filter(**here).exists() for model in (Game, Player, ImportedGame))


@pytest.mark.full
def test_every_hand_in_it_is_found(cast: Cast, good: dict[str, Any]) -> None:
    """One at a time; the archive is made once, for that takes longest."""
    assert read_archive(json.dumps(good).encode()).problems == ()
    wrong = {}
    for path, value, *problems in MUTATIONS:
        told = [problem for problem in problems if problem is not ...]
        expected = [tuple(p.rsplit(" ", 1)) if " " in p else (path, p) for p in told]
        document = copy.deepcopy(good)
        put(path, value)(document)
        data = json.dumps(document).encode()
        looked = preview_archive(cast.other_group.pk, read_archive(data))
        found = sorted((problem["path"], problem["code"]) for problem in looked["problems"])
        assert all(problem["message"] for problem in looked["problems"])
        assert looked["problem_count"] == len(found)
        assert (looked["games"], looked["new"], looked["players"]) == (0, 0, [])
        if found != sorted(expected) and not (... in problems and set(expected) < set(found)):
            wrong[path, value] = found
        with pytest.raises(Refusal) as caught:
            restore(cast, data)
        assert caught.value.code == "bad_archive"
        assert caught.value.errors
    assert not wrong
    assert nothing_came(cast)


FEW = 10_000  # values, for which nobody has to wait

RAW: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "not_json"),
    "a text": (b"Ann 5, Ben 10", "not_json"),
    "null": (b"null", "not_an_object"),
    "a list": (b"[]", "not_an_object"),
    "an object": (b"{}", "not_an_archive"),
    "no UTF-8": ('{"kind": "é"}'.encode("latin-1"), "not_json"),
    "a workbook": (b"PK\x03\x04\x14\x00", "not_json"),
    "not a number": (b'{"kind": NaN}', "not_json"),
    "endless": (b'{"kind": 1e999}', "number_too_long"),
    "digits without end": (b'{"kind": ' + b"9" * 5000 + b"}", "number_too_long"),
    "twice": (b'{"kind": 1, "kind": 2}', "duplicate_name"),
    "half a character": (b'{"kind": "\\ud800"}', "invalid_text"),
    "10 MB of nesting": (b"[" * 10_000_000, "too_deep"),
    "1 MB of nesting": (b"[" * 1_000_000, "too_deep"),
    "too much nothing": (b"[" + b"{}," * FEW + b"{}]", "too_large"),
    "10 MB of objects": (b'{"a":' * 1_500_000, "too_deep"),
    "nested as deep as it is read": (b"[" * 900 + b"]" * 900, "too_deep"),
    "such a thing inside": (b'{"a":' + b"[" * 900 + b"]" * 900 + b"}", "too_deep"),
}


LARGE = [name for name, (data, _code) in RAW.items() if len(data) > 2_000_000]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.full] * (name in LARGE)) for name in RAW]
)
def test_what_is_no_archive_is_said_to_be_none(
    cast: Cast, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_json, "MAX_VALUES", FEW)
    data, code = RAW[name]
    looked = preview_archive(cast.other_group.pk, read_archive(data))
    assert [problem["code"] for problem in looked["problems"]] == [code]
    assert nothing_came(cast)


def test_a_part_of_an_archive_is_none(cast: Cast, good: dict[str, Any]) -> None:
    whole = json.dumps(good).encode()
    for share in range(1, 40):
        archive = read_archive(whole[: len(whole) * share // 40])
        assert [problem.code for problem in archive.problems] == ["not_json"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_an_archive_too_large_is_not_read(
    monkeypatch: pytest.MonkeyPatch, pack: Callable[[bytes], bytes]
) -> None:
    monkeypatch.setattr(archive_document, "MAX_BYTES", 1000)
    fits, not_any_more = b"{" + b" " * 998 + b"}", b"{" + b" " * 999 + b"}"
    assert [p.code for p in read_archive(pack(fits)).problems] == ["not_an_archive"]
    assert [p.code for p in read_archive(pack(not_any_more)).problems] == ["too_large"]


def test_a_packed_archive_is_read(good: dict[str, Any]) -> None:
    packed = gzip.compress(json.dumps(good).encode())
    assert len(read_archive(packed).entries) == len(good["games"])
    for broken in (packed[:-10], packed[: len(packed) // 2], packed[:3], b"\x1f\x8bHello"):
        assert [p.code for p in read_archive(broken).problems] == ["not_gzip"]
    assert read_archive(packed + b"more").problems == ()


def test_a_packed_bomb_is_no_danger() -> None:
    bomb = gzip.compress(b"[" * 200_000_000, 9)
    assert len(bomb) < 300_000
    assert [p.code for p in read_archive(bomb).problems] == ["too_large"]


# --- Small files that hold much -----------------------------------------------------------

NO_ROUND: dict[str, Any] = {
    "number": 1,
    "overrule": None,
    "recorded_by": None,
    "recorded_at": "2026-01-01T00:00:00Z",
    "lines": [{}] * 6,
}


def test_as_many_changes_as_a_game_can_have() -> None:
    """Merges are possible however often a game has been changed; they use up players."""
    changes, players = LIMITS["changes_of_game"], LIMITS["players_of_group"]
    assert changes.maximum + players.maximum <= MAX_CHANGES


BOMBS: dict[str, tuple[Change, str]] = {
    "plays without end": (put(f"{GAME}.plays", [{}] * 100_000), "max_length"),
    "changes without end": (put(f"{GAME}.changes", [{}] * 100_000), "max_length"),
    "rounds without end": (put(f"{GAME}.rounds", [NO_ROUND] * 10_000), "max_length"),
    "totals without end": (put(f"{GAME}.totals", [{}] * 100_000), "max_length"),
    "seats without end": (put(f"{GAME}.players", [NOBODY] * 100_000), "max_length"),
    "lines without end": (
        put(f"{GAME}.rounds", [{**NO_ROUND, "lines": [{}] * 50_000}] * 2),
        "max_length",
    ),
    "as many plays as a game may have": (put(f"{GAME}.plays", [{}] * MAX_PLAYS), "required"),
    "as many changes": (put(f"{GAME}.changes", [{}] * MAX_CHANGES), "required"),
    "changes that are null": (put(f"{GAME}.changes", [None] * MAX_CHANGES), "null"),
    "as many rounds": (put(f"{GAME}.rounds", [NO_ROUND] * MAX_ROUNDS), "required"),
    "nothing but games": (put("games", [{}] * 20_000), "required"),
    "nothing but players": (put("players", [{}] * 10_000), "required"),
    "nothing but members": (put("members", [{}] * 10_000), "required"),
    "names that nobody knows": (
        put(GAME, {str(n): 0 for n in range(100_000)}),
        "required",
    ),
}


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[type]:
    """The shapes of all objects that are looked at, one by one."""
    looked: list[type] = []
    look = StrictSerializer.to_internal_value

    def count(self: StrictSerializer, data: Any) -> Any:
        looked.append(type(self))
        return look(self, data)

    monkeypatch.setattr(StrictSerializer, "to_internal_value", count)
    return looked


@pytest.mark.full
def test_a_small_file_costs_little_whatever_it_holds(
    good: dict[str, Any], looked_at: list[type]
) -> None:
    read_archive(json.dumps(good).encode())
    most = len(looked_at) + 2 * MAX_COUNTED
    for name, (change, code) in BOMBS.items():
        document = copy.deepcopy(good)
        change(document)
        looked_at.clear()
        archive = read_archive(gzip.compress(json.dumps(document).encode()))
        assert code in {problem.code for problem in archive.problems}, name
        assert 1 <= archive.problem_count <= MAX_COUNTED, name
        assert len(looked_at) <= most, name


def test_the_first_and_the_last_moment_come_in(good: dict[str, Any]) -> None:
    good["games"][TIE]["started_at"] = "1900-01-01T00:00:00Z"
    good["games"][TIE]["changed_at"] = "2200-12-31T23:59:59.999999Z"
    assert read_archive(json.dumps(good).encode()).problems == ()


def test_one_phase_is_not_several(good: dict[str, Any]) -> None:
    game = good["games"][TOTALS]
    game["phases"] = game["phases"][:1]
    texts = [problem.message for problem in read_archive(json.dumps(good).encode()).problems]
    assert texts == ["The game has only 1 Phase."] * 2


def test_of_many_mistakes_the_first_hundred_are_told(cast: Cast, good: dict[str, Any]) -> None:
    good["games"] += [{"id": n} for n in range(1000)]
    archive = read_archive(json.dumps(good).encode())
    assert len(archive.problems) == MAX_ERRORS
    assert archive.problem_count == MAX_COUNTED  # there are more: nobody reads on
    assert archive.problems[0].field.startswith("games.9.")


def test_a_count_that_looks_wrong_comes_with_a_warning(cast: Cast, good: dict[str, Any]) -> None:
    good["games"][TIE]["rounds"][0]["lines"][2]["points"] = 7
    looked = preview_archive(cast.other_group.pk, read_archive(json.dumps(good).encode()))
    assert looked["problems"] == []
    [warning] = looked["warnings"]
    assert warning.startswith(f"{ROUND}: ")
    assert "7" in warning


def test_a_chain_of_those_who_were_merged_is_refused(good: dict[str, Any]) -> None:
    twin = next(n for n, player in enumerate(good["players"]) if player["merged_into"])
    one = good["players"][0]
    one["merged_into"] = good["players"][twin]["id"]
    found = {(p.field, p.code) for p in read_archive(json.dumps(good).encode()).problems}
    assert ("players.0.merged_into", "unknown_player") in found
    assert (f"{GAME}.players.0", "merged_player") in found


# --- Anything at all ----------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**40) | st.floats(allow_nan=False)
    | st.sampled_from(["", "x", "R7", "W", "flip", "hit", "2026-01-02T03:04:05Z", NOBODY, "\0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner),
    max_leaves=6,
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All paths of a document but its own."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*path, name))


def test_whatever_is_changed_is_found_or_does_no_harm(cast: Cast, good: dict[str, Any]) -> None:
    """What is let in can be shown and played on: no change makes a game that breaks a page."""
    everywhere = list(places(good))

    @settings(max_examples=sampled(250), deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def change_something(data: st.DataObject) -> None:
        document = copy.deepcopy(good)
        for _time in range(data.draw(st.integers(1, 2))):
            *to, last = data.draw(st.sampled_from(everywhere))
            here: Any = document
            try:
                for part in to:
                    here = here[part]
                match data.draw(st.sampled_from(["put", "drop", "other", "twice"])):
                    case "put":
                        here[last] = data.draw(JSON)
                    case "drop":
                        del here[last]
                    case "twice" if isinstance(here, list):
                        here.insert(last, copy.deepcopy(here[last]))
                    case _:
                        other: Any = good
                        for part in data.draw(st.sampled_from(everywhere)):
                            other = other[part]
                        here[last] = copy.deepcopy(other)
            except (KeyError, IndexError, TypeError):
                assume(False)
        file = json.dumps(document).encode()
        if read_archive(file).problems:
            return
        with transaction.atomic():
            restore(cast, file)
            show_all(cast)
            transaction.set_rollback(True)

    change_something()
    assert nothing_came(cast)


def show_all(cast: Cast) -> None:
    for game in Game.objects.filter(group=cast.other_group):
        record = load(game.pk)
        assert json.dumps(game_answer(record), default=str)
        last = len(record.rounds) + (not record.state.over)
        for number in range(1, last + 1):
            assert table_answer(table_of(record, number))
        for change in changes(game=game):
            assert change_answer(change)


def test_thousands_of_stints_are_counted_once() -> None:
    # In every other round another player comes, and nobody leaves.
    stint = {"last_round": None, "phase": None, "total": None}
    coming = [[{**stint, "first_round": 2 * seat + 1}] for seat in range(12)]
    attrs = {"edition": EDITIONS["classic"], "players": range(12), "stints": coming}
    assert [error.code for error in check_stints(attrs)] == ["wrong_player_count"]
    # Six all the time, and one who comes for many single rounds.
    singles = [{**stint, "first_round": n, "last_round": n} for n in range(1, 2 * MAX_ROUNDS, 2)]
    attrs = {**attrs, "players": range(7), "stints": [*[[]] * 6, singles]}
    assert [error.code for error in check_stints(attrs)] == ["wrong_player_count"]
