"""Creating access tokens, and revoking them or devices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.account_hooks import may_see
from accounts.models import DeviceToken, User
from accounts.selectors import access_tokens_of
from accounts.services.devices import IssuedToken, revoke_device
from accounts.services.locking import lock_user
from rest.limits import LIMITS, StoredLimit, expect_room
from rest.refusals import wrong_field

LIMITS["access_tokens_of_account"] = StoredLimit(
    50, gettext_lazy("You can have %(maximum)s access tokens: revoke one first.")
)
NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # `seen_at` of a token that has not been used


@transaction.atomic
def create_access_token(
    *,
    user: User,
    name: str,
    scopes: Sequence[str],
    group: UUID | None = None,
    expires_at: datetime | None = None,
) -> IssuedToken:
    """Create a token for a program, good for `scopes` until `expires_at`, or in one group.

    Raises Refusal if there are too many, or the person is not in the group.
    """
    user = lock_user(user)
    if group is not None and not may_see(user, {"group": group}):
        raise wrong_field("group", "not_found", _("You are in no such group."))
    expect_room("access_tokens_of_account", access_tokens_of(user).count())
    row, token = DeviceToken.objects.create(
        user=user,
        device=name,
        scopes=" ".join(scopes),
        group=group,
        expiry=expires_at,
        seen_at=NEVER,
    )
    return IssuedToken(user, token, row)


def revoke_token(*, user: User, token: UUID) -> None:
    """Revoke an access token, or log a device out. Raises NotFound if it is none of theirs."""
    deleted, _details = access_tokens_of(user).filter(id=token).delete()
    if not deleted:
        revoke_device(user=user, device=token)
