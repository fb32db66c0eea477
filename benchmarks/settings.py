"""The project's settings, with an empty view to compare with."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.urls"
