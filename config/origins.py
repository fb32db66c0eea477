"""Web pages and apps from elsewhere that may use the API."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from https.scope import is_local_host

# Where pages inside an app come from: Capacitor on iOS and on Android, and Ionic.
NATIVE_SHELLS = ["capacitor://localhost", "https://localhost", "ionic://localhost"]


def read_origins(texts: Iterable[str]) -> list[str]:
    """Return the origins as browsers send them; raise ImproperlyConfigured.

    >>> read_origins(["https://Cards.example.org/", " http://localhost:5173"])
    ['https://cards.example.org', 'http://localhost:5173']
    """
    return [_read_origin(text) for text in texts if text.strip()]


def _read_origin(text: str) -> str:
    origin = text.strip().lower().removesuffix("/")
    try:
        parts = urlsplit(origin)
        is_origin = bool(parts.hostname) and origin == f"{parts.scheme}://{parts.netloc}"
        is_origin = is_origin and "@" not in origin and "*" not in origin and parts.port != 0
    except ValueError:  # a port that is not a number
        is_origin = False
    if not is_origin:
        raise ImproperlyConfigured(
            f"CORS_ORIGINS has {text.strip()!r}: write each origin like https://cards.example.org, "
            "with its scheme and without a path, and separate several by commas."
        )
    return origin


def is_https_on_the_internet(url: str) -> bool:
    """Whether `url` uses HTTPS, and its host is not one of a local network.

    >>> is_https_on_the_internet("https://cards.example.org")
    True
    >>> is_https_on_the_internet("https://tableside.local:8443")
    False
    """
    try:
        parts = urlsplit(url)
        return parts.scheme == "https" and not is_local_host(parts.hostname or "")
    except ValueError:  # config.checks says what is wrong
        return False


def secure_proxy_header(proxies: int) -> tuple[str, str] | None:
    """Return Django's SECURE_PROXY_SSL_HEADER, with this many trusted proxies in front."""
    return ("HTTP_X_FORWARDED_PROTO", "https") if proxies > 0 else None
