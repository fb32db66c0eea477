"""Counting a whole group anew, as a job."""

from __future__ import annotations

from importlib import import_module

from scoring.services.jobs import Ending, Run, kind


@kind("recompute")
def recompute_group(run: Run) -> Ending:
    """Count all games of the group anew; done twice, it comes to the same."""
    counting = import_module("scoring.services.counting")
    return Ending(counting.recompute(run.job.group_id, run.step))
