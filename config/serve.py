"""Run the server, and print its address for phones: `python -m config.serve`."""

import contextlib
import os
import resource
import socket
import sys
import threading
import time

import uvicorn
from django.conf import settings

from config.local_worker import STARTED_AT

EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones in the same network must reach it)
SHUTDOWN_SECONDS = 5  # then open streams are closed


def main() -> None:
    """Serve until stopped."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if reason := port_problem(settings.PORT):
        sys.exit(f"Cannot use port {settings.PORT}: {reason}. Choose another one with PORT=...")
    os.environ[STARTED_AT] = str(time.time())
    allow_many_connections()
    threading.Thread(target=announce, args=(settings.PORT,), daemon=True).start()
    uvicorn.run(
        "config.asgi:application",
        host=EVERYWHERE,
        port=settings.PORT,
        workers=settings.WEB_WORKERS,
        lifespan="on",
        ws="none",  # the server has no web sockets: their library need not be loaded
        log_level="warning",
        access_log=False,
        server_header=False,
        # Only the throttle reads forwarded addresses: see TRUSTED_PROXIES.
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def allow_many_connections() -> None:
    """Allow as many open files as the system grants: each phone that listens holds one.

    Most systems begin with 1,024 and grant many more to who asks.
    """
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # macOS: less than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def port_problem(port: int) -> str | None:
    """Return why `port` cannot be used, or None if it can."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((EVERYWHERE, port))
        except (OSError, OverflowError) as error:
            return getattr(error, "strerror", None) or str(error)
    return None


def announce(port: int) -> None:
    """Print the address to open, once the server answers."""
    for _attempt in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            print(greeting(settings.LAN_ADDRESS or lan_address(), port), flush=True)
            return


def greeting(address: str | None, port: int) -> str:
    """Return what is printed at the start, for an address in the local network or None."""
    if address is None:
        return f"No network found. Open on this machine: http://localhost:{port}/"
    return f"Open on a phone in the same network: http://{address}:{port}/"


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
