"""Any game comes back from a sheet as it was played, and no file is too odd to be answered."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.domain.game_record import GameRecord
from referee.editions import EDITIONS
from referee.game import GameState, Plan, SeatScore, Variant, after_round, start_game
from referee.points import possible_points
from referee.tally import TallyEntry, check_tally
from referee.tally.hand_sizes import possible_hand_sizes
from scoring.exchange.paper.bgstats import read_bgstats
from scoring.exchange.paper.csv_reader import read_csv
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import INVISIBLE, UnreadableFile
from scoring.exchange.paper.importable_games import ImportableGame, check_games
from scoring.exchange.paper.sheet_lines import COLUMNS
from scoring.exchange.paper.sheet_reader import read_sheet
from scoring.exchange.paper.xlsx_reader import read_xlsx
from scoring.jobs.progress import no_progress
from tests.sampling import sampled
from tests.scoring.import_files import workbook

NAMES = ("Zoë", "=1+1", 'Ann "A", B.', "عمر", "👩‍👩‍👧 & co", "x; DROP TABLE")


@dataclass(frozen=True)
class Played:
    """A game as it was played, and its lines on a sheet."""

    plan: Plan
    rounds: list[list[SeatScore]]
    state: GameState
    lines: list[dict[str, str]]


def play(chance: Random, day: str = "2024-03-01", game: str = "a", most: int = 12) -> Played:
    """A game of which every count can be, some of it left to the points to prove."""
    edition = EDITIONS[chance.choice(sorted(EDITIONS))]
    numbers = chance.sample(range(1, 11), chance.randrange(1, 5))
    plan = Plan(
        edition=edition,
        phases=tuple(edition.phases[number - 1] for number in numbers),
        seats=chance.randrange(2, 7),
        variant=chance.choice(list(Variant)),
    )
    state = start_game(plan)
    rounds: list[list[SeatScore]] = []
    lines: list[dict[str, str]] = []
    while not state.over and len(rounds) < most:
        scores, results = play_round(plan, state, chance)
        rounds.append(scores)
        for score, result in zip(scores, results, strict=True):
            said = {None: "", True: chance.choice(["yes", "x", "1"]), False: "no"}
            lines.append(
                {
                    "game": game,
                    "date": day,
                    "edition": chance.choice([edition.slug, edition.name]),
                    "variant": plan.variant.value,
                    "phases": " ".join(map(str, numbers)),
                    "round": str(len(rounds)),
                    "player": NAMES[score.seat],
                    "points": "" if score.went_out and chance.random() < 0.2 else str(score.points),
                    "laid_down": said[result.laid_down],
                    "went_out": "yes" if score.went_out else "",
                }
            )
        state = after_round(plan, state, scores)
    return Played(plan, rounds, state, lines)


def play_round(
    plan: Plan, state: GameState, chance: Random
) -> tuple[list[SeatScore], list[TallyEntry]]:
    """A round whose count can be, and as much of it as has to be said."""
    while True:
        out = chance.choice(state.playing)
        scores, results = [], []
        for seat in state.playing:
            phase = plan.phase_played(state.seats[seat])
            down = seat == out or chance.random() < 0.6
            points = 0
            if seat != out:
                held = possible_hand_sizes(plan.edition, plan.phases[phase - 1], laid_down=down)
                # Some Phases take the whole hand: then whoever lays down goes out.
                possible = possible_points(plan.edition, held)
                points = chance.choice(possible) if possible else -1
            scores.append(SeatScore(seat, points, down, seat == out))
            results.append(TallyEntry(str(seat), phase, points, None, None, seat == out))
        if any(score.points < 0 for score in scores):
            continue
        proved = check_tally(plan.edition, plan.phases, results).lines
        told = [
            result
            if line.laid_down is not None and chance.random() < 0.5
            else replace(result, laid_down=score.laid_down)
            for score, result, line in zip(scores, results, proved, strict=True)
        ]
        if check_tally(plan.edition, plan.phases, told).is_legal:
            return scores, told


def write_csv(lines: list[dict[str, str]], chance: Random) -> bytes:
    """The lines as text of some kind, their columns in any order."""
    columns = list(lines[0])
    chance.shuffle(columns)
    text = io.StringIO()
    newline = chance.choice(["\n", "\r\n"])
    writer = csv.DictWriter(text, columns, delimiter=chance.choice(",;\t"), lineterminator=newline)
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue().encode(chance.choice(["utf-8", "utf-8-sig", "utf-16"]))


def write_xlsx(lines: list[dict[str, str]], chance: Random) -> bytes:
    columns = list(lines[0])
    chance.shuffle(columns)
    return workbook(columns, *([line[name] for name in columns] for line in lines))


def judged(found: FileContents) -> list[ImportableGame]:
    result = check_games(found, progress=no_progress)
    assert found.problems.count == 0, found.problems.listed()
    return result


def assert_equal(played: Played, state: GameState, rounds: list[list[SeatScore]]) -> None:
    """The seats on a sheet are numbered as they first appear, which is as they were played."""
    assert rounds == played.rounds
    assert state.seats == played.state.seats
    assert state.winners == played.state.winners


def scores_of(record: GameRecord) -> list[list[SeatScore]]:
    return [
        [SeatScore(line.seat, line.points, line.laid_down, line.went_out) for line in played.lines]
        for played in record.rounds
    ]


@given(st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=sampled(60), deadline=None)
def test_a_game_comes_back_from_its_sheet(chance: Random, as_workbook: bool) -> None:
    # A formula in a workbook is one; in text it is what somebody is called.
    played = play(chance)
    lines = [{**line, "player": line["player"].lstrip("=")} for line in played.lines]
    if as_workbook:
        table = read_xlsx(write_xlsx(lines, chance))
    else:
        table = read_csv(write_csv(played.lines, chance))
    [one] = judged(read_sheet(table))
    record = one.record
    assert_equal(played, record.state, scores_of(record))
    assert record.game.edition == played.plan.edition.slug
    assert record.plan.phases == played.plan.phases


@given(st.randoms(use_true_random=False))
@settings(max_examples=sampled(30), deadline=None)
def test_games_of_one_file_are_kept_apart(chance: Random) -> None:
    games = [play(chance, f"2024-03-{day:02}", str(day), most=3) for day in (1, 2, 3)]
    lines = [line for one in games for line in one.lines]
    if chance.random() < 0.5:  # one after the other, they need no names
        for line in lines:
            del line["game"]
    else:  # with names, their lines may stand anywhere
        order = [name for name, one in enumerate(games) for _line in one.lines]
        chance.shuffle(order)
        rests = [iter(one.lines) for one in games]
        lines = [next(rests[name]) for name in order]
    found = judged(read_sheet(read_csv(write_csv(lines, chance))))
    by_day = sorted(found, key=lambda one: one.paper.started_at)
    for played, one in zip(games, by_day, strict=True):
        assert_equal(played, one.record.state, scores_of(one.record))


# --- Whatever comes in ----------------------------------------------------------------------


def whatever(read: Any, data: bytes) -> None:
    """Read a file: it is understood, or told what is wrong, in text that can be stored."""
    try:
        found = read(data)
    except UnreadableFile as unreadable:
        found = FileContents("")
        found.problems.add(unreadable.problem)
    games = check_games(found, progress=no_progress)
    assert len(games) <= len(found.games)
    told = [flaw.message for flaw in found.problems.listed()]
    told += [*found.warnings, *found.names.labels.values()]
    assert all(told)
    assert not INVISIBLE.search("".join(told))


def read_text(data: bytes) -> FileContents:
    return read_sheet(read_csv(data))


@given(st.binary(max_size=500))
@settings(max_examples=sampled(200), deadline=None)
def test_any_bytes(data: bytes) -> None:
    whatever(read_text, data)
    whatever(read_bgstats, data)
    whatever(lambda data: read_sheet(read_xlsx(data)), data)


CELLS = st.one_of(
    st.sampled_from(["", "1", "2", "0", "5", "10", "55", "yes", "no", "A", "B", "2024-03-01"]),
    st.sampled_from(["01/02/2024", "31.12.2023", "flip", "standard", "1 2", "-1", "１"]),
    st.text(max_size=6),
)


@given(
    st.lists(st.sampled_from([*COLUMNS, "x"]), min_size=1, max_size=8, unique=True),
    st.lists(st.lists(CELLS, max_size=9), max_size=8),
)
@settings(max_examples=sampled(300), deadline=None)
def test_any_cells(columns: list[str], rows: list[list[str]]) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([["date", "player", "total", *columns], *rows])
    whatever(read_text, text.getvalue().encode("utf-8", "replace"))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 400) | st.text(max_size=5) | st.floats(),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=5), values),
    max_leaves=8,
)
KEYS = ["playerRefId", "score", "winner", "seatOrder", "startPlayer"]
SCORES = st.fixed_dictionaries(
    {"playerRefId": st.sampled_from([1, 2]), "score": st.sampled_from(["5", "10"])},
    optional={key: JSON_VALUES | st.just(True) for key in KEYS[2:]},
)
PLAYS = st.fixed_dictionaries(
    {"gameRefId": st.just(7), "playDate": st.just("2022-12-24 22:10:45")},
    optional={
        "playerScores": st.lists(SCORES | JSON_VALUES, max_size=3),
        "uuid": JSON_VALUES,
        "ignored": JSON_VALUES,
        "usesTeams": JSON_VALUES,
    },
)


@given(st.lists(PLAYS | JSON_VALUES, max_size=4), JSON_VALUES, JSON_VALUES)
@settings(max_examples=sampled(200), deadline=None)
def test_any_export(plays: list[Any], players: Any, games: Any) -> None:
    known = [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]
    for export in (
        {"games": [{"id": 7, "name": "Phase 10"}], "players": known, "plays": plays},
        {"games": games, "players": players, "plays": plays},
    ):
        whatever(read_bgstats, json.dumps(export).encode())
