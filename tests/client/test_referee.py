"""The referee on the phone: arguments are settled with a thumb, also without a network."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.api.contract import ROOT
from tests.client.phone import Phone
from tests.client.referee import Referee
from tests.client.seeds import Evening

THUMB = 0.3  # seconds from tap to tap
ARGUMENT = 10  # seconds until an argument must be settled


def is_this_phase_8(referee: Referee) -> None:
    referee.phase(8).takes("B1 B3 B4 B7 B8 B11 B12")
    expect(referee.words).to_contain_text("Yes, this is Phase 8.")


def can_i_hit_his_run_with_a_blue_8(referee: Referee) -> None:
    referee.asks("Hit").takes("R4 R5 W R7").group(1).takes("B8")
    expect(referee.words).to_contain_text("Yes, that hits.")


def does_12_continue_with_1(referee: Referee) -> None:
    referee.asks("Hit").takes("B10 B11 B12").group(1).takes("B1")
    expect(referee.words).to_contain_text("A run ends at 12")


def test_arguments_are_settled_without_a_network(phone: Callable[..., Phone]) -> None:
    annas = phone()
    annas.open()
    annas.wait_until_installed()
    annas.wait_until_rules()
    annas.offline()
    referee = Referee(annas, rest=THUMB)
    start = annas.find("Ask the referee", "link")
    start.tap()
    is_this_phase_8(referee)  # from now on the rules are loaded
    for argument, most_taps in (
        (is_this_phase_8, 11),
        (can_i_hit_his_run_with_a_blue_8, 11),
        (does_12_continue_with_1, 9),
    ):
        annas.tap("Clear")
        annas.page.go_back()
        start.wait_for()
        taps, begun = annas.taps, time.monotonic()
        referee.tap(start)
        argument(referee)
        assert time.monotonic() - begun < ARGUMENT
        assert annas.taps - taps <= most_taps

    # The rule behind it is a tap away.
    referee.words.get_by_text("The rule").tap()
    expect(referee.words.locator("details p").first).not_to_be_empty()

    # "May I play a second Skip on her?"
    referee.asks("Rules")
    annas.page.get_by_label("Look for a rule").fill("two skips")
    found = annas.page.locator(".rules details")
    expect(found).to_have_count(2)
    found.first.tap()
    expect(found.first).to_contain_text("choose a player without a Skip")


def reference_cases(legal: bool) -> list[dict[str, Any]]:
    """A few of the published cases that can be tapped: classic, by number, nothing declared."""
    lines = (ROOT / "docs/cases/phase.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    found = [
        case
        for case in cases
        if (case["language"], case["status"]) == ("en", 200)
        and case["request"].keys() == {"edition", "phase", "groups"}
        and case["request"]["edition"] == "classic"
        and isinstance(case["request"]["phase"], int)
        and not {"=", "!"} & set(json.dumps(case["request"]["groups"]))
        and case["answer"]["legal"] is legal
        and "wrong_group_count" not in [each["code"] for each in case["answer"]["problems"]]
    ]
    assert len(found) >= 2
    return found[:2]


@pytest.mark.no_rules
@pytest.mark.parametrize("legal", [True, False])
def test_reference_cases_are_tapped(phone: Callable[..., Phone], legal: bool) -> None:
    annas = phone()
    for case in reference_cases(legal):
        referee = Referee(annas).open()
        if annas.find("Clear").is_enabled():
            annas.tap("Clear")
        request, answer = case["request"], case["answer"]
        number = request["phase"]
        referee.phase(number)
        for index, cards in enumerate(request["groups"]):
            referee.group(index).takes(cards)
        for problem in answer["problems"]:
            expect(referee.words).to_contain_text(problem["message"])
        if legal:
            expect(referee.words).to_contain_text(f"Yes, this is Phase {number}.")


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


def test_the_verdict_on_the_next_card_is_there_before_it_is_tapped(
    phone: Callable[..., Phone],
) -> None:
    annas = phone()
    annas.context.add_init_script(SILENCE)
    referee = Referee(annas).open()
    annas.wait_until_rules_answer()
    referee.phase(1).takes("R3 B3 G3 R5 B5")
    ahead = '[["R3","B3","G3"],["R5","B5","B12"]]'
    annas.wait_until(lambda: bool(annas.page.evaluate(IS_ANSWERED, ahead)))
    annas.page.evaluate("() => { globalThis.isSilent = true; }")
    referee.takes("B12")
    expect(referee.words).to_contain_text("No.")
    annas.tap("Delete the last card")
    expect(referee.words).to_contain_text("Not yet.")


@pytest.mark.no_rules
def test_a_suggestion_is_a_button(phone: Callable[..., Phone]) -> None:
    annas = phone()
    referee = Referee(annas).open().phase(4).takes("R3 R4 R5 R6 R8 R9")
    expect(referee.words).to_contain_text("Not yet.")
    annas.tap("Yellow 7 would do")
    expect(referee.words).to_contain_text("Yes, this is Phase 4.")
    assert referee.cards == [["Red 3", "Red 4", "Red 5", "Red 6", "Yellow 7", "Red 8", "Red 9"]]


@pytest.mark.no_rules
def test_several_ways_are_a_choice_between_pictures(phone: Callable[..., Phone]) -> None:
    annas = phone()
    referee = Referee(annas).open().phase(4).takes("W R4 R6 R5 R7 R8 R9")
    choices = annas.page.get_by_role("list", name="Which one is meant?").get_by_role("button")
    expect(choices).to_have_count(2)
    assert referee.cards[0][-1] == "Wild as 10"
    choices.last.tap()
    expect(choices).to_have_count(0)
    expect(referee.words).to_contain_text("Yes, this is Phase 4.")
    assert referee.cards[0][0] == "Wild as 3"


@pytest.mark.no_rules
def test_cards_are_typed(phone: Callable[..., Phone]) -> None:
    annas = phone()
    referee = Referee(annas).open()
    annas.tap("Type cards")
    field = annas.page.get_by_label("Cards", exact=True).and_(annas.page.get_by_role("textbox"))
    field.fill("r7 w y7 r13")
    field.press("Enter")
    expect(annas.page.get_by_role("alert")).to_contain_text("There is no R13 in this deck.")
    field.fill("r7 w y7 g2")
    field.press("Enter")
    expect(annas.page.locator(".slot .card")).to_have_count(4)
    assert referee.cards == [["Red 7", "Wild", "Yellow 7"], ["Green 2"]]


@pytest.mark.no_rules
def test_keys_of_a_laptop_are_cards(phone: Callable[..., Phone]) -> None:
    annas = phone()
    referee = Referee(annas).open()
    annas.page.keyboard.type("b12")
    annas.page.keyboard.press("Space")
    expect(annas.page.locator(".slot .card")).to_have_count(1)
    assert referee.cards[0] == ["Blue 12"]
    annas.page.keyboard.press("Backspace")
    expect(annas.page.locator(".slot .card")).to_have_count(0)


@pytest.mark.no_rules
def test_a_hand_has_outs_with_chances(phone: Callable[..., Phone]) -> None:
    annas = phone()
    referee = Referee(annas).open().asks("My hand")
    referee.takes("R3 G3 B3 R8 G8 R1 B5 Y6 Y10 S")
    expect(referee.words).to_contain_text("You need one more card")
    outs = annas.page.locator(".referee-outs li")
    # Two of each color, but for the two that are in the hand; and eight Wilds.
    expect(outs).to_have_count(5)
    expect(annas.page.locator(".slot-points")).to_have_text("65 points")
    expect(referee.words).to_contain_text("14%")


@pytest.mark.no_rules
def test_in_a_game_the_phase_of_each_player_is_known(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    evening.round("Ben", Anna=105, Cleo=25)
    annas = phone()
    annas.log_in("Anna", evening.owner.token)
    annas.open(f"/g/{evening.game}")
    annas.tap("Referee", "link")
    asked = annas.page.locator(".referee-phase")
    expect(asked).to_contain_text("Anna")
    expect(asked).to_contain_text("Phase 1")
    asked.tap()
    annas.page.get_by_role("dialog").get_by_role("button", name="Ben").tap()
    expect(asked).to_contain_text("Ben")
    expect(asked).to_contain_text("Phase 2")


@pytest.mark.no_rules
def test_what_lies_on_the_live_table_is_one_tap_away(
    phone: Callable[..., Phone], address: str
) -> None:
    evening = Evening(address)
    evening.play("lay-downs", "Ben", groups=[["R5", "B5", "G5"], ["G9", "Y9", "R9"]])
    annas = phone()
    annas.log_in("Anna", evening.owner.token)
    referee = Referee(annas).open(evening.game).asks("Hit")
    lying = annas.find("On the live table", "region")
    lying.get_by_role("button", name="Ben · Set").nth(1).tap()
    referee.takes("B9")
    expect(referee.words).to_contain_text("Yes, that hits.")
    expect(lying).to_have_count(0)

    referee.asks("My hand")
    annas.tap("With the groups on the live table")
    referee.takes("R5 B1")
    assert [len(group) for group in referee.cards] == [2, 3, 3]
