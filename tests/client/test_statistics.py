"""What a group has played, as figures and charts."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, expect

from tests.client.hands import table
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


@pytest.fixture
def anna(phone: Callable[..., Phone]) -> Phone:
    return phone()


@pytest.fixture
def evening(anna: Phone) -> Evening:
    """A group that has played eight games to their end; Anna has won four of them."""
    made = table(anna)
    assert made.history
    return made


def row(phone: Phone, table: str, name: str) -> Locator:
    """A row of a table."""
    rows = phone.page.get_by_role("table", name=table, exact=True).get_by_role("row")
    return rows.filter(has=phone.page.get_by_role("rowheader", name=name))


def test_the_best_are_on_the_screen_of_the_group(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}")
    lines = anna.find("Leaderboard", "list").get_by_role("link")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Anna")
    expect(lines.first).to_contain_text("4 of 8 games won, 2.7 expected")

    # A game that ends shows at once.
    game = evening.start(phases=[1])
    evening.round_of(game, "Cleo", Anna=105, Ben=105)
    expect(lines.filter(has_text="Cleo")).to_contain_text("2 of 9 games won, 3 expected")

    anna.tap("Whole leaderboard and records", "link")
    expect(row(anna, "Wins and expected wins", "Cleo")).to_contain_text("9 games")


def test_without_a_network_figures_are_as_of_the_last_time(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}/leaderboard")
    first = anna.find("Leaderboard", "list").get_by_role("link").first
    first.tap()
    expect(anna.find("Rating, game by game", "heading")).to_be_visible()
    anna.page.go_back()
    expect(first).to_contain_text("Anna")

    anna.offline()
    first.tap()
    expect(anna.page.get_by_text("The server cannot be reached")).to_be_visible()
    expect(anna.find("Rating, game by game", "heading")).to_be_visible()
    expect(row(anna, "Phases in Phase 10", "Phase 1")).to_contain_text("of 1 try")


def test_games_are_chosen_by_time_and_edition(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}/leaderboard")
    anna.page.get_by_text("Which games count").tap()
    anna.page.get_by_label("Edition").select_option("Phase 10 Express")
    expect(anna.page.get_by_text("No such game is over yet")).to_be_visible()
    anna.tap("Count all games")
    expect(anna.find("Leaderboard", "list").get_by_role("link")).to_have_count(3)


def test_before_the_first_game_is_over(anna: Phone) -> None:
    made = table(anna)
    anna.open(f"/group/{made.group}/leaderboard")
    expect(anna.page.get_by_text("No game is over yet")).to_be_visible()
    anna.tap("New game", "link")
    anna.page.wait_for_url(f"**/new/{made.group}")


def test_two_players_head_to_head(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}/head-to-head")
    against = evening.owner.get(f"/groups/{evening.group}/statistics/head-to-head/")["pairs"]
    pair = next(
        pair
        for pair in against
        if (pair["player"]["name"], pair["opponent"]["name"]) == ("Anna", "Ben")
    )
    cells = row(anna, "Everyone against everyone", "Anna").get_by_role("cell")
    expect(cells.nth(1)).to_contain_text(str(pair["ahead"]))
    expect(cells.nth(1)).to_contain_text("8 games")

    anna.open(f"/group/{evening.group}/player/{evening.players['Anna']}")
    anna.page.get_by_text("Against the others").tap()
    ben = row(anna, "Anna against the others", "Ben").get_by_role("cell")
    expect(ben).to_have_text([str(pair["ahead"]), str(pair["behind"])])
    anna.tap("Ben", "link")
    both = row(anna, "8 games together", "Wins").get_by_role("cell")
    expect(both).to_have_text(["4", "3"])
    games = anna.find("Their last games", "list").get_by_role("link")
    expect(games).to_have_count(8)
    expect(games.first).to_contain_text("Ben was ahead")


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


def test_what_happened_too_rarely_is_left_out(anna: Phone) -> None:
    made = table(anna)
    assert made.finished
    anna.open(f"/group/{made.group}/player/{made.players['Anna']}")
    anna.page.get_by_text("By table size, seat, dealer and weekday").tap()
    expect(anna.page.get_by_text("Only what happened in at least 5 games")).to_be_visible()
    expect(anna.page.get_by_role("table", name="By seat")).to_have_count(0)


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

    # Nobody has played the other edition.
    anna.page.get_by_role("radio", name="Flip!").check(force=True)
    expect(rows).to_have_count(0)
    few = re.compile("games of Phase 10 Flip! from everybody.*Anna \\(0\\)")
    expect(anna.page.get_by_text(few)).to_be_visible()
    anna.page.get_by_role("radio", name="Phase 10", exact=True).check(force=True)
    expect(rows).to_have_count(1 + 3)

    # The favourite leaves, and somebody comes who has never played here.
    anna.tap("Remove Anna")
    expect(rows).to_have_count(1 + 2)
    anna.page.get_by_label("Name", exact=True).fill("Dora")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text("New in this group: Dora.")).to_be_visible()


def test_there_are_no_odds_until_everybody_has_played_enough(anna: Phone) -> None:
    made = table(anna)
    assert made.finished
    anna.open(f"/new/{made.group}")
    anna.page.get_by_text("Who is likely to win, by the ratings").tap()
    fewer = "Fewer so far: Anna (1), Ben (1) and Cleo (1)."
    expect(anna.page.get_by_text(fewer)).to_be_visible()


def test_records_and_badges(anna: Phone, evening: Evening) -> None:
    anna.open(f"/group/{evening.group}/records")
    expect(anna.page.get_by_role("link", name="Most points in one game")).to_contain_text("105")
    badges = anna.find("Badges", "list").get_by_role("listitem")
    expect(badges.filter(has_text="First win")).to_contain_text("Anna, Ben and Cleo")
    anna.page.get_by_text("Still to be earned").tap()
    expect(anna.page.get_by_text("Win 50 games.")).to_be_visible()


def test_the_points_of_a_game_as_lines_and_as_a_table(anna: Phone, evening: Evening) -> None:
    evening.round("Anna", Ben=40, Cleo=105)
    evening.round("Ben", Anna=10, Cleo=110)
    anna.open(f"/g/{evening.game}/rounds")
    anna.tap("Charts", "link")
    points = anna.find("Points after each round", "figure")
    expect(points.locator(".chart-line")).to_have_count(6)  # in the drawing and the legend
    points.get_by_text("As a table").tap()
    second = row(anna, "Points after each round", "2").get_by_role("cell")
    expect(second).to_have_text(["10", "40", "215"])


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

    anna.open(f"/group/{evening.group}/year/{year - 1}")
    expect(anna.page.get_by_text(f"No game of {year - 1} is over")).to_be_visible()
