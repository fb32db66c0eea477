"""Background work: by `celery -A config.celery worker` if `REDIS_URL` is set.

Otherwise a thread of the server does it, or the caller itself, in tests and commands.
"""

import logging
import os
from functools import partial
from typing import Any

from celery import Celery
from kombu.exceptions import KombuError

from config.local_worker import local_worker
from rest.redis_errors import redis_errors

logger = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tableside")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def send(task: Any, *arguments: Any, **keywords: Any) -> None:
    """Send a task to the workers, to this server's thread, or run it here if there is neither.

    A lost Redis is only logged: for every task there must be a row that says what is left to do,
    and that something looks at later.
    """
    if local_worker.takes_tasks:
        local_worker.do(partial(task.apply, arguments, keywords))
        return
    try:
        task.delay(*arguments, **keywords)
    except redis_errors(KombuError, OSError) as error:
        logger.warning("Could not send %s%s: %s", task.name, arguments, error)
