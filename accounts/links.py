"""Links that people open or scan. Each leads to a page (`rest.pages`).

Secrets that log somebody in come after a `#`: browsers do not send that part, so it does not
appear in the logs of servers and proxies. `/pair/CODE` and `/reset/KEY` work too, for clients
and people who write them so.
"""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request


def public_url(request: Request, path: str) -> str:
    """Return an absolute address: below `PUBLIC_URL`, or where the request came in.

    A proxy says by `X-Forwarded-Proto` whether that was HTTPS, if `TRUSTED_PROXIES` counts it.
    """
    base: str = settings.PUBLIC_URL
    return f"{base.rstrip('/')}{path}" if base else request.build_absolute_uri(path)


def mailed_url(request: Request, path: str) -> str:
    """Return an absolute address to mail to somebody who may not have sent this request.

    If any host name is allowed, an attacker could send a request with the name of their own
    host, and the secret in the link would go there. Then it is the address in the local network.
    """
    if settings.PUBLIC_URL or "*" not in settings.ALLOWED_HOSTS:
        return public_url(request, path)
    return f"http://{settings.LAN_ADDRESS or 'localhost'}:{settings.PORT}{path}"
