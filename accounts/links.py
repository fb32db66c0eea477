"""Addresses that people open or scan.

What is secret in one stands behind a `#`: browsers send that part to nobody, so it gets
into no log of a server or proxy.
"""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request


def public_url(request: Request, path: str) -> str:
    """A whole address of this server: below `PUBLIC_URL`, or as the request was addressed."""
    base: str = settings.PUBLIC_URL
    return f"{base.rstrip('/')}{path}" if base else request.build_absolute_uri(path)


def mailed_url(request: Request, path: str) -> str:
    """A whole address to send to somebody other than who asks.

    Where any host name is answered to, whoever asks could name a host of their own, and
    the secret in the link would go there. Then it is the address of the own network.
    """
    if settings.PUBLIC_URL or "*" not in settings.ALLOWED_HOSTS:
        return public_url(request, path)
    return f"http://{settings.LAN_ADDRESS or 'localhost'}:{settings.PORT}{path}"
