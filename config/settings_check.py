"""What is wrong with the settings: told before the server starts, all of it at once."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.http.request import validate_host

from rest.rate_limit import SECONDS, parse_rate

LEAST = {  # whole numbers
    "WEB_WORKERS": 1,
    "WEB_THREADS": 1,
    "WEB_QUEUE": 1,
    "LIVE_THREADS": 0,
    "LIVE_STREAMS": 1,
    "DRAIN_SECONDS": 0,
    "LIVE_STREAMS_PER_ADDRESS": 1,
}
METRICS_TOKEN_LENGTH = 20
LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
POSITIVE = ("HEAD_SECONDS", "BODY_SECONDS", "JOB_PATIENCE", "LIVE_HEARTBEAT")


def mistakes(settings: Any) -> list[str]:
    """Return what keeps a server with these settings from working, or from being safe."""
    found = [*_numbers(settings), *_addresses(settings), *_rates(settings.THROTTLE_RATES)]
    if settings.LOG_FORMAT not in LOG_FORMATS:
        found.append(
            f"LOG_FORMAT is {settings.LOG_FORMAT!r}. Valid values: {', '.join(LOG_FORMATS)}."
        )
    if settings.LOG_LEVEL not in LOG_LEVELS:
        found.append(f"LOG_LEVEL is {settings.LOG_LEVEL!r}. Valid values: {', '.join(LOG_LEVELS)}.")
    languages = [code for code, _name in settings.LANGUAGES]
    if settings.LANGUAGE_CODE not in languages:
        found.append(
            f"DEFAULT_LANGUAGE is {settings.LANGUAGE_CODE!r}. Valid values: {', '.join(languages)}."
        )
    if settings.EMAIL_VERIFICATION and settings.EMAIL_BACKEND.endswith("dummy.EmailBackend"):
        found.append(
            "EMAIL_VERIFICATION is on, but EMAIL_URL is not set: nobody would get the mail that"
            " confirms an address. Set EMAIL_URL, or EMAIL_VERIFICATION=off."
        )
    if settings.METRICS_TOKEN and len(settings.METRICS_TOKEN) < METRICS_TOKEN_LENGTH:
        found.append(
            f"METRICS_TOKEN has {len(settings.METRICS_TOKEN)} characters, but must have at least"
            f" {METRICS_TOKEN_LENGTH}: make it with `openssl rand -hex 24`."
        )
    if settings.PRODUCTION:
        found += _production(settings)
    return found


def _numbers(settings: Any) -> Iterator[str]:
    values = {name: getattr(settings, name) for name in LEAST}
    values["TRUSTED_PROXIES"] = settings.REST_FRAMEWORK["NUM_PROXIES"]
    for name, value in values.items():
        least = LEAST.get(name, 0)
        if value < least:
            yield f"{name} is {value}, but must be at least {least}."
    for name in POSITIVE:
        seconds = getattr(settings, name)
        if not seconds > 0:
            yield f"{name} is {seconds:g}, but must be more than 0 seconds."
    if not 1 <= settings.PORT <= 65535:
        yield f"PORT is {settings.PORT}, but must be from 1 to 65535."


def _addresses(settings: Any) -> Iterator[str]:
    try:
        ipaddress.ip_address(settings.BIND)
    except ValueError:
        yield (
            f"BIND is {settings.BIND!r}, but must be an address of this machine, such as 127.0.0.1,"
            " or 0.0.0.0 for all of them."
        )
    if settings.REDIS_URL and not _is_redis_url(settings.REDIS_URL):
        # It may hold a password, so it is not shown.
        yield (
            "REDIS_URL is not an address of Redis: write it like redis://127.0.0.1:6379/0,"
            " or rediss://... with TLS."
        )
    if not settings.ALLOWED_HOSTS:
        yield "ALLOWED_HOSTS is empty: name the hosts of this server, such as cards.example.org."
    if (otlp := settings.OTEL_EXPORTER_OTLP_ENDPOINT) and not _is_web_address(otlp):
        yield (
            f"OTEL_EXPORTER_OTLP_ENDPOINT is {otlp!r}, but must be the address of a collector that"
            " speaks OTLP over HTTP, such as http://127.0.0.1:4318."
        )
    if settings.PUBLIC_URL:
        url = _split(settings.PUBLIC_URL)
        if url is None or not _is_web_address(settings.PUBLIC_URL):
            yield (
                f"PUBLIC_URL is {settings.PUBLIC_URL!r}, but must be a whole address, such as"
                " https://cards.example.org."
            )
        elif settings.ALLOWED_HOSTS and not validate_host(
            url.hostname or "", settings.ALLOWED_HOSTS
        ):
            yield f"ALLOWED_HOSTS must name {url.hostname}, the host of PUBLIC_URL."


def _is_redis_url(text: str) -> bool:
    url = _split(text)
    number = url.path.strip("/") if url else ""
    return url is not None and url.scheme in {"redis", "rediss"} and (number or "0").isdecimal()


def _is_web_address(text: str) -> bool:
    url = _split(text)
    return url is not None and url.scheme in {"http", "https"}


def _split(text: str) -> SplitResult | None:
    """Split an address that has a host, and a port only if that is a number."""
    try:
        url = urlsplit(text)
        return url if url.hostname and url.port != 0 else None
    except ValueError:
        return None


def _rates(rates: dict[str, str]) -> Iterator[str]:
    for scope, rate in rates.items():
        try:
            is_rate = parse_rate(rate)[0] > 0
        except (KeyError, ValueError):
            is_rate = False
        if not is_rate:
            yield (
                f"THROTTLE_{scope.upper()} is {rate!r}, but must be a number above 0 and a time,"
                f" such as 120/min. Valid times: {', '.join(SECONDS)}."
            )


def _production(settings: Any) -> Iterator[str]:
    if settings.DEBUG:
        yield "DEBUG is on, but must be off with PRODUCTION: it shows the code to everybody."
    if not settings.SECRET_KEY_IS_SET:
        yield (
            "SECRET_KEY is not set, nor SECRET_KEY_FILE, but PRODUCTION needs a key of your own:"
            " make it with `openssl rand -base64 48`."
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield (
            "ALLOWED_HOSTS is *, but PRODUCTION needs the hosts of this server by name, such as"
            " cards.example.org."
        )
    if not settings.PUBLIC_URL:
        yield (
            "PUBLIC_URL is not set, but PRODUCTION needs it for links, such as"
            " https://cards.example.org."
        )
