"""Asking the database from asynchronous code, without holding a connection while waiting."""

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


async def in_database(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a synchronous function in one of a few threads; its connection is given back.

    Django would give each request a thread of its own for as long as the answer lasts, and
    each thread a connection: a thousand streams would hold a thousand of both. With
    `LIVE_THREADS=0` the function is called in the request's own thread all the same.
    """
    if not settings.LIVE_THREADS:
        return await sync_to_async(call)(*args, **kwargs)

    def call_and_let_go() -> T:
        try:
            return call(*args, **kwargs)
        finally:
            connections.close_all()

    threads = _threads(settings.LIVE_THREADS)
    return await SyncToAsync(call_and_let_go, thread_sensitive=False, executor=threads)()


@cache
def _threads(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, thread_name_prefix="live")
