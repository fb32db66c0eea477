"""All texts in a JSON value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def change_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Return a JSON value with each of its texts changed, the names of fields included.

    >>> change_texts({"a": ["b", 1, None]}, str.upper)
    {'A': ['B', 1, None]}
    """
    match value:
        case str():
            return change(value)
        case list():
            return [change_texts(item, change) for item in value]
        case dict():
            return {change(name): change_texts(item, change) for name, item in value.items()}
    return value
