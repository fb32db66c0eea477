"""What somebody has seen of a group."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Membership
from games.selectors.access import membership
from rest.problems import FieldError, ProblemError


@transaction.atomic
def mark_seen(*, actor: User, group: UUID, event: int) -> int:
    """Note that the actor has seen a group up to this event; return up to which one now.

    A smaller number than before changes nothing. Raises Http404 unless the actor is a member, and
    ProblemError (400) for an event that has not happened yet.
    """
    mine = membership(actor, group)
    last: int = mine.last_event  # type: ignore[attr-defined]
    if event > last:
        text = _("There is no event %(number)s yet: the last event is %(last)s.")
        text %= {"number": event, "last": last}
        error = FieldError("event", "unknown_event", text)
        raise ProblemError(400, "invalid_request", text, errors=[error])
    # Not read and then written: another device may have seen more meanwhile.
    Membership.objects.filter(pk=mine.pk, seen_event__lt=event).update(seen_event=event)
    return max(event, mine.seen_event)
