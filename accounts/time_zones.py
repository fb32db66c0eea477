"""Time zones by their IANA names, such as Europe/Berlin."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones


@cache
def time_zone_names() -> frozenset[str]:
    """The names of all time zones, from the package tzdata: the same on every machine.

    >>> "Europe/Berlin" in time_zone_names(), "Berlin" in time_zone_names()
    (True, False)
    """
    return frozenset(available_timezones() - {"Factory", "localtime"})


def similar_names(text: str) -> list[str]:
    """Up to three names that a text may mean, the most similar first.

    >>> similar_names("europe/berln")[0]
    'Europe/Berlin'
    >>> similar_names("new york")
    ['America/New_York']
    """
    wanted = text.lower().replace(" ", "_")
    names = {name.lower(): name for name in time_zone_names()}
    for name in sorted(time_zone_names()):
        # By the city, too: people do not always know the continent.
        names.setdefault(name.lower().rpartition("/")[2], name)
    found = [names[match] for match in get_close_matches(wanted, names, n=6, cutoff=0.7)]
    return list(dict.fromkeys(found))[:3]
