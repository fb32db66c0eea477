"""The tasks of Celery workers that have to do with games."""

from __future__ import annotations

from datetime import timedelta

from background.celery_app import app
from games.services.cleanup import clean_up


@app.task  # type: ignore[untyped-decorator]
def clean_up_if_due() -> None:
    """Delete what is no longer kept, once a day: Celery's beat sends this every hour."""
    clean_up(if_due_since=timedelta(0))
