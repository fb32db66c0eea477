"""Parse requests for exports."""

from __future__ import annotations

from rest.serializers import StrictChoiceField, StrictSerializer
from scoring.exchange.services.exports import EXPORT_FORMATS

FORMAT_CHOICES = [(name, name) for name in EXPORT_FORMATS]


class ExportRequestSerializer(StrictSerializer):
    """The format of an export."""

    format = StrictChoiceField(
        choices=FORMAT_CHOICES,
        help_text="`csv` for other programs, `xlsx` for people, `json` for the complete archive.",
    )
