"""The format of an answer: that which the `Accept` header asks for, if the view heeds it."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class IgnoreAcceptHeader(DefaultContentNegotiation):
    """Never answer 406, even if `Accept` names only `image/png`.

    For views that return a Django response. Their problem documents are JSON, as everywhere.
    """

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type


class HeedAcceptHeader(IgnoreAcceptHeader):
    """Leave to the framework what asks for a format: it takes a tenth of a small request."""

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        if not format_suffix and request.META.get("HTTP_ACCEPT", "*/*") == "*/*":
            return super().select_renderer(request, renderers)
        chosen: tuple[BaseRenderer, str]
        chosen = DefaultContentNegotiation.select_renderer(self, request, renderers, format_suffix)
        return chosen
