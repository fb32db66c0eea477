"""Celery's application, and how a task is sent.

With `REDIS_URL`, Celery's workers do the tasks (`config.celery`). Without it, a thread of the
server does them, or in tests and commands the caller itself.
"""

import os
from functools import partial
from typing import Any

from celery import Celery
from kombu.exceptions import KombuError

from background.local_worker import local_worker
from rest import outages
from rest.counting import leaves_redis_alone
from rest.redis_client import redis_errors

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tableside")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def send(task: Any, *arguments: Any, **keywords: Any) -> None:
    """Send a task to the workers, to this server's thread, or run it here if there is neither.

    If Redis does not answer, that is only logged, and Redis is not asked again for a while. So
    every task needs a row that says what is left to do, and something that looks for such rows.
    """
    if local_worker.takes_tasks:
        local_worker.do(partial(task.apply, arguments, keywords))
        return
    if leaves_redis_alone():  # it has just timed out: this request would wait for it, too
        return
    try:
        task.apply_async(arguments, keywords)
    except redis_errors(KombuError, OSError) as error:
        outages.redis.met(type(error).__name__)
