"""What the tests of the API share."""

import pytest

from tests.api.client import ContractClient


@pytest.fixture
def api() -> ContractClient:
    """A client of the API that holds every answer against the published schema."""
    return ContractClient()
