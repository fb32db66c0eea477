"""The progress of a command, on a terminal."""

from __future__ import annotations

import time

from django.core.management.base import OutputWrapper
from django.utils.translation import gettext as _

WIDTH = 40


class Progress:
    """A bar on a terminal; nothing if the output goes elsewhere."""

    def __init__(self, out: OutputWrapper, total: int) -> None:
        self.out, self.total = out, total
        self.began = time.monotonic()

    def show(self, done: int) -> None:
        """Draw the bar with `done` of the total, and end the line when all is done."""
        if not self.out.isatty() or not done:
            return
        left = (time.monotonic() - self.began) / done * (self.total - done)
        text = _("%(done)s of %(total)s, %(left)s s left")
        text %= {"done": done, "total": self.total, "left": round(left)}
        bar = "#" * (WIDTH * done // self.total)
        end = "\n" if done == self.total else ""
        self.out.write(f"\r[{bar:<{WIDTH}}] {text}   ", ending=end)
        self.out.flush()
