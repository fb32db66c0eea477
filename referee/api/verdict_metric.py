"""The series of verdicts: the referee's, and those on plays at the live table."""

from rest.metrics import Metric

VERDICTS = Metric(
    "Counter",
    "tableside_verdicts",
    "Verdicts on plays and tallies, by the first problem; `none` if there was none.",
    ("kind", "code"),
)
