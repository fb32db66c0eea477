"""Finding rules by the words in which people ask for them."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from referee.editions import EDITIONS
from referee.languages import translator_for
from referee.rulebook.entries import RULE_ENTRIES
from referee.rulebook.rule_entry import RuleEntry
from referee.rulebook.search import RuleSearch

QUESTIONS = """
can I swap a wild||replace-wild
can I replace a Wild with the real card?|classic|replace-wild
exchange joker||replace-wild
two skips||skip-twice
can you skip the same player twice|classic|skip-twice
skip with 2 players|classic|skip-with-two
two players skip|express|skip-with-two
deck empty||draw-pile-used-up
what if the draw pile runs out|classic|draw-pile-used-up
no more cards to draw||draw-pile-used-up
who wins if two finish||two-finish
both players finish phase 10 at the same time|classic|two-finish
does 12 1 count||end-of-run
11 12 1 2 run|classic|end-of-run
can a run wrap around||end-of-run
what happens on a tie||tie-break
same points at the end|flip|tie-break
do I have to lay down||must-lay-down
can I hold my phase back|classic|must-lay-down
can I hit before laying down|classic|hit-before-phase
hit same turn||hit-in-the-same-turn
how many cards can I hit||how-many-hits
hit on another player's phase||how-many-hits
can I take my cards back||take-back
pick up skip from discard pile|classic|draw-special
can I draw a wild|express|draw-special
first card is a skip|classic|first-discard
flip card turned up at the start|flip|first-discard
all wilds set||wild-only-groups
can a set be only wilds|classic|wild-only-groups
how many wilds can I use|classic|number-card
two sets same number||equal-groups
can I lay down more than 3 cards in a set|classic|oversize-groups
last card skip||last-card-skip
can I go out with a skip|classic|last-card-skip
last card flip|flip|last-card-flip
what is a wild worth|classic|points
points for a skip|express|points
scoring||points
who gets 0 points||who-scores-0
how many cards each|express|hand-size
how many players||players
who starts||dealer
who deals next||dealer
ending a game||end-of-game
who wins the game|classic|end-of-game
who wins||end-of-game
winner||end-of-game
when do we flip the cards|flip|flip-symbol
can I mix sides|flip|side-in-play
what color is a wild run|flip|color-of-a-run
can a star be any color|flip|wild-values
hit wild side card on color run|flip|hit-other-side
is a pair a set||set
single card on a pair run|express|hit-pair-run
10 rounds||fixed-rounds
shorter game||fewer-phases
two phases in one round|classic|one-phase-a-round
phases in any order||variant-any-order
floating wilds||variant-floating-wilds
different phases for every player||variant-own-lists
take whole discard pile||variant-draw-more
which phase next round||next-phase
I did not make my phase||next-phase
do I get credit for my phase if I don't go out||when-a-phase-counts
skiped|classic|skip
where does the skip go|classic|skipped-turn
can I draw two cards||draw
go out by hitting||going-out
do I need a discard to go out||going-out
last turn for everyone||round-over
can I use a skip in a run|classic|skip-in-group
odd numbers||odd-and-even
how many wilds are in the deck|classic|deck
wild at either end of a run||wild-in-run
middle of a run||ends-of-a-run
can I lay down one set first||whole-phase
house rule wild 50 points||variant-points
how does a Wild work|classic|wild-values
wlid|classic|wild-values
jump over a phase||phase-order
reshuffle||draw-pile-used-up
can my run go past 12||end-of-run
can a run be longer than asked||oversize-groups
what are the points for a star|flip|points
can you be skipped twice in a row|classic|skip-twice
empty hand||going-out
do groups on the table flip|flip|flip-symbol
tie breaker||tie-break
hit a set|classic|what-fits
skip|classic|skip
wild||wild-values
skipped||skipped-turn
going out||going-out
can I swap out a wild with the real card||replace-wild
take a wild from a run||replace-wild
can you skip someone twice||skip-twice
can I play two skips in one turn||skip-twice
can I play on other people's phases||how-many-hits
take the discard||draw
can I draw from the discard pile||draw
run of 5 for phase 2||oversize-groups
can I use a wild in a color phase||wild-values
who wins if we both finish phase 10||two-finish
how many wild cards are there||deck
can a set be all the same color||set
can I lay my phase down after somebody went out||round-over
two phases same turn||one-phase-a-round
does it flip when I lay down a flip card||flip-symbol
do I draw when I am skipped||skipped-turn
can the dealer be skipped||skip
must I discard on my last turn||going-out
what counts against me if I laid down||points
hitting rules||how-many-hits
lay off cards||how-many-hits
can I save a skip card||skip
can I skip a phase||phase-order
is a wild a number card||number-card
more than 6 players||players
first player skip||first-discard
which direction||dealer
join late||join-and-leave
can somebody join in the middle of the game|classic|join-and-leave
leave early||join-and-leave
what if a player drops out||join-and-leave
drop out|flip|join-and-leave
quit||join-and-leave
come back||join-and-leave
can I come back later|express|join-and-leave
"""
ASKED = [tuple(line.split("|")) for line in QUESTIONS.strip().splitlines()]
SEARCHES = {
    "": RuleSearch(EDITIONS.values()),
    **{slug: RuleSearch([edition]) for slug, edition in EDITIONS.items()},
}


def found(question: str, edition: str = "") -> list[str]:
    return [entry.id for entry in SEARCHES[edition].find(question)]


@pytest.mark.parametrize(("question", "edition", "entry"), ASKED)
def test_the_first_entry_answers_the_question(question: str, edition: str, entry: str) -> None:
    assert found(question, edition)[:1] == [entry]


@pytest.mark.parametrize("entry", RULE_ENTRIES.values(), ids=lambda entry: entry.id)
def test_every_entry_is_found_by_its_title(entry: RuleEntry) -> None:
    assert found(entry.title)[0] == entry.id


def test_case_accents_and_punctuation_do_not_matter() -> None:
    assert found("TWO SKÍPS!?") == found("two skips")
    assert found("tie-break") == found("tie break")


@pytest.mark.parametrize("question", ["", "   ", "?!", "…", "rules", "what can I do?"])
def test_a_question_about_nothing_in_particular_finds_everything_in_order(question: str) -> None:
    assert found(question, "flip") == [entry.id for entry in SEARCHES["flip"].entries]


@pytest.mark.parametrize("question", ["xyzzy", "qwertz asdfgh", "日本語", "x\x00y", "999"])
def test_a_question_without_a_known_word_finds_nothing(question: str) -> None:
    assert found(question) == []


def test_a_word_that_is_not_known_does_no_harm() -> None:
    assert found("xyzzy two skips")[0] == "skip-twice"


def test_a_very_long_question_is_cut() -> None:
    assert found("two skips " + "word " * 10_000)[0] == "skip-twice"


def test_title_and_keywords_come_before_answers() -> None:
    # "dealer" is in the title of one entry, "dealt" in the answers of others.
    assert found("dealer")[0] == "dealer"
    # This one is only in answers.
    assert found("prove") == ["who-scores-0", "possible-counts"]


def test_what_has_little_to_do_with_the_question_is_left_out() -> None:
    assert found("how many players") == ["players"]
    assert len(found("two skips")) < 5


def test_only_what_applies_is_found() -> None:
    assert "skip-twice" not in found("two skips", "flip")
    assert "flip-symbol" not in found("flip", "classic")


def test_an_edition_is_searched_by_its_own_answer() -> None:
    assert "points" in found("25", "classic")
    assert "points" not in found("25", "flip")


class German(NullTranslations):
    """Knows two texts."""

    def gettext(self, message: str, /) -> str:
        skip = RULE_ENTRIES["skip-twice"]
        return {
            skip.title: "Kann jemand zwei Aussetzen-Karten haben?",
            skip.keywords: "zweimal aussetzen, doppelt, Müßiggang",
        }.get(message, message)


def test_it_searches_in_the_language_of_the_reader() -> None:
    search = RuleSearch(EDITIONS.values(), German())
    for question in ("zweimal aussetzen", "mussiggang", "MÜSSIGGANG", "aussetzn"):
        assert search.find(question)[0].id == "skip-twice"
    assert SEARCHES[""].find("zweimal aussetzen") == []


def test_it_knows_short_forms_and_the_endings_of_compounds() -> None:
    assert found("add cards b4 my phase") == found("add cards before my phase")
    german = RuleSearch(EDITIONS.values(), translator_for("de"))
    assert german.find("ziehstapel alle")[0].id == "draw-pile-used-up"


def test_an_article_needs_no_apostrophe() -> None:
    french = RuleSearch(EDITIONS.values(), translator_for("fr"))
    assert french.find("letoile c koi") == french.find("l'étoile c quoi")
