"""The project's settings, with empty views to compare with."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as _APPS
from config.settings import env

ROOT_URLCONF = "benchmarks.urls"
if env.bool("UNCOUNTED", default=False):
    INSTALLED_APPS = [*_APPS, "benchmarks.uncounted.UncountedConfig"]
