"""Writing games in SQL, compared with the ORM: whole games leave the same rows and answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.domain.game_record import GameValues
from games.models import (
    Change,
    ChosenId,
    Draft,
    DraftLine,
    Event,
    Game,
    Group,
    GroupEvent,
    GroupLog,
    Line,
    Membership,
    Play,
    Player,
    Round,
    Seat,
)
from games.selectors.records import load
from games.services.row_writer import round_row
from scoring.statistics.models import PendingGame
from store.changes import ChangeRow, EventRow, GameWrites, RoundWrites, write_game
from tests.cast import V1, Cast
from tests.games.livetable import Live
from tests.games.scoresheet import Table, lines, phone, sit_down
from tests.sampling import sampled
from tests.store.writing_by_orm import writing_by_orm

pytestmark = pytest.mark.django_db


# --- What is done at a table ------------------------------------------------------------

Act = tuple[str, Any]

PHASES = [
    [1, 2, 3, 4, 5],
    [1, 6],
    [1],
    [[{"kind": "run", "size": 4}], [{"kind": "set", "size": 2}, {"kind": "set", "size": 3}]],
]
# Most of what is entered is right; points that nobody can have need a reason to stand.
WORDS = st.sampled_from(["65-", "105-", "50-", "5", "100-", "10", "R9,B10", "W+", "15+"])
WRONG_WORDS = st.sampled_from(["0", "7+", "45", "S,S", "110"])


def tallies(words: st.SearchStrategy[str], overrules: list[str]) -> st.SearchStrategy[Any]:
    """How each player ends a round, by the seat; who goes out comes from `out`."""
    return st.fixed_dictionaries(
        {
            "words": st.lists(words, min_size=5, max_size=5),
            "out": st.integers(0, 5),
            "overrule": st.sampled_from(overrules),
        }
    )


TALLIES = tallies(WORDS, [""])
WRONG = tallies(WORDS | WRONG_WORDS, ["", "East misread a card. 🃏"])
WHO = st.integers(0, 4)
ROUNDS = st.tuples(st.just("record"), TALLIES)
NUMBERS = st.integers(1, 4)
ACTS = st.one_of(
    ROUNDS,
    ROUNDS,
    ROUNDS,
    st.tuples(st.just("record"), WRONG),
    st.tuples(st.just("record again"), TALLIES),
    st.tuples(st.just("correct"), st.tuples(NUMBERS, TALLIES, st.booleans())),
    st.tuples(st.just("correct"), st.tuples(NUMBERS, TALLIES, st.just(True))),
    st.tuples(st.just("correct"), st.tuples(NUMBERS, WRONG, st.just(True))),
    st.tuples(st.just("take back"), st.integers(0, 1)),
    st.tuples(
        st.just("decide"),
        st.sampled_from(["abandon", "end", "resume", "archive", "unarchive"]),
    ),
    st.tuples(
        st.just("change"),
        st.sampled_from([{"house_rules": {"must_lay_down": True}}, {"variant": "fixed_rounds"}]),
    ),
    st.tuples(st.just("join"), WHO),
    st.tuples(st.just("leave"), WHO),
    st.tuples(st.just("draft"), st.tuples(WHO, WORDS)),
    st.tuples(st.just("note"), st.text('aé"\\ ', min_size=1, max_size=5)),
    st.tuples(st.just("delete"), st.none()),
    st.tuples(st.just("rename"), st.sampled_from(["Ann", "Zoë"])),
    st.tuples(st.just("merge"), WHO),
)


@dataclass
class Scene:
    """A table of a group of its own, and what it was answered."""

    cast: Cast
    table: Table
    writing: Callable[[], AbstractContextManager[None]]
    answers: list[Any] = field(default_factory=list)

    def act(self, act: Act) -> None:
        what, more = act
        with self.writing():
            response = getattr(self, what.replace(" ", "_"))(more)
        if response is not None:
            version = response.get("ETag", "").partition(".")[0]
            body = response.json() if response.content else None
            if isinstance(body, dict):
                body.pop("request_id", None)
            self.answers.append([what, response.status_code, version, body])

    def record(self, tally: Any, **more: Any) -> Any:
        text = self.tally(tally)
        overrule = {"overrule": tally["overrule"]} if tally["overrule"] else {}
        return self.table.record(text, discard_draft=True, **overrule, **more)

    def record_again(self, tally: Any) -> Any:
        return self.record(tally, number=max(1, len(self.table.game["rounds"])))

    def correct(self, what: Any) -> Any:
        number, tally, confirm = what
        number = min(number, max(1, len(self.table.game["rounds"])))
        more = {"overrule": tally["overrule"]} if tally["overrule"] else {}
        text = self.tally(tally, number)
        return self.table.correct(number, text, confirm=confirm, **more)

    def take_back(self, before: int) -> Any:
        return self.table.take_back(len(self.table.game["rounds"]) - before)

    def decide(self, what: str) -> Any:
        return self.table.decide(what)

    def change(self, settings: dict[str, Any]) -> Any:
        return self.table.change(**settings)

    def join(self, who: int) -> Any:
        player = self.player(who)
        headers = {"If-Match": self.table.etag}
        body = {"player": str(player.pk)}
        address = f"{self.table.url}players/"
        return self.kept(self.table.client.post(address, body, headers=headers))

    def leave(self, who: int) -> Any:
        headers = {"If-Match": self.table.etag}
        address = f"{self.table.url}players/{self.player(who).pk}/"
        return self.kept(self.table.client.delete(address, headers=headers))

    def draft(self, what: Any) -> Any:
        who, word = what
        player = str(self.player(who).pk)
        [line] = lines({"X": player}, f"X={word}")
        del line["player"]
        body = {"round": len(self.table.game["rounds"]) + 1, **line}
        response = self.table.client.put(f"{self.table.url}draft/lines/{player}/", body)
        self.table.look()
        return response

    def note(self, text: str) -> Any:
        return Live(self.table).note(text, round=len(self.table.game["rounds"]) + 1)

    def delete(self, _nothing: None) -> Any:
        """Delete the game and restore it."""
        owner = Table(phone(self.cast.users["owner"]), self.table.game)
        headers = {"If-Match": self.table.etag}
        deleted = owner.client.delete(self.table.url, headers=headers)
        assert deleted.status_code == 204, deleted.content
        self.answers.append(["restore", owner.client.post(f"{self.table.url}restore/").status_code])
        self.table.look()
        return deleted

    def rename(self, name: str) -> Any:
        return self.cast.scorer.patch(f"{V1}/players/{self.player(0).pk}/", {"name": name})

    def merge(self, who: int) -> Any:
        """Merge a player into one who has not played here, if that is still possible."""
        gone, kept = self.player(who), self.cast.players[-1]
        response = self.cast.scorer.post(f"{V1}/players/{gone.pk}/merge/", {"into": str(kept.pk)})
        self.table.look()
        return response

    def player(self, who: int) -> Player:
        return self.cast.players[who]

    def kept(self, response: Any) -> Any:
        self.table.look()
        return response

    def tally(self, tally: Any, number: int | None = None) -> str:
        """A round of those who play the next one, or who have a line in this one."""
        game = self.table.game
        if number and number <= len(game["rounds"]):
            playing = [line["player"] for line in game["rounds"][number - 1]["lines"]]
        else:
            playing = (game["next_round"] or {"playing": list(self.table.ids.values())})["playing"]
        names = {player: letter for letter, player in self.table.ids.items()}
        words = dict(zip(playing, tally["words"], strict=False))
        out = playing[tally["out"] % len(playing)]
        return " ".join(
            f"{names[player]}={'out' if player == out else word}" for player, word in words.items()
        )


# --- Comparing --------------------------------------------------------------------------

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?")


def written(scene: Scene) -> Iterator[tuple[str, str]]:
    """All rows of a scene by table, and its answers, with ids by their order and no times."""
    group, game = scene.cast.group.pk, scene.table.game["id"]
    tables: list[tuple[models.QuerySet[Any], list[str]]] = [
        (Player.objects.filter(group=group), ["created_at"]),
        (Game.objects.filter(pk=game), ["id"]),
        (Seat.objects.filter(game=game), ["place"]),
        (Round.objects.filter(game=game), ["number"]),
        (Line.objects.filter(round__game=game), ["round__number", "seat__place"]),
        (Play.objects.filter(game=game), ["round", "number"]),
        (Draft.objects.filter(game=game), ["round"]),
        (DraftLine.objects.filter(draft__game=game), ["draft__round", "seat__place"]),
        (Event.objects.filter(game=game), ["number"]),
        (Change.objects.filter(game=game), ["version"]),
        (GroupLog.objects.filter(group=group), ["pk"]),
        (GroupEvent.objects.filter(group=group), ["number"]),
        (PendingGame.objects.filter(group=group), ["pk"]),
    ]
    numbers = count()
    known: dict[str, str] = {}

    def plain(value: Any) -> str:
        text = json.dumps(value, default=str, ensure_ascii=False, indent=1)
        text = _ID.sub(lambda id: known.setdefault(id[0], f"id {next(numbers)}"), text)
        # Only the digits: the form in which a time is written stays to be compared.
        return _TIME.sub(lambda time: re.sub(r"\d", "0", time[0]), text)

    for rows, order in tables:
        # Keys that the database has counted are another one for each row.
        counted = {
            field.attname
            for field in rows.model._meta.concrete_fields
            if field.name in ("id", "round", "draft") and not isinstance(field, models.UUIDField)
            if field.name == "id" or field.is_relation
        }
        values = rows.order_by(*order).values()
        yield (
            rows.model.__name__,
            plain([{k: v for k, v in row.items() if k not in counted} for row in values]),
        )
    yield "answers", plain(scene.answers)


def another_group(cast: Cast) -> Cast:
    """A group of the same people, with five players of their own."""
    group = Group.objects.create(name="Kitchen table")
    for name in ("owner", "scorer"):
        Membership.objects.create(group=group, user=cast.users[name], role=name)
    names = ("North", "East", "South", "West", "Up")
    players = [Player.objects.create(group=group, name=name) for name in names]
    return replace(cast, group=group, players=players)


@settings(
    max_examples=sampled(80),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    who=st.sampled_from(["NE", "NES", "NESW"]),
    phases=st.sampled_from(PHASES),
    variant=st.sampled_from(["standard", "standard", "fixed_rounds"]),
    first=st.lists(ROUNDS, min_size=1, max_size=3),
    acts=st.lists(ACTS, min_size=3, max_size=12),
)
def test_a_game_leaves_the_same_rows(
    cast: Cast, who: str, phases: Any, variant: str, first: list[Act], acts: list[Act]
) -> None:
    sql, orm = scenes = both(cast, who, phases=phases, variant=variant)
    for act in [*first, *acts]:
        for scene in scenes:
            scene.act(act)
        same(sql, orm)


def both(cast: Cast, who: str, **more: Any) -> list[Scene]:
    """The same table twice, written by SQL and by the ORM."""
    scenes = []
    for writing in (nullcontext, writing_by_orm):
        mine = another_group(cast)
        with writing():
            scenes.append(Scene(mine, sit_down(mine, who, **more), writing))
    return scenes


def same(sql: Scene, orm: Scene) -> None:
    for (name, found), (_name, expected) in zip(written(sql), written(orm), strict=True):
        assert found == expected, name


def each(scenes: list[Scene], act: Callable[[Table], Any]) -> Any:
    """Do something at both tables; return the answer of one, as it is the same."""
    for scene in scenes:
        with scene.writing():
            response = act(scene.table)
        scene.answers.append([response.status_code, response.json()])
    same(*scenes)
    return response.json()


def test_a_correction_that_drops_rounds_and_keeps_others_in_doubt(cast: Cast) -> None:
    scenes = both(cast, "NE", phases=[1, 6, 1])
    for text in ("N=out E=105", "N=out E=45", "N=105 E=out", "N=105 E=out"):
        each(scenes, lambda table: table.record(text))  # noqa: B023  (used at once)
    asked = each(scenes, lambda table: table.correct(1, "N=out E=5"))
    assert asked["code"] == "confirmation_needed"
    game = each(scenes, lambda table: table.correct(1, "N=out E=5", confirm=True))
    assert [len(game["rounds"]), game["status"]] == [3, "over"]
    assert game["rounds"][1]["overrule"] == "Kept when round 1 was corrected."
    game = each(scenes, lambda table: table.correct(1, "N=out E=105"))
    assert game["rounds"][1]["overrule"] is None


def test_a_correction_that_opens_the_game_for_a_tie_break(cast: Cast) -> None:
    scenes = both(cast, "NES", phases=[1, 6])
    for text in ("N=out E=10 S=5", "N=10 E=out S=15", "N=10 E=out"):
        game = each(scenes, lambda table: table.record(text))  # noqa: B023
    assert game["status"] == "over"
    game = each(scenes, lambda table: table.correct(2, "N=10 E=out S=5", confirm=True))
    assert game["next_round"]["tie_break"] is True
    each(scenes, lambda table: table.record("N=15 E=10 S=out"))
    game = each(scenes, lambda table: table.take_back())
    assert len(game["rounds"]) == 2


def test_a_round_with_a_draft_that_says_otherwise(cast: Cast) -> None:
    sql, orm = scenes = both(cast, "NE")
    for scene in scenes:
        for act in (
            ("draft", (0, "5")),
            ("record", {"words": ["10"] * 2, "out": 1, "overrule": ""}),
        ):
            scene.act(act)
        assert [answer[1] for answer in scene.answers] == [200, 201]
    kinds = Event.objects.filter(game=sql.table.game["id"]).values_list("kind", flat=True)
    assert "draft_discarded" in kinds
    same(sql, orm)


# --- What the database refuses ----------------------------------------------------------


@pytest.fixture
def table(cast: Cast) -> Table:
    return sit_down(cast, "NE").play("N=out E=5")


def writes(table: Table, **more: Any) -> GameWrites:
    """The least that can be written of a game."""
    return GameWrites(game=UUID(table.game["id"]), columns={"version": 9}, events=[], **more)


def refused(change: GameWrites) -> str:
    """What the database says to this; nothing of it is written."""
    before = Game.objects.get().version
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        write_game(change)
    assert Game.objects.get().version == before
    return str(error.value)


def test_a_round_is_recorded_once(table: Table) -> None:
    record = load(UUID(table.game["id"]))
    again = replace(record.rounds[0], id=uuid4())
    refused(writes(table, rounds=RoundWrites(round_row(record, again))))
    assert Round.objects.count() == 1
    assert Line.objects.count() == 2


def test_one_player_goes_out(table: Table) -> None:
    record = load(UUID(table.game["id"]))
    lines = tuple(replace(line, went_out=True) for line in record.rounds[0].lines)
    both = replace(record.rounds[0], id=uuid4(), number=2, lines=lines)
    refused(writes(table, rounds=RoundWrites(round_row(record, both))))
    assert Round.objects.count() == 1


def test_a_line_takes_a_seat_of_its_own_game(cast: Cast, table: Table) -> None:
    other = load(UUID(sit_down(cast, "NE").game["id"]))
    record = load(UUID(table.game["id"]))
    foreign = replace(record.rounds[0], id=uuid4(), number=2)
    with pytest.raises(IntegrityError, match="a line takes a seat"), transaction.atomic():
        write_game(writes(table, rounds=RoundWrites(round_row(other, foreign))))
    assert Round.objects.count() == 1


def test_a_version_is_used_once(cast: Cast, table: Table) -> None:
    row = ChangeRow(2, "x", cast.users["owner"].pk, "x", None, None, None, "", timezone.now(), None)
    refused(writes(table, change=row))


def test_an_event_is_numbered_once(table: Table) -> None:
    game = replace(writes(table), events=[EventRow(1, 9, "joined", "x", {}, timezone.now())])
    refused(game)


def test_all_columns_of_a_game_can_be_written(table: Table) -> None:
    """Each in the form in which it is read again."""
    record = load(UUID(table.game["id"]))
    at = timezone.now()
    new = record.with_columns(
        variant="fixed_rounds",
        phases=[[{"kind": "run", "size": 4}]],
        house_rules={"must_lay_down": True},
        first_dealer=1,
        turns_logged=True,
        version=7,
        last_event=8,
        has_plays=True,
        abandoned=True,
        archived=True,
        deleted_at=at,
        changed_at=at,
        phone_time=at,
    )
    columns = {name: getattr(new.game, name) for name in GameValues.__dataclass_fields__}
    del columns["id"], columns["group_id"]
    write_game(replace(writes(table), columns=columns))
    assert load(record.game.id).game == new.game
    assert not ChosenId.objects.exists()
