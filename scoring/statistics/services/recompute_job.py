"""Recomputing the statistics of a group as a job."""

from __future__ import annotations

from scoring.jobs.worker import Output, Run, job_kind
from scoring.statistics.services.recompute import recompute


@job_kind("recompute")
def recompute_group(run: Run) -> Output:
    """Recompute, in short transactions that may as well be done twice."""
    return Output(recompute(run.job.group_id, run.step))
