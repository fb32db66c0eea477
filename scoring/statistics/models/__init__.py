"""What finished games add up to: results, totals and ratings."""

from scoring.statistics.models.ratings import PendingRatings, RatingCheckpoint
from scoring.statistics.models.results import PendingGame, PlayerResult, StatisticsState
from scoring.statistics.models.totals import PairTotals, PhaseTotals, PlayerTotals, Totals

TOTALS_MODELS: tuple[type[Totals], ...] = (PlayerTotals, PhaseTotals, PairTotals)

__all__ = [
    "TOTALS_MODELS",
    "PairTotals",
    "PendingGame",
    "PendingRatings",
    "PhaseTotals",
    "PlayerResult",
    "PlayerTotals",
    "RatingCheckpoint",
    "StatisticsState",
    "Totals",
]
