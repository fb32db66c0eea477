"""What a score sheet says beside names and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Outcome
from games.record import Record
from referee.game import Variant
from referee.house_rules import STANDARD

# {page}, {pages} and the like are filled in by the templates.
WORDS: dict[str, str | Promise] = {
    "rounds": _("Rounds"),
    "round": _("Round"),
    "place": _("Place"),
    "player": _("Player"),
    "phases_done": _("Phases done"),
    "points": _("Points"),
    "winner": _("Winner"),
    "phase_letter": _("P"),
    "next_phase": _("next: P{phase}"),
    "went_out": _("out"),
    "dealt": _("D"),
    "tie_break": _("tie-break"),
    "note": _("note {note}"),
    "notes": _("Overruled by the table"),
    "phases": _("The Phases"),
    "house_rules": _("House rules"),
    "how_to_read": _("How to read it"),
    "laid_down_means": _("laid down Phase 4"),
    "missed_means": _("tried Phase 4, did not lay it down"),
    "went_out_means": _("went out"),
    "dealt_means": _("dealt"),
    "cell_means": _("to the right: points of the round, total below"),
    "tie_break_means": _("points in brackets: a tie-break, not added up"),
    "absent_means": _("did not play the tie-break"),
    "no_rounds": _("Only how this game ended is on record, no rounds."),
    "nothing_yet": _("No round has been recorded yet."),
    "earlier": _("The first {count} are on the sheet on paper."),
    "page": _("Page {page} of {pages}"),
}

VARIANTS: dict[Variant, str | Promise] = {
    Variant.STANDARD: _("to the last Phase"),
    Variant.FIXED_ROUNDS: _("a round for each Phase"),
}

STATUS: dict[Outcome, str | Promise] = {
    Outcome.PLAYING: _("Still being played"),
    Outcome.OVER: "",
    Outcome.ABANDONED: _("Abandoned: nobody won"),
}
ENDED_EARLY = _("Ended early: the leader won")


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A house rule in words, as it is switched on and as it is switched off."""

    on: str | Promise
    off: str | Promise


HOUSE_RULES: dict[str, RuleWords] = {
    "oversize_groups": RuleWords(
        _("Groups may be laid down with more cards than asked."),
        _("Groups are laid down with exactly as many cards as asked."),
    ),
    "number_card_per_group": RuleWords(
        _("Every group laid down has a numbered card in it."),
        _("One numbered card in the whole Phase is enough."),
    ),
    "must_lay_down": RuleWords(
        _("Whoever can lay down must."), _("Nobody must lay down as soon as possible.")
    ),
    "pair_run_singles": RuleWords(
        _("A run of pairs is hit with single cards, too."),
        _("A run of pairs is hit with whole pairs only."),
    ),
    "flip_on_going_out": RuleWords(
        _("A Flip symbol discarded last turns the cards before the count."),
        _("A Flip symbol discarded last does not turn the cards before the count."),
    ),
}


def in_words() -> dict[str, str]:
    """All the words, in the language of the request."""
    return {name: str(words) for name, words in WORDS.items()}


def variant_in_words(record: Record) -> str:
    """How the game ends."""
    return str(VARIANTS[record.plan.variant])


def status_in_words(record: Record) -> str:
    """Where the game is, where that is worth a word; empty for one that was played out."""
    if record.game.ended_early and not record.state.over:
        return str(ENDED_EARLY)
    return str(STATUS[record.outcome])


def house_rules_in_words(record: Record) -> Iterator[str]:
    """The edition's house rules that are on, and those that the table has switched off."""
    for rule in record.edition.house_rules:
        words, is_on = HOUSE_RULES[rule], getattr(record.house_rules, rule)
        if is_on:
            yield gettext("On: %(rule)s") % {"rule": words.on}
        elif getattr(STANDARD, rule):
            yield gettext("Off: %(rule)s") % {"rule": words.off}
