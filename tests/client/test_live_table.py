"""The live table on phones: hits, refusals, taking back, and what others see of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.client.entry import Entry
from tests.client.patience import until
from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules


FIVES, NINES = ["R5", "B5", "G5"], ["G9", "Y9", "R9"]
THREES, SEVENS = ["G3", "Y3", "B3"], ["R7", "Y7", "G7"]


@pytest.fixture
def evening(address: str) -> Evening:
    """Ben and Cleo have laid down two sets of three."""
    made = Evening(address)
    made.play("lay_down", "Ben", groups=[FIVES, NINES])
    made.play("lay_down", "Cleo", groups=[THREES, SEVENS])
    return made


@pytest.fixture
def annas(phone: Callable[..., Phone], evening: Evening) -> Phone:
    return at_table(phone(), "Anna", evening.owner.token, evening)


def at_table(phone: Phone, name: str, token: str, evening: Evening) -> Phone:
    phone.log_in(name, token)
    phone.open(f"/g/{evening.game}/table")
    area(phone, evening, "Cleo").wait_for()
    return phone


def area(phone: Phone, evening: Evening, name: str) -> Locator:
    """What lies in front of a player."""
    return phone.find(name, "region")


def group(phone: Phone, evening: Evening, name: str, words: str) -> Locator:
    return area(phone, evening, name).get_by_role("button", name=re.compile(f"^{words}"))


def cards(evening: Evening) -> list[str]:
    """All groups on the table, as the server has them."""
    groups = evening.owner.get(f"{evening.path}table/")["groups"]
    return [" ".join(group["cards"]) for group in groups]


def hit(phone: Phone, evening: Evening, *, by: str, whose: str, words: str, card: str) -> None:
    """Tap a group, who hits and a card; what the referee says is in view then."""
    group(phone, evening, whose, words).tap()
    phone.page.get_by_role("dialog").wait_for()
    phone.tap(by)
    colors = phone.page.get_by_role("dialog").get_by_role("group", name="Cards")
    if " " in card:
        colors.get_by_role("button", name=card.split(" ")[0], exact=True).tap()
    colors.get_by_role("button", name=card, exact=True).tap()


def lay_down(phone: Phone, name: str, *cards: str) -> None:
    """Tap the cards of a Phase; what the referee says is in view then."""
    phone.tap(f"Lay down for {name}")
    tap_cards(phone, *cards)


def tap_cards(phone: Phone, *cards: str) -> None:
    picker = phone.page.get_by_role("dialog").get_by_role("group", name="Cards")
    for card in cards:
        picker.get_by_role("button", name=card.split(" ")[0], exact=True).tap()
        picker.get_by_role("button", name=card, exact=True).tap()


def test_a_hit_is_seen_on_another_phone_and_taken_back(
    phone: Callable[..., Phone], annas: Phone, evening: Evening
) -> None:
    bens = at_table(phone(), "Ben", evening.join("Ben").token, evening)
    said = bens.page.locator("[role=status].visually-hidden")
    group(bens, evening, "Ben", "Set · 5").wait_for()
    bens.see()
    assert not said.text_content()  # what lies there when the table is opened is no news
    hit(annas, evening, by="Cleo", whose="Ben", words="Set · 5", card="Yellow 5")
    expect(annas.page.get_by_text("It fits.")).to_be_visible()
    annas.tap("Hit")
    five = group(bens, evening, "Ben", "Set · 5").get_by_role("img", name="Yellow 5")
    expect(five).to_be_visible()
    expect(said).to_have_text("Cleo added Yellow 5")
    assert "R5 B5 G5 Y5" in cards(evening)

    annas.tap("Undo")
    expect(five).to_have_count(0)
    assert "R5 B5 G5" in cards(evening)


def test_whoever_alone_has_laid_down_is_the_one_who_hits(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    evening.play("lay_down", "Ben", groups=[FIVES, NINES])
    annas = at_table(phone(), "Anna", evening.owner.token, evening)
    group(annas, evening, "Ben", "Set · 5").tap()
    annas.tap("Yellow")
    annas.tap("Yellow 5")
    annas.tap("Hit")
    until(lambda: "R5 B5 G5 Y5" in cards(evening))


def test_a_refused_hit_says_why_and_is_overruled(annas: Phone, evening: Evening) -> None:
    hit(annas, evening, by="Cleo", whose="Ben", words="Set · 5", card="Red 6")
    expect(annas.find("Hit")).to_have_count(0)
    annas.page.get_by_role("dialog").get_by_text("The rule", exact=True).tap()
    annas.tap("Play it all the same")
    annas.page.get_by_role("textbox", name="Reason").fill("We play it so.")
    annas.tap("Overrule")
    expect(group(annas, evening, "Ben", "Against the referee")).to_contain_text("6")
    until(lambda: "R5 B5 G5 R6" in cards(evening))
    annas.page.get_by_text("What was played").tap()
    expect(annas.page.get_by_text("We play it so.")).to_be_visible()
    annas.tap("Take back the last play")
    expect(group(annas, evening, "Ben", "Set · 5")).to_be_visible()
    assert "R5 B5 G5" in cards(evening)

    # Nor is a lay-down beyond discussion.
    lay_down(annas, "Anna", "Red 1", "Blue 1", "Green 1", "Red 2", "Blue 2", "Green 3")
    expect(annas.find("Lay down", exact=True)).to_have_count(0)
    annas.tap("Play it all the same")
    annas.page.get_by_role("textbox", name="Reason").fill("The 3 is for the missing 2.")
    annas.tap("Overrule")
    expect(group(annas, evening, "Anna", "Against the referee")).to_contain_text("▼ G")
    until(lambda: cards(evening)[-2:] == ["R1 B1 G1", "R2 B2 G3"])
    plays = evening.owner.get(f"{evening.path}table/")["plays"]
    assert plays[-1]["overrule"] == "The 3 is for the missing 2."


@pytest.mark.parametrize("is_overruled", [False, pytest.param(True, marks=pytest.mark.release)])
def test_what_only_the_server_refuses_is_decided_on_the_table(
    annas: Phone, evening: Evening, is_overruled: bool
) -> None:
    """Who has not laid down cannot hit; meanwhile the lay-down was taken back."""
    annas.complaints.accept("^409: ")
    group(annas, evening, "Ben", "Set · 5").tap()
    annas.tap("Cleo")
    annas.offline()
    annas.tap("Yellow")
    annas.tap("Yellow 5")
    annas.tap("Hit")
    expect(group(annas, evening, "Ben", "Set · 5")).to_contain_text("◆ Y")
    plays = evening.owner.get(f"{evening.path}table/")["plays"]
    status, _answer, _headers = evening.owner.ask(
        "DELETE", f"{evening.path}table/plays/{plays[-1]['id']}/"
    )
    assert status == 200
    annas.online()
    # It comes to whoever made the play, wherever they are on the screen.
    brought = annas.page.locator(":focus")
    expect(brought).to_contain_text("Cleo added Yellow 5")
    expect(brought).to_contain_text("Play it all the same")
    if is_overruled:
        annas.tap("Play it all the same")
        annas.page.get_by_role("textbox", name="Reason").fill("She had laid down.")
        annas.tap("Overrule")
        until(lambda: cards(evening) == ["R5 B5 G5 Y5", "G9 Y9 R9"])
        return
    annas.tap("Drop it")
    expect(group(annas, evening, "Ben", "Set · 5")).not_to_contain_text("◆ Y")
    assert cards(evening) == ["R5 B5 G5", "G9 Y9 R9"]


def test_what_is_tapped_while_the_round_is_recorded_is_no_play_of_the_next_one(
    annas: Phone, evening: Evening
) -> None:
    dialog = annas.page.get_by_role("dialog")
    lay_down(annas, "Anna", "Red 1", "Blue 1")
    evening.round("Anna", Ben=10, Cleo=10)
    expect(annas.find("Table of round 2", "heading")).to_be_visible()
    expect(dialog).to_have_count(0)

    annas.tap("Write a note")
    dialog.get_by_role("textbox", name="Note").fill("Ben was late.")
    evening.round("Anna", Ben=10, Cleo=10)
    expect(annas.page.get_by_text("Table of round 3")).to_be_visible()
    expect(dialog.get_by_role("textbox", name="Note")).to_have_value("Ben was late.")


@pytest.mark.release
def test_what_the_table_forbids_is_said_before_it_is_played(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address, turns_logged=True)
    evening.play("draw", "Ben", pile="draw_pile")
    annas = at_table(phone(), "Anna", evening.owner.token, evening)
    annas.tap("Discard")
    dialog = annas.page.get_by_role("dialog")
    dialog.get_by_role("list", name="Who discards?").get_by_role("button", name="Cleo").tap()
    expect(dialog.get_by_text("No.", exact=True)).to_be_visible()
    discard = dialog.get_by_role("button", name="Discard", exact=True)
    expect(discard).to_have_count(0)
    dialog.get_by_role("list", name="Who discards?").get_by_role("button", name="Ben").tap()
    expect(discard).to_be_enabled()


def test_a_phase_is_laid_down_without_a_network_and_leads_to_the_tally(
    annas: Phone, evening: Evening
) -> None:
    annas.offline()
    lay_down(annas, "Anna", "Red 1", "Blue 1", "Green 1", "Red 2", "Blue 2", "Green 2")
    annas.find("That was the last card", "switch").tap()
    annas.tap("Lay down")
    expect(area(annas, evening, "Anna")).to_contain_text("went out")
    annas.online()
    until(lambda: cards(evening)[-2:] == ["R1 B1 G1", "R2 B2 G2"])
    annas.tap("Enter points")
    expect(annas.page.get_by_role("list", name="Players")).to_contain_text("went out")
    # By the rules, 50 points could be a hand of ten cards, too; but Ben's sets lie there.
    entry = Entry(annas)
    entry.next("Ben")
    entry.type(50)
    expect(entry.row("Ben")).to_contain_text("laid down")
    expect(annas.page.get_by_text("50 is possible either way.")).to_have_count(0)


@pytest.mark.release
def test_a_round_of_which_not_everything_was_noted_is_kept(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address, turns_logged=True)
    evening.play("draw", "Ben", pile="draw_pile")
    evening.play("lay_down", "Ben", groups=[FIVES, NINES])
    evening.play("discard", "Ben", goes_out=True)  # his hits are missing
    annas = phone(viewport={"width": 320, "height": 568})
    at_table(annas, "Anna", evening.owner.token, evening)
    annas.complaints.accept("^422: ")
    annas.tap("Enter points")
    entry = Entry(annas)
    for name, points in (("Anna", 105), ("Cleo", 110)):
        entry.next(name)
        entry.type(points)
    annas.tap("Record")
    annas.tap("Decide", "link")
    expect(annas.page.get_by_text("Ben must have put 10 cards on the table, not 6")).to_be_visible()
    annas.tap("Keep it")
    annas.tap("We did not note everything.")
    annas.tap("Overrule")
    until(lambda: len(evening.read()["rounds"]) == 1)
    (recorded,) = evening.read()["rounds"]
    assert recorded["overrule"] == "We did not note everything."
    assert evening.totals() == {"Anna": 105, "Ben": 0, "Cleo": 110}

    # Corrected, it is still kept for that reason, or for another one.
    annas.open(f"/g/{evening.game}/rounds/1")
    entry.row("Cleo").tap()
    annas.tap("Clear")
    entry.type(115)
    annas.tap("Correct round 1")
    annas.tap("Correct it")
    until(lambda: evening.totals() == {"Anna": 105, "Ben": 0, "Cleo": 115})
    assert evening.read()["rounds"][0]["overrule"] == "We did not note everything."
    annas.tap("Round 1", "link")
    annas.tap("Let the referee decide")
    annas.tap("Correct round 1")
    expect(annas.find("Keep it")).to_be_in_viewport(ratio=1)
    annas.tap("Keep it")
    annas.tap("We counted twice.")
    annas.tap("Overrule")
    annas.tap("Correct round 1")
    annas.tap("Correct it")
    until(lambda: evening.read()["rounds"][0]["overrule"] == "We counted twice.")


def test_cards_are_typed_at_a_laptop(annas: Phone, evening: Evening) -> None:
    keys = annas.page.keyboard
    annas.find("Lay down for Anna").press("Enter")
    dialog = annas.page.get_by_role("dialog")
    dialog.get_by_role("heading", name="Anna lays down").wait_for()
    keys.type("r1 b1 g1 r2 b2 g3 ")
    expect(dialog.get_by_text("No.", exact=True)).to_be_visible()
    keys.press("Backspace")
    keys.type("g2")
    keys.press("Enter")
    expect(dialog.get_by_text("It fits.")).to_be_visible()
    for _ in ("Add", "Cancel", "Lay down"):
        keys.press("Tab")
    keys.press("Enter")
    until(lambda: cards(evening)[-2:] == ["R1 B1 G1", "R2 B2 G2"])


@pytest.mark.release
def test_a_blank_leaves_the_card_that_was_typed(annas: Phone) -> None:
    keys = annas.page.keyboard
    annas.find("Discard").press("Enter")
    dialog = annas.page.get_by_role("dialog")
    dialog.get_by_role("heading", name="Discard").wait_for()
    keys.type("r7  ")
    expect(dialog.get_by_role("textbox", name="Cards")).to_have_value("")
    expect(dialog.get_by_role("img", name="Red 7")).to_be_visible()


@pytest.mark.release
def test_the_player_is_asked_what_a_wild_is_for(phone: Callable[..., Phone], address: str) -> None:
    evening = Evening(address, phases=[[{"kind": "run", "size": 4}]])
    evening.play("lay_down", "Cleo", groups=[["R4", "G5", "B6", "Y7"]])
    annas = at_table(phone(), "Anna", evening.owner.token, evening)
    hit(annas, evening, by="Cleo", whose="Cleo", words="Run · 4–7", card="Wild")
    expect(annas.find("Hit")).to_be_disabled()
    annas.tap(re.compile("^Wild as 3"))
    annas.tap("Hit")
    expect(group(annas, evening, "Cleo", "Run · 3–7")).to_be_visible()
    until(lambda: cards(evening) == ["W=3 R4 G5 B6 Y7"])


def test_two_phones_without_a_network_end_with_the_same_table(
    phone: Callable[..., Phone], annas: Phone, evening: Evening
) -> None:
    bens = at_table(phone(), "Ben", evening.join("Ben").token, evening)
    for each, words, card in ((annas, "Set · 5", "Yellow 5"), (bens, "Set · 9", "Blue 9")):
        each.offline()
        hit(each, evening, by="Cleo", whose="Ben", words=words, card=card)
        each.tap("Hit")
        expect(each.find("Undo")).to_be_visible()
    for each in (bens, annas):
        each.online()
    for each in (annas, bens):
        fives, nines = (group(each, evening, "Ben", words) for words in ("Set · 5", "Set · 9"))
        expect(fives.get_by_role("img", name="Yellow 5")).to_be_visible()
        expect(nines.get_by_role("img", name="Blue 9")).to_be_visible()
    assert cards(evening)[:2] == ["R5 B5 G5 Y5", "G9 Y9 R9 B9"]


def test_a_skip_lies_in_front_of_its_player_and_takes_a_turn(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address, turns_logged=True)
    evening.play("draw", "Ben", pile="draw_pile")
    evening.play("lay_down", "Ben", groups=[FIVES, NINES])
    annas = at_table(phone(), "Anna", evening.owner.token, evening)

    def plays(name: str) -> None:
        expect(area(annas, evening, name)).to_contain_text("to play")
        expect(annas.page.get_by_text("to play")).to_have_count(1)

    plays("Ben")
    annas.tap("Discard")
    dialog = annas.page.get_by_role("dialog")
    chosen = dialog.get_by_role("list", name="Who discards?").get_by_role("button", name="Ben")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    annas.tap("Skip")
    dialog.get_by_role("list", name="Who is skipped?").get_by_text("Anna", exact=True).tap()
    discard = dialog.get_by_role("button", name="Discard", exact=True)
    annas.offline()  # nobody to refuse that somebody skips themselves
    dialog.get_by_role("list", name="Who discards?").get_by_text("Anna", exact=True).tap()
    expect(discard).to_be_disabled()
    annas.online()
    chosen.tap()
    discard.tap()
    skip = area(annas, evening, "Anna").get_by_role("img", name="Skip")
    expect(skip).to_be_visible()
    expect(area(annas, evening, "Anna")).to_contain_text("loses a turn")
    plays("Cleo")
    annas.until_sent()
    skipped = evening.owner.get(f"{evening.path}table/")["skipped"]
    assert skipped == [evening.players["Anna"]]

    # Anna's turn is over before it begins.
    evening.play("draw", "Cleo", pile="draw_pile")
    evening.play("discard", "Cleo", card="R1")
    plays("Ben")
    expect(skip).to_have_count(0)


@pytest.mark.release
def test_the_top_card_can_be_taken_though_nobody_has_noted_it(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address, turns_logged=True)
    annas = at_table(phone(), "Anna", evening.owner.token, evening)
    expect(annas.page.get_by_text("Note every turn, from its draw to its discard.")).to_be_visible()
    annas.tap("Take the top card")
    expect(annas.find("Take the top card")).to_have_count(0)
    annas.until_sent()
    (draw,) = evening.owner.get(f"{evening.path}table/")["plays"]
    assert (draw["kind"], draw["pile"]) == ("draw", "discard_pile")
    evening.play("discard", "Ben", card="S", skips=evening.players["Cleo"])
    # Cleo's turn was to put the Skip on the pile, from where nobody draws it.
    expect(area(annas, evening, "Anna")).to_contain_text("to play")
    expect(annas.find("Draw a card")).to_be_visible()
    expect(annas.find("Take the top card")).to_have_count(0)


@pytest.mark.release
def test_whoever_is_skipped_is_asked_in_view_on_a_small_phone(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    bens = phone(viewport={"width": 320, "height": 568})
    at_table(bens, "Ben", evening.owner.token, evening)
    bens.tap("Discard")
    dialog = bens.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Ben", exact=True).tap()
    dialog.get_by_role("group", name="Cards").get_by_role("button", name="Skip").tap()
    skipped = dialog.get_by_role("list", name="Who is skipped?")
    expect(skipped.get_by_role("button", name="Cleo")).to_be_in_viewport(ratio=1)


@pytest.mark.release
def test_what_is_tapped_is_in_view_beside_the_keys_of_a_phone_on_its_side(
    phone: Callable[..., Phone], evening: Evening
) -> None:
    annas = phone(viewport={"width": 844, "height": 390})
    at_table(annas, "Anna", evening.owner.token, evening)
    group(annas, evening, "Ben", "Set · 5").tap()
    dialog = annas.page.get_by_role("dialog")
    who = dialog.get_by_role("list", name="Who hits?").get_by_role("button", name="Cleo")
    expect(who).to_be_in_viewport(ratio=1)
    who.tap()
    tap_cards(annas, "Yellow 5")
    expect(dialog.get_by_text("It fits.")).to_be_in_viewport(ratio=1)
    expect(annas.find("Hit")).to_be_in_viewport(ratio=1)


@pytest.mark.release
@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
def test_a_refusal_and_the_way_to_insist_are_in_view(
    phone: Callable[..., Phone], evening: Evening, width: int, height: int
) -> None:
    annas = phone(viewport={"width": width, "height": height})
    at_table(annas, "Anna", evening.owner.token, evening)
    group(annas, evening, "Ben", "Set · 5").tap()
    dialog = annas.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cleo").tap()
    annas.page.keyboard.type("r6 ")  # with the field for it, the keys leave least room
    expect(dialog.get_by_text("No.", exact=True)).to_be_in_viewport(ratio=1)
    expect(annas.find("Play it all the same")).to_be_in_viewport(ratio=1)


@pytest.mark.release
def test_a_turn_begins_with_a_draw_without_a_network_too(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address, turns_logged=True)
    annas = phone(viewport={"width": 320, "height": 568})
    at_table(annas, "Anna", evening.owner.token, evening)
    annas.offline()
    dialog = annas.page.get_by_role("dialog")
    drawing = annas.find("Draw a card")

    annas.tap("Lay down for Ben")
    expect(dialog.get_by_text("Ben has not drawn yet.")).to_be_visible()
    dialog.get_by_role("button", name="Draw a card").tap()
    expect(dialog.get_by_text("Ben has not drawn yet.")).to_have_count(0)
    tap_cards(annas, "Red 1", "Blue 1", "Green 1", "Red 2", "Blue 2", "Green 2")
    dialog.get_by_role("button", name="Lay down", exact=True).tap()
    expect(area(annas, evening, "Ben")).to_contain_text("■ R")
    expect(drawing).to_have_count(0)
    annas.tap("Discard")
    tap_cards(annas, "Red 9")
    dialog.get_by_role("button", name="Discard", exact=True).tap()

    # Cleo's is noted without a draw, and Anna takes the card.
    expect(area(annas, evening, "Cleo")).to_contain_text("to play")
    expect(drawing).to_be_in_viewport()
    annas.tap("Discard")
    expect(dialog.get_by_text("Cleo has not drawn yet.")).to_be_visible()
    dialog.get_by_role("button", name="Play it all the same").tap()
    dialog.get_by_role("button", name="Discard", exact=True).tap()
    annas.page.get_by_role("textbox", name="Reason").fill("We saw it.")
    annas.tap("Overrule")
    expect(area(annas, evening, "Anna")).to_contain_text("to play")
    drawing.tap()
    expect(drawing).to_have_count(0)

    annas.online()
    annas.until_sent()
    table = evening.owner.get(f"{evening.path}table/")
    assert [(play["kind"], play["pile"], play["overrule"]) for play in table["plays"]] == [
        ("draw", "draw_pile", None),
        ("lay_down", None, None),
        ("discard", None, None),
        ("discard", None, "We saw it."),
        ("draw", "draw_pile", None),
    ]
    assert (table["turn"], table["draw_due"]) == (evening.players["Anna"], False)


@pytest.mark.release
def test_a_card_is_drawn_once_by_whoever_taps_twice(anna: Phone, address: str) -> None:
    evening = Evening(address, turns_logged=True)
    at_table(anna, "Anna", evening.owner.token, evening)
    anna.find("Draw a card").dblclick()
    expect(anna.find("Draw a card")).to_have_count(0)
    anna.until_sent()
    plays = evening.owner.get(f"{evening.path}table/")["plays"]
    assert [play["kind"] for play in plays] == ["draw"]


@pytest.mark.release
def test_the_score_pad_tells_the_side_in_play(phone: Callable[..., Phone], address: str) -> None:
    evening = Evening(address, edition="flip")
    annas = phone()
    asked: list[str] = []
    annas.page.on("request", lambda request: asked.append(request.url))

    def tables_read() -> int:
        return len([url for url in asked if url.endswith(f"{evening.path}table/")])

    annas.log_in("Anna", evening.owner.token)
    annas.open(f"/g/{evening.game}")
    sides = annas.page.get_by_text(re.compile("side$"))
    annas.page.get_by_role("table", name="Standings").wait_for()
    annas.wait_until(lambda: any("/events/" in url for url in asked))
    expect(sides).to_have_count(0)
    assert tables_read() == 0

    evening.play("discard", "Ben", card="B5")
    expect(sides).to_have_text("○ Color side")
    evening.play("discard", "Cleo", card="B2!")
    expect(sides).to_have_text("● Wild side")
    assert tables_read() == 1

    # Opened again, with a play that the phone has not seen: it asks once.
    annas.open("/")
    annas.find("New game", "link").wait_for()
    evening.play("flip", "Anna")
    annas.open(f"/g/{evening.game}")
    expect(sides).to_have_text("○ Color side")
    assert tables_read() == 2

    # The next round starts over.
    evening.round("Anna", Ben=10, Cleo=65)
    expect(annas.page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(sides).to_have_count(0)


@pytest.mark.release
def test_the_cards_are_turned_over_once_by_whoever_taps_twice(anna: Phone, address: str) -> None:
    evening = Evening(address, edition="flip")
    at_table(anna, "Anna", evening.owner.token, evening)
    anna.find("Turn the cards over").dblclick()
    expect(anna.page.get_by_text("● Wild side").first).to_be_visible()
    anna.until_sent()
    plays = evening.owner.get(f"{evening.path}table/")["plays"]
    assert [play["kind"] for play in plays] == ["flip"]


@pytest.mark.release
@pytest.mark.parametrize("again", [False, True])
def test_who_turns_the_cards_over_after_somebody_else_is_asked(
    phone: Callable[..., Phone], address: str, again: bool
) -> None:
    evening = Evening(address, edition="flip")
    bens = at_table(phone(), "Ben", evening.join("Ben").token, evening)
    bens.complaints.accept("^409: ")
    bens.offline()
    evening.play("flip", "Anna")
    turn = bens.find("Turn the cards over")
    turn.tap()
    expect(bens.page.get_by_text("● Wild side").first).to_be_visible()
    bens.online()
    asked = bens.page.locator(":focus")
    expect(asked).to_contain_text("Turn them over again?")
    expect(bens.page.get_by_text("● Wild side").first).to_be_visible()
    said = bens.page.locator("[role=status].visually-hidden")
    assert "Color side" not in (said.text_content() or "")
    expect(turn.last).to_be_disabled()  # the question is above
    answer = "Turn the cards over" if again else "Leave them as they are"
    asked.get_by_role("button", name=answer).tap()
    expect(turn.last).to_be_enabled()
    bens.until_sent()
    side = evening.owner.get(f"{evening.path}table/")["side"]
    assert side == ("color" if again else "wild")


@pytest.mark.release
def test_one_play_is_taken_back_by_whoever_taps_twice(annas: Phone, evening: Evening) -> None:
    annas.unfold("What was played")
    annas.find("Take back the last play").dblclick()
    expect(area(annas, evening, "Cleo").get_by_role("button", name="Set · 3")).to_have_count(0)
    annas.until_sent()
    assert cards(evening) == [" ".join(FIVES), " ".join(NINES)]


@pytest.mark.release
def test_a_note_is_written_seen_and_taken_back(annas: Phone, evening: Evening) -> None:
    text = "Ben plays for the cat, too."
    annas.offline()
    annas.tap("Write a note")
    expect(annas.find("Note it")).to_be_disabled()
    annas.page.get_by_role("textbox", name="Note").fill(text)
    annas.tap("Note it")
    annas.page.get_by_text("What was played").tap()
    played = annas.find("What was played", "list").get_by_role("listitem")
    expect(played.first).to_contain_text(text)
    annas.online()
    annas.until_sent()

    def notes() -> list[str]:
        plays = evening.owner.get(f"{evening.path}table/")["plays"]
        return [play["text"] for play in plays if play["kind"] == "note"]

    assert notes() == [text]
    # Others have played since, and the note alone is taken back.
    evening.play("discard", "Cleo", card="R1")
    expect(played).to_have_count(4)
    annas.tap("Take back the note")
    expect(played).to_have_count(3)
    annas.until_sent()
    assert notes() == []


@pytest.mark.release
def test_a_second_tap_on_what_is_played_does_not_turn_the_cards_over(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address, edition="flip")
    evening.play("lay_down", "Ben", groups=[["R3", "R4"], ["B7", "B8"]])
    annas = phone()
    annas.log_in("Anna", evening.owner.token)
    annas.open(f"/g/{evening.game}/table")
    annas.tap("Discard")
    discard = annas.page.get_by_role("dialog").get_by_role("button", name="Discard", exact=True)
    annas.page.get_by_role("dialog").get_by_role("button", name="Ben").tap()
    box = discard.bounding_box()
    assert box
    for _ in range(2):
        annas.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(annas.page.get_by_role("dialog")).to_have_count(0)
    annas.until_sent()
    plays = evening.owner.get(f"{evening.path}table/")["plays"]
    assert [play["kind"] for play in plays] == ["lay_down", "discard"]
