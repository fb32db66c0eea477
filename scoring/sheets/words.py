"""What a score sheet says beside names and numbers."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.domain.record import GameRecord, Outcome
from referee.game import Variant

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
    "earlier": _("The first {count} rounds are left out here."),
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


HOUSE_RULES: dict[str, str | Promise] = {
    "oversize_groups": _("Groups may be laid down with more cards than asked."),
    "number_card_per_group": _("Every group laid down has a numbered card in it."),
    "must_lay_down": _("Whoever can lay down must."),
    "pair_run_singles": _("A run of pairs is hit with single cards, too."),
    "flip_on_going_out": _("A Flip symbol discarded last turns the cards before the count."),
}
# What is played where a rule that is usual has been switched off.
WITHOUT: dict[str, str | Promise] = {
    "oversize_groups": _("Groups are laid down with exactly as many cards as asked."),
    "flip_on_going_out": _("A Flip symbol discarded last turns nothing before the count."),
}


def in_words() -> dict[str, str]:
    """All the words, in the language of the request."""
    return {name: str(words) for name, words in WORDS.items()}


def variant_in_words(record: GameRecord) -> str:
    """How the game ends."""
    return str(VARIANTS[record.plan.variant])


def status_in_words(record: GameRecord) -> str:
    """Where the game is, where that is worth a word; empty for one that was played out."""
    if record.game.ended_early and not record.state.over:
        return str(ENDED_EARLY)
    return str(STATUS[record.outcome])


def house_rules_in_words(record: GameRecord) -> Iterator[str]:
    """The edition's house rules that are on, and what is played without a usual one."""
    for rule in record.edition.house_rules:
        if getattr(record.house_rules, rule):
            yield str(HOUSE_RULES[rule])
        elif rule in WITHOUT:
            yield str(WITHOUT[rule])
