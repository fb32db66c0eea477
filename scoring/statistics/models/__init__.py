"""What finished games add up to: results, totals, digests and ratings."""

from scoring.statistics.models.digests import GroupDigest, PendingDigests, PlayerDigest
from scoring.statistics.models.ratings import PendingRatings, RatingCheckpoint
from scoring.statistics.models.results import PendingGame, PlayerResult, StatisticsState
from scoring.statistics.models.totals import PairTotals, PhaseTotals, PlayerTotals, Totals

TOTALS_MODELS: tuple[type[Totals], ...] = (PlayerTotals, PhaseTotals, PairTotals)

__all__ = [
    "TOTALS_MODELS",
    "GroupDigest",
    "PairTotals",
    "PendingDigests",
    "PendingGame",
    "PendingRatings",
    "PhaseTotals",
    "PlayerDigest",
    "PlayerResult",
    "PlayerTotals",
    "RatingCheckpoint",
    "StatisticsState",
    "Totals",
]
