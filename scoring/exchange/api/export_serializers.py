"""Exports on the wire."""

from __future__ import annotations

from rest.serializers import StrictChoiceField, StrictSerializer
from scoring.exchange.services.exports import FORMATS

FORMAT_CHOICES = [(name, name) for name in FORMATS]


class ExportRequestSerializer(StrictSerializer):
    """What to make of the group's games."""

    format = StrictChoiceField(
        choices=FORMAT_CHOICES,
        help_text="`csv` for other programs, `xlsx` to look at, `json` for the complete archive.",
    )
