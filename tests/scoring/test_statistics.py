"""Statistics over five games of three players: what is asked, refused and told beyond luck.

The figures themselves are those of random groups, worked out a second time (`test_recomputed`).

A  1 March 2025, two Phases        B  8 March 2025, two Phases    C  10 January 2026, fixed
   N    0   30  od  2nd               E    0  80  40  o-d  2nd       N  50  50  --  3rd
   E   60   55  -d  3rd               N   70   0   0  -oo  1st       E   0  25  od  1st
   S   20    0  do  1st                                              S  25   0  do  1st
D  17 January 2026, two Phases     X  1 February 2026, Flip, one Phase, overruled
   S    0   25  od  1st, by a         N    0  o  1st
   E   25    0  do  2nd  tie-break    S    3  -  2nd
"""

from __future__ import annotations

from math import log2
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.domain.attendance import MAX_TAKING_PART
from games.models import Game
from scoring.statistics.facts import PARTS_OF_A_WIN
from scoring.statistics.selectors import odds
from scoring.statistics.wire import odds as wire_odds
from tests.cast import Cast
from tests.games.scoresheet import Table, phone, sit_down
from tests.scoring.counting import count_all

pytestmark = pytest.mark.django_db

TWO = [1, 2]
AHEAD = [{"phase": 2}, None, None]


def moment(day: str) -> str:
    return day if "T" in day else f"{day}T20:00:00Z"


