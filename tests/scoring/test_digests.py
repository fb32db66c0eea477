"""What digests keep is what all games say, however they are joined."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import groupby
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions import EDITIONS
from referee.game import Variant
from scoring.statistics.badges import BADGES, earned_badges
from scoring.statistics.digests import (
    BADGE,
    STREAK,
    Digest,
    DigestKind,
    group_digests,
    named,
    player_digests,
)
from scoring.statistics.facts import DOWN, LAID_DOWN, NEITHER, WENT_OUT, PlayerFacts
from scoring.statistics.marks import mark
from scoring.statistics.streaks import Streak
from tests.sampling import sampled

BERLIN = ZoneInfo("Europe/Berlin")
FIRST = datetime(2025, 1, 1, 20, tzinfo=UTC)
PLAYERS = [UUID(int=number) for number in range(1, 8)]
LETTERS = (WENT_OUT, LAID_DOWN, NEITHER)


def history(chance: Random, games: int) -> list[PlayerFacts]:
    """So many games in their order; few values, so that many are equal."""
    at, facts = FIRST, []
    for number in range(1, games + 1):
        at += chance.choice((timedelta(0), timedelta(hours=1), timedelta(days=3)))
        edition, variant = chance.choice([*EDITIONS][:4]), chance.choice([*Variant])
        seated = chance.sample(PLAYERS, chance.randint(2, 6))
        rounds = chance.choice((0, 1, 2, 12))
        phases, kept = chance.choice((2, 10)), chance.choice((0, 0, 1))
        for seat, player in enumerate(seated):
            outcomes = "".join(chance.choices(LETTERS, (2, 3, chance.choice((0, 1))), k=rounds))
            won = chance.random() < 0.4
            behind = chance.choice((0, 1)) if won and rounds else 0
            facts.append(
                PlayerFacts(
                    game_id=UUID(int=number),
                    player_id=player,
                    edition=edition,
                    variant=variant,
                    played_at=at,
                    seat=seat,
                    seats=len(seated),
                    rank=chance.randint(1, 3),
                    won=won,
                    shared=won and chance.random() < 0.2,
                    completed=sum(map(outcomes.count, DOWN)) + chance.choice((0, 0, 1)),
                    total=chance.randrange(0, 100, 25),
                    phases=phases,
                    to_the_end=chance.random() < 0.8,
                    full_game=phases == 10,
                    overruled_plays=0,
                    throughout=seat != len(seated) - 1 or not kept,
                    rounds=rounds,
                    outcomes=outcomes,
                    gone_out=outcomes.count(WENT_OUT),
                    best_round=chance.randint(1, 2) if rounds else 0,
                    best_round_points=chance.choice((0, 5)),
                    best_round_others=chance.choice((50, 80)),
                    worst_round=chance.randint(1, 2) if rounds else 0,
                    worst_round_points=chance.choice((60, 90)),
                    comeback_round=behind,
                    comeback_phases=behind * chance.randint(0, 4),
                    comeback_points=behind * chance.randint(0, 3),
                    dealt_first=seat == 0 if rounds else None,
                )
            )
    return facts


def in_blocks(chance: Random, games: Sequence[PlayerFacts]) -> list[list[PlayerFacts]]:
    """The games cut here and there, never in the middle of one."""
    blocks: list[list[PlayerFacts]] = [[]]
    for _game, players in groupby(games, key=lambda game: game.game_id):
        if blocks[-1] and chance.random() < 0.4:
            blocks.append([])
        blocks[-1] += players
    return blocks


def as_stored(kept: Digest) -> Digest:
    stored: Digest = json.loads(json.dumps(kept))
    return stored


def digest_of_blocks(chance: Random, kind: DigestKind, games: Sequence[PlayerFacts]) -> Digest:
    """A digest of the blocks of games, joined two by two in any order."""
    parts = [(as_stored(kind.digest(block)), block) for block in in_blocks(chance, games)]
    while len(parts) > 1:
        at = chance.randrange(len(parts) - 1)
        (earlier, first), (later, second) = parts[at : at + 2]
        joined = as_stored(kind.joined(earlier, later, partial(list, second)))
        parts[at : at + 2] = [(joined, first + second)]
    return parts[0][0]


@settings(max_examples=sampled(300), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    games=st.one_of(st.integers(1, 12), st.integers(13, 60), st.just(220)),
)
def test_joined_digests_are_those_of_all_games(seed: int, games: int) -> None:
    chance = Random(seed)
    played = history(chance, games)
    for kind in (player_digests(BERLIN), group_digests(BERLIN)):
        for its in kind.games_of(played).values():
            assert digest_of_blocks(chance, kind, its) == as_stored(kind.digest(its))


def test_every_badge_is_earned_by_somebody_here() -> None:
    """Otherwise the test above would not say much."""
    played = history(Random(1), 220)
    everything = {
        badge.code
        for its in player_digests(BERLIN).games_of(played).values()
        for badge, _game in earned_badges(named(BADGE, player_digests(BERLIN).digest(its)))
    }
    assert everything == {badge.code for badge in BADGES}


def games_of(letters: str) -> list[PlayerFacts]:
    """Games of one player: lost (-), or won in Classic (c), Express (e) or Flip (f)."""
    editions = {edition[0]: edition for edition in ("classic", "express", "flip")}
    [one, *_others] = history(Random(1), 1)
    return [
        replace(
            one,
            game_id=UUID(int=number),
            won=letter != "-",
            edition=editions.get(letter, "classic"),
            gone_out=30,
        )
        for number, letter in enumerate(letters, start=1)
    ]


@pytest.mark.parametrize(
    ("code", "letters", "number"),
    [
        ("first_win", "--ec", 3),
        ("hat_trick", "cc-ceff", 6),
        ("hat_trick", "cc-cc-", None),
        ("games_10", "c" * 12, 10),
        ("wins_10", "-" + "c-" * 10, 20),
        ("wins_10", "-" + "c-" * 9, None),
        ("gone_out_100", "----", 4),
        ("every_edition", "cc-e-f", 6),
        ("every_edition", "cc-e-e", None),
    ],
)
def test_a_badge_is_earned_with_this_game(code: str, letters: str, number: int | None) -> None:
    kept = named(BADGE, player_digests(BERLIN).digest(games_of(letters)))
    earned = {badge.code: game for badge, game in earned_badges(kept)}
    assert earned.get(code) == (number and mark(games_of(letters)[number - 1]))


def test_streaks_end_where_the_longest_ones_do() -> None:
    kept = player_digests(BERLIN).digest(games_of("cc-ef--c"))
    streak = Streak(*kept[STREAK + "wins"])
    assert (streak.longest, streak.current) == (2, 1)
    assert [end[1] for end in streak.ends] == [UUID(int=number).hex for number in (2, 5)]
