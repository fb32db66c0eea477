"""What makes cards a group (rulebook, section 2)."""

from __future__ import annotations

from referee.rulebook.rule_entry import RuleEntry
from referee.rulings.problems import RuleCode
from referee.wording import gettext_noop

ENTRIES = (
    RuleEntry(
        id="set",
        title=gettext_noop("What is a set?"),
        answer=gettext_noop("Two or more cards of one number, in any colors."),
        sections=("2",),
        keywords=gettext_noop(
            "same number, equal cards, three of a kind, pair, twins, colors of a set, all one "
            "color, different colors, cards of a set the same color, color of a set, does a "
            "set have to be one color, what does set mean"
        ),
        codes=(RuleCode.NOT_ONE_NUMBER,),
    ),
    RuleEntry(
        id="run",
        title=gettext_noop("What is a run?"),
        answer=gettext_noop(
            "Numbers in a row between 1 and 12, in any colors, one card of each number."
        ),
        sections=("2",),
        keywords=gettext_noop(
            "consecutive, straight, sequence, street, row, gap, missing number, double "
            "number, colors matter in a run, do colors matter, mixed colors in a run, any "
            "color run, run of different colors"
        ),
        codes=(RuleCode.NOT_CONSECUTIVE,),
    ),
    RuleEntry(
        id="end-of-run",
        title=gettext_noop("Does a run go on from 12 to 1?"),
        answer=(
            gettext_noop("No: no run goes below 1 or beyond 12."),
            gettext_noop("A run that has reached both ends is full, even for a wild card."),
        ),
        sections=("2", "4.5"),
        keywords=gettext_noop(
            "12 1, 11 12 1, wrap around, around the corner, circle, after 12, below 1, full "
            "run, longest run, past 12, run goes 11 12 1 2, go around from 12, start again at "
            "1, 1 follows 12"
        ),
        codes=(RuleCode.RUN_IS_FULL, RuleCode.NOT_AT_AN_END),
    ),
    RuleEntry(
        id="one-color",
        title=gettext_noop("What are cards of one color, and what is a color run?"),
        answer=(
            gettext_noop("For cards of one color, any numbers will do, the same ones included."),
            gettext_noop("A color run has one color and numbers in a row."),
        ),
        sections=("2",),
        keywords=gettext_noop(
            "same color, all one color, colour, flush, color group, seven cards of one color, "
            "seven of a color, eight cards of one color, what does color mean"
        ),
        codes=(RuleCode.NOT_ONE_COLOR,),
    ),
    RuleEntry(
        id="odd-and-even",
        title=gettext_noop("What are odd cards, even cards, and odd or even runs?"),
        answer=(
            gettext_noop(
                "Odd cards are 1, 3, 5, 7, 9 and 11, the others are even, "
                "and a number may come more than once."
            ),
            gettext_noop("An odd or even run takes every second number, such as 1 3 5 7."),
        ),
        sections=("2",),
        keywords=gettext_noop(
            "odds, evens, odd numbers, even numbers, every other number, what counts as odd, "
            "odd card, even card"
        ),
        codes=(RuleCode.NOT_ODD, RuleCode.NOT_EVEN),
    ),
    RuleEntry(
        id="pair-run",
        title=gettext_noop("What is a run of pairs?"),
        answer=gettext_noop("Pairs of numbers in a row, such as 6 6 7 7."),
        sections=("2",),
        keywords=gettext_noop(
            "pair run, two pairs, doubles, consecutive pairs, run of doubles, what does a run "
            "of pairs look like"
        ),
        codes=(RuleCode.NOT_PAIRS,),
    ),
)
