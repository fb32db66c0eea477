"""How many cards a player can have left, or on the table, at the end of a round (section 6)."""

from __future__ import annotations

from referee.editions import Edition
from referee.kinds import Phase, phase_size
from referee.played_round import PlayedRound
from referee.plays import Discard, LayDown


def possible_hand_sizes(
    edition: Edition,
    phase: Phase,
    *,
    laid_down: bool,
    played: PlayedRound | None = None,
    seat: int | None = None,
) -> range:
    """Return how many cards a player who did not go out can have at the end of a round.

    Each turn draws one card and discards one, so what is missing from the cards dealt lies
    on the table. If the plays of the round are `played`, no more can be left to a player
    who has laid down there, and no fewer if every play was recorded.

    A Phase that takes the whole hand leaves nothing: whoever lays it down goes out.

    >>> from referee.editions import EDITIONS
    >>> classic = EDITIONS["classic"]
    >>> possible_hand_sizes(classic, classic.phases[5], laid_down=True)
    range(1, 2)
    """
    dealt = edition.dealt
    if not laid_down:
        return range(dealt, dealt + 1)
    if played is None or seat not in played.table.down:
        return range(1, dealt - phase_size(phase) + 1)
    left = dealt - played.put_down[seat]
    return range(max(left, 1) if played.is_complete else 1, left + 1)


def cards_to_go_out(played: PlayedRound, seat: int) -> range:
    """Return how many cards a player who went out can have put on the table.

    On the last turn the player held one card more than were dealt, and discarded one unless
    the last card left the hand before.
    """
    dealt, going_out = played.edition.dealt, played.going_out
    if going_out is None or going_out.seat != seat:
        return range(dealt + 2)
    if not played.is_complete:
        # Further hits and the discard may not have been recorded; after a lay-down that
        # emptied the hand there were no hits.
        return range(dealt if isinstance(going_out, LayDown) else 0, dealt + 2)
    if isinstance(going_out, Discard):
        return range(dealt, dealt + 1)
    return range(dealt + 1, dealt + 2)
