"""Background work: `celery -A config.celery worker` with `REDIS_URL` set; without it, at once."""

import logging
import os
from typing import Any

import redis
from celery import Celery
from kombu.exceptions import KombuError

logger = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tableside")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def send(task: Any, *arguments: Any, **keywords: Any) -> None:
    """Send a task to the workers, or run it here if there are none.

    A lost Redis is only logged: for every task there must be a row that says what is left to do,
    and that something looks at later.
    """
    try:
        task.delay(*arguments, **keywords)
    except (KombuError, redis.RedisError, OSError) as error:
        logger.warning("Could not send %s%s: %s", task.name, arguments, error)
