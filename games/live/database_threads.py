"""Database access from asynchronous code that holds no connection while it waits."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import ParamSpec, TypeVar

from asgiref.sync import SyncToAsync, sync_to_async
from django.conf import settings
from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")


async def run_in_database_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a synchronous function in one of a few threads, then give its connection back.

    Django would give each request a thread of its own until the answer ends, and each thread
    a connection: a thousand streams would hold a thousand of both. With `LIVE_THREADS=0` the
    function is called in the request's own thread anyway, as tests need it.
    """
    if not settings.LIVE_THREADS:
        return await sync_to_async(function)(*args, **kwargs)

    def call_and_disconnect() -> T:
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    threads = _threads(settings.LIVE_THREADS)
    return await SyncToAsync(call_and_disconnect, thread_sensitive=False, executor=threads)()


@cache
def _threads(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, thread_name_prefix="live")
