"""What each figure is, for clients to show."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext

from rest.annotations import Doc
from scoring.statistics.figures import FIGURES


class Figure(TypedDict):
    """A figure that statistics tell."""

    code: Annotated[str, Doc("The field that has it in answers; more may be added.")]
    name: str
    meaning: Annotated[str, Doc("For people who know no statistics.")]
    formula: Annotated[str, Doc("By the names of fields; empty if the meaning says it all.")]


class Figures(TypedDict):
    """All figures, in an order to read them in."""

    figures: list[Figure]


def figures_answer() -> Figures:
    """All figures, in the language of the request."""
    return {
        "figures": [
            {
                "code": figure.code,
                "name": gettext(figure.name),
                "meaning": gettext(figure.meaning),
                "formula": figure.formula,
            }
            for figure in FIGURES.values()
        ]
    }
