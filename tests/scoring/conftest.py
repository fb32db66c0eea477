"""What the tests of scoring share."""

from tests.games.conftest import race  # noqa: F401  (a fixture for all)
