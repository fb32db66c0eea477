"""The settings, with addresses that fail: for `tests.config.test_logs`."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.config.failing_urls"
