"""The exact analysis of a hand; `referee.solver.analysis` is the entry point."""
