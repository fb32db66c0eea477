"""Reading the games that somebody may see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, QuerySet
from django.utils.functional import cached_property

from accounts.models import User
from accounts.services.locking import holding, not_logged_in
from games.domain.game_record import GameRecord
from games.models import Game, Happening, Role
from games.selectors.access import require_role
from games.selectors.records import GameRow, reading, record_in, rest_of, row_query, whole_game
from games.selectors.sharing import readable
from rest.refusals import NotFound
from store.queries import Parameter, Query
from store.statements import Statement, send


@dataclass(frozen=True)
class StoredGame(GameRow):
    """A game whose row has been read, and the rest of it if somebody needs it.

    `again` reads the row once more.
    """

    again: Callable[[], Statement]

    @cached_property
    def record(self) -> GameRecord:
        """The game with its seats and rounds; raise NotFound if it has gone meanwhile."""
        return rest_of(self) or whole_game(self.game.id, self.again())


def _of_member() -> QuerySet[Game]:
    return Game.objects.filter(pk=Parameter("game"), group__memberships__user=Parameter("user"))


def _by_member(*, deleted: bool) -> Query:
    return Query(
        lambda: row_query(
            _of_member().filter(deleted_at__isnull=not deleted),
            role=F("group__memberships__role"),
        )
    )


_THERE, _DELETED = _by_member(deleted=False), _by_member(deleted=True)
# Only for a member, so that nobody else can make others wait; whether it is deleted is read later.
_LOCK = Query(lambda: _of_member().select_for_update(of=("self",)).values_list("pk"))
_BY_LINK = Query(
    lambda: row_query(
        Game.objects.filter(
            deleted_at=None,
            share_links__token=Parameter("token"),
            share_links__revoked_at=None,
        )
    )
)


def game_for(user: User, game: UUID) -> GameRecord:
    """A game of one of the user's groups; raise NotFound for any other and for a deleted one."""
    return whole_game(game, _THERE(user=user.pk, game=game))


def stored_game_for(user: User, game: UUID) -> StoredGame:
    """As `game_for`, before its seats and rounds are needed."""
    return _stored(lambda: _THERE(user=user.pk, game=game))


def locked_game_for(user: User, game: UUID, role: Role, *, deleted: bool) -> GameRecord:
    """Lock the row of a game of one of the user's groups, and read it.

    `deleted` says whether it is a deleted one. Raises NotFound if it is not there, Refusal
    if the user's role is lower than `role`.
    """
    which = {"user": user.pk, "game": game}
    # In statements of their own: what is read is what was committed when the lock was granted.
    row = (_DELETED if deleted else _THERE)(**which)
    names, locked, *rows = send(holding(user), _LOCK(**which), *reading(game, row))
    if not names:
        raise not_logged_in()
    if not locked:
        raise NotFound
    record = record_in(*rows)
    assert record is not None  # nobody writes, because it is locked
    require_role(record.role, role)
    # Whoever has changed their name since they were let in records by the new one.
    user.name = names[0][0]
    return record


def watched(token: str, game: UUID | None = None) -> GameRecord:
    """The game that a share link shows; raise NotFound if it shows none, or another than `game`."""
    return watched_game(token, game).record


def watched_game(token: str, game: UUID | None = None) -> StoredGame:
    """As `watched`, before its seats and rounds are needed."""
    known = readable(token)
    stored = _stored(lambda: _BY_LINK(token=known))
    if game not in (None, stored.game.id):
        raise NotFound
    return stored


def _stored(reading: Callable[[], Statement]) -> StoredGame:
    [rows] = send(reading())
    if not rows:
        raise NotFound
    return StoredGame.read(rows[0], reading)


def games_in(group: UUID, *, deleted: bool) -> QuerySet[Game]:
    """The games of a group, the newest first; `load_list` reads the rest of a page of them."""
    games = Game.objects.filter(group_id=group, deleted_at__isnull=not deleted)
    return games.order_by("-started_at", "id")


def changes_of(game: UUID) -> QuerySet[Happening]:
    """The history of a game, the latest change first."""
    return Happening.objects.filter(game=game, is_change=True).order_by("-version")
