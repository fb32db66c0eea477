"""A server with a Redis that can be taken away, and somebody who has a group there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.databases import database
from tests.scoring.live.processes import Owner, Place, redis_proxy


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, str]]:
    """A server for all tests here, with a Redis that can be taken away."""
    folder = tmp_path_factory.mktemp("jobs")
    proxy = redis_proxy()
    with database(folder) as url:
        place = Place(folder, url, proxy)
        try:
            with place.server() as (address, _process):
                yield place, address
        finally:
            proxy.stop()
            place.forget()


@pytest.fixture
def place(behind_a_proxy: tuple[Place, str]) -> Iterator[Place]:
    place, _address = behind_a_proxy
    assert place.proxy
    place.proxy.start()
    yield place
    place.proxy.stop()
    place.forget()


@pytest.fixture
def anna(place: Place, behind_a_proxy: tuple[Place, str]) -> Owner:
    _place, address = behind_a_proxy
    return Owner(address)
