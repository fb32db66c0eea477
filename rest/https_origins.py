"""Where this server is reached by its own HTTPS at the moment, as set by `config.serve`."""

from __future__ import annotations

_told: tuple[str, ...] = ()


def https_origins() -> tuple[str, ...]:
    """Return origins such as `https://tableside.local:8443`, the best first; none without HTTPS."""
    return _told


def tell_https_origins(origins: tuple[str, ...]) -> None:
    """Set the origins from now on."""
    global _told
    _told = origins
