"""Answers as they were sent, for whoever asks next while nothing in them has changed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

MAX_BYTES = 8 * 1024 * 1024  # some 250 games of 40 rounds


class KeptAnswers:
    """The answers that were sent last, by what tells them apart. Any thread may use it."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def find(self, facts: Hashable) -> bytes | None:
        """Return the answer that is made of these facts."""
        with self._lock:
            content = self._answers.get(facts)
            if content is not None:
                self._answers.move_to_end(facts)
            return content

    def keep(self, facts: Hashable, content: bytes) -> None:
        """Keep an answer; those that were not sent lately go."""
        with self._lock:
            self._bytes += len(content) - len(self._answers.pop(facts, b""))
            self._answers[facts] = content
            while self._bytes > self._max_bytes:
                _facts, gone = self._answers.popitem(last=False)
                self._bytes -= len(gone)


kept_answers = KeptAnswers()
