"""Drawing, discarding, Skips, Flip symbols and going out (rulebook, section 5)."""

from __future__ import annotations

from referee.rulebook.rule_entry import (
    InTheApp,
    RuleEntry,
    Sentence,
    Support,
    has_skips,
    has_two_sides,
    has_wilds,
)
from referee.rulings.problems import RuleCode
from referee.wording import gettext_noop

ENTRIES = (
    RuleEntry(
        id="turn",
        title=gettext_noop("What do I do on my turn?"),
        answer=gettext_noop("Draw one card, lay down and hit if you can, then discard one card."),
        sections=("5",),
        keywords=gettext_noop(
            "steps of a turn, order, whose turn, out of turn, end of turn, what happens on a "
            "turn, what do I have to do when it is my turn, course of a turn"
        ),
        codes=(RuleCode.NOT_YOUR_TURN,),
    ),
    RuleEntry(
        id="draw",
        title=gettext_noop("Which pile can I draw from, and how often?"),
        answer=gettext_noop(
            "One card a turn, before anything else: the top card of the draw pile or of "
            "the discard pile."
        ),
        sections=("5",),
        keywords=gettext_noop(
            "draw two cards, draw twice, draw again, pick up, top card, already drawn, take "
            "the discard, take the top discard, draw from the discard pile, forgot to draw, "
            "not drawn, lay down before drawing, take a card that my neighbour threw away, "
            "card that somebody discarded, thrown away card, which pile, face-down pile, "
            "choose the pile"
        ),
        codes=(RuleCode.ALREADY_DRAWN, RuleCode.NOT_DRAWN),
    ),
    RuleEntry(
        id="draw-pile-used-up",
        title=gettext_noop("What if the draw pile is used up?"),
        answer=(
            gettext_noop(
                "Leave the top card of the discard pile and shuffle the others as the new "
                "draw pile."
            ),
            gettext_noop("No official text says so, but it is what tables do."),
        ),
        sections=("5",),
        keywords=gettext_noop(
            "deck empty, no more cards, no cards left, run out of cards, stock, reshuffle, "
            "ran out of cards to draw, nothing left to draw, draw pile is empty, stack is "
            "empty, pile is finished"
        ),
        official=False,
        in_the_app=InTheApp(
            Support.NOT_CHECKED,
            gettext_noop("The app does not count the draw pile, so nothing has to be recorded."),
        ),
    ),
    RuleEntry(
        id="draw-special",
        title=gettext_noop("Can I take a Skip or a Wild from the discard pile?"),
        answer=(
            Sentence(
                gettext_noop("A Skip never: if it is on top, take a card from the draw pile."),
                has_skips,
            ),
            Sentence(gettext_noop("A Wild, yes."), has_wilds),
        ),
        sections=("5",),
        keywords=gettext_noop(
            "draw a skip, pick up a skip, draw a wild, pick up a wild, wild on the discard "
            "pile, pick up a wild somebody discarded, take a skip from the pile, take a joker "
            "from the discard pile, discarded wild, discarded skip"
        ),
        codes=(RuleCode.SKIP_IS_NOT_DRAWN,),
        where=lambda edition: has_skips(edition) or has_wilds(edition),
    ),
    RuleEntry(
        id="skip",
        title=gettext_noop("How do I play a Skip?"),
        answer=gettext_noop(
            "Discard it in front of another player instead of onto the discard pile, "
            "which ends your turn."
        ),
        sections=("5",),
        keywords=gettext_noop(
            "skip, use a skip, skip someone, skip myself, give a skip, miss a turn, skip "
            "anybody, skip the dealer, save a skip card, keep a skip, what does the skip card "
            "do, who do I give the skip to, choose who is skipped, whom to skip, skip the "
            "next player, how does a skip work"
        ),
        codes=(RuleCode.SKIP_ON_YOURSELF,),
        where=has_skips,
    ),
    RuleEntry(
        id="skip-twice",
        title=gettext_noop("Can a player have two Skips?"),
        answer=gettext_noop(
            "No: choose a player without a Skip. After the missed turn, the same player "
            "can be skipped again."
        ),
        sections=("5",),
        keywords=gettext_noop(
            "two skips, second skip, skip again, already skipped, skip twice, double skip, "
            "skip someone twice, two skips in one turn, two people skip the same player, skip "
            "the same player, skip one player twice"
        ),
        codes=(RuleCode.ALREADY_SKIPPED,),
        where=has_skips,
    ),
    RuleEntry(
        id="skipped-turn",
        title=gettext_noop("What do I do when I am skipped?"),
        answer=(
            gettext_noop(
                "The Skip lies in front of you, and on your turn you only put it on the "
                "discard pile."
            ),
            gettext_noop(
                "Until then the top card of the pile can still be drawn, afterwards the next "
                "player draws from the draw pile."
            ),
        ),
        sections=("5",),
        keywords=gettext_noop(
            "miss a turn, lose a turn, where does the skip go, where does the skip lie, got "
            "skipped, draw when skipped, where does a played skip go, somebody skipped me, I "
            "am skipped, do I still draw when skipped, do I draw"
        ),
        codes=(RuleCode.IS_SKIPPED,),
        where=has_skips,
    ),
    RuleEntry(
        id="skip-with-two",
        title=gettext_noop("How does a Skip work with two players?"),
        answer=gettext_noop("The other player misses a turn, so you play again."),
        sections=("5",),
        keywords=gettext_noop(
            "skip with 2 players, only two of us, play again, extra turn, skip in a two "
            "player game, skip when there are only two of us, skip with two people"
        ),
        where=has_skips,
    ),
    RuleEntry(
        id="flip-symbol",
        title=gettext_noop("When are the cards flipped?"),
        answer=(
            gettext_noop(
                "When a card with a Flip symbol is discarded: the draw pile, the discard pile "
                "and all hands turn over."
            ),
            gettext_noop("The card just discarded then lies at the bottom of the pile."),
            gettext_noop("Groups on the table stay as they are."),
            gettext_noop("Each round starts on the color side."),
        ),
        sections=("5",),
        keywords=gettext_noop(
            "turn over, flip card, change sides, which side starts, flip the hand, lay down a "
            "card with a Flip symbol, hit with a Flip symbol, when do we turn the deck over, "
            "when do we turn the cards over, turn everything around"
        ),
        where=has_two_sides,
    ),
    RuleEntry(
        id="going-out",
        title=gettext_noop("How do I go out?"),
        answer=gettext_noop(
            "With your Phase down, play your last card as a hit or as the discard."
        ),
        sections=("5",),
        keywords=gettext_noop(
            "last card, end the round, win a round, finish, final discard, need a discard, "
            "empty hand, go out without a Phase, going out, out of cards, discard on the last "
            "turn, how do I end the round, how do I finish, get rid of my last card, throw "
            "away at the end, card left to throw away"
        ),
        codes=(RuleCode.PHASE_NOT_LAID, RuleCode.WENT_OUT_WITHOUT_PHASE),
    ),
    RuleEntry(
        id="last-card-skip",
        title=gettext_noop("Can my last card be a Skip?"),
        answer=gettext_noop("Yes: you go out with it, and nobody has to miss a turn."),
        sections=("5",),
        keywords=gettext_noop(
            "go out with a skip, end with a skip, final skip, skip at the end, finish by "
            "discarding a skip, skip as my last card, finish with a skip, discard a skip to "
            "finish"
        ),
        where=has_skips,
    ),
    RuleEntry(
        id="last-card-flip",
        title=gettext_noop("What if my last card has a Flip symbol?"),
        answer=gettext_noop("All hands turn over before the count, so the new side counts."),
        sections=("5",),
        keywords=gettext_noop(
            "go out with a flip, end with a flip, flip at the end, final flip, I go out with "
            "a flip card, does it still flip, last card with a symbol"
        ),
        where=has_two_sides,
        in_the_app=InTheApp(
            Support.HOUSE_RULE,
            gettext_noop("Switch this house rule off if the side before the last discard counts."),
            house_rule="flip_on_going_out",
        ),
    ),
    RuleEntry(
        id="round-over",
        title=gettext_noop("Does everybody get another turn after a player goes out?"),
        answer=gettext_noop("No: the round is over at once, and the hands count."),
        sections=("5",),
        keywords=gettext_noop(
            "last turn, final turn, finish the round, end of a round, equal turns, lay down "
            "after a player went out, one more turn for the others, do the others get another "
            "turn when someone is out, somebody is out, somebody went out, still lay down, "
            "does the round stop at once"
        ),
        codes=(RuleCode.ROUND_IS_OUT,),
    ),
)
