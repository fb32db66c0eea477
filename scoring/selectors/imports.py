"""What a group has already of a file that is to be imported: its players, and its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import ngettext

from games.models import Player
from scoring.exchange.cells import fold
from scoring.exchange.found import evening_of
from scoring.exchange.judged import Judged
from scoring.exchange.sheet import Names
from scoring.models import ImportedGame

NEW = "new"
MOST_CANDIDATES = 20


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player whose name is that of somebody in the file."""

    id: UUID
    name: str

    def as_dict(self) -> dict[str, Any]:
        return {"id": str(self.id), "name": self.name}


def candidates_in(group: UUID, labels: Mapping[UUID, str]) -> dict[UUID, list[Candidate]]:
    """Whom each name of the file may mean: the players who are, or were, called so.

    Who was merged into another is that other one.
    """
    wanted = {fold(label): pk for pk, label in labels.items()}
    found: dict[UUID, list[Candidate]] = {pk: [] for pk in labels}
    players = Player.objects.filter(group_id=group).select_related("merged_into")
    for player in players.order_by("merged_into", "name", "id").iterator():
        now = player.merged_into or player
        pk = wanted.get(fold(player.name))
        if pk is not None and all(one.id != now.pk for one in found[pk]):
            found[pk].append(Candidate(now.pk, now.name))
    return found


def matches_in(group: UUID, names: Names) -> list[dict[str, Any]]:
    """Each name of the file: who that is, where only one player is called so, or who may be.

    `suggestion` is whom to take unless somebody knows better: a player's id, `new` where
    nobody is called so, and null where several are.
    """
    candidates = candidates_in(group, names.labels)
    answers = []
    for pk, label in sorted(names.labels.items(), key=lambda item: fold(item[1])):
        who = candidates[pk]
        match = str(who[0].id) if len(who) == 1 else None
        answers.append(
            {
                "name": label,
                "lines": names.lines[pk],
                "match": match,
                "candidates": [one.as_dict() for one in who[:MOST_CANDIDATES]],
                "suggestion": match or (None if who else NEW),
            }
        )
    return answers


@dataclass(frozen=True, slots=True)
class Sorted:
    """The games of a file that are not here yet, those that are, and what to look out for."""

    new: Sequence[Judged]
    known: Sequence[Judged]
    warnings: Sequence[str]


def sort_out(group: UUID, judged: Sequence[Judged]) -> Sorted:
    """Tell the games that are new from those that were imported before."""
    rows = ImportedGame.objects.filter(group_id=group)
    deleted = dict(rows.values_list("key", "game__deleted_at"))
    new = [one for one in judged if one.key not in deleted]
    known = [one for one in judged if one.key in deleted]
    warnings = []
    gone = sum(1 for one in known if deleted[one.key] is not None)
    if gone:
        text = ngettext(
            "%(count)s game was imported before and then deleted: it is not imported again. "
            "Restore it, if it shall come back.",
            "%(count)s games were imported before and then deleted: they are not imported "
            "again. Restore them, if they shall come back.",
            gone,
        )
        warnings.append(text % {"count": gone})
    # What was imported of an evening and is not in this file as it was: mended meanwhile?
    here = {one.key for one in judged}
    others = {evening_of(key) for key in deleted if key not in here} - {""}
    changed = [one for one in new if evening_of(one.key) in others]
    if changed:
        text = ngettext(
            "%(count)s game is of a day and table of which another one was imported before (line "
            "%(line)s): where it is that game with other points, correct it there instead.",
            "%(count)s games are of a day and table of which others were imported before (the "
            "first on line %(line)s): where they are those games with other points, correct "
            "these instead.",
            len(changed),
        )
        warnings.append(text % {"count": len(changed), "line": changed[0].found.line})
    return Sorted(new, known, warnings)
