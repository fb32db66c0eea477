"""What counts for a player who is merged counts for the other, and no game is read again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Seat
from games.services.player_merge import merge_players
from scoring.statistics.models import PairTotals, PendingGame, PlayerResult, RatingCheckpoint
from scoring.statistics.services import catch_up as catch_up_service
from scoring.statistics.services.catch_up import add_pending, catch_up
from scoring.statistics.services.recompute import check
from tests.scoring.evening import Evenings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings() -> Evenings:
    """North and East, who have never met, have each played with both others."""
    evenings = Evenings(Random(7))
    north, east, south, west = evenings.players
    for one in (north, east):
        for _game in range(4):
            evenings.players = [one, south, west]
            play_together(evenings)
    evenings.players = [north, east, south, west]
    catch_up(evenings.group.pk)
    return evenings


def play_together(evenings: Evenings) -> None:
    """Play a game of everybody."""
    while len((record := evenings.start()).seats) < len(evenings.players):
        Game.objects.filter(pk=record.game.id).delete()
    while not record.state.over:
        record = evenings.play(record)


def merge(evenings: Evenings) -> tuple[Any, Any]:
    """North turns out to be East."""
    gone, kept, *_others = evenings.players
    merge_players(actor=evenings.owner, player=gone.pk, into=kept.pk)
    return gone, kept


def test_totals_and_results_move_without_a_look_at_the_games(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_look(_games: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(catch_up_service, "read_facts", no_look)
    gone, kept = merge(evenings)
    assert PendingGame.objects.count() == 1
    catch_up(evenings.group.pk)
    assert not PlayerResult.objects.filter(player=gone).exists()
    assert PlayerResult.objects.filter(player=kept).exists()
    assert not PairTotals.objects.filter(opponent=gone).exists()
    assert not RatingCheckpoint.objects.filter(player=gone).exists()
    monkeypatch.undo()
    assert check(evenings.group.pk) == []


def test_a_merge_of_a_merge(evenings: Evenings) -> None:
    merge(evenings)
    newcomer = evenings.newcomer()
    merge_players(actor=evenings.owner, player=evenings.players[1].pk, into=newcomer.pk)
    assert PendingGame.objects.count() == 2
    catch_up(evenings.group.pk)
    assert not PlayerResult.objects.filter(player__in=evenings.players[:2]).exists()
    assert check(evenings.group.pk) == []


@pytest.mark.parametrize("is_first", [True, False])
def test_a_game_that_is_corrected_when_players_are_merged(
    evenings: Evenings, is_first: bool
) -> None:
    """Before they are, or between that and its being counted."""
    game = PlayerResult.objects.filter(player=evenings.players[0])[0].game_id
    if is_first:
        evenings.correct(evenings.open(game))
    gone, _kept = merge(evenings)
    if not is_first:
        evenings.correct(evenings.open(game))
    assert PlayerResult.objects.filter(game=game, player=gone).exists()
    catch_up(evenings.group.pk)
    assert check(evenings.group.pk) == []


def test_two_who_sat_in_a_game_that_is_not_counted_again_yet(evenings: Evenings) -> None:
    """Its stored results have both until it is: it is counted before they are merged."""
    gone, kept, other, _west = evenings.players
    evenings.players = [gone, kept, other]
    for _game in range(12):  # more than are counted at once
        play_together(evenings)
    catch_up(evenings.group.pk)
    both = PlayerResult.objects.filter(player=gone).values("game")
    shared = Game.objects.filter(seats__player=kept, pk__in=both)
    assert shared.count() == 12
    for game in list(shared):
        # As if all rounds were taken back, and somebody else took the seat.
        game.rounds.all().delete()
        Game.objects.filter(pk=game.pk).update(outcome="playing")
        Seat.objects.filter(game=game, player=gone).update(player=evenings.newcomer())
        add_pending(evenings.group.pk, [game.pk])
    merge_players(actor=evenings.owner, player=gone.pk, into=kept.pk)
    catch_up(evenings.group.pk)
    assert check(evenings.group.pk) == []


def test_counting_a_merge_takes_as_many_queries_for_many_games(evenings: Evenings) -> None:
    taken = []
    for games in (2, 12):
        south = evenings.players[2]
        evenings.players = [evenings.newcomer(), south]
        for _game in range(games):
            evenings.play_out()
        catch_up(evenings.group.pk)
        stays = evenings.newcomer()
        merge_players(actor=evenings.owner, player=evenings.players[0].pk, into=stays.pk)
        with CaptureQueriesContext(connection) as queries:
            catch_up(evenings.group.pk)
        taken.append(len(queries))
        evenings.players = [stays, stays, south, south]
    assert taken[1] <= taken[0] + 2, taken  # for some more months
