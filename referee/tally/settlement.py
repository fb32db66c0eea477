"""Whether a player laid down, as the cards or points left tell it (section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.editions import Edition
from referee.kinds import Phase
from referee.played_round import PlayedRound
from referee.points import hands_worth, possible_points
from referee.rulings.problems import RuleCode, RuleProblem
from referee.tally.entries import TallyEntry, line_problem
from referee.tally.hand_sizes import possible_hand_sizes
from referee.wording import OR, Text, gettext_noop, listed, ngettext_noop

# Whether a player laid down, None if unsettled, and what is wrong.
Settlement = tuple[bool | None, list[RuleProblem]]


def settle(
    edition: Edition, phase: Phase, entry: TallyEntry, played: PlayedRound | None
) -> Settlement:
    """Tell from what is left whether a player who did not go out laid down."""
    after, without = (
        possible_hand_sizes(edition, phase, laid_down=laid_down, played=played, seat=entry.seat)
        for laid_down in (True, False)
    )
    put_down = played.put_down[entry.seat] if played and entry.seat in played.table.down else 0
    if entry.cards is not None:
        return _settle_by_cards(entry, after, without, put_down)
    return _settle_by_points(edition, entry, after, without, put_down)


def _settle_by_cards(entry: TallyEntry, after: range, without: range, put_down: int) -> Settlement:
    """Section 6: the number of cards left tells whether a player laid down."""
    count = len(entry.cards or ())
    for laid_down, sizes in ((True, after), (False, without)):
        if entry.laid_down in (None, laid_down) and count in sizes:
            return laid_down, []
    text = ngettext_noop(
        "%(player)s cannot have %(count)s card left.",
        "%(player)s cannot have %(count)s cards left.",
    )
    hint = _possible(entry, _spans(after, step=1), _spans(without, step=1), put_down)
    code = RuleCode.WRONG_CARD_COUNT
    return None, [line_problem(entry, code, text, hint=hint, count=count)]


def _settle_by_points(
    edition: Edition, entry: TallyEntry, after: range, without: range, put_down: int
) -> Settlement:
    """Section 6: the points must be a sum that a possible number of cards can make."""
    points = entry.points or 0
    if points % 5:
        text = ngettext_noop(
            "%(player)s cannot have %(count)s point: every card is worth a multiple of 5.",
            "%(player)s cannot have %(count)s points: every card is worth a multiple of 5.",
        )
        code = RuleCode.POINTS_NOT_MULTIPLE_OF_5
        return None, [line_problem(entry, code, text, count=points)]
    fitting = [
        laid_down
        for laid_down, sizes in ((True, after), (False, without))
        if entry.laid_down in (None, laid_down) and hands_worth(edition, points, sizes)
    ]
    if len(fitting) == 1:
        return fitting[0], []
    if fitting:
        text = ngettext_noop(
            "%(count)s point is possible with and without laying down. Did %(player)s lay down?",
            "%(count)s points are possible with and without laying down. Did %(player)s lay down?",
        )
        return None, [line_problem(entry, RuleCode.LAID_DOWN_UNKNOWN, text, count=points)]
    text = ngettext_noop(
        "%(player)s cannot have %(count)s point.", "%(player)s cannot have %(count)s points."
    )
    hint = _possible(
        entry,
        _spans(possible_points(edition, after), step=5),
        _spans(possible_points(edition, without), step=5),
        put_down,
    )
    code = RuleCode.POINTS_NOT_POSSIBLE
    return None, [line_problem(entry, code, text, hint=hint, count=points)]


def _possible(entry: TallyEntry, after: Text | None, without: Text | None, put_down: int) -> Text:
    """Say which values are possible, given what is known about laying down.

    `put_down` is how many cards the player has put on the table, 0 if that is not known.
    """
    possible: Mapping[str, object] = {"after": after, "without": without}
    if entry.laid_down is False:
        return Text(gettext_noop("Possible without laying down: %(without)s."), possible)
    if after is None:
        nothing_left = _nothing_left(entry, put_down)
        if entry.laid_down:
            return nothing_left
        text = gettext_noop("Possible without laying down: %(without)s.")
        return Text(text, possible, nothing_left)
    reason = _on_the_table(entry, put_down) if put_down else None
    if entry.laid_down:
        return Text(gettext_noop("Possible after laying down: %(after)s."), possible, reason)
    text = gettext_noop("Possible after laying down: %(after)s. Without laying down: %(without)s.")
    return Text(text, possible, reason)


def _on_the_table(entry: TallyEntry, put_down: int) -> Text:
    text = ngettext_noop(
        "%(player)s has put %(count)s card on the table.",
        "%(player)s has put %(count)s cards on the table.",
    )
    return Text(text, {"player": entry.display_name, "count": put_down})


def _nothing_left(entry: TallyEntry, put_down: int) -> Text:
    """Say why the player would have gone out."""
    if not put_down:
        text = gettext_noop("Whoever lays down this Phase goes out: it takes the whole hand.")
        return Text(text)
    plural = ngettext_noop(
        "%(player)s has put %(count)s card on the table, so none is left.",
        "%(player)s has put %(count)s cards on the table, so none are left.",
    )
    return Text(plural, {"player": entry.display_name, "count": put_down})


def _spans(values: Iterable[int], *, step: int) -> Text | None:
    """List values, more than three in a row as a span: "5, 10 or 15"; None if there are none."""
    spans: list[list[int]] = []
    for value in values:
        if spans and value == spans[-1][-1] + step:
            spans[-1].append(value)
        else:
            spans.append([value])
    if not spans:
        return None
    parts: list[object] = []
    for span in spans:
        if len(span) > 3:
            ends = {"first": span[0], "last": span[-1]}
            parts.append(Text(gettext_noop("%(first)s to %(last)s"), ends))
        else:
            parts += span
    return listed(parts, OR)
