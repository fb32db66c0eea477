"""Links that people open or scan. Each leads to a page (`rest.pages`).

Secrets that log somebody in come after a `#`: browsers do not send that part, so it does not
appear in the logs of servers and proxies. `/pair/CODE` and `/reset/KEY` work too, for clients
and people who write them so.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from rest_framework.request import Request

from https.addresses import address_for_phones

ONLY_HERE = {"localhost", "127.0.0.1", "::1"}  # by these, each machine means itself


def public_url(request: Request, path: str) -> str:
    """Return an absolute address: below `PUBLIC_URL`, or where the request came in.

    A proxy says by `X-Forwarded-Proto` whether that was HTTPS, if `TRUSTED_PROXIES` counts it.
    """
    base: str = settings.PUBLIC_URL
    return f"{base.rstrip('/')}{path}" if base else request.build_absolute_uri(path)


def shared_url(request: Request, path: str) -> str:
    """Return an absolute address to show to another phone.

    Who opened this server as localhost gets its address in the local network, if it has one.
    """
    address = _address_at_home()
    is_only_here = urlsplit(f"//{request.get_host()}").hostname in ONLY_HERE
    if settings.PUBLIC_URL or not is_only_here or address in {None, *ONLY_HERE}:
        return public_url(request, path)
    return f"http://{address}:{settings.PORT}{path}"


def mailed_url(request: Request, path: str) -> str:
    """Return an absolute address to mail to somebody who may not have sent this request.

    If any host name is allowed, an attacker could send a request with the name of their own
    host, and the secret in the link would go there. Then it is the address in the local network.
    """
    if settings.PUBLIC_URL or "*" not in settings.ALLOWED_HOSTS:
        return public_url(request, path)
    return f"http://{_address_at_home() or 'localhost'}:{settings.PORT}{path}"


def _address_at_home() -> str | None:
    return address_for_phones(settings.BIND, settings.LAN_ADDRESS)
