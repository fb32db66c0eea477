"""Which plays of a Board Game Stats export are skipped, and the warnings about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import ngettext_lazy

MIN_PLAYERS, MAX_PLAYERS = 2, 6
MAX_GAMES_NAMED = 5

# By skip reason, in the order in which the warnings are shown.
WARNINGS = {
    "other_game": ngettext_lazy(
        "%(count)s play of another game was skipped (%(games)s).",
        "%(count)s plays of other games were skipped (%(games)s).",
        "count",
    ),
    "repeated": ngettext_lazy(
        "%(count)s play was skipped because it repeats an earlier one (%(games)s).",
        "%(count)s plays were skipped because they repeat earlier ones (%(games)s).",
        "count",
    ),
    "ignored": ngettext_lazy(
        "%(count)s play was skipped because it is marked as ignored (%(games)s).",
        "%(count)s plays were skipped because they are marked as ignored (%(games)s).",
        "count",
    ),
    "teams": ngettext_lazy(
        "%(count)s play was skipped because it was played in teams (%(games)s).",
        "%(count)s plays were skipped because they were played in teams (%(games)s).",
        "count",
    ),
    "player_count": ngettext_lazy(
        "%(count)s play was skipped because it does not have %(min)s to %(max)s players "
        "(%(games)s).",
        "%(count)s plays were skipped because they do not have %(min)s to %(max)s players "
        "(%(games)s).",
        "count",
    ),
    "no_points": ngettext_lazy(
        "%(count)s play was skipped because it lacks the points of a player (%(games)s).",
        "%(count)s plays were skipped because they lack the points of a player (%(games)s).",
        "count",
    ),
    "no_winner": ngettext_lazy(
        "%(count)s play was skipped because it has no winner (%(games)s).",
        "%(count)s plays were skipped because they have no winner (%(games)s).",
        "count",
    ),
    "duplicate_player": ngettext_lazy(
        "%(count)s play was skipped because it lists a player twice, perhaps an anonymous one "
        "(%(games)s).",
        "%(count)s plays were skipped because they list a player twice, perhaps an anonymous one "
        "(%(games)s).",
        "count",
    ),
}


def skip_reason(
    play: Mapping[str, Any], scores: Sequence[Mapping[str, Any]], keys_before: Collection[str]
) -> str | None:
    """Return why a play is not a complete game between single players; None if it is one."""
    key = play.get("uuid")
    if isinstance(key, str) and key in keys_before:
        return "repeated"
    if play.get("ignored") is True:
        return "ignored"
    if play.get("usesTeams") is True:
        return "teams"
    if not MIN_PLAYERS <= len(scores) <= MAX_PLAYERS:
        return "player_count"
    if any(score.get("score") in (None, "") for score in scores):
        return "no_points"
    if not any(score.get("winner") is True for score in scores):
        return "no_winner"
    refs = [score["playerRefId"] for score in scores if type(score.get("playerRefId")) is int]
    return "duplicate_player" if len(set(refs)) < len(refs) else None


def skip_warnings(skipped: Mapping[str, Counter[str]]) -> list[str]:
    """Return a warning for each skip reason, with the most frequent games of the skipped plays."""
    warnings = []
    for reason, text in WARNINGS.items():
        if games := skipped.get(reason):
            params = {"count": games.total(), "games": _most_frequent(games)}
            params |= {"min": MIN_PLAYERS, "max": MAX_PLAYERS}
            warnings.append(str(text % params))
    return warnings


def _most_frequent(games: Counter[str]) -> str:
    first = ", ".join(f"{name}: {count}" for name, count in games.most_common(MAX_GAMES_NAMED))
    return first + (", …" if len(games) > MAX_GAMES_NAMED else "")
