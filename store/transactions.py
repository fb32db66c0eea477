"""Transactions inside transactions, without savepoints that nobody would go back to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction
from django.db.transaction import Atomic

_is_whole = ContextVar("_is_whole", default=False)


@contextmanager
def whole_transaction() -> Iterator[None]:
    """Open a transaction that any error ends: nobody inside catches errors and goes on."""
    with transaction.atomic():
        before = _is_whole.set(True)
        try:
            yield
        finally:
            _is_whole.reset(before)


def part_of_transaction() -> Atomic:
    """Open a transaction, or take part in the one around it.

    In a `whole_transaction`, this takes no statements. In any other one it is a savepoint, to go
    back to when an error is caught.
    """
    return transaction.atomic(savepoint=not _is_whole.get())
