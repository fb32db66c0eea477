"""What finished games add up to: results, totals and ratings."""

from scoring.statistics.models.book import Due, PairSum, PhaseSum, PlayerSum, Result
from scoring.statistics.models.ratings import Rating

__all__ = ["Due", "PairSum", "PhaseSum", "PlayerSum", "Rating", "Result"]
