"""Which services outside the process can be reached, and which must be."""

import os
import shutil
from functools import cache
from pathlib import Path

POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")

SERVICES = ("postgres", "redis", "node", "chromium", "webkit", "certutil", "curl", "java", "caddy")
REQUIRED = frozenset(filter(None, os.environ.get("REQUIRE", "").replace(" ", "").split(",")))


@cache
def absence(service: str) -> str | None:
    """Return why `service` cannot be used, or None if it can."""
    match service:
        case "postgres":
            return _postgres()
        case "redis":
            return _redis()
        case "node":
            return None if shutil.which("node") and shutil.which("npm") else "no node and npm"
        case "curl":
            return None if shutil.which("curl") and shutil.which("bash") else "no curl and bash"
        case "java":
            return None if _jakarta_annotations() else "no javac and libjakarta-annotation-api-java"
        case "certutil":
            return None if shutil.which("certutil") else "no certutil (libnss3-tools)"
        case "caddy":
            return None if shutil.which("caddy") else "no caddy"
        case "chromium":
            return None if chromium() else "no chromium on the PATH"
        case "webkit":
            found = shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
            return None if found else "no webkit2gtk-driver and xvfb"
    raise ValueError(service)


# What a client in Java needs beside what its generator has in it.
JAKARTA_ANNOTATIONS = Path("/usr/share/java/jakarta-annotation-api.jar")


def _jakarta_annotations() -> bool:
    return bool(shutil.which("javac")) and JAKARTA_ANNOTATIONS.exists()


def chromium() -> str | None:
    """Return the path of a Chromium, or None."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def _postgres() -> str | None:
    import psycopg

    try:
        psycopg.connect(POSTGRES_URL, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        return str(error).strip().splitlines()[0]
    return None


def _redis() -> str | None:
    import redis

    try:
        with redis.Redis.from_url(REDIS_URL, socket_connect_timeout=3) as client:
            client.ping()
    except redis.RedisError as error:
        return str(error)
    return None
