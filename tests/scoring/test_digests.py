"""What digests keep is what all games say, however they are joined."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import groupby
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions import EDITIONS
from referee.game import Variant
from scoring.statistics.badges import BADGES, InARow, earned_badges
from scoring.statistics.circumstances import (
    DEALT_FIRST,
    SEAT,
    TABLE_SIZE,
    WEEKDAY,
    by_number,
)
from scoring.statistics.digests import (
    BADGE,
    CIRCUMSTANCES,
    FEAT,
    PLAYED,
    STREAK,
    Digest,
    DigestKind,
    group_digests,
    named,
    player_digests,
)
from scoring.statistics.facts import LAID_DOWN, NEITHER, WENT_OUT, PlayerFacts
from scoring.statistics.feats import STREAK_FEATS, Feat, best_of
from scoring.statistics.game_kinds import in_order
from scoring.statistics.highlights import values_of
from scoring.statistics.marks import mark
from scoring.statistics.periods import night_of
from scoring.statistics.played import Played
from scoring.statistics.streaks import Streak
from tests.sampling import sampled
from tests.scoring import direct_statistics as direct

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
                    completed=None,
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


histories = given(
    seed=st.integers(0, 10**6),
    games=st.one_of(st.integers(1, 12), st.integers(13, 60), st.just(220)),
)


@settings(max_examples=sampled(300), deadline=None)
@histories
def test_what_is_kept_of_a_player_is_what_all_games_say(seed: int, games: int) -> None:
    chance = Random(seed)
    for key, played in player_digests(BERLIN).games_of(history(chance, games)).items():
        if key[1] in (("", ""), ("classic", "")):
            kept = digest_of_blocks(chance, player_digests(BERLIN), played)
            assert kept == as_stored(player_digests(BERLIN).digest(played))
            assert_about_a_player(kept, played)


def assert_about_a_player(kept: Digest, played: Sequence[PlayerFacts]) -> None:
    earned = {badge.code: game for badge, game in earned_badges(named(BADGE, kept))}
    assert earned == {code: mark(game) for code, game in direct.earned_badges(played).items()}
    for name, streak_of in direct.STREAKS.items():
        streak, expected = Streak(*kept.get(STREAK + name, NO_STREAK)), streak_of(played)
        assert (streak.longest, streak.current) == (expected.longest, expected.current)
        assert [end[:2] for end in streak.ends] == [mark(game) for game in expected.ends]
    best, worst = direct.best_round(played), direct.worst_round(played)
    assert highlight(kept, "best_round") == (
        best and (mark(best), [best.best_round, best.best_round_points, best.best_round_others])
    )
    assert highlight(kept, "worst_round") == (
        worst and (mark(worst), [worst.worst_round, worst.worst_round_points])
    )
    comeback = direct.biggest_comeback(played)
    assert highlight(kept, "biggest_comeback") == (
        comeback
        and (
            mark(comeback),
            [comeback.comeback_round, comeback.comeback_phases, comeback.comeback_points],
        )
    )
    assert [(*kind, *values_of(win)) for kind, win in in_order(kept.get("fastest_wins"))] == [
        (win.variant, win.phases, mark(win), [win.rounds, win.total])
        for win in direct.fastest_wins(played)
    ]

    counted = kept[CIRCUMSTANCES]
    assert {
        (name, number): each
        for name in (TABLE_SIZE, SEAT, DEALT_FIRST, WEEKDAY)
        for number, each in by_number(counted, name).items()
    } == direct.circumstances(played, BERLIN)


NO_STREAK: list[Any] = [0, 0, None, 0, 0, []]


def highlight(kept: Digest, name: str) -> Any:
    return values_of(kept[name]) if name in kept else None


@settings(max_examples=sampled(300), deadline=None)
@histories
def test_what_is_kept_of_a_group_is_what_all_games_say(seed: int, games: int) -> None:
    chance = Random(seed)
    played = history(chance, games)
    kind = group_digests(BERLIN)
    kept = digest_of_blocks(chance, kind, played)
    assert kept == as_stored(kind.digest(played))
    by_player = {
        player: list(its)
        for (player, pool), its in player_digests(BERLIN).games_of(played).items()
        if player and pool == ("", "")
    }
    streaks = {
        feat.streak: {
            player: Streak(*digest[STREAK + feat.streak])
            for player, digest in (
                (player, digest_of_blocks(chance, player_digests(BERLIN), its))
                for player, its in by_player.items()
            )
            if STREAK + feat.streak in digest
        }
        for feat in STREAK_FEATS
    }
    found = list(best_of(named(FEAT, kept), streaks))
    assert [
        (best.feat.code, best.value, best.game[:2], best.player, best.games, best.kind)
        for best in found
    ] == [
        (best.code, best.value, mark(best.game), best.game.player_id, best.games, best.kind)
        for best in direct.best_of(by_player)
    ]
    for best, expected in zip(found, direct.best_of(by_player), strict=True):
        number = best.feat.round if isinstance(best.feat, Feat) else ""
        assert best.round == (getattr(expected.game, number) if number else None)
    assert Played(*kept[PLAYED]) == how_much(played)


def how_much(played: Sequence[PlayerFacts]) -> Played:
    """The reference for `played`: each figure by itself."""
    games = {facts.game_id: facts for facts in reversed(played)}
    nights = [night_of(game.played_at, BERLIN) for game in games.values()]
    return Played(
        games=len(games),
        rounds=sum(game.rounds for game in games.values()),
        with_rounds=sum(game.rounds > 0 for game in games.values()),
        points=sum(facts.total for facts in played),
        first_game=mark(played[0]),
        last_game=mark(played[-1]),
        nights=len(set(nights)),
        first_night=min(nights).isoformat(),
        last_night=max(nights).isoformat(),
        months=[sum(night.month == month for night in nights) for month in range(1, 13)],
    )


def test_every_badge_is_earned_by_somebody_here() -> None:
    """Otherwise the tests above would not say much."""
    played = history(Random(1), 220)
    everything = {
        badge.code
        for its in player_digests(BERLIN).games_of(played).values()
        for badge, _game in earned_badges(named(BADGE, player_digests(BERLIN).digest(its)))
    }
    assert everything == {badge.code for badge in BADGES}


@pytest.mark.parametrize("goal", [2, 3, 4])
def test_a_row_across_blocks_is_completed_by_the_right_game(goal: int) -> None:
    rule = InARow(goal, lambda game: game.won)
    chance = Random(5)
    for _history in range(60):
        played = [game for game in history(chance, 9) if game.seat == 0]
        kept = None
        for block in in_blocks(chance, played):
            later = rule.of(block)
            kept = later if kept is None else rule.joined(kept, later, partial(list, block))
        game = direct.in_a_row(goal, lambda game: game.won)(played)
        assert kept is not None
        assert rule.earned(kept) == (mark(game) if game else None)
