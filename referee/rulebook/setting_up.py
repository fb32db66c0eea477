"""Players, deck and deal (rulebook, sections 1, 3.7 and 5)."""

from __future__ import annotations

from referee.rulebook.rule_entry import (
    RuleEntry,
    Sentence,
    has_one_side,
    has_skips,
    has_two_sides,
    has_wilds,
)
from referee.rulings.problems import RuleCode
from referee.wording import gettext_noop, ngettext_noop

ENTRIES = (
    RuleEntry(
        id="players",
        title=gettext_noop("How many can play?"),
        answer=gettext_noop("%(min_players)s to %(max_players)s players."),
        sections=("1",),
        keywords=gettext_noop(
            "number of players, people, group size, seats, more than 6 players, 8 people, how "
            "many people can join, play with two, play with three, how many of us"
        ),
    ),
    RuleEntry(
        id="dealer",
        title=gettext_noop("Who deals, and who starts?"),
        answer=(
            gettext_noop("The player to the dealer's left starts."),
            gettext_noop("Play goes to the left, and so does the deal after each round."),
        ),
        sections=("5",),
        keywords=gettext_noop(
            "first player, who begins, next dealer, clockwise, order of play, direction, "
            "rotation, who goes first, whose turn to deal, turn to deal, who deals first, "
            "youngest player begins"
        ),
    ),
    RuleEntry(
        id="hand-size",
        title=gettext_noop("How many cards are dealt, and how many can I hold?"),
        answer=(
            Sentence(
                ngettext_noop(
                    "Everybody is dealt %(count)s card.", "Everybody is dealt %(count)s cards."
                ),
                count="dealt",
            ),
            gettext_noop(
                "You hold at most %(max_held)s, between your draw and your discard, "
                "so no play can have more cards."
            ),
        ),
        sections=("1", "3.7", "5"),
        keywords=gettext_noop(
            "deal, cards each, hand limit, hand size, too many cards, how many cards do we "
            "start with, how many cards each at the start, cards at the beginning, ten cards"
        ),
        codes=(RuleCode.TOO_MANY_CARDS,),
    ),
    RuleEntry(
        id="deck",
        title=gettext_noop("Which cards are in the deck?"),
        answer=(
            Sentence(
                gettext_noop("The deck has %(deck_size)s cards: %(first_side)s."), has_one_side
            ),
            Sentence(
                gettext_noop("The deck has %(deck_size)s cards with two sides."), has_two_sides
            ),
            Sentence(
                gettext_noop("The color side has %(first_side)s, the wild side %(last_side)s."),
                has_two_sides,
            ),
        ),
        sections=("1",),
        keywords=gettext_noop(
            "contents, number of cards, how many wilds in the deck, how many skips in the "
            "deck, how many wild cards, how many skip cards, what cards come in the box, "
            "which cards are there, box, pack, what is in the game"
        ),
    ),
    RuleEntry(
        id="copies",
        title=gettext_noop("How many copies of a card are there?"),
        answer=(
            Sentence(
                ngettext_noop(
                    "There is %(count)s card of each number in each color.",
                    "There are %(count)s cards of each number in each color.",
                ),
                count="copies",
            ),
            Sentence(
                ngettext_noop(
                    "On the wild side there is %(count)s card of each number.",
                    "On the wild side there are %(count)s cards of each number.",
                ),
                has_two_sides,
                count="last_side_copies",
            ),
            gettext_noop("More cannot be played, lie on the table or be left in hands."),
            Sentence(
                gettext_noop("At most one copy of a card has the Flip symbol."), has_two_sides
            ),
        ),
        sections=("1", "3.7", "6"),
        keywords=gettext_noop(
            "same card twice, identical cards, third copy, duplicate, too many, how many 7s, "
            "how many sevens are in the game, how often is each card there"
        ),
        codes=(RuleCode.TOO_MANY_COPIES,),
    ),
    RuleEntry(
        id="first-discard",
        title=gettext_noop("What if a special card is turned up to start the discard pile?"),
        answer=(
            Sentence(gettext_noop("A Skip that is turned up skips the first player."), has_skips),
            Sentence(gettext_noop("A Wild may be taken by the first player."), has_wilds),
            Sentence(gettext_noop("A Flip symbol that is turned up does nothing."), has_two_sides),
        ),
        sections=("5",),
        keywords=gettext_noop(
            "skip turned up, wild turned up, flip turned up, first card, start of the round, "
            "skip at the start, first player is skipped, first card on the pile is a skip, "
            "first card is a wild, first face-up card, opening discard"
        ),
        where=lambda edition: has_skips(edition) or has_wilds(edition) or has_two_sides(edition),
    ),
)
