"""Which Phase a player is on, said when they lay down something else (section 3.8).

The problems of a lay-down say what its groups lack. At the table, the player
usually has another Phase in mind, so that is said first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.card_groups import is_group
from referee.cards import Card
from referee.kinds import Phase, phase_size
from referee.rulings.phase import is_phase
from referee.rulings.problems import RuleCode, RuleProblem
from referee.table import Table
from referee.wording import Text, gettext_noop, name_phase, ngettext_noop

Groups = Sequence[Sequence[Card]]

# What is wrong with groups that are meant for another Phase.
_OF_ANOTHER_PHASE = {
    RuleCode.WRONG_GROUP_COUNT,
    RuleCode.OVERSIZED_GROUP,
    RuleCode.NOT_ONE_NUMBER,
    RuleCode.NOT_ONE_COLOR,
    RuleCode.NOT_ODD,
    RuleCode.NOT_EVEN,
    RuleCode.NOT_CONSECUTIVE,
    RuleCode.NOT_PAIRS,
    RuleCode.TOO_FEW_CARDS,
}


def say_the_phase(
    table: Table, seat: int, groups: Groups, problems: Sequence[RuleProblem]
) -> list[RuleProblem]:
    """Return the problems of a lay-down, the first one naming the Phase that `seat` is on.

    It does so if these groups are another Phase of the game (`wrong_phase`), if their number is
    wrong, or if one of them is of a kind that only other Phases ask for, unless a change of one
    card would do. `problems` are those of `check_phase`.
    """
    seating = table.seating
    number = seating.numbers.get(seat)
    codes = {problem.code for problem in problems}
    if number is None or seat in table.down or codes.isdisjoint(_OF_ANOTHER_PHASE):
        return list(problems)
    phase = seating.phases[seat]
    params: dict[str, object] = {
        "player": seating.names.get(seat, "?"),
        "number": number,
        "phase": name_phase(phase),
    }
    other = _other_phase(table, number, groups)
    if other is not None:
        text = gettext_noop(
            "%(player)s is on Phase %(number)s (%(phase)s), but these cards are Phase %(other)s."
        )
        wrong = RuleProblem(RuleCode.WRONG_PHASE, Text(text, {**params, "other": other}), "3.8")
        return [wrong, *problems]
    first, *rest = problems
    if first.code is RuleCode.WRONG_GROUP_COUNT:
        counted = ngettext_noop(
            "%(player)s is on Phase %(number)s, which has %(count)s group (%(phase)s), "
            "not %(given)s.",
            "%(player)s is on Phase %(number)s, which has %(count)s groups (%(phase)s), "
            "not %(given)s.",
        )
        params |= {"count": len(phase), "given": len(groups)}
        return [replace(first, text=Text(counted, params, first.text.hint)), *rest]
    is_slip = first.text.hint is not None  # one card away from the Phase that `seat` is on
    if (
        not is_slip
        and first.code in _OF_ANOTHER_PHASE
        and any(_is_of_another_phase(table, phase, group) for group in groups)
    ):
        text = gettext_noop("%(player)s is on Phase %(number)s (%(phase)s).")
        return [replace(first, text=Text(text, params, hint=first.text)), *rest]
    return list(problems)


def _other_phase(table: Table, current: int, groups: Groups) -> int | None:
    """Return the number of the Phase that these groups are; None if they are none.

    Of several, it is the one with the fewest extra cards, then the closest to the current one.
    """
    seating = table.seating
    fitting = [
        number
        for number, phase in enumerate(seating.game_phases, start=1)
        if is_phase(table.edition, phase, groups, seating.rules)
    ]

    def distance(number: int) -> tuple[int, int]:
        return -phase_size(seating.game_phases[number - 1]), abs(number - current)

    return min(fitting, key=distance, default=None)


def _is_of_another_phase(table: Table, phase: Phase, group: Sequence[Card]) -> bool:
    """Tell whether only other Phases of the game have groups of this kind."""
    own = {requirement.kind for requirement in phase}
    others = {requirement.kind for asked in table.seating.game_phases for requirement in asked}
    return not any(is_group(kind, group) for kind in own) and any(
        is_group(kind, group) for kind in others - own
    )
