"""The project's settings, with an empty view as a floor."""

from config.settings import *  # noqa: F403
from config.settings import DATABASES, env
from config.settings import INSTALLED_APPS as _APPS

ROOT_URLCONF = "benchmarks.urls"
if env.bool("WITHOUT_STATISTICS", default=False):
    INSTALLED_APPS = [*_APPS, "benchmarks.without_statistics.WithoutStatisticsConfig"]

if mode := env.str("SQLITE_SYNCHRONOUS", default=""):
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        f"PRAGMA journal_mode=WAL; PRAGMA synchronous={mode};"
    )
