"""Laying down a Phase, and what wild cards stand for (rulebook, section 3)."""

from __future__ import annotations

from referee.cards import Face
from referee.rulebook.rule_entry import (
    InTheApp,
    RuleEntry,
    Sentence,
    Support,
    has,
    has_skips,
    has_two_sides,
    has_wilds,
)
from referee.rulings.problems import RuleCode
from referee.wording import gettext_noop

ENTRIES = (
    RuleEntry(
        id="whole-phase",
        title=gettext_noop("Can I lay down only a part of my Phase?"),
        answer=gettext_noop(
            "No: lay down all its groups at once, in any order, "
            "each with at least as many cards as the Phase asks for."
        ),
        sections=("3.1",),
        keywords=gettext_noop(
            "half a Phase, one set first, incomplete Phase, missing group, whole Phase, "
            "complete, put down just the set, keep the run for later, only one group first, "
            "part of my Phase, the rest later, half of the Phase"
        ),
        codes=(RuleCode.WRONG_GROUP_COUNT, RuleCode.TOO_FEW_CARDS),
    ),
    RuleEntry(
        id="oversize-groups",
        title=gettext_noop("Can I lay down more cards than the Phase asks for?"),
        answer=gettext_noop(
            "Yes, if each group is still one of its kind: that is laying down and hitting at once."
        ),
        sections=("3.2",),
        keywords=gettext_noop(
            "extra cards, bigger set, longer run, oversize, set of four for three, run of 5 "
            "for a run of 4, set of 4 for a set of 3, five cards when it says set of three, "
            "lay more than the Phase says, more cards than needed, bigger group than asked"
        ),
        codes=(RuleCode.OVERSIZED_GROUP,),
        in_the_app=InTheApp(
            Support.HOUSE_RULE,
            gettext_noop(
                "Switch this house rule off if groups may only have as many cards as asked for. "
                "The rest can be hit afterwards."
            ),
            house_rule="oversize_groups",
        ),
    ),
    RuleEntry(
        id="number-card",
        title=gettext_noop("How many wild cards can a Phase have?"),
        answer=(
            gettext_noop(
                "As many as you like, if at least one card of the whole Phase has a printed number."
            ),
            Sentence(
                gettext_noop("A number on the wild side counts as a number card, a Star does not."),
                has_two_sides,
            ),
        ),
        sections=("3.3",),
        keywords=gettext_noop(
            "limit of wilds, use wilds, maximum wilds, too many wilds, natural card, stars, "
            "is a wild a number card, as many jokers as I like, as many wilds as I want, how "
            "many wilds are allowed, how many jokers"
        ),
        codes=(RuleCode.NO_NUMBER_CARD,),
        in_the_app=InTheApp(
            Support.HOUSE_RULE,
            gettext_noop("Switch this house rule on if every group needs a number card."),
            house_rule="number_card_per_group",
        ),
    ),
    RuleEntry(
        id="wild-only-groups",
        title=gettext_noop("Can a set or a run be wild cards only?"),
        answer=(
            gettext_noop("Yes, if another group of the Phase has a card with a printed number."),
            gettext_noop("Say what the wild cards stand for."),
        ),
        sections=("3.3", "3"),
        keywords=gettext_noop(
            "all wild set, only wilds, set of wilds, three wilds, nothing but wilds, set made "
            "of nothing but wilds, group of only jokers, all jokers"
        ),
        in_the_app=InTheApp(
            Support.HOUSE_RULE,
            gettext_noop("Switch this house rule on if every group needs a number card."),
            house_rule="number_card_per_group",
        ),
    ),
    RuleEntry(
        id="equal-groups",
        title=gettext_noop("Can both sets have the same number?"),
        answer=gettext_noop("Yes: groups of a Phase may share their number or their color."),
        sections=("3.4",),
        keywords=gettext_noop(
            "two equal sets, same sets, two sets of tens, six of one number, same color "
            "twice, two sets of eights, both sets alike, two sets of the same"
        ),
    ),
    RuleEntry(
        id="skip-in-group",
        title=gettext_noop("Can a Skip be part of a Phase, or be hit?"),
        answer=gettext_noop("No: a Skip is only ever discarded."),
        sections=("3.5", "4.6"),
        keywords=gettext_noop(
            "skip in a set, skip in a run, skip as a wild, use a skip, skip counts as part of "
            "a set, skip as a card of a set"
        ),
        codes=(RuleCode.SKIP_IN_GROUP,),
        where=has_skips,
    ),
    RuleEntry(
        id="side-in-play",
        title=gettext_noop("Can I lay down cards of both sides?"),
        answer=gettext_noop("No: every hand shows the side in play, so you lay down that side."),
        sections=("3.6", "5"),
        keywords=gettext_noop(
            "mix sides, mixed sides, color side and wild side, other side, wrong side, turn "
            "around, mix light and dark side, light side and dark side, dark side cards"
        ),
        codes=(RuleCode.MIXED_SIDES, RuleCode.WRONG_SIDE),
        where=has_two_sides,
    ),
    RuleEntry(
        id="one-phase-a-round",
        title=gettext_noop("Can I lay down two Phases in one round?"),
        answer=gettext_noop("No: one Phase a round. Further cards are hits on what lies there."),
        sections=("3.8",),
        keywords=gettext_noop(
            "two Phases at once, second Phase, lay down again, twice, two Phases in one turn, "
            "two Phases in the same turn, Phase 3 and Phase 4 in the same round, two Phases "
            "in the same round, do the next Phase as well, one more Phase"
        ),
        codes=(RuleCode.ALREADY_LAID_DOWN,),
    ),
    RuleEntry(
        id="phase-order",
        title=gettext_noop("Do the Phases have to be made in order?"),
        answer=gettext_noop(
            "Yes: you can only lay down the Phase you are on, and you stay on it until "
            "you have laid it down, unless the number of rounds is fixed."
        ),
        sections=("3.8", "6", "7"),
        keywords=gettext_noop(
            "which Phase am I on, a later Phase, jump a Phase, leave out a Phase, wrong "
            "Phase, skip a Phase, skip a Phase and do a later one, in order, one after the "
            "other, choose another Phase, go through all Phases"
        ),
        codes=(RuleCode.WRONG_PHASE,),
    ),
    RuleEntry(
        id="when-a-phase-counts",
        title=gettext_noop("When does my Phase count as made?"),
        answer=gettext_noop("As soon as it lies on the table, whoever wins the round."),
        sections=("3.8",),
        keywords=gettext_noop(
            "credit, complete a Phase, get the Phase, without going out, advance, lost the "
            "round, I laid my Phase but somebody else went out, did I make it, Phase made, "
            "keep my Phase, is my Phase done"
        ),
    ),
    RuleEntry(
        id="must-lay-down",
        title=gettext_noop("Do I have to lay down as soon as I can?"),
        answer=gettext_noop("The rules leave that open: agree on it before the game."),
        sections=("3.9",),
        keywords=gettext_noop(
            "hold back a Phase, keep the Phase in hand, wait, delay, must I lay down, forced, "
            "put my Phase down right away, right away, wait with my Phase, keep my Phase in "
            "my hand, hold on to my Phase, lay down later, do I have to lay down, when must I "
            "lay down"
        ),
        codes=(RuleCode.MUST_LAY_DOWN,),
        in_the_app=InTheApp(
            Support.HOUSE_RULE,
            gettext_noop(
                "Switch this house rule on if everybody has to. The tally finds who held a Phase "
                "back if every turn was logged and you enter the cards left in hand."
            ),
            house_rule="must_lay_down",
        ),
    ),
    RuleEntry(
        id="wild-values",
        title=gettext_noop("What can a wild card stand for?"),
        answer=(
            Sentence(gettext_noop("A Wild stands for any number in any color."), has_wilds),
            Sentence(
                gettext_noop("A Star with a color stands for any number in that color."),
                has(Face.STAR),
            ),
            Sentence(
                gettext_noop("A number on the wild side stands for that number in any color."),
                has(Face.WILD_NUMBER),
            ),
            Sentence(
                gettext_noop("A Star on the wild side stands for any number in any color."),
                has(Face.WILD_STAR),
            ),
            gettext_noop("What is printed on a card stays as it is."),
        ),
        sections=("1", "3"),
        keywords=gettext_noop(
            "wild, joker, star, any number, any color, declare, declaration, wild value, star "
            "color, color of a star, wild in a color Phase, wild as a number, what is the "
            "wild good for, what does the wild do, what can a joker be, wild for any card"
        ),
        codes=(RuleCode.BAD_DECLARATION,),
    ),
    RuleEntry(
        id="wild-in-run",
        title=gettext_noop("Which place does a wild card take in a run?"),
        answer=(
            gettext_noop(
                "The place where its player puts it, as long as the number it stands for "
                "belongs there."
            ),
            gettext_noop("If it fits at both ends, its player says which."),
        ),
        sections=("3", "4.5"),
        keywords=gettext_noop(
            "hit with a wild, add a wild, low end, high end, either end, ambiguous, choose, "
            "where does the wild go in my run, place of the wild, position of a joker in a "
            "run"
        ),
    ),
    RuleEntry(
        id="replace-wild",
        title=gettext_noop("Can I replace a wild card on the table?"),
        answer=gettext_noop(
            "No: a wild card on the table never changes, never moves and never returns to a hand."
        ),
        sections=("3", "4.6"),
        keywords=gettext_noop(
            "swap a wild, exchange a wild, trade, substitute, steal, free a joker, move a "
            "wild, take a wild, change a wild, swap out a wild for the real card, take a wild "
            "from a run, take a wild from a set, swap my 5 for the wild on the table, real "
            "card instead of the wild, take the joker, get the joker back"
        ),
        codes=(RuleCode.NOT_AT_AN_END, RuleCode.WRONG_NUMBER),
    ),
)
