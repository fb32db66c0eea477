"""Taking names out of JSON of the API: of somebody who is gone, or of all but the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Who has done something, as a name.
_DOERS = ("recorded_by", "entered_by", "started_by", "actor")
_IMPORTED = ("imported", "entered_by")
_JOINED = {"name", "role"}  # what an event says of somebody who has joined
_IDS = ("id", "player")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Somebody whose account is deleted.

    `names` are those that they had as a person, `ids` are of the person and of the players that
    they were, as text. `substitute` is put in the place of their name, where there must be one.
    """

    names: frozenset[str]
    ids: frozenset[str]
    substitute: str


def forget(value: Any, who: Forgotten) -> Any:
    """Return a JSON value without the name of somebody; the same one if it is not in it.

    By ids where there are some: others may have the same name.

    >>> anna = Forgotten(frozenset({"Anna"}), frozenset({"1"}), "Former player")
    >>> forget({"recorded_by": "Anna", "players": [{"id": "1", "name": "Anna"}]}, anna)
    {'recorded_by': None, 'players': [{'id': '1', 'name': 'Former player'}]}
    >>> forget({"id": "2", "name": "Anna"}, anna)
    {'id': '2', 'name': 'Anna'}
    """
    if isinstance(value, list):
        items = [forget(item, who) for item in value]
        return (
            items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        )
    if not isinstance(value, Mapping):
        return value
    members = {name: forget(member, who) for name, member in value.items()}
    for name in _DOERS:
        if isinstance(members.get(name), str) and members[name] in who.names:
            members[name] = None
    if "name" in members and _is_them(members, who):
        members["name"] = who.substitute
    is_same = all(members[name] is member for name, member in value.items())
    return value if is_same else members


def without_doers(value: Any) -> Any:
    """Return a JSON value that says who plays, but not who has entered, done or joined anything.

    >>> without_doers({"recorded_by": None, "imported": True, "entered_by": "Anna", "number": 1})
    {'recorded_by': None, 'number': 1}
    """
    if isinstance(value, list):
        return [without_doers(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    is_imported = "imported" in value
    members = {
        name: None if name in _DOERS else without_doers(member)
        for name, member in value.items()
        if not (is_imported and name in _IMPORTED)
    }
    if set(members) == _JOINED:
        members["name"] = ""
    return members


def _is_them(members: Mapping[str, Any], who: Forgotten) -> bool:
    if set(members) == _JOINED:
        return members["name"] in who.names
    return any(isinstance(members.get(id), str) and members[id] in who.ids for id in _IDS)
