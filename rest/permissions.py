"""The default permission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission

if TYPE_CHECKING:  # DRF loads this module while it loads its own views
    from rest_framework.request import Request
    from rest_framework.views import APIView


class DenyAll(BasePermission):
    """Let nobody in: the default, so that a view is open only if it says so."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return False
