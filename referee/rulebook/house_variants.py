"""What many groups play though it is not in the official rules, and what the app offers them.

The sections are those of the rules that these variants change.
"""

from __future__ import annotations

from referee.rulebook.rule_entry import InTheApp, RuleEntry, Support, has_skips
from referee.rulings.problems import RuleCode
from referee.wording import gettext_noop

ENTRIES = (
    RuleEntry(
        id="variant-any-order",
        title=gettext_noop("House variant: Phases in any order"),
        answer=gettext_noop("Not in the official rules: everybody follows the order of the list."),
        sections=("3.8",),
        keywords=gettext_noop(
            "choose a Phase, free order, floating Phases, random Phases, free choice, choose "
            "our Phases in any order as a house rule, any order as a house rule, pick your "
            "Phases"
        ),
        official=False,
        in_the_app=InTheApp(
            Support.OVERRULE,
            gettext_noop(
                "The order of the list can be your own, but it is the same for everybody. If a "
                "player makes another Phase of it, overrule the referee."
            ),
        ),
    ),
    RuleEntry(
        id="variant-own-lists",
        title=gettext_noop("House variant: a different list of Phases for each player"),
        answer=gettext_noop("Not in the official rules: all players make the same Phases."),
        sections=("2", "3.8"),
        keywords=gettext_noop(
            "other Phase cards, own Phases, mixed Phase cards, different Phases, custom "
            "Phases, make our own Phases, everybody gets different Phases, everybody other "
            "Phases"
        ),
        official=False,
        in_the_app=InTheApp(
            Support.OWN_PHASES,
            gettext_noop(
                "A game can have a list of your own, made of any kinds of groups, but it is the "
                "same for everybody."
            ),
        ),
    ),
    RuleEntry(
        id="variant-floating-wilds",
        title=gettext_noop("House variant: floating Wilds"),
        answer=gettext_noop(
            "Not in the official rules: a wild card on the table stays where it is."
        ),
        sections=("3", "4.6"),
        keywords=gettext_noop(
            "take a wild for the real card, swap wilds as a house rule, moving wilds, reuse a "
            "wild, we play that you can steal wilds from the table, at home you can steal a "
            "wild, steal wilds"
        ),
        official=False,
        in_the_app=InTheApp(
            Support.NOT_SUPPORTED,
            gettext_noop(
                "The live table cannot exchange cards. Leave the plays out and record the tally: "
                "an exchange does not change how many cards are left."
            ),
        ),
    ),
    RuleEntry(
        id="variant-one-skip",
        title=gettext_noop("House variant: nobody is skipped twice in a round"),
        answer=gettext_noop(
            "Not in the official rules: after a missed turn, a player can be skipped again."
        ),
        sections=("5",),
        keywords=gettext_noop(
            "once per round, one skip per round, skip only once, no second skip, at home "
            "nobody can be skipped twice, nobody skipped twice as a house rule"
        ),
        where=has_skips,
        official=False,
        in_the_app=InTheApp(
            Support.NOT_CHECKED,
            gettext_noop("Nothing has to be set: just do not play the second Skip."),
        ),
    ),
    RuleEntry(
        id="variant-draw-more",
        title=gettext_noop("House variant: taking several cards of the discard pile"),
        answer=gettext_noop("Not in the official rules: only the top card is drawn."),
        sections=("5",),
        keywords=gettext_noop(
            "whole discard pile, take the pile, take the stack, draw more cards, take the "
            "whole discard pile, all the cards of the pile"
        ),
        official=False,
        in_the_app=InTheApp(
            Support.OVERRULE,
            gettext_noop(
                "Overrule the referee, also about tallies that need more cards than were dealt."
            ),
        ),
    ),
    RuleEntry(
        id="variant-early-hits",
        title=gettext_noop("House variant: hitting before laying down"),
        answer=gettext_noop("Not in the official rules: your own Phase has to be down first."),
        sections=("4.1",),
        keywords=gettext_noop("hit early, hit any time, hit first as a house rule"),
        official=False,
        in_the_app=InTheApp(
            Support.OVERRULE,
            gettext_noop(
                "Overrule the referee, also about tallies with fewer cards than were dealt."
            ),
        ),
    ),
    RuleEntry(
        id="variant-two-phases",
        title=gettext_noop("House variant: making two Phases in one round"),
        answer=gettext_noop("Not in the official rules: one Phase a round."),
        sections=("3.8",),
        keywords=gettext_noop("jump ahead, double Phase, both Phases, next Phase at once"),
        official=False,
        in_the_app=InTheApp(
            Support.NOT_SUPPORTED,
            gettext_noop("A tally moves a player on by one Phase at most."),
        ),
    ),
    RuleEntry(
        id="variant-last-discard",
        title=gettext_noop("House variant: going out only with a discard"),
        answer=gettext_noop("Not in the official rules: the last card may also be a hit."),
        sections=("5",),
        keywords=gettext_noop("must discard, keep a card to discard, no going out by hitting"),
        official=False,
        in_the_app=InTheApp(
            Support.NOT_CHECKED,
            gettext_noop("Nothing has to be set: just keep a card for the discard."),
        ),
    ),
    RuleEntry(
        id="variant-points",
        title=gettext_noop("House variant: other points for the cards"),
        answer=gettext_noop("Not in the official rules: each card has its fixed points."),
        sections=("6",),
        keywords=gettext_noop("wild costs 50, different scoring, own points, bonus, minus points"),
        official=False,
        in_the_app=InTheApp(
            Support.OVERRULE,
            gettext_noop(
                "Enter your points and overrule the referee if they are not possible by the rules."
            ),
        ),
    ),
    RuleEntry(
        id="join-and-leave",
        title=gettext_noop("Can somebody join late or leave early?"),
        answer=gettext_noop("The official rules do not say: the table decides."),
        sections=("7",),
        keywords=gettext_noop(
            "join late, late joiner, join in the middle, come late, latecomer, new player, "
            "add a player, leave early, player leaves, drop out, quit, stop playing, go home, "
            "come back, return, rejoin, a friend comes later, still join, has to go home, go "
            "home before the end, leave the game, new player in the middle"
        ),
        official=False,
        in_the_app=InTheApp(
            Support.PLAYERS,
            gettext_noop(
                "Add or remove the player before the next round. Newcomers begin on Phase 1 or the "
                "lowest Phase at the table, with as many points as you choose. Those who leave "
                "rank last, and can come back with their Phase and points."
            ),
        ),
    ),
    RuleEntry(
        id="overruled-group",
        title=gettext_noop("What fits a group that the table allowed against the rules?"),
        answer=gettext_noop("No rule says what fits cards that are no group: the table decides."),
        sections=("2",),
        keywords=gettext_noop("irregular group, overrule, overruled, exception, own decision"),
        codes=(RuleCode.IRREGULAR_GROUP,),
        official=False,
        in_the_app=InTheApp(
            Support.OVERRULE,
            gettext_noop("Overrule the referee again for each hit on this group."),
        ),
    ),
)
