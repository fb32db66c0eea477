"""What other apps do when somebody exports their data, changes their name or deletes their account.

`accounts` imports no other app, so they register their functions in the `ready` of their
AppConfig:

    on_export(lambda user: {"groups": [...]})
    on_delete(leave_groups)
    on_rename(tell_new_name)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from accounts.models import User

Exporter = Callable[[User], Mapping[str, Any]]
UserHook = Callable[[User], None]

_exporters: list[Exporter] = []
_delete_hooks: list[UserHook] = []
_rename_hooks: list[UserHook] = []


def on_export(exporter: Exporter) -> Exporter:
    """Let `exporter(user)` add sections to a person's export: JSON data by name.

    It must not write. Dates, UUIDs and the like are converted by the JSON encoder.
    """
    if exporter not in _exporters:
        _exporters.append(exporter)
    return exporter


def on_delete(hook: UserHook) -> UserHook:
    """Call `hook(user)` before an account is deleted, in the same transaction.

    It may raise ProblemError to refuse. Then nothing is deleted, and the changes of other hooks
    are rolled back.
    """
    if hook not in _delete_hooks:
        _delete_hooks.append(hook)
    return hook


def on_rename(hook: UserHook) -> UserHook:
    """Call `hook(user)` after a person has changed their name, in the same transaction."""
    if hook not in _rename_hooks:
        _rename_hooks.append(hook)
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


def run_rename_hooks(user: User) -> None:
    """Call the hooks of every app after `user` has got another name."""
    for hook in _rename_hooks:
        hook(user)
