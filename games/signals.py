"""What apps that build on games can listen to.

Receivers run in the transaction of the change, so they must be quick; what takes longer
belongs after the commit.
"""

from django.dispatch import Signal

# Sent by every change of a game: the ids of the `game` and its `group`, and whether it was
# over before (`was_over`) and is over now (`is_over`).
game_changed = Signal()

# Sent with the id of a `group` that now has another time zone, whose row is locked.
time_zone_changed = Signal()

# Sent when all games of a player (`gone`) have become those of another one (`kept`) of their
# `group`, whose row is locked: all are ids. No `game_changed` is sent for these games.
players_merged = Signal()

# Sent when the games of an import appear, all at once: the ids of the `games` that are over, in
# the order in which they began, and of their `group`.
games_imported = Signal()

# Sent with the ids of the `game` and its `group` just before a deleted game is gone for good:
# the last chance to read it.
game_purged = Signal()

# Sent when an account is deleted: the `user`, who is still there, the ids of the `groups` that know
# them, and by which names and ids (`who`, a `games.domain.forgetting.Forgotten`).
account_deleted = Signal()
