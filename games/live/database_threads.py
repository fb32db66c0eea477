"""Database access from asynchronous code, which holds no thread while it waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import close_old_connections

from rest.threads import executor

P = ParamSpec("P")
T = TypeVar("T")


async def run_in_database_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a synchronous function in one of a few threads, each with a connection of its own.

    They are not those of requests, so that phones hear of a round while many others ask.
    """

    def call() -> T:
        close_old_connections()
        return function(*args, **kwargs)

    threads = executor("live", max(settings.LIVE_THREADS, 1))
    return await asyncio.get_running_loop().run_in_executor(threads, call)
