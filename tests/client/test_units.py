"""The client's own tests, of what needs no browser: vitest."""

from __future__ import annotations

import pytest

from tests.client.build import CLIENT, built
from tests.node import run


@pytest.mark.needs_node
def test_the_client_s_own_tests_pass() -> None:
    built()  # installs the packages, and writes the types of calls
    run(CLIENT, "npm", "test")
