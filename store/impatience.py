"""Which threads have somebody waiting, who had better be told soon if the database is away."""

from __future__ import annotations

import threading

_thread = threading.local()


def be_impatient() -> None:
    """Have the statements of this thread fail soon if the database does not answer at all."""
    _thread.is_impatient = True


def is_impatient() -> bool:
    """Whether this thread answers requests; jobs and commands wait as long as it takes."""
    return getattr(_thread, "is_impatient", False)
