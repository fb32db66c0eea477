"""Making the book of a group anew, as a job."""

from __future__ import annotations

from collections.abc import Callable

from scoring.jobs.queue import Ending, Run, kind
from scoring.statistics.services.recompute import Recount


@kind("recompute")
def recompute_group(run: Run) -> Callable[[], Ending]:
    """Read all games of the group, and then write its book in one go."""
    recount = Recount(run.job.group_id)
    recount.read(run.step)
    return lambda: Ending(recount.write())
