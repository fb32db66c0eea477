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


def test_a_language_is_known_by_its_code_however_it_is_written() -> None:
    assert translator_for("de") is translator_for("de-AT") is translator_for("DE_ch")
    assert translator_for(None) is translator_for("") is translator_for("tlh") is ENGLISH
    assert translator_for("en-GB") is ENGLISH


COLORS = ("express", 10, ["R3 R4 R5 G6"])
STARS = ("flip", 6, ["G6 G7 G8", "Y3 Y4"])


@pytest.mark.parametrize(
    ("language", "play", "message"),
    [
        (
            "de",
            COLORS,
            "Die grüne 6 passt nicht: Alle Karten müssen dieselbe Farbe haben, hier sind sie rot. "
            "Eine beliebige rote Karte oder ein Joker statt der grünen 6 würde passen.",
        ),
        (
            "de",
            STARS,
            "3er-Farbfolge: 1 Karte fehlt. "
            "Eine gelbe 2, eine gelbe 5 oder ein gelber Stern würde passen.",
        ),
        (
            "es",
            COLORS,
            "Todas las cartas deben tener el mismo color, aquí el rojo: el 6 verde no encaja. "
            "Valdría cualquier carta roja o un comodín en lugar del 6 verde.",
        ),
        (
            "es",
            STARS,
            "Escalera de color de 3: falta 1 carta. "
            "Valdría un 2 amarillo, un 5 amarillo o una Estrella amarilla.",
        ),
        (
            "fr",
            ("express", 10, ["G3 G4 G5 R6"]),
            "Toutes les cartes doivent avoir la même couleur, ici le vert : "
            "le 6 rouge ne convient pas. Ce qui conviendrait à la place du 6 rouge : "
            "n’importe quelle carte verte ou un Joker.",
        ),
    ],
)
def test_colors_agree(language: str, play: tuple[str, int, list[str]], message: str) -> None:
    edition, phase, groups = play
    known = EDITIONS[edition]
    verdict = check_phase(known, known.phases[phase - 1], [cards_of(group) for group in groups])
    told = verdict.problems[0].text.render(translator_for(language))
    assert told.replace("\u202f", " ").replace("\xa0", " ") == message


