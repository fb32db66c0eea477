"""What other apps have to do with somebody's data when they take it along, or leave.

Accounts know no other app, so the others sign up here, in the `ready` of their AppConfig:

    on_export(lambda user: {"groups": [...]})
    on_delete(leave_groups)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from accounts.models import User

Exporter = Callable[[User], Mapping[str, Any]]
Leaver = Callable[[User], None]

_exporters: list[Exporter] = []
_leavers: list[Leaver] = []


def on_export(exporter: Exporter) -> Exporter:
    """Have `exporter(user)` add to the person's export: names of sections, each with JSON data.

    Called for reading only. Dates, UUIDs and the like may be left to the JSON encoder.
    """
    if exporter not in _exporters:
        _exporters.append(exporter)
    return exporter


def on_delete(leaver: Leaver) -> Leaver:
    """Have `leaver(user)` called in the transaction that deletes the account, just before.

    It may raise ProblemError to refuse: then nothing is deleted, nor was by the others.
    """
    if leaver not in _leavers:
        _leavers.append(leaver)
    return leaver


def sections(user: User) -> dict[str, Any]:
    """All sections that the apps add to the export of `user`."""
    found: dict[str, Any] = {}
    for exporter in _exporters:
        added = exporter(user)
        if twice := found.keys() & added.keys():
            raise ImproperlyConfigured(f"Two apps export {', '.join(sorted(twice))}.")
        found |= added
    return found


def leave(user: User) -> None:
    """Let every app do what is to be done before `user` is deleted; raise ProblemError."""
    for leaver in _leavers:
        leaver(user)
