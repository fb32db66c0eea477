"""The exact analysis of a hand, by parts; `referee.solver.analysis` is its front."""
