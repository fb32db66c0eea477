"""What a token may be used for: a device for everything, an access token for its scopes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from accounts.account_hooks import names_group
from accounts.models import DeviceToken
from rest.refusals import NotFound, Refusal


class Scope(StrEnum):
    """What an access token may be given."""

    REFEREE = "referee"  # ask the referee as a person, where that needs an account
    READ = "read"  # games, groups and statistics
    SCORE = "score"  # begin games, enter and correct rounds
    MANAGE = "manage"  # people, invites, files, settings of groups


# Not a scope: what only a person's own devices may do, such as creating access tokens.
DEVICE = "device"


def require_scope(token: DeviceToken, needed: str, address: Mapping[str, Any]) -> None:
    """Refuse an access token without a scope, or for another group than an address names.

    `needed` is a scope, or `DEVICE`; `address` has the ids in the address by name. Raises Refusal
    (`scope_missing`, `other_group`), and NotFound for what belongs to another group.
    """
    if not token.scopes:
        return
    if needed not in token.scopes.split():
        if needed == DEVICE:
            text = _("An access token cannot do this: use a device that is logged in.")
        else:
            text = _("This access token lacks the scope “%(scope)s”.") % {"scope": needed}
        raise Refusal("scope_missing", text)
    if token.group is None:
        return
    named = names_group(token.group, address)
    if named is None:
        raise Refusal("other_group", _("This access token is for one group, and only for that."))
    if not named:
        raise NotFound
