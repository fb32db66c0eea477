"""Reading the games that somebody may see."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404

from accounts.models import User
from games.domain.game_record import GameRecord
from games.models import Change, Game, Role, ShareLink
from games.selectors.access import require_role
from games.selectors.kept_games import kept_games
from games.selectors.stored_games import StoredGame
from store.games import GameRow, game_of_link, game_of_member, game_with_id


def game_for(user: User, game: UUID) -> GameRecord:
    """A game of one of the user's groups; raise Http404 for any other and for a deleted one."""
    return stored_game_for(user, game).record


def stored_game_for(user: User, game: UUID) -> StoredGame:
    """As `game_for`, before its seats and rounds are needed."""
    kept = kept_games.find(game)
    row = _found(game_of_member(user.pk, game, whole=kept is None))
    return StoredGame(row, kept, lambda: game_of_member(user.pk, game))


def locked_game_for(user: User, game: UUID, role: Role, *, deleted: bool = False) -> GameRecord:
    """Lock the row of a game of one of the user's groups, and read it.

    `deleted` says whether it is a deleted one. Raises Http404 if it is not there, ProblemError
    (403) if the user's role is lower than `role`.
    """

    def read(*, locks: bool = False, whole: bool = True) -> GameRow:
        row = _found(game_of_member(user.pk, game, deleted=deleted, locks=locks, whole=whole))
        # Who has changed their name since they were let in records by the new one, which is the one
        # that belongs to this revision.
        user.name = row.reader
        return row

    kept = kept_games.find(game)
    row = read(locks=True, whole=kept is None)
    require_role(row.role, role)
    return StoredGame(row, kept, read).record


def any_game(game: UUID) -> GameRecord:
    """A game, also a deleted or a hidden one; raise Http404 if there is none."""
    kept = kept_games.find(game)
    row = _found(game_with_id(game, whole=kept is None))
    return StoredGame(row, kept, lambda: game_with_id(game)).record


def watched(token: str) -> GameRecord:
    """The game that a share link shows; raise Http404 if it shows none."""
    return watched_game(token).record


def watched_game(token: str) -> StoredGame:
    """As `watched`, before its seats and rounds are needed."""
    row = _found(game_of_link(token, whole=False))
    return StoredGame(row, kept_games.find(row.columns["id"]), lambda: game_of_link(token))


def watched_link(token: str) -> ShareLink:
    """The share link with this token and its game; raise Http404 if it shows none."""
    if "\x00" in token:  # PostgreSQL refuses this character, even in a query
        raise Http404
    link = (
        ShareLink.objects.select_related("game")
        .filter(token=token, revoked_at=None, game__deleted_at=None)
        .first()
    )
    if link is None:
        raise Http404
    return link


def games_in(group: UUID, *, deleted: bool = False) -> QuerySet[Game]:
    """The games of a group, the newest first; `load_list` reads the rest of a page of them."""
    games = Game.objects.filter(group_id=group, deleted_at__isnull=not deleted)
    return games.order_by("-started_at", "id")


def changes_of(game: UUID) -> QuerySet[Change]:
    """The history of a game, the latest change first."""
    return Change.objects.filter(game=game).order_by("-version")


def share_links_of(game: UUID) -> QuerySet[ShareLink]:
    """The links of a game that are not revoked, the first one first."""
    rows = ShareLink.objects.filter(game=game, revoked_at=None).select_related("created_by")
    return rows.order_by("created_at")


def share_link_of(game: UUID, link: UUID) -> ShareLink:
    """A link of a game; raise Http404 if it does not exist or was revoked."""
    row = share_links_of(game).filter(pk=link).first()
    if row is None:
        raise Http404
    return row


def _found(row: GameRow | None) -> GameRow:
    if row is None:
        raise Http404
    return row
