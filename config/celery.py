"""Background work: by `celery -A config.celery worker` and `beat` if `REDIS_URL` is set.

Otherwise a thread of the server does it, or the caller itself, in tests and commands.
"""

import logging
import os
from functools import partial
from logging.config import dictConfig
from typing import Any

import celery
from celery import Celery
from celery.signals import celeryd_init, heartbeat_sent, setup_logging, worker_shutting_down
from django.conf import settings
from kombu.exceptions import KombuError

from config.heartbeat import Heart
from config.local_worker import local_worker
from config.private_files import keep_files_private
from rest import tracing
from rest.counting import leaves_redis_alone
from rest.redis_errors import redis_errors

logger = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tableside", task_cls="config.celery:Task")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Every hour, for what is done once a day: so it is not missed for long if beat was down.
app.conf.beat_schedule = {
    "cleanup": {
        "task": "games.tasks.clean_up_if_due",
        "schedule": 60 * 60,
        "options": {"expires": 60 * 60},
    }
}

heart = Heart()
heartbeat_sent.connect(heart.beat)


def begin(**_worker: Any) -> None:
    """Prepare a worker, before it starts processes of its own."""
    keep_files_private()
    local_worker.share_with_children()


def break_off(**_of_signal: Any) -> None:
    """Have jobs handed back when the worker is told to stop: others go on with them."""
    local_worker.break_off()


celeryd_init.connect(begin)
worker_shutting_down.connect(break_off)


def log_like_servers(**_of_signal: Any) -> None:
    """Write the lines of a worker as the settings say; Celery then adds no handlers of its own."""
    dictConfig(settings.LOGGING)


setup_logging.connect(log_like_servers)


class Task(celery.Task):  # type: ignore[misc]
    """A task that tells OpenTelemetry how long it takes, and what has sent it."""

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Do the task."""
        # A worker has the headers as attributes, but not a task that is done here.
        sent = {**(self.request.headers or {}), **vars(self.request)}
        with tracing.of_task(self.name, sent.get(tracing.TRACEPARENT, "")):
            return super().__call__(*arguments, **keywords)


def sent_by() -> dict[str, str]:
    """Return the headers of a task that is sent now."""
    header = tracing.traceparent()
    return {tracing.TRACEPARENT: header} if header else {}


def send(task: Any, *arguments: Any, **keywords: Any) -> None:
    """Send a task to the workers, to this server's thread, or run it here if there is neither.

    A lost Redis is only logged, and left alone for a while: for every task there must be a row that
    says what is left to do, and that something looks at later.
    """
    if local_worker.takes_tasks:
        local_worker.do(partial(task.apply, arguments, keywords, headers=sent_by()))
        return
    if leaves_redis_alone():  # while it hangs, a request would wait here once more
        return
    try:
        task.apply_async(arguments, keywords, headers=sent_by())
    except redis_errors(KombuError, OSError) as error:
        logger.warning("Could not send %s%s: %s", task.name, arguments, error)
