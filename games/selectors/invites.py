"""Reading the invite that a code belongs to."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.codes import ALPHABET, normalise
from games.models import Invite, Membership, Player
from games.selectors.groups import count_in_group, open_invites
from rest.refusals import Refusal


def find_by_code(invites: QuerySet[Invite], typed: str) -> Invite | None:
    """The one of `invites` with this code, as somebody typed it."""
    code = normalise(typed)
    if not set(code) <= set(ALPHABET):  # such as a character that a database refuses
        return None
    return invites.filter(code=code).first()


def invite_to_show(typed: str, now: datetime) -> Invite:
    """The open invite with this code, with its group, `member_count` and `player_count`.

    Raises Refusal, the same for all codes that are not valid.
    """
    players = Player.objects.filter(merged_into=None, has_left=False)
    invites = open_invites(now).select_related("group")
    invite = find_by_code(
        invites.annotate(
            member_count=count_in_group(Membership.objects.all()),
            player_count=count_in_group(players),
        ),
        typed,
    )
    if invite is None:
        raise unknown_code()
    return invite


def unknown_code() -> Refusal:
    """The same for wrong, expired, revoked and used-up codes, so that guessing reveals nothing."""
    text = _("This code is wrong or no longer valid: ask for a new one.")
    return Refusal("unknown_code", text)
