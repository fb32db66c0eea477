"""Adding cards to groups on the table (rulebook, section 4)."""

from __future__ import annotations

from referee.rulebook.rule_entry import InTheApp, RuleEntry, Support, has_two_sides
from referee.rulings.problems import RuleCode
from referee.wording import gettext_noop

ENTRIES = (
    RuleEntry(
        id="hit-before-phase",
        title=gettext_noop("Can I hit before I have laid down?"),
        answer=gettext_noop("No: your own Phase has to be on the table first."),
        sections=("4.1",),
        keywords=gettext_noop(
            "hit before laying down, hit without a Phase, add cards first, Phase not down, no "
            "Phase yet, add to other people's cards without a Phase, have not laid down yet, "
            "need my Phase first, Phase first"
        ),
        codes=(RuleCode.PHASE_NOT_LAID,),
    ),
    RuleEntry(
        id="hit-in-the-same-turn",
        title=gettext_noop("Can I hit on the turn in which I lay down?"),
        answer=gettext_noop("Yes, right after laying down."),
        sections=("4.1",),
        keywords=gettext_noop(
            "same turn, at once, immediately, straight away, lay down and hit, add cards "
            "straight after laying my Phase, right after laying down, hit after laying down, "
            "same turn as my Phase"
        ),
    ),
    RuleEntry(
        id="how-many-hits",
        title=gettext_noop("How many cards can I hit in one turn, and on whose groups?"),
        answer=gettext_noop(
            "On your own turn, any number of cards, on any number of groups, "
            "your own and those of others."
        ),
        sections=("4.1",),
        keywords=gettext_noop(
            "several hits, many hits, more than one hit, another player's Phase, someone "
            "else's cards, opponent's group, play on other people's Phases, hit on someone "
            "else's Phase, hitting, lay off cards, get rid of several cards, several cards on "
            "other people's Phases, add to the Phases of others"
        ),
    ),
    RuleEntry(
        id="what-fits",
        title=gettext_noop("What can be added to a set or to cards of one color?"),
        answer=gettext_noop(
            "A set takes its number, cards of one color take that color, odd cards odd "
            "numbers and even cards even numbers."
        ),
        sections=("4.2",),
        keywords=gettext_noop(
            "hit a set, hit a color, what fits, wrong number, wrong color, which card can I "
            "add to a set of nines, what goes on a set, add a nine"
        ),
        codes=(
            RuleCode.WRONG_NUMBER,
            RuleCode.WRONG_COLOR,
            RuleCode.NOT_ODD,
            RuleCode.NOT_EVEN,
        ),
    ),
    RuleEntry(
        id="ends-of-a-run",
        title=gettext_noop("Where can I add cards to a run?"),
        answer=(
            gettext_noop(
                "Only the next number at either end, never in the middle. Several cards may "
                "follow each other."
            ),
            gettext_noop("On an odd or even run, it is the next odd or even number."),
        ),
        sections=("4.2",),
        keywords=gettext_noop(
            "hit a run, extend a run, middle of a run, longer, second card of a number, "
            "attach, put a card on the front of the run, start of the run, beginning of the "
            "run, both ends of a run, make the run longer"
        ),
        codes=(RuleCode.NOT_AT_AN_END,),
    ),
    RuleEntry(
        id="hit-pair-run",
        title=gettext_noop("Can I add a single card to a run of pairs?"),
        answer=gettext_noop("No: only whole pairs, at either end."),
        sections=("4.3",),
        keywords=gettext_noop(
            "pair run hit, one card, third card, half a pair, add a pair, one single card on "
            "a run of pairs, single card"
        ),
        codes=(RuleCode.NOT_PAIRS, RuleCode.NOT_AT_AN_END),
        in_the_app=InTheApp(
            Support.HOUSE_RULE,
            gettext_noop("Switch this house rule on if single cards may join a number of the run."),
            house_rule="pair_run_singles",
        ),
    ),
    RuleEntry(
        id="hit-other-side",
        title=gettext_noop("Can I hit cards that lie with the other side up?"),
        answer=gettext_noop("Yes: on the table, both sides mix freely."),
        sections=("4.4",),
        keywords=gettext_noop(
            "hit both sides, hit a color side card on a wild side run, hit a wild side card "
            "on a color side run, add to a group that shows the other side, group with the "
            "other side up, hit the other side"
        ),
        where=has_two_sides,
    ),
    RuleEntry(
        id="color-of-a-run",
        title=gettext_noop("Which color has a color run of wild-side cards?"),
        answer=(
            gettext_noop(
                "None, until the first color-side card, which may be a Star, gives it one "
                "for the rest of the round."
            ),
            gettext_noop("Wild-side cards fit any color and give none."),
        ),
        sections=("4.4",),
        keywords=gettext_noop(
            "run turns blue, wild run, colorless run, star on a wild run, wild side color, "
            "color of the dark side run, which color does the run have, run on the dark side"
        ),
        codes=(RuleCode.WRONG_COLOR,),
        where=has_two_sides,
    ),
    RuleEntry(
        id="take-back",
        title=gettext_noop("Can I take cards back from the table?"),
        answer=gettext_noop("No: cards never leave a group, not even one of your own."),
        sections=("4.6",),
        keywords=gettext_noop(
            "pick up my Phase, remove cards, undo, rearrange, move cards between groups, "
            "return, laid down by mistake, take it back in my hand, cards back in my hand, "
            "take back, get my cards back"
        ),
    ),
)
