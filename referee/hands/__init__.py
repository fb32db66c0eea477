"""The exact analysis of a hand, by parts; `referee.hand` is its front."""
