"""What other apps do when somebody exports their data or deletes their account.

`accounts` imports no other app, so they register their functions in the `ready` of their
AppConfig:

    on_export(lambda user: {"groups": [...]})
    on_delete(leave_groups)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from accounts.models import User

Exporter = Callable[[User], Mapping[str, Any]]
DeleteHook = Callable[[User], None]

_exporters: list[Exporter] = []
_delete_hooks: list[DeleteHook] = []


def on_export(exporter: Exporter) -> Exporter:
    """Let `exporter(user)` add sections to a person's export: JSON data by name.

    It must not write. Dates, UUIDs and the like are converted by the JSON encoder.
    """
    if exporter not in _exporters:
        _exporters.append(exporter)
    return exporter


def on_delete(hook: DeleteHook) -> DeleteHook:
    """Call `hook(user)` before an account is deleted, in the same transaction.

    It may raise ProblemError to refuse. Then nothing is deleted, and the changes of other hooks
    are rolled back.
    """
    if hook not in _delete_hooks:
        _delete_hooks.append(hook)
    return hook


def export_sections(user: User) -> dict[str, Any]:
    """Return the sections that the apps add to the export of `user`."""
    sections: dict[str, Any] = {}
    for exporter in _exporters:
        added = exporter(user)
        if duplicates := sections.keys() & added.keys():
            raise ImproperlyConfigured(f"Two apps export {', '.join(sorted(duplicates))}.")
        sections |= added
    return sections


def run_delete_hooks(user: User) -> None:
    """Call the hooks of every app before `user` is deleted; they may raise ProblemError."""
    for hook in _delete_hooks:
        hook(user)
