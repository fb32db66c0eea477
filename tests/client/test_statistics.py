"""What a group has played, as figures and charts."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import UTC, datetime
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from tests.client import looks
from tests.client.hands import table
from tests.client.patience import until
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def evening(anna: Phone) -> Evening:
    """A group that has played eight games to their end; Anna has won four of them."""
    made = table(anna)
    assert made.history
    return made


def row(phone: Phone, table: str, name: str | re.Pattern[str]) -> Locator:
    """A row of a table."""
    rows = phone.page.get_by_role("table", name=table, exact=True).get_by_role("row")
    return rows.filter(has=phone.page.get_by_role("rowheader", name=name))


A_FRAME = 200  # milliseconds: what has moved is reported a frame later, also on a busy machine

# Goes to a screen as a link of the client does, without reloading the page.
FOLLOW = """(path) => {
  const link = document.createElement("a");
  link.href = path;
  document.body.append(link);
  link.click();
  link.remove();
}"""


def answer_of(evening: Evening, path: str) -> Any:
    """What the server says about the group, once all games are counted."""
    ask = f"/groups/{evening.group}/{path}"
    until(lambda: not evening.owner.get(ask)["counting"])
    return evening.owner.get(ask)


def percent(rate: dict[str, Any]) -> str:
    return f"{100 * rate['value']:.0f}%"


def shows_leaderboard(anna: Phone, evening: Evening) -> None:
    for number, line in enumerate(answer_of(evening, "statistics/leaderboard/")["players"]):
        name, wins, games = line["player"]["name"], line["wins"], line["games"]
        link = anna.find("Leaderboard", "list").get_by_role("link").nth(number)
        expect(link).to_contain_text(name)
        expect(link).to_contain_text(f"{line['rating']['points']:,}")
        expect(link).to_contain_text(f"{wins} of {games} games won")
        places = [str(game["place"]) for game in line["form"]]
        expect(link.locator(".form-place")).to_have_text(places)
        cells = row(anna, "Wins and expected wins", name).get_by_role("cell")
        expect(cells).to_have_text([str(wins), f"{line['expected_wins']:.1f}"])


def shows_player(anna: Phone, evening: Evening) -> None:
    path = f"statistics/players/{evening.players['Anna']}/?include=ratings"
    player = answer_of(evening, path)
    course = anna.find("Rating, game by game", "figure")
    course.get_by_text("As a table").tap()
    ratings = [each["rating"]["points"] for each in player["ratings"]["results"]]
    expect(course.get_by_role("cell")).to_have_text([f"{each:,}" for each in reversed(ratings)])
    shown = anna.page.get_by_role("main")
    expect(shown).to_contain_text(f"{player['points_a_round']['value']:.1f}")
    for badge in player["badges"]:
        expect(shown).to_contain_text(badge["name"])


def shows_records(anna: Phone, evening: Evening) -> None:
    items = anna.page.get_by_role("main").get_by_role("listitem")
    for record in answer_of(evening, "statistics/?include=records")["records"]:
        line = items.filter(has_text=record["title"])
        expect(line).to_contain_text(f"{record['value']} {record['unit'].removesuffix('s')}")
        expect(line).to_contain_text(record["player"]["name"])
    badges = answer_of(evening, "statistics/?include=badges")["badges"]
    for holder in badges["players"]:
        for badge in holder["badges"]:
            line = anna.find("Badges", "list").get_by_role("listitem")
            expect(line.filter(has_text=badge["about"])).to_contain_text(holder["player"]["name"])


def shows_phases(anna: Phone, evening: Evening) -> None:
    for phase in answer_of(evening, "statistics/?include=phases")["phases"]:
        rates = [percent(phase["success_rate"]), percent({"value": phase["expected_rate"]})]
        line = row(anna, "Phases in Phase 10", re.compile(rf"^Phase {phase['number']}\b"))
        expect(line.get_by_role("cell")).to_have_text(rates)


def shows_figures(anna: Phone, evening: Evening) -> None:
    shown = anna.page.get_by_role("main")
    for figure in evening.owner.get("/figures/")["figures"]:
        expect(shown).to_contain_text(figure["meaning"])


def shows_head_to_head(anna: Phone, evening: Evening) -> None:
    names = list(evening.players)
    for pair in answer_of(evening, "statistics/?include=head_to_head")["head_to_head"]["pairs"]:
        cells = row(anna, "Everyone against everyone", pair["player"]["name"]).get_by_role("cell")
        results = f"{pair['ahead']}: to {pair['behind']}{pair['games']} games"
        expect(cells.nth(names.index(pair["opponent"]["name"]))).to_have_text(results)


def shows_rivals(anna: Phone, evening: Evening) -> None:
    rivals = "players={Anna}&players={Ben}".format(**evening.players)
    path = f"/groups/{evening.group}/statistics/?include=head_to_head&{rivals}"
    players = evening.owner.get(path)["head_to_head"]["rivalry"]["players"]
    for name, of in (("Ahead", "ahead"), ("Wins", "wins")):
        cells = row(anna, "8 games together", name).get_by_role("cell")
        expect(cells).to_have_text([str(player[of]) for player in players])


def shows_nights(anna: Phone, evening: Evening) -> None:
    nights = answer_of(evening, "nights/")["results"]
    lines = anna.find("Nights", "list").get_by_role("link")
    expect(lines).to_have_count(len(nights))
    for number, night in enumerate(nights):
        expect(lines.nth(number)).to_contain_text(night["winners"][0]["name"])
        counts = f"{night['games']} games · {night['players']} players"
        expect(lines.nth(number)).to_contain_text(counts)


def shows_night(anna: Phone, evening: Evening) -> None:
    items = anna.page.get_by_role("main").get_by_role("listitem")
    for player in answer_of(evening, f"nights/{night_of(evening)}/")["players"]:
        line = items.filter(has_text=player["player"]["name"]).first
        expect(line).to_contain_text(f"{player['rating']['after']['points']:,}")
        change = f"{player['rating']['change']:+}".replace("-", MINUS)
        expect(line).to_contain_text(change)


def shows_year(anna: Phone, evening: Evening) -> None:
    year = answer_of(evening, f"statistics/periods/{datetime.now(UTC).year}/")
    expect(anna.page.get_by_role("article")).to_contain_text(f"{year['games']} games")
    expect(anna.page.get_by_role("article")).to_contain_text(f"{year['points']:,}")


def night_of(evening: Evening) -> str:
    """The date of the night on which the games were played."""
    date: str = answer_of(evening, "nights/")["results"][0]["date"]
    return date


def test_screens_show_what_the_server_says_after_a_request_or_two(
    anna: Phone, evening: Evening
) -> None:
    asked: dict[str, list[str]] = defaultdict(list)

    def note(request: Request) -> None:
        # What phones are told by themselves is not a question of a screen.
        if "/api/v1/" in request.url and "/events/" not in request.url:
            asked[anna.path].append(request.url)

    anna.open(f"/group/{evening.group}")
    expect(anna.find("Leaderboard", "list").get_by_role("link")).to_have_count(3)
    anna.page.on("request", note)
    screens = {
        "leaderboard": shows_leaderboard,
        "player/{Anna}": shows_player,
        "records": shows_records,
        "phases": shows_phases,
        "figures": shows_figures,
        "head-to-head": shows_head_to_head,
        "head-to-head/{Anna}/{Ben}": shows_rivals,
        "nights": shows_nights,
        f"nights/{night_of(evening)}": shows_night,
        f"year/{datetime.now(UTC).year}": shows_year,
    }
    visited = [f"/group/{evening.group}/{each}".format(**evening.players) for each in screens]
    for path, shows in zip(visited, screens.values(), strict=True):
        anna.page.evaluate(FOLLOW, path)
        shows(anna, evening)
        assert asked[path], path

    game = f"/g/{evening.history[0]}"
    for screen, words in {
        "": "Anna wins!",
        "/rounds": "Points by round",
        "/chart": "Points after each round",
        "/replay": "Standings after round 1",
        "/history": "recorded round 1",
    }.items():
        anna.page.evaluate(FOLLOW, game + screen)
        expect(anna.page.get_by_role("main")).to_contain_text(words)
        visited.append(game + screen)
    counts = {path: len(asked[path]) for path in visited}
    # The end of a game takes three: the game, what is noted of a next round, and the night.
    assert counts.pop(game) <= 3, asked[game]
    assert max(counts.values()) <= 2, {path: asked[path] for path in visited}


def test_the_best_are_on_the_screen_of_the_group(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}")
    lines = anna.find("Leaderboard", "list").get_by_role("link")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Anna")
    expect(lines.first).to_contain_text("4 of 8 games won, fair share 2.7")

    # A game that ends shows at once.
    game = evening.start(phases=[1])
    evening.round_of(game, "Cleo", Anna=105, Ben=105)
    expect(lines.filter(has_text="Cleo")).to_contain_text("2 of 9 games won, fair share 3")

    anna.tap("Whole leaderboard and records", "link")
    expect(row(anna, "Wins and expected wins", "Cleo")).to_contain_text("9 games")


def leaderboard_counts(phone: Phone) -> Event:
    """Have the leaderboard say that games are being counted, until the event is cleared."""
    counting = Event()
    counting.set()

    def answer(route: Route) -> None:
        answered = route.fetch()
        route.fulfill(response=answered, json={**answered.json(), "counting": counting.is_set()})

    phone.page.route("**/statistics/leaderboard/**", answer)
    return counting


@pytest.mark.release
def test_games_that_are_being_counted_move_nothing(anna: Phone, evening: Evening) -> None:
    answer_of(evening, "statistics/leaderboard/")
    looks.watch_shifts(anna.page)
    counting = leaderboard_counts(anna)
    anna.open(f"/group/{evening.group}/leaderboard")
    note = anna.page.get_by_text("The latest games are still being counted.")
    expect(note).to_be_in_viewport()
    counting.clear()
    expect(note).to_have_count(0)
    anna.page.wait_for_timeout(A_FRAME)
    assert looks.shifts(anna.page) == []


@pytest.mark.release
def test_nobody_is_told_that_no_game_is_over_before_it_is_counted(anna: Phone) -> None:
    evening = table(anna)
    counting = leaderboard_counts(anna)
    note = anna.page.get_by_text("The latest games are still being counted.")
    nothing = anna.page.get_by_text("The leaderboard begins with the first game")
    for path in ("", "/leaderboard"):
        counting.set()
        anna.open(f"/group/{evening.group}{path}")
        expect(note).to_be_visible()
        expect(nothing).to_have_count(0)
        counting.clear()
        expect(nothing).to_be_visible()


def test_without_a_network_figures_are_as_of_the_last_time(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}/leaderboard")
    first = anna.find("Leaderboard", "list").get_by_role("link").first
    first.tap()
    expect(anna.page.locator(".chart-line").first).to_be_attached()  # the ratings have come
    anna.page.go_back()
    expect(first).to_contain_text("Anna")

    anna.offline()
    first.tap()
    expect(anna.page.get_by_text("The server cannot be reached")).to_be_visible()
    expect(anna.find("Rating, game by game", "heading")).to_be_visible()
    anna.unfold("Phases")
    expect(row(anna, "Phases in Phase 10", "Phase 1")).to_contain_text("of 1 try")


def test_what_this_phone_has_not_read_yet_moves_nothing(anna: Phone, evening: Evening) -> None:
    asked: list[Route] = []
    anna.page.route("**/statistics/**", lambda route: asked.append(route))
    anna.open(f"/group/{evening.group}/leaderboard")
    reading = anna.page.get_by_text("Reading …").bounding_box()
    anna.wait_until(lambda: bool(asked))
    anna.page.route("**/statistics/**", lambda route: route.abort())  # it asks again, too
    for route in asked:
        route.abort()
    unread = anna.page.get_by_text("This is not on this phone yet").bounding_box()
    assert reading
    assert unread
    assert unread["y"] == reading["y"]


@pytest.mark.release
def test_games_are_chosen_by_time_and_edition(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}/leaderboard")
    anna.page.get_by_text("Which games count").tap()
    anna.page.get_by_label("Edition").select_option("Phase 10 Express")
    expect(anna.page.get_by_text("No such game is over yet")).to_be_visible()
    anna.tap("Count all games")
    expect(anna.find("Leaderboard", "list").get_by_role("link")).to_have_count(3)


@pytest.mark.release
def test_a_season_has_a_table_of_its_own(anna: Phone, evening: Evening) -> None:
    answer_of(evening, "nights/")
    anna.open(f"/group/{evening.group}")
    anna.unfold("Name, time zone and seasons")
    begins = anna.page.get_by_label("A season begins on")
    tonight = begins.input_value()
    anna.tap("Start a season")
    begins.fill("2025-01-05")
    anna.tap("Start a season")
    until(
        lambda: evening.owner.get(f"/groups/{evening.group}/")["seasons"] == ["2025-01-05", tonight]
    )
    anna.open(f"/group/{evening.group}/leaderboard")
    anna.page.get_by_text("Which games count").tap()
    played = anna.page.get_by_label("Played")
    played.select_option(f"season {tonight}")
    expect(anna.page.get_by_role("main")).to_contain_text("In the lead so far")
    lines = anna.find("Season", "list").get_by_role("link")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("4 of 8 games won")
    expect(lines.first).to_contain_text("4 wins")
    played.select_option("season 2025-01-05")
    expect(anna.page.get_by_text("No game of this season is over yet")).to_be_visible()


@pytest.mark.release
def test_how_the_lead_between_two_came_about(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}/head-to-head/{{Anna}}/{{Ben}}".format(**evening.players))
    both = row(anna, "8 games together", "Ahead").get_by_role("cell")
    expect(both).to_have_count(2)
    lead = anna.find("Who leads, game by game", "figure")
    expect(lead.locator(".chart-line")).to_have_count(1)
    expect(lead).to_contain_text("Above 0, Anna was ahead more often")
    expect(lead).to_contain_text("The last 8 games.")
    lead.get_by_text("As a table").tap()
    cells = lead.get_by_role("cell")
    expect(cells).to_have_count(8)
    expect(cells.first).to_have_text("+1")  # Anna won the first game
    ahead, behind = map(int, both.all_inner_texts())
    assert cells.last.inner_text() == f"{ahead - behind:+}".replace("+0", "0")


@pytest.mark.release
def test_results_by_table_size_seat_dealer_and_weekday(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}/player/{evening.players['Anna']}")
    anna.page.get_by_text("By table size, seat, dealer and weekday").tap()
    for table_name, name in (
        ("By table size", "3 players"),
        ("By seat", "Seat 1"),
        ("By dealer", "Dealt first"),
    ):
        expect(row(anna, table_name, name)).to_contain_text("8 games")
        expect(row(anna, table_name, name).get_by_role("cell")).to_have_text(["4", "2.7"])
    expect(anna.page.get_by_text("Only what happened in at least 5 games")).to_be_visible()


@pytest.mark.release
def test_the_odds_before_a_game(anna: Phone, evening: Evening) -> None:
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    anna.open(f"/new/{evening.group}")
    title = anna.page.get_by_text("Who is likely to win, by the ratings")
    expect(title).to_be_visible()
    assert not [url for url in asked if "/odds/" in url]
    title.tap()
    rows = anna.page.get_by_role("table", name="Odds").get_by_role("row")
    expect(rows).to_have_count(1 + 3)
    expect(rows.nth(1)).to_contain_text("Anna")
    expect(rows.nth(1)).to_contain_text("8 rated games")
    chances = anna.page.get_by_role("table", name="Odds").get_by_role("cell").all_inner_texts()
    percents = [int(text.removesuffix("%")) for text in chances]
    assert sum(percents) == 100
    assert percents == sorted(percents, reverse=True)
    players = "&".join(f"players={each}" for each in evening.players.values())
    answer = answer_of(evening, f"statistics/odds/?edition=classic&{players}")
    odds = {each["player"]["name"]: 100 * each["chance"] for each in answer["players"]}
    names = rows.get_by_role("rowheader").all_inner_texts()
    for name, shown in zip(names, percents, strict=True):
        assert abs(odds[name.split()[0]] - shown) < 1  # rounded so that they add up
    assert len([url for url in asked if "/odds/" in url]) == 1

    # Nobody has played the other edition.
    anna.page.get_by_role("radio", name="Flip!").check(force=True)
    expect(rows).to_have_count(0)
    few = re.compile("games of Phase\\s10 Flip! from everybody.*Anna \\(0\\)")
    expect(anna.page.get_by_text(few)).to_be_visible()
    anna.page.get_by_role("radio", name="Phase 10", exact=True).check(force=True)
    expect(rows).to_have_count(1 + 3)

    # The favourite leaves, and somebody comes who has never played here.
    anna.tap("Remove Anna")
    expect(rows).to_have_count(1 + 2)
    anna.page.get_by_label("Name", exact=True).fill("Dora")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text("New in this group: Dora.")).to_be_visible()


# How each line of a chart is drawn, but for its color.
LOOKS = """(chart) => [...chart.querySelectorAll("g")]
  .filter((line) => line.querySelector(".chart-line"))
  .map((line) => {
    const mark = line.querySelector(".chart-mark");
    return {
      dashes: line.querySelector(".chart-line").getAttribute("stroke-dasharray"),
      mark: mark.getAttribute("d"),
      hollow: mark.hasAttribute("data-hollow"),
    };
  })"""

# How each line of a chart stands out from the page: 1 is not at all, 21 is black on white.
CONTRASTS = """(chart) => {
  const luminance = (color) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
      part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const paper = luminance(getComputedStyle(document.documentElement).backgroundColor);
  return [...chart.querySelectorAll(".chart-line")].map((line) => {
    const ink = luminance(getComputedStyle(line).stroke);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  });
}"""


@pytest.mark.release
def test_the_points_of_a_game_as_lines_and_as_a_table(anna: Phone, evening: Evening) -> None:
    evening.round("Anna", Ben=40, Cleo=105)
    evening.round("Ben", Anna=10, Cleo=110)
    anna.open(f"/g/{evening.game}/rounds")
    anna.tap("Charts", "link")
    points = anna.find("Points after each round", "figure")
    expect(points.locator(".chart-line")).to_have_count(6)  # in the drawing and the legend
    # Without color, marks and dashes tell who is who; the legend has the same.
    drawn = points.locator(".chart-drawing").evaluate(LOOKS)
    assert len({(look["mark"], look["hollow"]) for look in drawn}) == 3
    assert len({look["dashes"] for look in drawn}) == 3
    assert points.locator(".chart-legend").evaluate(LOOKS) == drawn
    for theme in looks.THEMES:
        looks.set_theme(anna.page, theme)
        assert min(points.locator(".chart-drawing").evaluate(CONTRASTS)) >= 3
    points.get_by_text("As a table").tap()
    second = row(anna, "Points after each round", "2").get_by_role("cell")
    expect(second).to_have_text(["10", "40", "215"])


@pytest.mark.release
def test_a_year_card_by_card(anna: Phone, evening: Evening) -> None:
    year = datetime.now(UTC).year
    anna.open(f"/group/{evening.group}/year/{year}")
    expect(anna.find("You played", "heading")).to_be_visible()
    expect(anna.page.get_by_role("article")).to_contain_text("8 games")
    anna.tap("Next")
    expect(anna.find("Most wins", "heading")).to_be_focused()
    expect(anna.page.get_by_role("article")).to_contain_text("4 of 8 games won")
    anna.tap("Previous")
    expect(anna.find("You played", "heading")).to_be_visible()
    while anna.find("Next").count():
        anna.tap("Next")
    expect(anna.find("Badges of the year", "heading")).to_be_visible()
    badge = anna.page.get_by_role("listitem").filter(has_text="First win")
    expect(badge).to_contain_text("Anna, Ben and Cleo")  # one line for all of them

    anna.open(f"/group/{evening.group}/year/{year - 1}")
    expect(anna.page.get_by_text(f"No game of {year - 1} is over")).to_be_visible()


@pytest.mark.release
def test_a_figure_explains_itself(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}/leaderboard")
    expect(
        anna.page.get_by_text("Anna wins 50% of the games; a fair share would be 33%.")
    ).to_be_visible()
    anna.tap("Expected wins")
    (figure,) = (
        each
        for each in evening.owner.get("/figures/")["figures"]
        if each["code"] == "expected_wins"
    )
    expect(anna.page.get_by_role("dialog")).to_contain_text(figure["meaning"])
