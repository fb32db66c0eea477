"""The count of a round, and how a game ends (rulebook, sections 6 and 7)."""

from __future__ import annotations

from referee.rulebook.rule_entry import InTheApp, RuleEntry, Sentence, Support, has_two_sides
from referee.rulings.problems import RuleCode
from referee.wording import gettext_noop, ngettext_noop

ENTRIES = (
    RuleEntry(
        id="points",
        title=gettext_noop("How many points are the cards worth?"),
        answer=(
            gettext_noop("Cards left in hand cost %(prices)s."),
            Sentence(
                gettext_noop("Only the side in play counts, the same for all hands."),
                has_two_sides,
            ),
            gettext_noop("So every count is a multiple of %(step)s."),
        ),
        sections=("6",),
        keywords=gettext_noop(
            "score, scoring, value of a wild, value of a skip, cards left, penalty, points "
            "for a wild, which side counts, count the hand, count against me, what is a wild "
            "worth, how much do the cards count, what do the cards count, worth, how many "
            "points, points for a card"
        ),
        codes=(RuleCode.POINTS_NOT_MULTIPLE_OF_5, RuleCode.MIXED_SIDES, RuleCode.WRONG_SIDE),
    ),
    RuleEntry(
        id="who-scores-0",
        title=gettext_noop("Who scores 0?"),
        answer=(
            gettext_noop("Only the player who went out, and exactly one does in each round."),
            gettext_noop("So 0 points prove that a player went out."),
        ),
        sections=("6",),
        keywords=gettext_noop(
            "zero points, nothing, no cards left, winner of the round, who went out, the one "
            "who goes out gets zero, no points, who gets nothing"
        ),
        codes=(
            RuleCode.NOBODY_WENT_OUT,
            RuleCode.SEVERAL_WENT_OUT,
            RuleCode.WENT_OUT_WITH_CARDS,
        ),
    ),
    RuleEntry(
        id="possible-counts",
        title=gettext_noop("Which counts are possible?"),
        answer=(
            Sentence(
                ngettext_noop(
                    "Without a Phase down, a player has %(count)s card left. With it down, at "
                    "least one, and at most that number minus the cards of the Phase.",
                    "Without a Phase down, a player has %(count)s cards left. With it down, at "
                    "least one, and at most that number minus the cards of the Phase.",
                ),
                count="dealt",
            ),
            gettext_noop("So the points often prove who laid down. If they leave it open, say so."),
        ),
        sections=("6",),
        keywords=gettext_noop(
            "impossible points, number of cards left, did I lay down, wrong count, mistake in "
            "the tally, 37 points, can somebody have so many points, is this count possible"
        ),
        codes=(
            RuleCode.POINTS_NOT_POSSIBLE,
            RuleCode.WRONG_CARD_COUNT,
            RuleCode.LAID_DOWN_UNKNOWN,
        ),
    ),
    RuleEntry(
        id="next-phase",
        title=gettext_noop("Which Phase do I play in the next round?"),
        answer=(
            gettext_noop("The next one if you laid down, otherwise the same one again."),
            gettext_noop("With a fixed number of rounds, everybody moves on."),
        ),
        sections=("6",),
        keywords=gettext_noop(
            "move on, advance, repeat a Phase, failed, did not make my Phase, stay, everybody "
            "advances, did not complete my Phase, try again, same Phase again, do my Phase "
            "again, Phase not made, which Phase now"
        ),
    ),
    RuleEntry(
        id="end-of-game",
        title=gettext_noop("When does the game end, and who wins?"),
        answer=gettext_noop(
            "After the round in which a player completes the last Phase. That player "
            "wins, whatever the points."
        ),
        sections=("7.1",),
        keywords=gettext_noop(
            "winner, win the game, ending a game, finish Phase 10, last Phase, who is the "
            "winner, when are we done, done, when is it over, how do you win, aim of the game"
        ),
    ),
    RuleEntry(
        id="two-finish",
        title=gettext_noop("What if two players complete the last Phase in the same round?"),
        answer=gettext_noop("Whichever of them has the fewest points in the game wins."),
        sections=("7.1",),
        keywords=gettext_noop(
            "two finish, finish together, both finish, several finish, same time, at once, "
            "both finish Phase 10, who wins if both finish, two of us finish Phase 10 in the "
            "same hand, two finish Phase 10, both complete Phase 10, two players done "
            "together"
        ),
    ),
    RuleEntry(
        id="tie-break",
        title=gettext_noop("What if two players finish together and have equal points?"),
        answer=gettext_noop(
            "Those players replay the last Phase, and the first of them to go out wins."
        ),
        sections=("7.1",),
        keywords=gettext_noop(
            "tie, tied, draw, same points, same score, tiebreak, tie-breaker, it is a tie, "
            "same points who wins, equal points, equal at the end, we are level"
        ),
    ),
    RuleEntry(
        id="fixed-rounds",
        title=gettext_noop("Can we play a fixed number of rounds?"),
        answer=(
            gettext_noop(
                "Yes, as an official variant: everybody moves on after each round, and after "
                "as many rounds as there are Phases the fewest points win."
            ),
            gettext_noop("Equal points share the win."),
        ),
        sections=("7.2",),
        keywords=gettext_noop(
            "ten rounds, 10 rounds, one round for each Phase, lowest score wins, fewest "
            "points win, just play six rounds, only some rounds, play so many rounds"
        ),
        in_the_app=InTheApp(
            Support.VARIANT, gettext_noop("Choose the variant with fixed rounds for the game.")
        ),
    ),
    RuleEntry(
        id="fewer-phases",
        title=gettext_noop("Can we play a shorter game?"),
        answer=gettext_noop(
            "Yes, as an official variant: agree before the game on the Phases to play."
        ),
        sections=("7.3",),
        keywords=gettext_noop(
            "fewer Phases, only some Phases, half a game, five Phases, quick game, takes too "
            "long, make it shorter, short game, less time"
        ),
        in_the_app=InTheApp(
            Support.OWN_PHASES, gettext_noop("Choose the Phases, in your own order, for the game.")
        ),
    ),
)
