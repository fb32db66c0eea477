"""What is caught where Redis may not answer."""

import sys

import pytest
from redis.exceptions import ConnectionError as LostRedis

from rest.redis_client import redis_errors


def test_a_lost_redis_is_caught() -> None:
    with pytest.raises(redis_errors()):
        raise LostRedis


def test_without_redis_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "redis")
    assert redis_errors(ValueError) == (ValueError,)
