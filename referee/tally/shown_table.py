"""What a live table shows of a round whose tally is entered (section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.tally.entries import TallyEntry, TallyVerdict
from referee.tally.going_out import who_went_out
from referee.wording import Text, gettext_noop

CONTRADICTS_TABLE = "contradicts_table"  # no `RuleCode`: no rule of the game says so


@dataclass(frozen=True, slots=True)
class ShownTable:
    """Who has laid down on a live table, and who went `out`, by the `player` of the entries.

    `turns_logged`: every turn of the round was recorded.
    """

    turns_logged: bool
    down: frozenset[str]
    out: str | None

    def decides(self, player: str, *, is_out: bool) -> bool:
        """Whether the table tells if a player who goes out according to the tally has laid down.

        If every turn was logged, a player who has not laid down on the table has not laid down,
        unless it was on the last turn and that is missing.
        """
        if player in self.down:
            return True
        return self.turns_logged and (self.out is not None or not is_out)


def completed(shown: ShownTable, entries: Sequence[TallyEntry]) -> list[TallyEntry]:
    """The entries with what the table shows and they do not say."""
    results = list(entries)
    if not any(entry.went_out for entry in results):
        results = [
            replace(entry, went_out=True)
            if shown.out == entry.player and not entry.points and not entry.cards
            else entry
            for entry in results
        ]
    return [
        replace(entry, laid_down=entry.player in shown.down)
        if entry.laid_down is None and shown.decides(entry.player, is_out=is_out)
        else entry
        for entry, is_out in zip(results, who_went_out(results), strict=True)
    ]


def contradictions(
    shown: ShownTable, entries: Sequence[TallyEntry], verdict: TallyVerdict
) -> Iterator[tuple[int, Text]]:
    """Yield the index of each entry that contradicts the table, and in which words."""
    names = {entry.player: entry.display_name for entry in entries}
    for index, (entry, checked) in enumerate(zip(entries, verdict.lines, strict=True)):
        player = entry.player
        params = {"player": names[player]}
        if entry.laid_down is False and player in shown.down:
            text = gettext_noop("%(player)s laid down: the cards are on the table.")
        elif (
            entry.laid_down
            and player not in shown.down
            and shown.decides(player, is_out=checked.went_out)
        ):
            text = gettext_noop(
                "Every turn was logged on the table, and %(player)s did not lay down."
            )
        elif checked.went_out and shown.out not in (None, player):
            text = gettext_noop("On the table, %(other)s went out, not %(player)s.")
            params["other"] = names.get(shown.out or "", "")
        elif shown.out == player and (entry.points or entry.cards):
            text = gettext_noop("%(player)s went out on the table, so no cards are left.")
        else:
            continue
        yield index, Text(text, params)
