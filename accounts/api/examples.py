"""The examples in the schema of accounts."""

from __future__ import annotations

from rest.examples import Example

TOKEN = "a-token-of-64-hexadecimal-digits"  # noqa: S105  (not a token)
HINT = "a-name-of-the-device:and-its-signature"
GUEST = {
    "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a11",
    "name": "Ann",
    "email": None,
    "pending_email": None,
    "is_guest": True,
    "time_zone": "Europe/Berlin",
    "language": None,
    "created_at": "2026-01-03T19:30:00Z",
}
CLAIMED = {**GUEST, "email": "ann@example.org", "is_guest": False}
CREDENTIALS = {"email": "ann@example.org", "password": "four cards of one colour"}

EXAMPLES = {
    "createGuest": {
        "A guest": Example(
            {"name": "Ann", "device": "Ann's phone", "time_zone": "Europe/Berlin"},
            201,
            {"token": TOKEN, "device_hint": None, "user": GUEST},
        )
    },
    "claimAccount": {
        "A guest keeps the account": Example(
            CREDENTIALS,
            200,
            {
                "token": TOKEN,
                "device_hint": HINT,
                "user": {**GUEST, "pending_email": "ann@example.org"},
            },
        )
    },
    "confirmEmail": {
        "From the mail": Example(
            {"key": "oW3kXo0c5c1Zb8Yx-the-part-after-the-hash"}, 200, {"email": "ann@example.org"}
        )
    },
    "logIn": {
        "On a device that was logged out": Example(
            {**CREDENTIALS, "device": "Tablet", "device_hint": HINT},
            200,
            {"token": TOKEN, "device_hint": HINT, "user": CLAIMED},
        )
    },
    "createPairingCode": {
        "For one more device": Example(
            None,
            201,
            {
                "code": "HT7W-93FK",
                "link": "https://cards.example.org/pair#HT7W-93FK",
                "svg": '<svg viewBox="0 0 33 33">…</svg>',
                "expires_at": "2026-01-03T19:40:00Z",
            },
        )
    },
    "pairDevice": {
        "As typed": Example(
            {"code": "ht7w 93fk", "device": "Tablet"},
            200,
            {"token": TOKEN, "device_hint": None, "user": GUEST},
        )
    },
    "requestPasswordReset": {
        "A mail, if there is such an account": Example(
            {"email": "ann@example.org"},
            202,
            {"message": "If this e-mail address belongs to an account, a message is on its way."},
        )
    },
    "confirmPasswordReset": {
        "From the mail": Example(
            {
                "uid": "NmYxYzBhNTItNmEwZS00YzUz",
                "token": "c8x0wq-of-the-link",
                "password": "four cards of one colour",
            },
            200,
            {"token": TOKEN, "device_hint": HINT, "user": CLAIMED},
        )
    },
    "changeMe": {"Another name": Example({"name": "Annie"}, 200, {**GUEST, "name": "Annie"})},
    "createAccessToken": {
        "For a bot that announces games": Example(
            {"name": "Announcer", "scopes": ["read"]},
            201,
            {
                "kind": "access",
                "id": "0c1f6e0e-31c5-4a53-9e8c-2f2a3f5a7d11",
                "name": "Announcer",
                "scopes": ["read"],
                "group": None,
                "created_at": "2026-01-03T19:30:00Z",
                "expires_at": None,
                "used_at": None,
                "token": TOKEN,
            },
        )
    },
    "deleteMe": {
        "For good": Example(
            {"confirm": True, "current_password": "four cards of one colour"}, 204, None
        )
    },
}
