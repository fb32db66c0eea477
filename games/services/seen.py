"""What somebody has seen of a group."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Membership
from games.selectors.access import member_as
from rest.refusals import wrong_field


@transaction.atomic
def mark_seen(*, actor: User, group: UUID, event: int) -> int:
    """Record up to which event the actor has seen a group; return up to which they have by now.

    A smaller number than before changes nothing. Raises NotFound unless the actor is a member, and
    Refusal if the event has not happened yet.
    """
    mine = member_as(actor, group)
    last: int = mine.last_event  # type: ignore[attr-defined]
    if event > last:
        text = _("There is no event %(number)s yet: the last event is %(last)s.")
        text %= {"number": event, "last": last}
        raise wrong_field("event", "unknown_event", text)
    # In a single statement: another device may have seen more since `mine` was read.
    Membership.objects.filter(pk=mine.pk, seen_event__lt=event).update(seen_event=event)
    return max(event, mine.seen_event)
