"""Recomputing the statistics of a group as a job."""

from __future__ import annotations

from collections.abc import Callable

from scoring.jobs.queue import Ending, Run, kind
from scoring.statistics.services.recompute import Recomputation


@kind("recompute")
def recompute_group(run: Run) -> Callable[[], Ending]:
    """Read all games of the group, then write its statistics in the job's last transaction."""
    recomputation = Recomputation(run.job.group_id)
    recomputation.read(run.step)
    return lambda: Ending(recomputation.write())
