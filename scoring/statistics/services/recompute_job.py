"""Recomputing the statistics of a group as a job."""

from __future__ import annotations

from collections.abc import Callable

from scoring.jobs.worker import Output, Run, job_kind
from scoring.statistics.services.recompute import Recomputation


@job_kind("recompute")
def recompute_group(run: Run) -> Callable[[], Output]:
    """Read all games of the group, then write its statistics in the job's last transaction."""
    recomputation = Recomputation(run.job.group_id)
    recomputation.read(run.step)
    return lambda: Output(recomputation.write())
