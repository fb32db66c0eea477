"""The feats of a group that a night has broken: what is new in them since all games before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias
from uuid import UUID

from scoring.statistics.digests import (
    Digest,
    DigestKind,
    feat_digests,
    streak_digests,
)
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.feats import Best
from scoring.statistics.nights import Night
from scoring.statistics.periods import ALL_TIME, year_of
from scoring.statistics.ratings import ANY_GAME
from scoring.statistics.selectors.digests import digest_rows, stored_digests
from scoring.statistics.selectors.feats import best_by_digests

Digests: TypeAlias = dict[UUID | None, Digest]  # by player; None is the group


def broken_feats(
    group: UUID, night: Night, earlier: Sequence[PlayerFacts]
) -> list[tuple[Best, int | None]]:
    """The feats that this night's games were the first to hold, with the value before it.

    `earlier` are the games of the same year before the night; two queries for the years before.
    The value before is None if nobody had achieved the feat. Those that somebody had come first.
    """
    before: Digests = {}
    after: Digests = {}
    for kind in (feat_digests(), streak_digests()):
        this_year, tonight = (
            kind.digests(games, ANY_GAME).items() for games in (earlier, night.facts)
        )
        so_far = _joined(kind, _years_before(kind, group, night), this_year)
        before.update(so_far)
        after.update(_joined(kind, so_far.items(), tonight))
    values = {(best.feat.code, best.kind): best.value for best in _best(before)}
    found = [(best, values.get((best.feat.code, best.kind))) for best in _best(after)]
    return sorted(
        ((best, value) for best, value in found if best.value != value),
        key=lambda broken: broken[1] is None,
    )


def _best(digests: Digests) -> Iterator[Best]:
    players = {player: kept for player, kept in digests.items() if player is not None}
    return best_by_digests(digests.get(None, {}), players)


def _years_before(
    kind: DigestKind, group: UUID, night: Night
) -> Iterator[tuple[UUID | None, Digest]]:
    """The digests of the years before a night, year by year; one query."""
    edition, variant = ANY_GAME
    rows = digest_rows(kind, group).filter(
        period__lt=year_of(night.date), edition=edition, variant=variant
    )
    stored = stored_digests(kind, rows.exclude(period=ALL_TIME).order_by("period"))
    for (_year, (player, _pool)), kept in stored.items():
        yield player, kind.known(kept)


def _joined(kind: DigestKind, *parts: Iterable[tuple[UUID | None, Digest]]) -> Digests:
    """Digests that follow one another as one for each player, or of the group."""
    joined: Digests = {}
    for part in parts:
        for player, kept in part:
            # Neither feats nor streaks look at games again.
            joined[player] = kind.joined(joined.get(player, {}), kept, list)
    return joined
