"""What games add up to over time, and the work that is done in the background."""

from scoring.models.book import Due, PairSum, PhaseSum, PlayerSum, Result
from scoring.models.jobs import ImportedGame, Job, JobState
from scoring.models.ratings import Rating

__all__ = [
    "Due",
    "ImportedGame",
    "Job",
    "JobState",
    "PairSum",
    "PhaseSum",
    "PlayerSum",
    "Rating",
    "Result",
]
