"""Plays in SQL, compared with the ORM: the same rows, and the same answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.forms.models import model_to_dict
from django.http import Http404
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.domain.play_codec import PlayKind
from games.domain.table_record import PlayRecord
from games.models import Event, Game, Play
from games.selectors.records import load
from games.selectors.table import plays_in, round_with
from games.services.row_writer import insert_plays
from tests.cast import Cast
from tests.games.livetable import Live
from tests.games.scoresheet import Table
from tests.sampling import sampled
from tests.store import plays_by_orm
from tests.store.random_games import TEXTS, TIMES, random_games, store_game

pytestmark = pytest.mark.django_db
Capture = Callable[..., AbstractContextManager[Any]]

# --- Reading ----------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 999) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
PLAYS = st.lists(
    st.fixed_dictionaries(
        {
            "round": st.integers(1, 2),
            "kind": st.sampled_from([kind.value for kind in PlayKind]),
            "seat": st.none() | st.integers(0, 1),
            "data": st.dictionaries(TEXTS, JSON, max_size=3),
            "recorded_at": TIMES,
            "recorded_by": st.sampled_from(["owner", "", "a name"]),
            "overrule": TEXTS,
            "taken_back_at": st.none() | TIMES,
            "phone_time": st.none() | TIMES,
        }
    ),
    max_size=8,
)


@settings(
    max_examples=sampled(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(game=random_games(), plays=PLAYS)
def test_it_reads_what_the_orm_reads(db: None, game: Any, plays: list[dict[str, Any]]) -> None:
    stored = store_game(game.with_columns(has_plays=True), revision=None, draft=False)
    for number, columns in reversed([*enumerate(plays, 1)]):
        play = PlayRecord(number=number, id=uuid4(), **columns)
        by = stored.owner if play.recorded_by == "owner" else None
        insert_plays([(stored.record, play)], recorded_by=by)
    record = load(stored.record.game.id)
    for row in Play.objects.filter(game=record.game.id):
        if row.taken_back_at is None:
            assert round_with(record, row.pk) == row.round
        else:
            with pytest.raises(Http404):
                round_with(record, row.pk)
    for round in (1, 2):
        assert plays_in(record.game.id, round) == plays_by_orm.plays_in(record.game.id, round)


# --- Writing ----------------------------------------------------------------------------

Act = tuple[str, dict[str, Any]]

GROUPS = ["R5 G5 B5", "R6 G6 B6", "R7 W B7", "R9 G9 Y9", "R5 G5 B6", "R3 R4 R5 R6", "R4 W W R7"]
CARDS = ["R5", "Y5", "W", "R6", "Y6 W", "S", "B7", "R8", "R13"]
OVERRULES = st.sampled_from(["", "", "Late. 🃏"])
WHO = st.sampled_from("EEENS")


def acts(what: str, **more: st.SearchStrategy[Any]) -> st.SearchStrategy[Act]:
    return st.tuples(st.just(what), st.fixed_dictionaries(more))


LAYS = acts(
    "lay",
    who=WHO,
    groups=st.lists(st.sampled_from(GROUPS), min_size=1, max_size=2),
    overrule=OVERRULES,
    goes_out=st.sampled_from([False, False, True]),
)
HITS = acts(
    "hit", who=WHO, group=st.integers(0, 4), cards=st.sampled_from(CARDS), overrule=OVERRULES
)
PLAYED = st.one_of(
    LAYS,
    LAYS,
    HITS,
    HITS,
    acts("discard", who=WHO, card=st.sampled_from([None, "R1", "W", "S"]), overrule=OVERRULES),
    acts("discard", who=st.none(), card=st.sampled_from(["R1", "S"]), overrule=st.just("")),
    acts("draw", who=WHO, overrule=OVERRULES),
    acts("flip"),
    acts("note", text=st.text('aé"\\ \n', min_size=1, max_size=5)),
    acts("again", place=st.integers(0, 3)),
    acts("take back", place=st.integers(-3, 3)),
    acts("take back", place=st.just(-1)),
    acts("record", out=st.integers(0, 2)),
    acts("take back round"),
    acts("read"),
)
FORMS = st.sampled_from(
    [{}, {}, {"dry_run": True}, {"whole": True}, {"dry_run": True, "whole": True}]
)


@dataclass
class Scene:
    """A table, and what it was answered."""

    live: Live
    sent: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)

    def act(self, what: str, more: dict[str, Any], form: dict[str, Any]) -> None:
        self.live.round = len(self.live.table.game["rounds"]) + 1
        response = getattr(self, f"_{what.replace(' ', '_')}")(form, **more)
        if response is not None:
            body = response.json()
            body.pop("request_id", None)
            self.answers.append([what, response.status_code, body])

    def _lay(self, form: Any, who: str, groups: list[str], **more: Any) -> Any:
        return self.live.lay(who, *groups, **form, **more)

    def _hit(self, form: Any, who: str, group: int, cards: str, **more: Any) -> Any:
        there = self.live.look()["groups"]
        id = there[group % len(there)]["id"] if there else str(uuid4())
        return self.live.hit(who, id, cards, **form, **more)

    def _discard(self, form: Any, who: str | None, card: str | None, **more: Any) -> Any:
        if card == "S" and who:
            more["skips"] = "N" if who == "E" else "E"
        return self.live.discard(who, card, **form, **more)

    def _draw(self, form: Any, who: str, **more: Any) -> Any:
        return self.live.draw(who, **form, **more)

    def _flip(self, form: Any) -> Any:
        return self.live.flip(**form)

    def _note(self, form: Any, text: str) -> Any:
        return self.live.note(text, **form, recorded_at="2026-01-01T20:15:00Z")

    def _again(self, form: Any, place: int) -> Any:
        """Send a note with an id that may have been sent before."""
        if place >= len(self.sent):
            self.sent.append((str(uuid4()), {"text": "Again."}))
        id, body = self.sent[place % len(self.sent)]
        return self.live.note(**body, id=id, **form)

    def _take_back(self, form: Any, place: int) -> Any:
        plays = self.live.look()["plays"]
        id = plays[place % len(plays)]["id"] if plays else str(uuid4())
        names = {"dry_run": "dry_run", "whole": "whole_table"}
        return self.live.take_back(id, "?" + "&".join(f"{names[name]}=true" for name in form))

    def _record(self, _form: Any, out: int) -> Any:
        text = " ".join(f"{who}={'out' if at == out else '50-'}" for at, who in enumerate("NES"))
        return self.live.table.record(text, overrule="As we say.")

    def _take_back_round(self, _form: Any) -> Any:
        if self.live.table.game["rounds"]:
            return self.live.table.take_back()
        return None

    def _read(self, _form: Any) -> Any:
        return self.live.client.get(self.live.url)


_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(r"2026-11-\d\d[T ]\d\d:\d\d:\d\d[.\d]*|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*")


def written(scene: Scene) -> Iterator[str]:
    """The rows and the answers, with ids by their order and without the times of now."""
    known: dict[str, str] = {}
    game = Game.objects.get(pk=scene.live.table.game["id"])
    plays = Play.objects.filter(game=game).order_by("round", "number")
    rows = [{"id": play.pk, "at": play.recorded_at, **model_to_dict(play)} for play in plays]
    events = [model_to_dict(event) for event in Event.objects.filter(game=game)]
    for event in events:
        del event["id"]
    row = model_to_dict(game)
    for value in (row, rows, events, scene.answers):
        text = json.dumps(value, default=str, indent=1, ensure_ascii=False)
        text = _ID.sub(lambda id: known.setdefault(id[0], f"id {len(known)}"), text)
        yield _TIME.sub("a time", text)


def seated(cast: Cast, **more: Any) -> Scene:
    game = cast.game(players=[str(player.pk) for player in cast.players[:3]], **more)
    return Scene(Live(Table(cast.scorer, game)))  # type: ignore[arg-type]


@settings(
    max_examples=sampled(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    edition=st.sampled_from(["classic", "classic", "flip"]),
    turns_logged=st.booleans(),
    played=st.lists(st.tuples(PLAYED, FORMS), min_size=4, max_size=14),
)
def test_tables_are_played_as_by_the_orm(
    cast: Cast,
    django_capture_on_commit_callbacks: Capture,
    edition: str,
    turns_logged: bool,
    played: list[tuple[Act, dict[str, Any]]],
) -> None:
    settings = {"edition": edition, "turns_logged": turns_logged}
    by_sql, by_orm = seated(cast, **settings), seated(cast, **settings)
    first = {"classic": ["R5 G5 B5", "R6 G6 B6"], "flip": ["R3 R4", "B7 B8"]}[edition]
    laid = ("lay", {"who": "E", "groups": first, "overrule": ""})
    for (what, more), form in [(laid, {}), *played]:
        with django_capture_on_commit_callbacks(execute=True):  # so that tables are kept
            by_sql.act(what, more, form)
        with plays_by_orm.plays_by_orm():
            by_orm.act(what, more, form)
    for sql, orm in zip(written(by_sql), written(by_orm), strict=True):
        assert sql == orm
