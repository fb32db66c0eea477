"""The real server and PostgreSQL database that a benchmark measures."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from benchmarks.load import HOST
from config.folders import CODE
from tests.services import POSTGRES_URL, REQUIRED, absence


def is_missing(service: str, benchmark: str) -> bool:
    """Whether a service cannot be reached, so that nothing is measured: say so.

    Raises SystemExit if the service is required (`REQUIRE=postgres`).
    """
    why = absence(service)
    if why is None:
        return False
    if service in REQUIRED:
        raise SystemExit(f"{service} is required, but cannot be reached: {why}")
    print(f"\n\n##### NOT MEASURED: {benchmark} needs {service}: {why} #####", end="")
    return True


@contextmanager
def temporary_database() -> Iterator[str]:
    """Create a database with all tables, yield its URL, and drop it at the end."""
    name = f"tableside_benchmark_{os.getpid()}"
    url = urlsplit(POSTGRES_URL)._replace(path=f"/{name}").geturl()
    with psycopg.connect(POSTGRES_URL, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            command = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
            environment = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "benchmark"}
            subprocess.run(command, cwd=CODE, env=environment, check=True)
            yield url
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(drop)


PROJECT = "config.asgi:application"
PROTOCOL = "rest.protocol:BoundedProtocol"
# The arguments for the server whose empty view everything is compared with.
BASELINE = {
    "application": "benchmarks.baseline.asgi:application",
    "DJANGO_SETTINGS_MODULE": "benchmarks.baseline.settings",
}


@contextmanager
def run_server(
    database_url: str = "sqlite://:memory:",
    *,
    application: str = PROJECT,
    workers: int = 1,
    **settings: str,
) -> Iterator[tuple[int, int]]:
    """Run the project or another application; yield the id of its (parent) process, and its port.

    `settings` are variables of its environment.
    """
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    environment = _environment(database_url, **settings)
    # As config.serve does, except for the address and the timeout of idle connections.
    options = {
        "app": application,
        "host": HOST,
        "port": port,
        "workers": workers,
        "lifespan": "on" if application == PROJECT else "auto",
        "http": PROTOCOL if application == PROJECT else "auto",
        "ws": "none",
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "timeout_graceful_shutdown": 5,
        "timeout_keep_alive": 60,
    }
    # Not uvicorn's command line, which takes no protocol but its own.
    run = "import json, sys, uvicorn; uvicorn.run(**json.loads(sys.argv[1]))"
    command = [sys.executable, "-c", run, json.dumps(options)]
    with (
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(command, cwd=CODE, env=environment, stdout=log, stderr=log) as process,
    ):
        try:
            if not _answers(process, port):
                log.seek(0)
                raise SystemExit(f"The server did not start:\n{log.read()}")
            yield process.pid, port
        finally:
            process.terminate()


@contextmanager
def run_worker(database_url: str, redis_url: str) -> Iterator[int]:
    """Run a Celery worker for a server with the same URLs; yield the id of its process."""
    command = [sys.executable, "-m", "celery", "-A", "config.celery", "worker"]
    command += ["--pool", "solo", "--loglevel", "ERROR", "--without-gossip", "--without-mingle"]
    environment = _environment(database_url, REDIS_URL=redis_url)
    with subprocess.Popen(
        command, cwd=CODE, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process.pid
        finally:
            process.terminate()


def _environment(database_url: str, **settings: str) -> dict[str, str]:
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "SECRET_KEY": "benchmark",
        "PYTHONDONTWRITEBYTECODE": "",  # servers are compiled before they start
        "DATABASE_URL": database_url,
        "REDIS_URL": "",
        "DEBUG": "off",
        "THROTTLE": "off",
        "ALLOWED_HOSTS": "*",
        "HEAD_SECONDS": "60",  # phones connect long before their first request
        **settings,
    }


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until the server listens; False if it ends, or takes half a minute."""
    for _attempt in range(3000):
        if process.poll() is not None:
            return False
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.01)
        else:
            return True
    return False
