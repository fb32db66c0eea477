"""The referee on the phone: arguments are settled with a thumb, even without a network."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.client import looks
from tests.client.phone import Phone
from tests.client.referee import Referee
from tests.client.seeds import Evening
from tests.pocket.cases import Case, published

THUMB = 0.3  # seconds from tap to tap
ARGUMENT = 10  # seconds until an argument must be settled


def is_this_phase_8(referee: Referee) -> None:
    referee.phase(8).takes("B1 B3 B4 B7 B8 B11 B12")
    expect(referee.words).to_contain_text("Yes, this is Phase 8.")


def can_i_hit_his_run_with_an_8(referee: Referee) -> None:
    referee.asks("Hit").takes("4 5 W 7 8")
    expect(referee.words).to_contain_text("Yes, that hits.")


def does_12_continue_with_1(referee: Referee) -> None:
    referee.asks("Hit").takes("10 11 12 1")
    expect(referee.words).to_contain_text("A run ends at 12")


def test_arguments_are_settled_without_a_network(anna: Phone) -> None:
    anna.open()
    anna.wait_until_installed()
    anna.wait_until_rules()
    anna.offline()
    referee = Referee(anna, rest=THUMB)
    start = anna.find("Ask the referee", "link")
    start.tap()
    is_this_phase_8(referee)  # from now on the rules are loaded
    for argument, most_taps in (
        (is_this_phase_8, 10),
        (can_i_hit_his_run_with_an_8, 7),
        (does_12_continue_with_1, 6),
    ):
        anna.tap("Clear")
        anna.page.go_back()
        start.wait_for()
        taps, begun = anna.taps, time.monotonic()
        referee.tap(start)
        argument(referee)
        assert time.monotonic() - begun < ARGUMENT
        assert anna.taps - taps <= most_taps

    # The rule behind it is a tap away.
    referee.words.get_by_text("The rule").tap()
    expect(referee.words.locator("details p").first).not_to_be_empty()

    # "May I play a second Skip on her?"
    referee.asks("Rules")
    anna.page.get_by_label("Look for a rule").fill("two skips")
    found = anna.page.locator(".rules details")
    found.first.tap()
    expect(found.first).to_contain_text("choose a player without a Skip")


# Questions of the rulebook, in a game whose Phases these are: the section, what is asked, the cards
# in the order in which they are tapped, and what the referee says.
QUESTIONS = (
    ("2", "classic", 4, "Phase", "9 10 11 12 1 2 3", "A run ends at 12"),
    ("3.2", "classic", 4, "Phase", "3 4 5 6 7 8 9 10", "1 card more than the Phase asks for"),
    ("3.3", "classic", 1, "Phase", "W W W W W W", "number"),
    ("3.4", "classic", 1, "Phase", "10 10 10 10 10 10", "Yes, this is Phase 1."),
    ("3.5", "classic", 1, "Phase", "3 3 S 5 5 5", "A Skip is never part of a group"),
    ("3", "classic", 2, "Phase", "8 8 8 9 W 11 12", "Yes, this is Phase 1."),
    ("2", "express", 1, "Phase", "1 1 3 W", "Yes, this is Phase 1."),
    ("2", "express", 4, "Phase", "6 6 7 7", "Yes, this is Phase 1."),
    ("3.6", "flip", 3, "Phase", "R3 R4 8 8 *", "Yes, this is Phase 1."),
    ("4.3", "express", 4, "Hit", "6 6 7 7 8", "whole pairs"),
    ("4.5", "classic", 4, "Hit", "5 6 7 W", "It can lie in more than one way"),
    ("4.6", "classic", 1, "Hit", "5 5 5 S", "A Skip is never part of a group"),
)


@pytest.mark.no_rules
def test_a_question_takes_a_tap_for_each_card_and_one_more(anna: Phone, evening: Evening) -> None:
    anna.log_in("Anna", evening.owner.token)
    for section, edition, phase, mode, cards, words in QUESTIONS:
        referee = Referee(anna).open(evening.start(edition=edition, phases=[phase]))
        before = anna.taps
        if mode != "Phase":
            referee.asks(mode)
        referee.takes(cards)
        expect(referee.words, f"section {section}: {cards}").to_contain_text(words)
        assert anna.taps - before <= len(cards.split()) + 1, cards


IN_VIEW = """() => {
  scrollTo(0, 0);
  const box = (query) => document.querySelector(query).getBoundingClientRect();
  const [bar, keys, foot] = [".bar", ".picker", ".screen-foot"].map(box);
  const slots = [...document.querySelectorAll(".slot")].map((slot) => slot.getBoundingClientRect());
  const verdict = box(".referee-words h2, .referee-words strong, .referee-words p");
  const isBeside = keys.left >= verdict.right;
  const until = isBeside ? innerHeight : foot.top;
  return {
    isBeside,
    slots: slots.filter(({ top, bottom }) => top >= bar.bottom && bottom <= until).length,
    keys: keys.top >= 0 && keys.bottom <= innerHeight,
    verdict: verdict.top >= bar.bottom && verdict.bottom <= until,
  };
}"""


@pytest.mark.release
@pytest.mark.no_rules
@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
def test_groups_verdict_and_keys_are_in_view_at_once(
    phone: Callable[..., Phone], width: int, height: int
) -> None:
    annas = phone(viewport={"width": width, "height": height})
    referee = Referee(annas).open().phase(2).takes("8 8 9 9 W 11 12")
    expect(referee.words).to_contain_text("No.")
    seen = annas.page.evaluate(IN_VIEW)
    assert seen == {"isBeside": width > height, "slots": 2, "keys": True, "verdict": True}


# Published cases that can be tapped: function, edition, whether it is legal, and what is in it.
TAPPED = (
    ("phase", "classic", False, "not_consecutive"),
    ("phase", "flip", True, '"W*"'),
    ("phase", "flip", True, '"G*"'),
    ("phase", "flip", False, '"R5","W5"'),
    ("hit", "flip", True, '"W9"'),
    ("phase", "express", True, ""),
    ("phase", "express", False, "skip_in_group"),
    ("hit", "express", True, "pair_run"),
)
EDITIONS = {"classic": "Phase 10", "flip": "Phase 10 Flip!", "express": "Phase 10 Express"}

CARDS_THEN_GROUP = """() => {
  const keys = [...document.querySelectorAll(".picker .pick.number")];
  for (const print of ["5", "7"]) keys.find((key) => key.textContent === print).click();
  document.querySelector(".slot-name").click();
}"""


def reference_case(function: str, edition: str, is_legal: bool, part: str) -> Case:
    """The first such case in English, with nothing declared and no Flip symbol."""
    asked = {"edition", *({"phase", "groups"} if function == "phase" else {"target", "cards"})}
    return next(
        case
        for case in published()
        if (case.function, case.language, case.status) == (function, "en", 200)
        and case.request.keys() == asked
        and case.request["edition"] == edition
        and isinstance(case.request.get("phase", 1), int)
        and not {"=", "!"} & set(json.dumps(case.request))
        and case.answer["legal"] is is_legal
        and "wrong_group_count" not in [each["code"] for each in case.answer["problems"]]
        and part in case.line()
    )


@pytest.mark.release
def test_reference_cases_are_tapped(phone: Callable[..., Phone]) -> None:
    """Of each edition: Flip key, wild side, Star and Skip included; the phone rules by itself."""
    annas = phone()
    referee = Referee(annas).open()
    annas.wait_until_rules_answer()
    annas.offline()
    edition = "classic"
    for sample in TAPPED:
        case = reference_case(*sample)
        request, answer = case.request, case.answer
        if request["edition"] != edition:
            edition = request["edition"]
            referee.asks("Phase").edition(EDITIONS[edition])
        if case.function == "phase":
            referee.asks("Phase").phase(request["phase"])
            groups, yes = request["groups"], f"Yes, this is Phase {request['phase']}."
        else:
            referee.asks("Hit").lies(request["target"]["kind"])
            groups, yes = [request["target"]["cards"], request["cards"]], "Yes, that hits."
        for index, cards in enumerate(groups):
            referee.group(index).takes(cards)
        expect(annas.page.locator(".slot .card")).to_have_count(sum(map(len, groups)))
        for problem in answer["problems"]:
            expect(referee.words).to_contain_text(problem["message"])
        if answer["legal"]:
            expect(referee.words).to_contain_text(yes)
        annas.tap("Clear")

    # A thumb on a group is no slower than a thumb on a card: neither undoes the other.
    referee.asks("Phase").phase(1)
    annas.page.evaluate(CARDS_THEN_GROUP)
    expect(annas.page.locator(".slot .card")).to_have_count(2)


# What the rules on the phone have answered, until they are silenced.
SILENCE = """
globalThis.answered = [];
globalThis.Worker = class extends Worker {
  constructor(...options) {
    super(...options);
    const asked = new Map();
    this.asked = asked;
    this.addEventListener("message", ({ data }) => {
      if (data.kind === "reply") answered.push(asked.get(data.id));
    });
  }
  postMessage(message, ...rest) {
    if (globalThis.isSilent) return;
    if (message.kind === "ask") this.asked.set(message.id, message.request);
    super.postMessage(message, ...rest);
  }
};
"""
IS_ANSWERED = "(groups) => answered.some((request) => request.includes(groups))"


@pytest.mark.release
def test_the_verdict_on_the_next_card_is_there_before_it_is_tapped(
    anna: Phone,
) -> None:
    anna.context.add_init_script(SILENCE)
    referee = Referee(anna).open()
    anna.wait_until_rules_answer()
    referee.phase(1).takes("R3 B3 G3 R5 B5")
    ahead = '[["R3","B3","G3"],["R5","B5","B12"]]'
    anna.wait_until(lambda: bool(anna.page.evaluate(IS_ANSWERED, ahead)))
    anna.page.evaluate("() => { globalThis.isSilent = true; }")
    referee.takes("B12")
    expect(referee.words).to_contain_text("No.")
    anna.tap("Delete the last card")
    expect(referee.words).to_contain_text("Not yet.")


@pytest.mark.no_rules
def test_the_edition_phase_10_is_not_taken_for_the_tenth_phase(
    anna: Phone,
) -> None:
    Referee(anna).open().phase(10)
    expect(anna.find("Phase 10")).to_have_count(1)
    anna.tap("Edition Phase 10")
    express = anna.page.get_by_role("dialog").get_by_role("radio", name="Express")
    express.check(force=True)
    anna.tap("Close")
    looks.set_width(anna.page, 320)
    box = anna.find("Edition Express").bounding_box()
    assert box
    assert box["height"] < 50  # two lines


@pytest.mark.release
@pytest.mark.no_rules
def test_rules_have_the_screen_of_a_tablet_to_themselves(phone: Callable[..., Phone]) -> None:
    annas = phone(viewport={"width": 768, "height": 1024})
    annas.open("/referee")
    annas.page.get_by_text("Rules", exact=True).tap()
    field = annas.page.get_by_role("searchbox").bounding_box()
    assert field is not None
    assert field["width"] > 600


@pytest.mark.release
@pytest.mark.no_rules
def test_a_suggestion_is_a_button(anna: Phone) -> None:
    referee = Referee(anna).open().phase(4).takes("R3 R4 R5 R6 R8 R9")
    expect(referee.words).to_contain_text("Not yet.")
    anna.tap("Yellow 7 would do")
    expect(referee.words).to_contain_text("Yes, this is Phase 4.")
    assert referee.cards == [["Red 3", "Red 4", "Red 5", "Red 6", "Yellow 7", "Red 8", "Red 9"]]


@pytest.mark.release
@pytest.mark.no_rules
def test_cards_are_typed(anna: Phone) -> None:
    referee = Referee(anna).open()
    anna.tap("Type cards")
    field = anna.page.get_by_label("Cards", exact=True).and_(anna.page.get_by_role("textbox"))
    field.fill("r7 w y7 r13")
    field.press("Enter")
    expect(anna.page.get_by_role("alert")).to_contain_text("There is no R13 in this deck.")
    field.fill("r7 w y7 g2")
    field.press("Enter")
    expect(anna.page.locator(".slot .card")).to_have_count(4)
    assert referee.cards == [["Red 7", "Wild", "Yellow 7"], ["Green 2"]]


@pytest.mark.release
@pytest.mark.no_rules
def test_keys_of_a_laptop_are_cards(anna: Phone) -> None:
    referee = Referee(anna).open()
    anna.page.keyboard.type("b12")
    anna.page.keyboard.press("Space")
    expect(anna.page.locator(".slot .card")).to_have_count(1)
    assert referee.cards[0] == ["Blue 12"]
    anna.page.keyboard.press("Backspace")
    expect(anna.page.locator(".slot .card")).to_have_count(0)


@pytest.mark.no_rules
def test_a_hand_has_outs_lays_down_hits_and_goes_out(anna: Phone) -> None:
    referee = Referee(anna).open().asks("My hand")
    points = anna.page.locator(".slot-points")

    def part(title: str) -> Locator:
        heading = anna.find(title, "heading")
        return anna.page.locator(".referee-words:not([data-stale]) .referee-part").filter(
            has=heading
        )

    def shows(title: str, *cards: str) -> None:
        pictures = part(title).get_by_role("img")
        expect(pictures).to_have_count(len(cards))
        names = [each.get_attribute("aria-label") for each in pictures.all()]
        assert names == list(cards)

    # Nothing to lay down: what would do, and how likely it is to come.
    referee.takes("R3 G3 B3 R8 G8 R1 B5 Y6 Y10 S")
    expect(referee.words).to_contain_text("You need one more card")
    outs = anna.page.locator(".referee-outs li")
    # Two of each color, but for the two that are in the hand; and eight Wilds.
    expect(outs).to_have_count(5)
    expect(points).to_have_text("65 points")
    expect(referee.words).to_contain_text("14%")

    # The Phase, with a card more than it asks for, and what is left.
    anna.tap("Clear")
    referee.takes("R3 G3 B3 R8 G8 W Y3 B12 S")
    expect(points).to_have_text("80 points")
    expect(referee.words).to_contain_text("You can lay down your Phase")
    threes = ("Red 3", "Yellow 3", "Green 3", "Blue 3")
    shows("Lay down", *threes, "Red 8", "Green 8", "Wild as 8")
    shows("Left in hand: 25 points", "Blue 12", "Skip")

    # With twelves on the table, only the Skip is left, and is discarded.
    anna.tap("Add a group on the table")
    referee.takes("Y12 G12 R12").group(0)
    steps = part("Go out").get_by_role("listitem")
    expect(steps).to_have_count(3)
    expect(steps.nth(1).get_by_role("img").first).to_have_attribute("aria-label", "Blue 12")
    expect(steps.last).to_contain_text("discard pile")
    expect(part("Hit")).to_have_count(0)

    # Later, only hits count.
    anna.find("My Phase is down", "switch").tap()
    expect(part("Lay down")).to_have_count(0)
    expect(part("Hit").get_by_role("img").first).to_have_attribute("aria-label", "Blue 12")


@pytest.mark.release
@pytest.mark.no_rules
def test_it_is_about_the_phase_of_the_player_whose_turn_it_is(anna: Phone, address: str) -> None:
    evening = Evening(address, turns_logged=True)
    evening.round("Ben", Anna=105, Cleo=25)
    anna.log_in("Anna", evening.owner.token)
    anna.open(f"/g/{evening.game}")
    anna.tap("Referee", "link")

    def asked(player: str, *groups: str) -> None:
        players = anna.find("Which Phase?", "group").get_by_role("button", pressed=True)
        expect(players).to_contain_text(player)
        expect(anna.page.locator(".slot-name")).to_have_text(list(groups))

    asked("Cleo", "Set of 3", "Run of 4")
    anna.tap("Anna Phase 1")
    asked("Anna", "Set of 3", "Set of 3")
    anna.tap("Other")
    anna.page.get_by_role("dialog").get_by_role("button", name="Phase 4").tap()
    expect(anna.page.locator(".slot-name")).to_have_text("Run of 7")

    # The next turn is about the next player.
    evening.play("draw", "Cleo", pile="draw_pile")
    evening.play("discard", "Cleo", card="R1")
    asked("Anna", "Set of 3", "Set of 3")


@pytest.mark.release
@pytest.mark.no_rules
def test_what_lies_on_the_live_table_is_one_tap_away(anna: Phone, evening: Evening) -> None:
    evening.play("lay_down", "Ben", groups=[["R5", "B5", "G5"], ["G9", "Y9", "R9"]])
    anna.log_in("Anna", evening.owner.token)
    referee = Referee(anna).open(evening.game).asks("Hit")
    lying = anna.find("On the live table", "region")
    lying.get_by_role("button", name="Ben · Set").nth(1).tap()
    referee.takes("B9")
    expect(referee.words).to_contain_text("Yes, that hits.")
    expect(lying).to_have_count(0)

    referee.asks("My hand")
    anna.tap("With the groups on the live table")
    referee.takes("R5 B1")
    assert [len(group) for group in referee.cards] == [2, 3, 3]
