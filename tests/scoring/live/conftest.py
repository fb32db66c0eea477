"""A server with a Redis that can be taken away, and somebody who has a group there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.databases import database
from tests.scoring.live.processes import Door, Owner, Place


@pytest.fixture(scope="module")
def behind_a_door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, str]]:
    """A server for all tests here, with a Redis that can be taken away."""
    folder = tmp_path_factory.mktemp("jobs")
    door = Door()
    with database(folder) as url:
        place = Place(folder, url, door)
        try:
            with place.server() as (address, _process):
                yield place, address
        finally:
            door.close()
            place.forget()


@pytest.fixture
def place(behind_a_door: tuple[Place, str]) -> Iterator[Place]:
    place, _address = behind_a_door
    assert place.door
    place.door.open()
    yield place
    place.door.close()
    place.forget()


@pytest.fixture
def anna(place: Place, behind_a_door: tuple[Place, str]) -> Owner:
    _place, address = behind_a_door
    return Owner(address)
