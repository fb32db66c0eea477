"""Games for tests that need no more than who sat in them."""

from __future__ import annotations

from games.models import Game, Group, Player, Seat


def seat(group: Group, *players: Player) -> Game:
    """A game of these players, without a round."""
    game = Game.objects.create(group=group, edition="classic", phases=[], first_dealer=0)
    for place, player in enumerate(players):
        Seat.objects.create(game=game, player=player, place=place)
    return game
