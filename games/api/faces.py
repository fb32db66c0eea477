"""What players look like, in requests."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.domain.faces import SIGN_LENGTH, is_sign
from rest.serializers import StrictCharField


class SignField(StrictCharField):
    """An emoji, or one or two letters."""

    default_error_messages = {"not_a_sign": _("Give one emoji, or one or two letters.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=SIGN_LENGTH, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        sign: str = super().to_internal_value(data)
        if not is_sign(sign):
            self.fail("not_a_sign")
        return sign
