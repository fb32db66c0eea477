"""Django's system checks of the settings: what keeps a server from working, or from being safe.

`config.serve` and most commands of manage.py run them; those for a server on the internet run only
in `config.serve` with PRODUCTION=on, and in `manage.py check --deploy`.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.checks import Error, register, run_checks
from django.http.request import validate_host

from config import environment
from https.scope import is_local_name
from rest.rate_limit import SECONDS, parse_rate

TAG = "tableside"
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
WEBHOOKS = ("off", "on", "home", "here")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
POSITIVE = ("HEAD_SECONDS", "BODY_SECONDS", "JOB_PATIENCE", "LIVE_HEARTBEAT")
# Variables that others read: proxies, tests, Docker Compose, OpenTelemetry, PostgreSQL's library.
OF_OTHERS = ("HTTP_", "TEST_", "REQUIRE", "FULL", "COMPOSE_", "DOCKER_", "OTEL_", "PG")
# How alike two names must be to be taken for one another; short ones are alike by chance.
NEAR, NEAR_LENGTH = 0.85, 8


def mistakes() -> list[str]:
    """Return what is wrong with the settings, without loading any app."""
    found = run_checks(tags=[TAG], include_deployment_checks=settings.PRODUCTION)
    return [message.msg for message in found]


@register(TAG)
def check_settings(**_options: Any) -> list[Error]:
    """Check what every server needs."""
    found = [_unknown_names(), _numbers(), _choices(), _addresses(), _rates(), _secrets()]
    if settings.HTTPS:
        found.append(_https())
    return [Error(text) for texts in found for text in texts]


@register(TAG, deploy=True)
def check_production(**_options: Any) -> list[Error]:
    """Check what a server on the internet needs in addition."""
    return [Error(text) for text in _production()]


def _unknown_names() -> Iterator[str]:
    """Look for misspelt names: all in .env, and in the environment those that look like ours."""
    known = environment.asked
    for name in sorted({*environment.in_file, *os.environ} - known):
        near = get_close_matches(name, known, n=1, cutoff=NEAR if len(name) >= NEAR_LENGTH else 1)
        if name.startswith(OF_OTHERS):
            continue
        if near:
            yield f"{name} is not a setting. Did you mean {near[0]}?"
        elif name in environment.in_file:
            yield f"{name}, in .env, is not a setting: .env.example has them all."


def _choices() -> Iterator[str]:
    for name, value, valid in (
        ("LOG_FORMAT", settings.LOG_FORMAT, LOG_FORMATS),
        ("LOG_LEVEL", settings.LOG_LEVEL, LOG_LEVELS),
        ("WEBHOOKS", settings.WEBHOOKS, WEBHOOKS),
        ("DEFAULT_LANGUAGE", settings.LANGUAGE_CODE, [code for code, _ in settings.LANGUAGES]),
    ):
        if value not in valid:
            yield f"{name} is {value!r}. Valid values: {', '.join(valid)}."


def _secrets() -> Iterator[str]:
    if settings.EMAIL_VERIFICATION and settings.EMAIL_BACKEND.endswith("dummy.EmailBackend"):
        yield (
            "EMAIL_VERIFICATION is on, but EMAIL_URL is not set: nobody would get the mail that"
            " confirms an address. Set EMAIL_URL, or EMAIL_VERIFICATION=off."
        )
    if settings.METRICS_TOKEN and len(settings.METRICS_TOKEN) < METRICS_TOKEN_LENGTH:
        yield (
            f"METRICS_TOKEN has {len(settings.METRICS_TOKEN)} characters, but must have at least"
            f" {METRICS_TOKEN_LENGTH}: make it with `openssl rand -hex 24`."
        )


def _numbers() -> Iterator[str]:
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
    for name in ("PORT", "HTTPS_PORT"):
        if not 1 <= (port := getattr(settings, name)) <= 65535:
            yield f"{name} is {port}, but must be from 1 to 65535."


def _addresses() -> Iterator[str]:
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


def _rates() -> Iterator[str]:
    for scope, rate in settings.THROTTLE_RATES.items():
        try:
            is_rate = parse_rate(rate)[0] > 0
        except (KeyError, ValueError):
            is_rate = False
        if not is_rate:
            yield (
                f"THROTTLE_{scope.upper()} is {rate!r}, but must be a number above 0 and a time,"
                f" such as 120/min. Valid times: {', '.join(SECONDS)}."
            )


def _https() -> Iterator[str]:
    if settings.WEB_WORKERS > 1:
        yield (
            f"HTTPS is on, but WEB_WORKERS is {settings.WEB_WORKERS}: HTTPS of its own needs one"
            " process, WEB_WORKERS=1. For more, have a proxy speak HTTPS."
        )
    if settings.HTTPS_PORT == settings.PORT:
        yield f"HTTPS_PORT is {settings.HTTPS_PORT}, as PORT is: choose another one."
    if not is_local_name(settings.HTTPS_NAME):
        yield (
            f"HTTPS_NAME is {settings.HTTPS_NAME!r}, but must be a name below .local or .home.arpa,"
            " such as tableside.local: for others, the root certificate does not count."
        )
    elif settings.ALLOWED_HOSTS and not validate_host(settings.HTTPS_NAME, settings.ALLOWED_HOSTS):
        yield f"ALLOWED_HOSTS must name {settings.HTTPS_NAME}, the host of HTTPS_NAME."


def _production() -> Iterator[str]:
    if settings.DEBUG:
        yield "DEBUG is on, but must be off with PRODUCTION: it shows the code to everybody."
    if "*" in settings.ALLOWED_HOSTS:
        yield (
            "ALLOWED_HOSTS is *, but PRODUCTION needs the hosts of this server by name, such as"
            " cards.example.org."
        )
    if settings.WEBHOOKS == "here":
        yield (
            "WEBHOOKS is here, but must be off, on or home with PRODUCTION: anybody could have the"
            " server call itself."
        )
    if not settings.PUBLIC_URL:
        yield (
            "PUBLIC_URL is not set, but PRODUCTION needs it for links, such as"
            " https://cards.example.org."
        )
