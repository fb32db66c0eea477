"""What the referee says in other languages: words agree with each other."""

from __future__ import annotations

import pytest

from referee.editions import EDITIONS
from referee.kinds import KINDS, KindName
from referee.languages import LANGUAGES, translator_for
from referee.rulebook.search import RuleSearch
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.wording import ENGLISH, name_phase

from .test_codes import cards_of


def test_a_language_is_known_by_its_code_however_it_is_written() -> None:
    assert translator_for("de") is translator_for("de-AT") is translator_for("DE_ch")
    assert translator_for(None) is translator_for("") is translator_for("tlh") is ENGLISH
    assert translator_for("en-GB") is ENGLISH


@pytest.mark.parametrize(
    ("edition", "phase", "groups", "message"),
    [
        (
            "express",
            10,
            ["R3 R4 R5 G6"],
            "Alle Karten müssen dieselbe Farbe haben, hier rot: grüne 6 passt nicht. "
            "Eine beliebige rote Karte oder ein Joker statt „grüne 6“ würde passen.",
        ),
        (
            "flip",
            6,
            ["G6 G7 G8", "Y3 Y4"],
            "3er-Farbfolge: 1 Karte fehlt. "
            "Eine gelbe 2, eine gelbe 5 oder ein gelber Stern würde passen.",
        ),
        ("classic", 4, ["R3 R4 R5 R6"], "7er-Folge: 3 Karten fehlen."),
    ],
)
def test_in_german(edition: str, phase: int, groups: list[str], message: str) -> None:
    known = EDITIONS[edition]
    verdict = check_phase(known, known.phases[phase - 1], [cards_of(group) for group in groups])
    assert verdict.problems[0].text.render(translator_for("de")) == message


def test_a_german_sentence_begins_with_a_capital_and_its_verb_agrees() -> None:
    verdict = check_hit(
        EDITIONS["classic"], KINDS[KindName.SET], cards_of("R7 B7"), cards_of("G8 Y9")
    )
    told = verdict.problems[0].text.render(translator_for("de"))
    assert told.startswith("Grüne 8 und gelbe 9 passen nicht:")


@pytest.mark.parametrize("question", ["Joker klauen", "joker tauschen", "zwei Aussetzen-Karten"])
def test_a_question_in_german_finds_its_entry(question: str) -> None:
    search = RuleSearch(EDITIONS.values(), translator_for("de"))
    assert search.find(question)[0].id in {"replace-wild", "skip-twice"}


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_phase_has_a_name_of_its_own_in_every_language(language: str) -> None:
    phases = {phase for edition in EDITIONS.values() for phase in edition.phases}
    names = {name_phase(phase).render(translator_for(language)) for phase in phases}
    assert len(names) == len(phases)
