"""The project's settings, with slow jobs, and a part of Redis for one test alone."""

import os

from config import settings
from config.settings import *  # noqa: F403

INSTALLED_APPS = [*settings.INSTALLED_APPS, "tests.scoring.live.slow.SlowConfig"]
ROOT_URLCONF = "tests.scoring.live.urls"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    **settings.CELERY_BROKER_TRANSPORT_OPTIONS,
    "global_keyprefix": os.environ.get("REDIS_PREFIX", ""),
    "visibility_timeout": int(os.environ.get("VISIBILITY_TIMEOUT", "60")),
}
