"""The examples in the schema are questions that are understood, and answers of that shape."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import wire
from accounts.api import serializers
from accounts.api.examples import EXAMPLES

QUESTIONS: dict[str, Any] = {
    "createGuest": serializers.GuestRequestSerializer,
    "claimAccount": serializers.CredentialsRequestSerializer,
    "confirmEmail": serializers.EmailConfirmRequestSerializer,
    "logIn": serializers.LoginRequestSerializer,
    "pairDevice": serializers.PairRequestSerializer,
    "requestPasswordReset": serializers.PasswordResetRequestSerializer,
    "confirmPasswordReset": serializers.PasswordResetConfirmRequestSerializer,
    "changeMe": serializers.ProfileRequestSerializer,
    "createAccessToken": serializers.AccessTokenRequestSerializer,
    "deleteMe": serializers.DeletionRequestSerializer,
}
ANSWERS: dict[str, Any] = {
    "createPairingCode": wire.Pairing,
    "requestPasswordReset": wire.PasswordResetRequested,
    "confirmEmail": wire.EmailConfirmed,
    "changeMe": wire.Account,
    "createAccessToken": wire.NewAccessToken,
}


@pytest.mark.parametrize("operation", EXAMPLES)
def test_an_example_is_as_the_shapes_say(operation: str) -> None:
    [(question, _status, answer)] = EXAMPLES[operation].values()
    if question is not None:
        QUESTIONS[operation].parse(question)
    if answer is not None:
        assert answer.keys() == ANSWERS.get(operation, wire.DeviceLogin).__annotations__.keys()
