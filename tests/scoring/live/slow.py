"""Jobs whose first run takes its time, and which write a player who says which run it was."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.apps import AppConfig

STEP = 0.1  # seconds


class SlowConfig(AppConfig):
    name = "tests.scoring.live"
    label = "slow"

    def ready(self) -> None:
        from games.models import Player
        from scoring.jobs.worker import Output, Run, job_kind

        def write(run: Run) -> Output:
            Player.objects.create(group_id=run.job.group_id, name=f"Run {run.job.run}")
            time.sleep(run.job.options["write"])
            return Output({"run": run.job.run})

        @job_kind("slow")
        def work(run: Run) -> Callable[[], Output]:
            # A later run may be done at once: what is tested has happened by then.
            steps = int(run.job.options["read"] / STEP) if run.job.run == 1 else 0
            for done in range(steps):
                run.step(done, steps)
                time.sleep(STEP)
            return lambda: write(run)