class Story:
    """The five games, by their letters, and what is not counted beside them."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.client = phone(cast.users["viewer"])
        self.ids = {player.name[0]: str(player.pk) for player in cast.players}
        self.games: dict[str, Table] = {}
        self.play("A", "NES", "2025-03-01", "N=out E=60- S=20+", "N=30+ E=55+ S=out", phases=TWO)
        self.play("B", "EN", "2025-03-08", "E=out N=70-", "E=80- N=out", "E=40+ N=out", phases=TWO)
        self.play(
            "C", "NES", "2026-01-10", "N=50- E=out S=25+", "N=50- E=25+ S=out",
            phases=TWO, variant="fixed_rounds",
        )  # fmt: skip
        self.play("D", "SE", "2026-01-17", "S=out E=25+", "S=25+ E=out", "S=out E=30+", phases=TWO)
        flip = self.begin("X", "NS", "2026-02-01", edition="flip", phases=[1])
        assert flip.record("N=out S=3-", overrule="A card was under the table.").status_code == 201
        self.begin("still on", "NES", "2026-02-02").play("N=out E=60- S=20+")
        self.begin("abandoned", "NES", "2026-02-03").play("N=out E=60- S=20+").decide("abandon")
        gone = self.play("gone", "NES", "2026-02-04", "N=out E=60- S=20+", phases=[1])
        owner = phone(cast.users["owner"])
        assert owner.delete(gone.url, headers={"If-Match": gone.etag}).status_code == 204

    def begin(self, letter: str, who: str, day: str, **more: Any) -> Table:
        table = sit_down(self.cast, who, **more)
        Game.objects.filter(pk=table.game["id"]).update(started_at=moment(day))
        self.games[letter] = table
        return table

    def play(self, letter: str, who: str, day: str, *rounds: str, **more: Any) -> Table:
        return self.begin(letter, who, day, **more).play(*rounds)

    def game(self, letter: str) -> str:
        return str(self.games[letter].game["id"])

    def get(self, path: str, **query: str | list[str]) -> Any:
        count_all()
        response = self.client.get(f"{self.cast.url}/statistics/{path}", query)
        assert response.status_code == 200, response.content
        answer = response.json()
        assert not answer.pop("counting")
        assert answer.pop("as_of")
        return self.plain(answer)

    def rivalry(self, names: str, **query: str) -> Any:
        """Two players, head to head."""
        players = [self.ids[name] for name in names]
        return self.part("head_to_head", players=players, **query)["rivalry"]

    def part(self, name: str, **query: str | list[str]) -> Any:
        """A part of the statistics of the group."""
        return self.get("", include=name, **query)[name]

    def plain(self, answer: Any) -> Any:
        """The answer with letters for players and games."""
        if isinstance(answer, list):
            return [self.plain(one) for one in answer]
        if not isinstance(answer, dict):
            games = {self.game(letter): letter for letter in self.games}
            return games.get(answer, answer) if isinstance(answer, str) else answer
        if answer.keys() == {"id", "name", "color", "sign"}:
            assert self.ids[answer["name"][0]] == answer["id"]
            return answer["name"][0]
        return {name: self.plain(value) for name, value in answer.items()}


@pytest.fixture
def story(cast: Cast) -> Story:
    return Story(cast)


def test_the_page_of_who_has_not_played(story: Story) -> None:
    page = story.get(f"players/{story.ids['W']}/")
    assert (page["games"], page["win_rate"]["value"], page["place"]["value"]) == (0, None, None)
    assert page["rating"] == {"points": 1000, "margin": 44, "mu": 25, "sigma": 8.3333}
    assert page["best_round"] is page["nemesis"] is page["biggest_comeback"] is None
    assert page["badges"] == page["latest"] == page["phases"] == page["months"] == []


def test_ratings_game_by_game(story: Story) -> None:
    path = f"players/{story.ids['N']}/"
    history = story.get(path, include="ratings", limit="3")["ratings"]
    assert [one["game"] for one in history["results"]] == ["X", "C", "B"]
    following = story.client.get(history["next"]).json()["ratings"]["results"]
    assert [one["game"] for one in following] == [story.game("A")]


def test_of_very_many_those_with_the_most_games(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {(one["player"], one["opponent"]): one for one in story.part("head_to_head")["pairs"]}
    two = story.rivalry("NS")
    monkeypatch.setattr("scoring.statistics.selectors.head_to_head.MOST", 2)
    pairs = story.part("head_to_head")["pairs"]
    assert len(pairs) == 2
    assert all(whole[one["player"], one["opponent"]]["games"] == one["games"] for one in pairs)
    # Whoever is asked about is always there.
    again = story.rivalry("NS")
    assert (again["games"], again["players"]) == (two["games"], two["players"])


def test_who_is_ahead_is_told_once_luck_does_not_explain_it(story: Story) -> None:
    for number in range(9):  # ahead in 11 of 12: luck does that in 6 of 1,000 pairs
        story.play("Z", "NE", f"2026-03-0{number + 1}", "N=out E=60-", phases=[1])
    assert {
        (pair["player"], pair["opponent"]): pair["stands_out"]
        for pair in story.part("head_to_head")["pairs"]
        if pair["stands_out"]
    } == {("N", "E"): "ahead", ("E", "N"): "behind"}
    both = story.rivalry("EN")["players"]
    assert [one["stands_out"] for one in both] == ["behind", "ahead"]
    north, east = (story.get(f"players/{story.ids[name]}/") for name in "NE")
    assert (north["nemesis"], north["favourite_opponent"]["opponent"]) == (None, "E")
    assert (east["nemesis"]["opponent"], east["favourite_opponent"]) == ("N", None)


def test_a_seat_stands_out_once_luck_does_not_explain_it(story: Story) -> None:
    for number in range(9):  # always wins in the first seat and never in the second
        story.play("Y", "WE", f"2026-03-0{number + 1}", "W=out E=60-", phases=[1])
        story.play("Z", "EW", f"2026-03-0{number + 1}", "E=out W=60-", phases=[1])
    page = story.get(f"players/{story.ids['W']}/", include="circumstances")
    answer = page["circumstances"]
    assert [(one["seat"], one["stands_out"]) for one in answer["by_seat"]] == [
        (0, "more"), (1, "fewer"),
    ]  # fmt: skip
    assert [one["stands_out"] for one in answer["by_table_size"]] == [None]


def odds_of(story: Story, names: str, **query: str) -> dict[str, Any]:
    answer: dict[str, Any] = story.get("odds/", players=[story.ids[one] for one in names], **query)
    return answer


def test_odds_need_five_rated_games_of_everybody(story: Story) -> None:
    assert odds_of(story, "NEW")["too_few_games"] == ["N", "E", "W"]
    story.play("Z", "NES", "2026-02-20", "N=out E=60- S=20+", phases=[1])
    assert odds_of(story, "NEW")["too_few_games"] == ["W"]
    assert odds_of(story, "NE")["too_few_games"] == []
    assert odds_of(story, "NE", edition="flip")["too_few_games"] == ["N", "E"]
    assert odds_of(story, "NE", variant="fixed_rounds")["too_few_games"] == ["N", "E"]


# --- Handicaps ----------------------------------------------------------------------------


def test_who_is_ahead_by_a_head_start_is_told_by_what_it_is_worth(story: Story) -> None:
    def stands_out() -> list[str | None]:
        return [one["stands_out"] for one in story.rivalry("WE")["players"]]

    for number in range(1, 10):  # West is expected to win 85 of 100 games
        day = f"2026-05-0{number}"
        story.play("Z", "WE", day, "W=out E=60-", phases=TWO, handicaps=AHEAD[:2])
    assert stands_out() == [None, None]
    for number in range(11, 20):
        day = f"2026-05-{number}"
        story.play("Z", "WE", day, *["W=60- E=out"] * 2, phases=TWO, handicaps=AHEAD[:2])
    assert stands_out() == ["behind", "ahead"]  # each of them in half of the games


def test_odds_take_handicaps_into_account(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MIN_GAMES", 1)
    monkeypatch.setattr(wire_odds, "MIN_GAMES", 1)

    def power(**query: str) -> float:
        one, other = odds_of(story, "EN", edition="classic", **query)["players"]
        return float(log2(one["chance"] / other["chance"]))

    assert power(handicaps="3,1") == pytest.approx(power() + 1, abs=0.01)
    assert power(handicaps="2,1", phases="5") == pytest.approx(power() + 1, abs=0.01)
    assert power(handicaps="1:50,1") == pytest.approx(power(), abs=0.01)


def test_the_favourite_is_whose_chance_is_best(story: Story) -> None:
    for number in range(1, 6):
        story.play("Y", "WE", f"2026-03-0{number}", "W=out E=60-", phases=[1])

    def favourite(handicaps: str) -> Any:
        answer = odds_of(story, "WE", edition="classic", handicaps=handicaps)
        west, east = (one["chance"] for one in answer["players"])
        return west > east, answer["favourite"]

    assert favourite("1,1") == (True, None)
    assert favourite("5,1") == (True, "W")
    assert favourite("1,9") == (False, "E")


@pytest.mark.parametrize("totals", [(100_000, 0), (100_000, 100_000)])
def test_points_without_end_are_counted(cast: Cast, totals: tuple[int, int]) -> None:
    """Their share of the win is as good as nothing, and the game counts like any other."""
    handicaps = [{"total": total} if total else None for total in totals]
    table = sit_down(cast, "NE", phases=[1], variant="fixed_rounds", handicaps=handicaps)
    table.play("N=60- E=out")
    count_all()
    viewer = phone(cast.users["viewer"])
    board = viewer.get(f"{cast.url}/statistics/leaderboard/").json()
    assert board["counting"] is False
    expected = [one["expected_wins"] for one in board["players"]]
    assert sum(expected) == pytest.approx(1, abs=1e-3)
    assert all(400 < one["rating"]["points"] < 1600 for one in board["players"])


@pytest.mark.parametrize("handicaps", ["1:999999,1:999999", "1:999999,1"])
def test_odds_of_points_without_end(
    cast: Cast, handicaps: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "MIN_GAMES", 1)
    monkeypatch.setattr(wire_odds, "MIN_GAMES", 1)
    table = sit_down(cast, "NE", phases=[1], variant="fixed_rounds").play("N=60- E=out")
    count_all()
    asked = {
        "edition": "classic",
        "variant": "fixed_rounds",
        "players": list(table.ids.values()),
        "handicaps": handicaps,
    }
    answer = phone(cast.users["viewer"]).get(f"{cast.url}/statistics/odds/", asked)
    assert answer.status_code == 200, answer.content
    assert sum(one["chance"] for one in answer.json()["players"]) == pytest.approx(1, abs=0.01)


def test_what_evens_a_game_out_is_suggested(cast: Cast) -> None:
    ids = {player.name[0]: str(player.pk) for player in cast.players}
    for number in range(8):
        if number == 4:
            assert suggested(cast, ids) == [None, None, None]  # too few games
        sit_down(cast, "NES", phases=[1]).play("N=out E=15+ S=60-")
    # 1043, 1000 and 957 points: 86 behind are 1.7 Phases of ten, and 43 are none.
    assert suggested(cast, ids) == [None, None, {"phase": 2, "total": 0}]
    assert suggested(cast, ids, phases="20") == [
        None, {"phase": 2, "total": 0}, {"phase": 4, "total": 0}
    ]  # fmt: skip
    assert suggested(cast, ids, edition="") == [None, None, None]
    assert suggested(cast, ids, variant="fixed_rounds") == [None, None, None]  # none was played


def suggested(cast: Cast, ids: dict[str, str], **query: str) -> list[Any]:
    count_all()
    asked = {"edition": "classic", "players": [ids[name] for name in "NES"], **query}
    asked = {name: value for name, value in asked.items() if value}
    answer = phone(cast.users["viewer"]).get(f"{cast.url}/statistics/odds/", asked).json()
    return [one["suggested_handicap"] for one in answer["players"]]


def test_odds_of_strangers_and_of_one_who_was_merged(cast: Cast) -> None:
    from games.models import Player

    stranger = Player.objects.create(group=cast.other_group, name="Stranger")
    ids = [str(player.pk) for player in cast.players]
    north, east, south = ids[:3]
    url = f"{cast.url}/statistics/odds/"
    assert cast.viewer.get(url, {"players": [north, str(stranger.pk)]}).status_code == 404
    response = cast.scorer.patch(f"/api/v1/players/{north}/", {"merged_into": east})
    assert response.status_code == 200
    assert cast.viewer.get(url, {"players": [north, east]}).status_code == 404
    answer = cast.viewer.get(url, {"players": [north, south]}).json()
    assert answer["players"][0]["player"]["name"] == cast.players[1].name


def test_the_records(story: Story) -> None:
    found = story.part("records")
    assert [
        (r["code"], r["player"], r["value"], r["unit"], r["game"], r["round"], r["games"])
        for r in found
    ] == [
        ("most_points", "E", 120, "points", "B", None, 1),
        ("worst_round", "E", 80, "points", "B", 2, 1),
        ("fastest_win", "S", 2, "rounds", "A", None, 2),  # and D, without its tie-break
        ("fastest_win", "N", 1, "rounds", "X", None, 1),
        ("longest_game", "N", 3, "rounds", "B", None, 1),
        ("longest_game", "N", 1, "rounds", "X", None, 1),
        ("most_gone_out", "N", 2, "rounds", "B", None, 1),
        ("comeback_phases", "N", 1, "phases", "B", 1, 1),
        ("comeback_points", "S", 25, "points", "C", 1, 1),  # in fixed rounds, Phases do not count
        ("streak_wins", "S", 3, "games", "D", None, 1),
        ("streak_going_out", "N", 2, "rounds", "B", None, 2),  # and South, from C to D
        ("streak_laying_down", "S", 6, "rounds", "D", None, 1),
    ]
    kinds = [(r["code"], r["variant"], r["phases"]) for r in found if r["variant"]]
    assert kinds == [
        (code, variant, phases)
        for code in ("fastest_win", "longest_game")
        for variant, phases in (("standard", 2), ("standard", 1))
    ]
    assert [r["title"] for r in found if r["code"] == "longest_game"] == [
        "Longest game (2 Phases)", "Longest game (1 Phase)",
    ]  # fmt: skip
    assert all(r["phases"] is None for r in found if r["variant"] is None)
    assert found[0]["played_at"] == "2025-03-08T20:00:00Z"
    assert all(record["title"] for record in found)
    assert story.part("records", period="2024") == []


def test_phases_are_in_the_order_of_their_lists(story: Story) -> None:
    assert [(one["edition"], one["number"], one["name"]) for one in story.part("phases")] == [
        ("classic", 1, "Set of 3 + set of 3"),
        ("classic", 2, "Set of 3 + run of 4"),
        ("flip", 1, "Color run of 2 + color run of 2"),
    ]


def seasons(story: Story, *nights: str) -> None:
    owner = phone(story.cast.users["owner"])
    assert owner.patch(f"{story.cast.url}/", {"seasons": nights}).status_code == 200


def test_expected_wins_are_a_share_of_every_win() -> None:
    assert [PARTS_OF_A_WIN % players for players in range(2, MAX_TAKING_PART + 1)] == [0] * 11


PATHS = (
    "statistics/leaderboard/", "statistics/players/{N}/",
    "statistics/players/{N}/?include=circumstances&include=ratings",
    "statistics/?include=head_to_head&players={N}&players={E}",
    "statistics/odds/?players={N}&players={E}",
    "statistics/?include=records&include=badges&include=phases&include=head_to_head",
    "statistics/periods/2025/", "statistics/periods/2025-03-01/",
    "nights/", "nights/2025-03-08/", "nights/2025-03-08/?format=png", "nights/2026-01-10/",
)  # fmt: skip


def test_an_answer_that_is_known_is_not_sent_again_nor_asked_for_in_more_queries(
    story: Story,
) -> None:
    seasons(story, "2025-03-01")
    tags, taken = {}, {}
    urls = [f"{story.cast.url}/{path.format(**story.ids)}" for path in PATHS]
    count_all()
    for url in urls:
        with CaptureQueriesContext(connection) as queries:
            first = story.client.get(url)
        tags[url], taken[url] = first["ETag"], len(queries)
        assert first["Cache-Control"] == "private, no-cache"
        again = story.client.get(url, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    for _game in range(12):
        story.begin("Z", "NES", "2025-03-08", phases=[1]).play("N=out E=60- S=20+")
    count_all()
    for url in urls:
        with CaptureQueriesContext(connection) as queries:
            changed = story.client.get(url, headers={"If-None-Match": tags[url]})
        assert (changed.status_code, changed["ETag"] == tags[url]) == (200, False)
        assert len(queries) == taken[url], url


@pytest.mark.parametrize(
    "path", ["players/{stranger}/", "players/{stranger}/circumstances/",
             "players/{stranger}/ratings/", "head-to-head/{N}/{stranger}/",
             "?include=head_to_head&players={N}&players={stranger}", "head-to-head/{N}/{N}/",
             "years/0/", "years/10000/", "years/1/", "periods/0000/", "periods/0001/",
             "seasons/2026-03-01/", "periods/2026-03-01/"],
)  # fmt: skip
def test_who_and_what_is_not_there(cast: Cast, path: str) -> None:
    from games.models import Player

    stranger = Player.objects.create(group=cast.other_group, name="Stranger")
    ids = {"N": cast.players[0].pk, "stranger": stranger.pk}
    response = cast.viewer.get(f"{cast.url}/statistics/{path.format(**ids)}")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_periods_at_the_ends_of_time(story: Story) -> None:
    for period in ("9999", "9999-12", "0001", "0002"):
        assert story.get("leaderboard/", period=period) == {"players": []}
        if "-" not in period and period != "0001":
            assert story.get(f"periods/{period}/")["games"] == 0


# Deprecated addresses: what replaces each, and where in its answer the same is.
OLD_ADDRESSES: dict[str, tuple[str, ...]] = {
    "players/{N}/circumstances/": ("players/{N}/?include=circumstances", "circumstances"),
    "players/{N}/ratings/": ("players/{N}/?include=ratings", "ratings"),
    "head-to-head/{N}/{E}/": (
        "?include=head_to_head&players={N}&players={E}", "head_to_head", "rivalry"
    ),
    "head-to-head/": ("?include=head_to_head", "head_to_head"),
    "badges/": ("?include=badges", "badges"),
    "records/": ("?include=records",),
    "phases/": ("?include=phases",),
    "years/2025/": ("periods/2025/",),
    "seasons/2025-03-01/": ("periods/2025-03-01/",),
}  # fmt: skip


def test_an_old_address_answers_the_same(story: Story) -> None:
    seasons(story, "2025-03-01")
    for old, (path, *parts) in OLD_ADDRESSES.items():
        answer = story.get(path.format(**story.ids))
        for part in parts:
            answer = answer[part]
        before = story.get(old.format(**story.ids))
        if old == "head-to-head/":  # which knows no rivalry
            before |= {"rivalry": None}
        assert before == answer, old


def test_an_answer_has_the_parts_that_are_asked_for(story: Story) -> None:
    page = f"players/{story.ids['N']}/"
    assert not {"circumstances", "ratings"} & story.get(page).keys()
    assert "ratings" not in story.get(page, include="circumstances")
    assert story.get("", include=["phases", "badges"]).keys() == {"phases", "badges"}


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("", "include"),
        ("?include=ratings", "include"),
        ("?include=badges&include=badges", "include"),
        ("players/{N}/?include=badges", "include"),
        ("?include=head_to_head&players={N}", "players"),
        ("?include=head_to_head&players={N}&players={N}", "players"),
        ("periods/26/", "period"),
        ("periods/2026-03/", "period"),
        ("periods/2026-13-01/", "period"),
        ("leaderboard/?edition=uno", "edition"),
        ("leaderboard/?variant=ten", "variant"),
        ("leaderboard/?period=2026-13", "period"),
        ("leaderboard/?period=26", "period"),
        ("leaderboard/?period=0000", "period"),
        ("leaderboard/?period=２０２６", "period"),
        ("leaderboard/?period=2026-03-01", "period"),
        ("leaderboard/?from=2026", "from"),
        ("odds/", "players"),
        ("odds/?players={N}", "players"),
        ("odds/?players={N}&players={N}", "players"),
        ("odds/?players={N}&players=", "players"),
        ("odds/?players={N}&players=E", "players"),
        ("odds/?players={N}&players={{{E}}}", "players"),
        ("odds/?" + "&".join(["players={N}&players={E}"] * 4), "players"),
        ("odds/?players={N}&players={E}&edition=uno", "edition"),
        ("odds/?players={N}&players={E}&handicaps=1,3", "edition"),
        ("odds/?players={N}&players={E}&edition=classic&handicaps=1", "handicaps"),
        ("odds/?players={N}&players={E}&edition=classic&handicaps=1,3,1", "handicaps"),
        ("odds/?players={N}&players={E}&edition=classic&handicaps=1,0", "handicaps"),
        ("odds/?players={N}&players={E}&edition=classic&handicaps=1,2:x", "handicaps"),
        ("odds/?players={N}&players={E}&phases=21", "phases"),
    ],
)
def test_what_is_asked_for_wrongly_is_named(cast: Cast, path: str, field: str) -> None:
    path = path.format(N=cast.players[0].pk, E=cast.players[1].pk)
    response = cast.viewer.get(f"{cast.url}/statistics/{path}")
    assert (response.status_code, response.json()["code"]) == (400, "invalid_request")
    assert [error["field"] for error in response.json()["errors"]] == [field]
