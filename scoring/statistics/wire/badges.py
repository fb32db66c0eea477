"""Badges, and the players who earned them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict

from django.utils.translation import get_language

from games.wire.references import PlayerReference
from referee.languages import translator_for
from rest.annotations import Doc, Uuid
from scoring.statistics import badges
from scoring.statistics.digests import BADGE, Digest, named
from scoring.statistics.marks import game_of, moment_of


class Badge(TypedDict):
    """A milestone. The letter is printed on it, next to its shape."""

    code: str
    letter: str
    name: str
    about: Annotated[str, Doc("What it takes to earn it.")]


class EarnedBadge(Badge):
    """A badge, and the game that earned it."""

    game: Uuid
    earned_at: datetime


class PlayerBadge(EarnedBadge):
    """A badge, and the player who earned it."""

    player: PlayerReference


class PlayerBadges(TypedDict):
    """The badges of a player."""

    player: PlayerReference
    badges: list[EarnedBadge]


class BadgeHolders(TypedDict):
    """All badges, and the players who earned them."""

    badges: list[Badge]
    players: Annotated[list[PlayerBadges], Doc("Ordered by name.")]


class GroupBadges(BadgeHolders):
    """All badges, and the players who earned them, as an answer of its own."""


def badge_answer(badge: badges.Badge) -> Badge:
    translator = translator_for(get_language())
    return {
        "code": badge.code,
        "letter": badge.letter,
        "name": translator.gettext(badge.name),
        "about": translator.gettext(badge.about),
    }


def earned_badges(kept: Digest) -> list[EarnedBadge]:
    """The badges that a player has earned, by the digest of the player's games."""
    return [
        {**badge_answer(badge), "game": str(game_of(game)), "earned_at": moment_of(game)}
        for badge, game in badges.earned_badges(named(BADGE, kept))
    ]
