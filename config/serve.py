"""Run the server, and print its address for phones: `python -m config.serve`."""

import atexit
import contextlib
import ipaddress
import logging.config
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, NoReturn

import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from background.local_worker import STARTED_AT
from config.checks import mistakes
from config.database_check import database_mistake
from config.private_files import keep_files_private
from https.addresses import address_for_phones
from https.home import Home, Where
from https.server import HomeServer
from rest import metrics
from rest.https_origins import tell_https_origins
from rest.metrics import is_alive

SHUTDOWN_SECONDS = 5  # before open streams are closed
METRICS_FOLDER = "tableside-metrics-"
APPLICATION = "config.asgi:application"


def main() -> None:
    """Serve until stopped."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    keep_files_private()
    check_settings()
    check_port()
    logging.config.dictConfig(settings.LOGGING)
    if mistake := database_mistake():
        refuse(mistake)
    if settings.METRICS_TOKEN:
        prepare_metrics()
    os.environ[STARTED_AT] = str(time.time())
    allow_many_connections()
    home = https_at_home() if settings.HTTPS else None
    fingerprint = home.certificates.fingerprint() if home else ""
    told = (settings.BIND, settings.PORT, fingerprint)
    threading.Thread(target=announce, args=told, daemon=True).start()
    options: dict[str, Any] = {
        "host": settings.BIND,
        "port": settings.PORT,
        "workers": settings.WEB_WORKERS,
        "lifespan": "on",
        "http": "rest.protocol:BoundedProtocol",
        "ws": "none",  # the server has no web sockets: their library need not be loaded
        "log_config": None,  # its lines go where ours go
        "log_level": settings.LOG_LEVEL.lower(),
        "access_log": False,
        "server_header": False,
        # Only the throttle reads forwarded addresses: see TRUSTED_PROXIES.
        "proxy_headers": False,
        "timeout_graceful_shutdown": SHUTDOWN_SECONDS,
    }
    if home is None:
        uvicorn.run(APPLICATION, **options)
    else:
        with contextlib.suppress(KeyboardInterrupt):
            HomeServer(uvicorn.Config(APPLICATION, **options), home).run()


def https_at_home() -> Home:
    """Provide what HTTPS=on needs, or end and say why it is not possible."""
    where = Where(
        settings.HTTPS_NAME, settings.HTTPS_PORT, settings.BIND, told=settings.LAN_ADDRESS
    )
    try:
        return Home(settings.HTTPS_FOLDER, where, tell_https_origins)
    except (OSError, ValueError) as error:
        refuse(f"HTTPS is on, but its certificates cannot be used: {error}.")


def check_settings() -> None:
    """End if a server with these settings would not work, or not be safe."""
    try:
        found = mistakes()
    except ImproperlyConfigured as error:  # the first that keeps settings from being read
        found = [str(error)]
    if found:
        refuse(*found)


def check_port() -> None:
    """End if a port is in use or not permitted."""
    for name in ("PORT", "HTTPS_PORT") if settings.HTTPS else ("PORT",):
        port = getattr(settings, name)
        if reason := port_problem(settings.BIND, port):
            sys.exit(f"Cannot use port {port}: {reason}. Choose another one with {name}=...")


def refuse(*found: str) -> NoReturn:
    """End, telling what to correct."""
    sys.exit("\n".join(["The server does not start. Correct these settings:", *found]))


def prepare_metrics() -> None:
    """Create a folder where this server's processes count, for as long as it runs.

    Folders left by killed servers are deleted.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{METRICS_FOLDER}*"):
        pid = folder.name.removeprefix(METRICS_FOLDER).partition("-")[0]
        with contextlib.suppress(OSError, ValueError):
            if folder.stat().st_uid == os.getuid() and not is_alive(int(pid)):
                shutil.rmtree(folder, ignore_errors=True)
    os.environ[metrics.FOLDER] = tempfile.mkdtemp(prefix=f"{METRICS_FOLDER}{os.getpid()}-")
    atexit.register(shutil.rmtree, os.environ[metrics.FOLDER], ignore_errors=True)
    # uvicorn handles the signal while it serves, and raises it again at the end: without this,
    # nothing would be cleaned up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


def allow_many_connections() -> None:
    """Allow as many open files as the system grants: each phone that listens holds one.

    Most systems start with 1,024 and grant far more on request.
    """
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # macOS allows fewer than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def port_problem(bind: str, port: int) -> str | None:
    """Return why `port` of the address `bind` cannot be used, or None if it can."""
    with socket.socket(socket.AF_INET6 if ":" in bind else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except (OSError, OverflowError) as error:
            return getattr(error, "strerror", None) or str(error)
    return None


def announce(bind: str, port: int, fingerprint: str = "") -> None:
    """Print the address to open, once the server answers; for the fingerprint see `greeting`."""
    bound = ipaddress.ip_address(bind)
    here = bind
    if bound.is_unspecified:
        here = "127.0.0.1" if bound.version == 4 else "::1"
    for _attempt in range(300):
        try:
            socket.create_connection((here, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            address = address_for_phones(bind, settings.LAN_ADDRESS)
            print(greeting(address, port, settings.PUBLIC_URL, fingerprint), flush=True)
            link = settings.PUBLIC_URL or (address and f"http://{address}:{port}/")
            if link and address != "localhost" and sys.stdout.isatty():
                print_qr_code(link)
            return


def print_qr_code(link: str) -> None:
    """Print a link for the camera of a phone, on a terminal that has the characters for it."""
    import segno

    with contextlib.suppress(UnicodeEncodeError):
        segno.make_qr(link, error="l").terminal(compact=True, border=2)


def greeting(address: str | None, port: int, public_url: str = "", fingerprint: str = "") -> str:
    """Return what is printed at the start, for an address in the local network or None.

    With a fingerprint, that of the root, there is HTTPS at home, and a page to install it from.
    """
    if public_url:
        return f"Open on a phone: {public_url}"
    host = f"http://{address or 'localhost'}:{port}"
    lines = [f"Or on this machine: http://localhost:{port}/"]
    if address is None:
        lines = [f"Phones cannot reach it. Open on this machine: {host}/"]
    elif address == "localhost":  # as in a container
        lines = [f"Open on this machine: {host}/ (and on a phone with its address: LAN_ADDRESS)"]
    else:
        lines.insert(0, f"Open on a phone in the same network: {host}/")
    if fingerprint:
        lines += [
            f"To install it on a phone: {host}/install",
            f"Its root certificate (SHA-256): {fingerprint}",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
