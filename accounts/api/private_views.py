"""Base classes of the views about one's own account."""

from __future__ import annotations

from rest_framework.permissions import AllowAny

from accounts.api.base import AccountView
from accounts.scopes import DEVICE
from rest.problem_schema import BODY

# The refusals of every write with a body; 409 and 422 are for its Idempotency-Key.
WRITE = (*BODY, 409, 422)


class PrivateView(AccountView):
    """A view whose responses are only for this person, and must not be cached."""

    is_private = True
    read_scope = DEVICE
    write_scope = DEVICE


class OpenView(PrivateView):
    """A view for people who have no token yet."""

    authentication_classes = []
    permission_classes = [AllowAny]  # type: ignore[misc]
    throttle_scope = "guess"
