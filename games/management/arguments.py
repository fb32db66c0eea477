"""Types of command-line arguments."""

from __future__ import annotations

from argparse import ArgumentTypeError

from django.utils.translation import gettext as _


def at_least_one(text: str) -> int:
    """A whole number, 1 or more.

    >>> at_least_one("12")
    12
    """
    if not (text.isascii() and text.isdecimal()) or int(text) < 1:
        raise ArgumentTypeError(_("must be a whole number, 1 or more"))
    return int(text)
