"""What other apps do when somebody exports their data, changes their name or deletes their account.

`accounts` imports no other app, so they register their functions in the `ready` of their
AppConfig:

    on_export(lambda user: {"groups": [...]})
    on_delete(leave_groups)
    on_rename(tell_new_name)
    on_repeat(may_see)
    on_address(names_group)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured

from accounts.models import User

Exporter = Callable[[User], Mapping[str, Any]]
UserHook = Callable[[User], None]
# Whether a person may still see what an address names, by the names of its parts; None if that is
# another app's.
RepeatHook = Callable[[User, Mapping[str, Any]], bool | None]
# Whether an address, by the names of its parts, names a group or something in it; None if it names
# nothing of the kind, or that is another app's.
AddressHook = Callable[[UUID, Mapping[str, Any]], bool | None]

_exporters: list[Exporter] = []
_delete_hooks: list[UserHook] = []
_rename_hooks: list[UserHook] = []
_repeat_hooks: list[RepeatHook] = []
_address_hooks: list[AddressHook] = []


def on_export(exporter: Exporter) -> Exporter:
    """Let `exporter(user)` add sections to a person's export: JSON data by name.

    It must not write. Dates, UUIDs and the like are converted by the JSON encoder.
    """
    if exporter not in _exporters:
        _exporters.append(exporter)
    return exporter


def on_delete(hook: UserHook) -> UserHook:
    """Call `hook(user)` before an account is deleted, in the same transaction.

    It may raise Refusal to refuse. Then nothing is deleted, and the changes of other hooks
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


def on_repeat(hook: RepeatHook) -> RepeatHook:
    """Ask `hook(user, address)` before a stored answer is sent again to somebody."""
    if hook not in _repeat_hooks:
        _repeat_hooks.append(hook)
    return hook


def on_address(hook: AddressHook) -> AddressHook:
    """Ask `hook(group, address)` whether an access token for one group may be used there."""
    if hook not in _address_hooks:
        _address_hooks.append(hook)
    return hook


def names_group(group: UUID, address: Mapping[str, Any]) -> bool | None:
    """Return whether an address names a group or something in it; None if no app knows."""
    told = (hook(group, address) for hook in _address_hooks)
    return next((named for named in told if named is not None), None)


def may_see(user: User, address: Mapping[str, Any]) -> bool:
    """Return whether no app says that a person may no longer see what an address names."""
    return all(hook(user, address) is not False for hook in _repeat_hooks)


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
    """Call the hooks of every app before `user` is deleted; they may raise Refusal."""
    for hook in _delete_hooks:
        hook(user)


def run_rename_hooks(user: User) -> None:
    """Call the hooks of every app after `user` has got another name."""
    for hook in _rename_hooks:
        hook(user)
