"""What other apps do when somebody exports their data, changes their name or deletes their account.

`accounts` imports no other app, so they add their functions in the `ready` of their AppConfig:

    delete_hooks.append(leave_groups)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from accounts.models import User

# Each returns sections of a person's export: JSON data by name. It must not write. Dates, UUIDs and
# the like are converted by the JSON encoder.
exporters: list[Callable[[User], Mapping[str, Any]]] = []
# Called before an account is deleted, in the same transaction. One may raise Refusal: then nothing
# is deleted, and the changes of others are rolled back.
delete_hooks: list[Callable[[User], None]] = []
# Called after a person has changed their name, in the same transaction.
rename_hooks: list[Callable[[User], None]] = []
# Whether a person may still see what an address names, by the names of its parts: asked before a
# stored answer is sent again. None if it names nothing of the app.
repeat_hooks: list[Callable[[User, Mapping[str, Any]], bool | None]] = []
# Whether an address, by the names of its parts, names a group or something in it, so that an access
# token for that group may be used there. None if it names nothing of the app.
address_hooks: list[Callable[[UUID, Mapping[str, Any]], bool | None]] = []


def names_group(group: UUID, address: Mapping[str, Any]) -> bool | None:
    """Return whether an address names a group or something in it; None if no app knows."""
    told = (hook(group, address) for hook in address_hooks)
    return next((named for named in told if named is not None), None)


def may_see(user: User, address: Mapping[str, Any]) -> bool:
    """Return whether no app says that a person may no longer see what an address names."""
    return all(hook(user, address) is not False for hook in repeat_hooks)
