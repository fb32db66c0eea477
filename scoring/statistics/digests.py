"""Digests: what is kept of many games, so that nobody has to read them again. Pure.

There is one of each player's games and one of those of the whole group, over all editions and
variants and over each of them (`ratings.Pool`). What they are made of is declared here; a new part
needs a migration that has totals added up again.

Digests of games that follow one another are joined, however they are grouped. So a new game is
added to the digests as they are, and after a change in the past one year is digested again and
joined with the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID
from zoneinfo import ZoneInfo

from scoring.statistics.badges import BADGES
from scoring.statistics.circumstances import ByCircumstance
from scoring.statistics.digest_parts import Games, Kept, Part
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.feats import FEATS
from scoring.statistics.highlights import HIGHLIGHTS
from scoring.statistics.periods import ALL_TIME, night_of, year_of
from scoring.statistics.played import HowMuch
from scoring.statistics.ratings import Pool, pools_of
from scoring.statistics.streaks import STREAKS

Digest: TypeAlias = dict[str, Kept]  # by part, without those of which nothing is kept
Key: TypeAlias = tuple[UUID | None, Pool]  # the player, or None for the group, and the pool

STREAK, BADGE, FEAT = "streak_", "badge_", "feat_"
PLAYED, CIRCUMSTANCES = "played", "circumstances"


@dataclass(frozen=True, slots=True)
class DigestKind:
    """Digests with the same parts: those of players, or those of a group."""

    parts: Mapping[str, Part]
    of_players: bool

    def digest(self, games: Games) -> Digest:
        """What is kept of games."""
        kept = {name: part.of(games) for name, part in self.parts.items()}
        return {name: value for name, value in kept.items() if value is not None}

    def joined(self, earlier: Digest, later: Digest, later_games: Callable[[], Games]) -> Digest:
        """What is kept of games and of those after them, which `later_games` reads if need be."""
        both = {
            name: self.parts[name].joined(earlier[name], later[name], later_games)
            for name in earlier.keys() & later.keys()
        }
        return {**earlier, **later, **both}

    def known(self, kept: Digest) -> Digest:
        """What is kept by these parts."""
        return {name: value for name, value in kept.items() if name in self.parts}

    def games_of(
        self, games: Iterable[PlayerFacts], players: Collection[UUID] | None = None
    ) -> dict[Key, list[PlayerFacts]]:
        """The games that each digest is over; those of players who were there throughout.

        Digests of players can be those of some `players` only.
        """
        played: dict[Key, list[PlayerFacts]] = {}
        for game in games:
            player = game.player_id if self.of_players else None
            if player and not (game.throughout and (players is None or player in players)):
                continue
            for pool in pools_of(game.edition, game.variant):
                played.setdefault((player, pool), []).append(game)
        return played

    def digests(self, games: Iterable[PlayerFacts], pool: Pool) -> dict[UUID | None, Digest]:
        """The digests of one pool of games, by player."""
        by_key = self.games_of(games)
        return {who: self.digest(played) for (who, of), played in by_key.items() if of == pool}


def player_digests(zone: ZoneInfo) -> DigestKind:
    """The digests of players; `zone` is where their group plays."""
    parts: dict[str, Part] = {
        **streak_digests().parts,
        **HIGHLIGHTS,
        **{BADGE + badge.code: badge.rule for badge in BADGES},
        CIRCUMSTANCES: ByCircumstance(zone),
    }
    return DigestKind(parts, of_players=True)


def streak_digests() -> DigestKind:
    """The parts of the digests of players that know their streaks."""
    return DigestKind({STREAK + name: part for name, part in STREAKS.items()}, of_players=True)


def feat_digests() -> DigestKind:
    """The parts of a group's digest that know its feats."""
    return DigestKind({FEAT + feat.code: feat.part for feat in FEATS}, of_players=False)


def group_digests(zone: ZoneInfo) -> DigestKind:
    """The digests of a group; `zone` is where it plays."""
    return DigestKind({**feat_digests().parts, PLAYED: HowMuch(zone)}, of_players=False)


def games_by_period(games: Iterable[PlayerFacts], zone: ZoneInfo) -> dict[str, list[PlayerFacts]]:
    """Games by the periods that have digests: all of them, and those of each year."""
    by_period = {ALL_TIME: list(games)}
    for game in by_period[ALL_TIME]:
        by_period.setdefault(year_of(night_of(game.played_at, zone)), []).append(game)
    return by_period


def named(prefix: str, kept: Digest) -> Digest:
    """The parts of a digest whose names begin with this, without it."""
    return {
        name.removeprefix(prefix): value for name, value in kept.items() if name.startswith(prefix)
    }
