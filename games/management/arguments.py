"""What commands ask of the numbers that they are given."""

from __future__ import annotations

from argparse import ArgumentTypeError

from django.utils.translation import gettext as _


def at_least_one(text: str) -> int:
    """A number from 1 on.

    >>> at_least_one("12")
    12
    """
    if not (text.isascii() and text.isdecimal()) or int(text) < 1:
        raise ArgumentTypeError(_("give a number from 1 on"))
    return int(text)
