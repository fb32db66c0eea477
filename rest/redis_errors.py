"""The errors of Redis, for servers that may not use it."""

import sys


def redis_errors(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """Return what to catch where Redis may not answer: only `others` if nothing here uses it.

    Loading its client takes 40 ms and 6 MiB, which servers without Redis need not spend.
    """
    client = sys.modules.get("redis")
    return (client.RedisError, *others) if client else others
