"""The project's settings, with an empty view as a floor."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.urls"
