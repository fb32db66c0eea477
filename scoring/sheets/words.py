"""The texts of a score sheet."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.domain.game_record import GameRecord, Outcome
from referee.game import Variant
from referee.stints import Stint, handicap_of
from scoring.statistics.wire.night_text import shown

# The templates fill in {phase}, {note}, {page}, {pages} and {term}.
WORDS: dict[str, str | Promise] = {
    "rounds": _("Rounds"),
    "round": _("Round"),
    "place": _("Place"),
    "player": _("Player"),
    "phases_done": _("Phases done"),
    "points": _("Points"),
    "winner": _("Winner"),
    "phase": _("P{phase}"),
    "next_phase": _("next: P{phase}"),
    "went_out": _("out"),
    "dealt": _("D"),
    "tie_break": _("tie-break"),
    "note": _("note {note}"),
    "notes": _("Overruled by the table"),
    "phases": _("The Phases"),
    "house_rules": _("House rules"),
    "how_to_read": _("How to read this sheet"),
    "laid_down_means": _("laid down Phase 4"),
    "missed_means": _("played Phase 4 without laying it down"),
    "went_out_means": _("went out"),
    "dealt_means": _("dealt"),
    "cell_means": _("points of the round on the right, total below"),
    "tie_break_means": _("points in brackets are from a tie-break and not added to the total"),
    "absent_means": _("did not play this round"),
    "no_rounds": _("Only the result of this game was recorded, not its rounds."),
    "nothing_yet": _("No rounds have been recorded yet."),
    "page": _("Page {page} of {pages}"),
    "colon": _("{term}:"),
}

VARIANTS: dict[Variant, str | Promise] = {
    Variant.STANDARD: _("to the last Phase"),
    Variant.FIXED_ROUNDS: _("one round per Phase"),
}

STATUS: dict[Outcome, str | Promise] = {
    Outcome.PLAYING: _("Still being played"),
    Outcome.OVER: "",
    Outcome.ABANDONED: _("Abandoned: nobody won"),
}
ENDED_EARLY = _("Ended early: the leader won")

HOUSE_RULES_ON: dict[str, str | Promise] = {
    "oversize_groups": _("Groups may be laid down with more cards than the Phase asks for."),
    "number_card_per_group": _("Every group that is laid down must contain a number card."),
    "must_lay_down": _("A player who can lay down must do so."),
    "pair_run_singles": _("A run of pairs may also be hit with single cards."),
    "flip_on_going_out": _("A Flip symbol discarded as the last card turns everything over."),
}
# For the rules that are on by default.
HOUSE_RULES_OFF: dict[str, str | Promise] = {
    "oversize_groups": _("Groups are laid down with exactly as many cards as the Phase asks for."),
    "flip_on_going_out": _("A Flip symbol discarded as the last card turns nothing over."),
}


def sheet_words() -> dict[str, str]:
    """All words, in the language of the request."""
    return {name: str(text) for name, text in WORDS.items()}


def left_out_text(count: int) -> str:
    """Say that the first `count` rounds are not on the sheet; empty if all are."""
    if not count:
        return ""
    text = ngettext(
        "The first round is not shown here.",
        "The first %(count)d rounds are not shown here.",
        count,
    )
    return text % {"count": count}


def attendance_texts(record: GameRecord) -> list[str]:
    """Who has a handicap, joined late, left or came back, in the order of the seats."""
    end = len(record.rounds) if record.outcome is Outcome.OVER else None
    return [
        text
        for seat in record.seats
        for stint in seat.stints
        for text in _stint_texts(shown(seat.name), stint, end)
    ]


def _stint_texts(player: str, stint: Stint, end: int | None) -> Iterator[str]:
    """The texts about a stint; nobody comes or leaves after the last round of a game, `end`."""
    if end is not None and stint.first_round > max(end, 1):
        return
    if handicap := handicap_of([stint]):
        text = ngettext(
            "%(player)s began on Phase %(phase)s with %(total)s point (handicap).",
            "%(player)s began on Phase %(phase)s with %(total)s points (handicap).",
            handicap.total,
        )
        yield text % {"player": player, "phase": handicap.phase, "total": handicap.total}
    elif stint.total is not None:
        text = ngettext(
            "%(player)s joined in round %(round)s with %(total)s point.",
            "%(player)s joined in round %(round)s with %(total)s points.",
            stint.total,
        )
        yield text % {"player": player, "round": stint.first_round, "total": stint.total}
    elif stint.first_round > 1:
        text = gettext("%(player)s came back in round %(round)s.")
        yield text % {"player": player, "round": stint.first_round}
    if stint.last_round is not None and (end is None or stint.last_round < end):
        text = gettext("%(player)s left after round %(round)s.")
        yield text % {"player": player, "round": stint.last_round}


def variant_text(record: GameRecord) -> str:
    """How the game ends."""
    return str(VARIANTS[record.plan.variant])


def status_text(record: GameRecord) -> str:
    """Whether and how the game has ended; empty if it was played to its end."""
    if record.game.ended_early and not record.state.over:
        return str(ENDED_EARLY)
    return str(STATUS[record.outcome])


def house_rule_texts(record: GameRecord) -> list[str]:
    """The edition's house rules: those that are on, and the default ones that are off."""
    texts = []
    for rule in record.edition.house_rules:
        if getattr(record.house_rules, rule):
            texts.append(str(HOUSE_RULES_ON[rule]))
        elif rule in HOUSE_RULES_OFF:
            texts.append(str(HOUSE_RULES_OFF[rule]))
    return texts
