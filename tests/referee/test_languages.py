"""What the referee says in other languages: words agree with each other."""

from __future__ import annotations

import pytest

from referee.editions import EDITIONS
from referee.kinds import KINDS, KindName
from referee.languages import LANGUAGES, translator_for
from referee.rulebook.search import RuleSearch
from referee.rulings.card_references import (
    Case,
    copies_of,
    one_card,
    some_cards,
    the_card,
    these_cards,
)
from referee.rulings.hit import check_hit
from referee.rulings.phase import check_phase
from referee.solver.analysis import analyse
from referee.wording import AND, ENGLISH, name_phase

from .test_codes import cards_of
from .test_messages import TOLD, lay_down, told


def test_a_language_is_known_by_its_code_however_it_is_written() -> None:
    assert translator_for("de") is translator_for("de-AT") is translator_for("DE_ch")
    assert translator_for(None) is translator_for("") is translator_for("tlh") is ENGLISH
    assert translator_for("en-GB") is ENGLISH


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_colors_agree(language: str) -> None:
    for *play, message in told(language, "lay_down"):
        text = lay_down(*play).problems[0].text.render(translator_for(language))
        assert text.replace("\u202f", " ").replace("\xa0", " ") == message


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
@pytest.mark.parametrize("card", TOLD["cards"])
def test_a_card_is_named_in_the_case_that_a_sentence_needs(card: str, language: str) -> None:
    (named,) = cards_of(card)
    forms = [the_card(named, case) for case in Case]
    if not named.is_declared:
        forms += [one_card(named, case) for case in Case]
        forms += [some_cards([named], AND), copies_of(named, 2)]
    forms.append(these_cards([named] * 3, [named] * 3, AND))
    texts = dict.fromkeys(text.inline(translator_for(language)) for text in forms)
    assert ", ".join(texts) == TOLD["cards"][card][language].replace("\n", " ")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "Between 2 and 8 there is no 4, 5 or 6."),
        ("de", "Zwischen 2 und 8 gibt es keine 4, 5 oder 6."),
        ("es", "Entre 2 y 8 no hay 4, 5 ni 6."),
        ("fr", "Entre 2 et 8, il n’y a pas de 4, 5 ni 6."),
    ],
)
def test_what_a_run_lacks_is_denied(language: str, message: str) -> None:
    classic = EDITIONS["classic"]
    play = [cards_of("R2 R3 R7 R8 G2 G8 B3")]
    problems = check_phase(classic, classic.phases[3], play).problems
    assert message in [p.text.render(translator_for(language)) for p in problems]


def test_the_verb_agrees_with_several_cards() -> None:
    verdict = check_hit(
        EDITIONS["classic"], KINDS[KindName.SET], cards_of("R7 B7"), cards_of("G8 Y9")
    )
    told = verdict.problems[0].text.render(translator_for("de"))
    assert told.startswith("Die grüne 8 und die gelbe 9 passen nicht:")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("de", "eine 3 (noch 2) oder ein Joker (noch 3) würde passen."),
        ("es", "valdría un 3 (quedan 2) o un comodín (quedan 3)."),
        ("fr", "un 3 (il en reste 2) ou un Joker (il en reste 3)."),
    ],
)
def test_cards_to_draw_have_articles(language: str, message: str) -> None:
    express = EDITIONS["express"]
    hand = cards_of("R3 G3 B8 S Y9")
    told = analyse(express, express.phases[4], hand).text.render(translator_for(language))
    assert message in told.replace("\u202f", " ").replace("\xa0", " ")


@pytest.mark.parametrize(
    ("language", "question", "entry"),
    [
        ("de", "Joker klauen", "replace-wild"),
        ("de", "joker tauschen", "replace-wild"),
        ("de", "zwei Aussetzen-Karten", "skip-twice"),
        ("es", "¿cuántos puntos vale un comodín?", "points"),
        ("es", "alguien se va antes", "join-and-leave"),
        ("fr", "combien vaut un joker ?", "points"),
        ("fr", "quelqu'un part", "join-and-leave"),
    ],
)
def test_a_question_finds_its_entry(language: str, question: str, entry: str) -> None:
    search = RuleSearch(EDITIONS.values(), translator_for(language))
    assert search.find(question)[0].id == entry


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_phase_has_a_name_of_its_own_in_every_language(language: str) -> None:
    phases = {phase for edition in EDITIONS.values() for phase in edition.phases}
    names = {name_phase(phase).render(translator_for(language)) for phase in phases}
    assert len(names) == len(phases)
