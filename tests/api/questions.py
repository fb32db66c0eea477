"""Questions that Schemathesis makes from the published schema, to one operation at a time.

Its own `parametrize` makes them all while tests are collected: in each process, whatever it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import hypothesis
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import strategies
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode
from schemathesis.schemas import BaseSchema

from tests.api.contract import operations, published
from tests.sampling import ALL

Operation = tuple[str, str]  # the method in small letters, and the path
MODES = list(GenerationMode)


def asked(*prefixes: str) -> list[Operation]:
    """All operations below these paths but streams, which have no end: tests/live asks those.

    Deprecated ones, which do what others do, only with `FULL=all`.
    """
    paths = published()["paths"]
    return [
        (method, path)
        for method, path in operations()
        if path.startswith(prefixes)
        and not path.endswith("/events/")
        and (ALL or not paths[path][method].get("deprecated"))
    ]


def schema_of(application: Any, config: SchemathesisConfig) -> BaseSchema:
    """The published schema, of an application under test; every check is on."""
    load_all_checks()
    schema = schemathesis.openapi.from_dict(published(), config=config)
    schema.app = application
    for name in schemathesis.checks.CHECKS.get_all_names():
        assert schema.config.checks.get_by_name(name=name).enabled, name
    return schema


@contextmanager
def undone() -> Iterator[None]:
    """Ask through WSGI, by the connection of the test, and undo whatever that does."""
    # As the framework's own test client does: or the connection would be closed.
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


def ask_everything(
    schema: BaseSchema, operation: Operation, question: Callable[[Any], None], max_examples: int
) -> None:
    """Have `question` ask an operation everything that Schemathesis thinks of.

    That is every boundary of each value, and as many random ones.
    """
    asked = schema[operation[1]][operation[0]]
    for case in schema.iter_coverage_cases(
        asked, generation_modes=MODES, generation_config=schema.config.generation
    ):
        question(case)
    ask(schema, operation, question, max_examples)


def ask(
    schema: BaseSchema, operation: Operation, question: Callable[[Any], None], max_examples: int
) -> None:
    """Have `question` ask an operation some things, the same each time."""
    asked = schema[operation[1]][operation[0]]
    settings = hypothesis.settings(
        max_examples=max_examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    cases = strategies.one_of([asked.as_strategy(mode) for mode in MODES])
    settings(hypothesis.given(cases)(question))()
