"""How Celery's processes start: `celery -A config.celery worker`, and `beat`."""

from importlib import import_module
from logging.config import dictConfig
from typing import Any

from celery.signals import (
    celeryd_init,
    heartbeat_sent,
    setup_logging,
    worker_process_init,
    worker_shutting_down,
)
from django.conf import settings

from background.celery_app import app as app  # what `celery -A` looks for
from background.heartbeat import Heart
from background.local_worker import local_worker
from config.private_files import keep_files_private

# Every hour, for what is done once a day: if beat was down, it is not put off for long.
app.conf.beat_schedule = {
    "cleanup": {
        "task": "games.tasks.clean_up_if_due",
        "schedule": 60 * 60,
        "options": {"expires": 60 * 60},
    }
}

heart = Heart()
heartbeat_sent.connect(heart.beat)


@celeryd_init.connect  # type: ignore[untyped-decorator]
def begin(**_worker: Any) -> None:
    """Prepare a worker before it forks."""
    keep_files_private()
    local_worker.share_with_children()


@worker_process_init.connect  # type: ignore[untyped-decorator]
def trace(**_of_signal: Any) -> None:
    """Send spans, if there is a collector: each forked process has a thread of its own for that."""
    if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        import_module("config.tracing").start()


@worker_shutting_down.connect  # type: ignore[untyped-decorator]
def break_off(**_of_signal: Any) -> None:
    """Have jobs handed back to other workers when this one is told to stop."""
    local_worker.break_off()


@setup_logging.connect  # type: ignore[untyped-decorator]
def log_like_servers(**_of_signal: Any) -> None:
    """Log as the settings say; Celery then adds no handlers of its own."""
    dictConfig(settings.LOGGING)
