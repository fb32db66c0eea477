"""The whole book of a group, made anew from its games, or compared with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from games.models import Game
from scoring.statistics.facts import GameFacts
from scoring.statistics.ledger import Ledger
from scoring.statistics.models import Due, Rating, Result
from scoring.statistics.rows import read_results, write_results
from scoring.statistics.services.counting import COUNTS, catch_up, open_book, read_facts
from scoring.statistics.services.rating import BATCH, Played, rate_all, ratings_in
from scoring.statistics.services.totals import all_sums, replace_sums

GAMES_AT_ONCE = 200

Step = Callable[[int, int], None]  # is told how many games of how many are read


def _no_step(done: int, total: int) -> None:
    pass


class Recount:
    """A group's book, made anew: read first, which takes long, then written in one go."""

    def __init__(self, group: UUID) -> None:
        self.group = group
        self._known: dict[UUID, tuple[int, GameFacts]] = {}  # with the version of the game

    def read(self, step: Step = _no_step) -> None:
        """Read the games that count, as far as they are not known in their version of now."""
        versions = dict(
            Game.objects.filter(COUNTS, group=self.group).values_list("pk", "version").order_by()
        )
        self._known = {pk: one for pk, one in self._known.items() if versions.get(pk) == one[0]}
        missing = iter(sorted(versions.keys() - self._known.keys()))
        while pks := list(islice(missing, GAMES_AT_ONCE)):
            # Their versions come with them: one that changes meanwhile is read again later.
            games = {game.pk: game for game in Game.objects.filter(COUNTS, pk__in=pks)}
            for facts in read_facts(games.values()):
                self._known[facts.game] = (games[facts.game].version, facts)
            step(len(self._known), len(versions))

    def write(self) -> dict[str, int]:
        """Put what was read in the place of the book; return how many games and rounds it has.

        Needs a transaction. What has changed since it was read is read again.
        """
        open_book(self.group)
        due = list(Due.objects.filter(group=self.group).values_list("pk", flat=True))
        self.read()
        ratings_in(self.group).delete()
        Result.objects.filter(group=self.group).delete()
        games = self.games
        write_results(self.group, games)
        replace_sums(self.group, Ledger(games))
        ratings = rate_all(map(played_of, games))
        while rows := list(islice(ratings, BATCH)):
            Rating.objects.bulk_create(rows)
        # What came after these are read is still due, whether it was seen here or not.
        for start in range(0, len(due), BATCH):
            Due.objects.filter(pk__in=due[start : start + BATCH]).delete()
        return {"games": len(games), "rounds": sum(map(rounds_of, games))}

    def differences(self) -> Iterator[str]:
        """What stands in the book and is not so; nobody else may write in it meanwhile."""
        games = self.games
        rows = Result.objects.filter(group=self.group)
        results = {facts.game: facts for facts in read_results(rows)}
        yield from _compare("result", results, {facts.game: facts for facts in games})
        ledger = Ledger(games)
        for kind, sums in all_sums(self.group):
            yield from _compare(kind.model.__name__, sums, getattr(ledger, kind.ledger))
        stored = ratings_in(self.group).iterator(2000)
        ratings = {_key(row): (row.mu, row.sigma) for row in stored}
        rated = rate_all(map(played_of, games))
        yield from _compare("rating", ratings, {_key(row): (row.mu, row.sigma) for row in rated})

    @property
    def games(self) -> list[GameFacts]:
        """What was read, in the order in which the games began."""
        facts = (facts for _version, facts in self._known.values())
        return sorted(facts, key=lambda game: (game.played_at, game.game))


def recompute(group: UUID, step: Step = _no_step) -> dict[str, int]:
    """Make a group's book anew; return how many games and rounds it has."""
    recount = Recount(group)
    recount.read(step)
    with transaction.atomic():
        return recount.write()


def check(group: UUID, step: Step = _no_step) -> list[str]:
    """What stands in a group's book and does not follow from its games; writes nothing wrong.

    What is due is counted first, as it would be for any reader.
    """
    recount = Recount(group)
    recount.read(step)
    with transaction.atomic():
        open_book(group)
        while True:
            catch_up(group)
            recount.read()
            found = list(recount.differences())
            # A game that changed while we looked is not wrong: it is due.
            if not found or not Due.objects.filter(group=group).exists():
                return found


def played_of(facts: GameFacts) -> Played:
    """A game as far as a rating goes."""
    players = sorted(facts.players, key=lambda fact: fact.player)
    return Played(
        (facts.played_at, facts.game),
        facts.edition,
        facts.variant,
        tuple(fact.player for fact in players),
        tuple(fact.place for fact in players),
    )


def rounds_of(facts: GameFacts) -> int:
    return max(fact.rounds for fact in facts.players)


def _key(row: Rating) -> tuple[object, ...]:
    return row.player_id, row.game_id, row.edition, row.variant, row.played_at


def _compare(what: str, stands: Mapping[Any, Any], right: Mapping[Any, Any]) -> Iterator[str]:
    for key in {**stands, **right}:
        if stands.get(key) != right.get(key):
            yield f"{what} {key}: stands {stands.get(key)}, should be {right.get(key)}"
