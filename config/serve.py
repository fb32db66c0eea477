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
from typing import NoReturn

import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.database_check import database_mistake
from config.local_worker import STARTED_AT
from config.private_files import keep_files_private
from config.settings_check import mistakes
from rest import metrics
from rest.metrics import is_alive

SHUTDOWN_SECONDS = 5  # then open streams are closed
METRICS_FOLDER = "tableside-metrics-"


def main() -> None:
    """Serve until stopped."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    keep_files_private()
    try:
        found = mistakes(settings)
    except ImproperlyConfigured as error:  # the first that keeps settings from being read
        found = [str(error)]
    if found:
        refuse(*found)
    if reason := port_problem(settings.BIND, settings.PORT):
        sys.exit(f"Cannot use port {settings.PORT}: {reason}. Choose another one with PORT=...")
    logging.config.dictConfig(settings.LOGGING)
    if mistake := database_mistake():
        refuse(mistake)
    if settings.METRICS_TOKEN:
        prepare_metrics()
    os.environ[STARTED_AT] = str(time.time())
    allow_many_connections()
    threading.Thread(target=announce, args=(settings.BIND, settings.PORT), daemon=True).start()
    uvicorn.run(
        "config.asgi:application",
        host=settings.BIND,
        port=settings.PORT,
        workers=settings.WEB_WORKERS,
        lifespan="on",
        http="rest.protocol:BoundedProtocol",
        ws="none",  # the server has no web sockets: their library need not be loaded
        log_config=None,  # its lines go the way of ours
        log_level=settings.LOG_LEVEL.lower(),
        access_log=False,
        server_header=False,
        # Only the throttle reads forwarded addresses: see TRUSTED_PROXIES.
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def refuse(*found: str) -> NoReturn:
    """End, telling what to correct."""
    sys.exit("\n".join(["The server does not start. Correct these settings:", *found]))


def prepare_metrics() -> None:
    """Make a folder in which the processes of this server count, for as long as it runs.

    Those of servers that were killed are deleted.
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

    Most systems begin with 1,024 and grant many more to who asks.
    """
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # macOS: less than it says
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


def announce(bind: str, port: int) -> None:
    """Print the address to open, once the server answers."""
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
            address = settings.LAN_ADDRESS or address_for_phones(bind)
            print(greeting(address, port, settings.PUBLIC_URL), flush=True)
            return


def address_for_phones(bind: str) -> str | None:
    """Return where phones reach a server that listens at `bind`, or None if they cannot."""
    bound = ipaddress.ip_address(bind)
    if bound.is_unspecified:
        return lan_address()
    return None if bound.is_loopback else f"[{bind}]" if bound.version == 6 else bind


def greeting(address: str | None, port: int, public_url: str = "") -> str:
    """Return what is printed at the start, for an address in the local network or None."""
    if public_url:
        return f"Open on a phone: {public_url}"
    if address is None:
        return f"Phones cannot reach it. Open on this machine: http://localhost:{port}/"
    return (
        f"Open on a phone in the same network: http://{address}:{port}/\n"
        f"Or on this machine: http://localhost:{port}/"
    )


def lan_address() -> str | None:
    """Return this machine's address in the local network, or None if there is no network.

    Connecting a UDP socket sends nothing; it only makes the system choose an interface. The
    remote address is one that is reserved for documentation.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


if __name__ == "__main__":
    main()
