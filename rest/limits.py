"""How much may be stored, and of what: one table for all apps (docs/security.md).

Far more than people who play ever need. What counts here is what a row of the database belongs to,
so each check takes place while that is locked: two writers do not both find the last place.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rest.problems import ProblemError


class StoredLimit(NamedTuple):
    """At most `maximum`; `text` says so, and how to get room."""

    maximum: int
    text: str | Promise
    code: str = "limit_reached"


LIMITS = {
    "groups_of_account": StoredLimit(
        200, _("You can be in %(maximum)s groups: leave or delete one first.")
    ),
    "members_of_group": StoredLimit(
        500, _("A group can have %(maximum)s members: remove somebody first.")
    ),
    "players_of_group": StoredLimit(
        10_000, _("A group can have %(maximum)s players: delete those who have never played.")
    ),
    "games_of_group": StoredLimit(
        20_000, _("A group can have %(maximum)s games: go on in a new group.")
    ),
    "invites_of_group": StoredLimit(
        50, _("A group can have %(maximum)s open invites: revoke one first.")
    ),
    "phase_lists_of_group": StoredLimit(
        50,
        _("A group can save %(maximum)s lists of Phases: delete one first."),
        code="too_many_phase_lists",
    ),
    "share_links_of_game": StoredLimit(
        100, _("A game can have %(maximum)s share links, with those that were revoked lately.")
    ),
    "rounds_of_game": StoredLimit(1_000, _("A game can have %(maximum)s rounds: start a new one.")),
    "plays_of_round": StoredLimit(
        2_000,
        _("A round can have %(maximum)s plays and notes, with those that were taken back."),
    ),
    # As many as an archive may have, so that every game can be exported and restored.
    "changes_of_game": StoredLimit(
        10_000, _("A game can be changed %(maximum)s times: start a new one.")
    ),
    "events_of_game": StoredLimit(
        50_000, _("A game can have %(maximum)s events: start a new one.")
    ),
    "unfinished_jobs_of_group": StoredLimit(
        3,
        _("A group can have %(maximum)s unfinished jobs: wait for one to finish, or cancel one."),
        code="too_many_jobs",
    ),
    "upload_bytes_of_account": StoredLimit(
        128 * 1024 * 1024,
        _(
            "Your files that wait to be imported may have %(maximum)s bytes together: import one, "
            "or wait until they are deleted, after a week."
        ),
    ),
}


def expect_room(name: str, stored: int, adding: int = 1) -> None:
    """Raise ProblemError (409) if `adding` more to what is `stored` is over the limit `name`."""
    limit = LIMITS[name]
    if stored + adding > limit.maximum:
        told = {"limit": name, "maximum": limit.maximum}
        raise ProblemError(409, limit.code, str(limit.text) % told, extra=told)