# Known, one of several, shown for the first time, two, all three; in the cases of the language.
FORMS = {
    "R7": {
        "en": ("the red 7, one red 7, a red 7, two red 7s, the three red 7s"),
        "de": (
            "die rote 7, der roten 7, eine rote 7, einer roten 7, zwei rote 7er, die drei roten 7er"
        ),
        "es": ("el 7 rojo, del 7 rojo, un 7 rojo, de un 7 rojo, dos 7 rojos, los tres 7 rojos"),
        "fr": (
            "le 7 rouge, du 7 rouge, un 7 rouge, d’un 7 rouge, deux 7 rouges, les trois 7 rouges"
        ),
    },
    "G*": {
        "en": (
            "the green Star, one green Star, a green Star, two green Stars, the three green Stars"
        ),
        "de": (
            "der grüne Stern, den grünen Stern, des grünen Sterns, ein grüner Stern, einen "
            "grünen Stern, eines grünen Sterns, zwei grüne Sterne, die drei grünen Sterne"
        ),
        "es": (
            "la Estrella verde, de la Estrella verde, una Estrella verde, de una Estrella "
            "verde, dos Estrellas verdes, las tres Estrellas verdes"
        ),
        "fr": (
            "l’Étoile verte, de l’Étoile verte, une Étoile verte, d’une Étoile verte, deux "
            "Étoiles vertes, les trois Étoiles vertes"
        ),
    },
    "W": {
        "en": ("the Wild, one Wild, a Wild, two Wilds, the three Wilds"),
        "de": (
            "der Joker, den Joker, des Jokers, ein Joker, einen Joker, eines Jokers, zwei "
            "Joker, die drei Joker"
        ),
        "es": (
            "el comodín, del comodín, un comodín, de un comodín, dos comodines, los tres comodines"
        ),
        "fr": ("le Joker, du Joker, un Joker, d’un Joker, deux Jokers, les trois Jokers"),
    },
    "S": {
        "en": ("the Skip, one Skip, a Skip, two Skips, the three Skips"),
        "de": (
            "die Aussetzen-Karte, der Aussetzen-Karte, eine Aussetzen-Karte, einer "
            "Aussetzen-Karte, zwei Aussetzen-Karten, die drei Aussetzen-Karten"
        ),
        "es": ("el Salto, del Salto, un Salto, de un Salto, dos Saltos, los tres Saltos"),
        "fr": ("le Passe, du Passe, un Passe, d’un Passe, deux Passe, les trois Passe"),
    },
    "W5": {
        "en": (
            "the wild-side 5, one wild-side 5, a wild-side 5, two wild-side 5s, the three "
            "wild-side 5s"
        ),
        "de": (
            "die 5 der Joker-Seite, der 5 der Joker-Seite, eine 5 der Joker-Seite, einer 5 der "
            "Joker-Seite, zwei 5er der Joker-Seite, die drei 5er der Joker-Seite"
        ),
        "es": (
            "el 5 del lado comodín, del 5 del lado comodín, un 5 del lado comodín, de un 5 del "
            "lado comodín, dos 5 del lado comodín, los tres 5 del lado comodín"
        ),
        "fr": (
            "le 5 de la face joker, du 5 de la face joker, un 5 de la face joker, d’un 5 de la "
            "face joker, deux 5 de la face joker, les trois 5 de la face joker"
        ),
    },
    "W*": {
        "en": (
            "the wild-side Star, one wild-side Star, a wild-side Star, two wild-side Stars, "
            "the three wild-side Stars"
        ),
        "de": (
            "der Stern der Joker-Seite, den Stern der Joker-Seite, des Sterns der Joker-Seite, "
            "ein Stern der Joker-Seite, einen Stern der Joker-Seite, eines Sterns der "
            "Joker-Seite, zwei Sterne der Joker-Seite, die drei Sterne der Joker-Seite"
        ),
        "es": (
            "la Estrella del lado comodín, de la Estrella del lado comodín, una Estrella del "
            "lado comodín, de una Estrella del lado comodín, dos Estrellas del lado comodín, "
            "las tres Estrellas del lado comodín"
        ),
        "fr": (
            "l’Étoile de la face joker, de l’Étoile de la face joker, une Étoile de la face "
            "joker, d’une Étoile de la face joker, deux Étoiles de la face joker, les trois "
            "Étoiles de la face joker"
        ),
    },
    "B*=5": {
        "en": ("the blue Star as 5, the three blue Stars as 5s"),
        "de": (
            "der blaue Stern als 5, den blauen Stern als 5, des blauen Sterns als 5, die drei "
            "blauen Sterne als 5er"
        ),
        "es": (
            "la Estrella azul como 5, de la Estrella azul como 5, las tres Estrellas azules como 5"
        ),
        "fr": (
            "l’Étoile bleue comme 5, de l’Étoile bleue comme 5, les trois Étoiles bleues comme 5"
        ),
    },
    "W=Y": {
        "en": ("the Wild as a yellow card, the three Wilds as yellow cards"),
        "de": (
            "der Joker als gelbe Karte, den Joker als gelbe Karte, des Jokers als gelbe Karte, "
            "die drei Joker als gelbe Karten"
        ),
        "es": (
            "el comodín como carta amarilla, del comodín como carta amarilla, los tres "
            "comodines como cartas amarillas"
        ),
        "fr": (
            "le Joker comme carte jaune, du Joker comme carte jaune, les trois Jokers comme "
            "cartes jaunes"
        ),
    },
}


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
@pytest.mark.parametrize("card", FORMS)
def test_a_card_is_named_in_the_case_that_a_sentence_needs(card: str, language: str) -> None:
    (named,) = cards_of(card)
    forms = [the_card(named, case) for case in Case]
    if not named.is_declared:
        forms += [one_card(named, case) for case in Case]
        forms += [some_cards([named], AND), copies_of(named, 2)]
    forms.append(these_cards([named] * 3, [named] * 3, AND))
    told = dict.fromkeys(text.inline(translator_for(language)) for text in forms)
    assert ", ".join(told) == FORMS[card][language]


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
