"""What apps that build on games can listen to."""

from django.dispatch import Signal

# Sent by every change of a game, in its transaction, with `game` (as it is after the change)
# and `was_over`. Also where a game is moved in time. Who listens must be quick, and do what
# takes longer after the commit.
game_changed = Signal()

# Sent with `game` just before a deleted game is gone for good, in that transaction: whoever
# keeps something of it has to be through with it now.
game_forgotten = Signal()
