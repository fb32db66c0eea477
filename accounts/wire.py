"""People and their devices as typed JSON answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypedDict

from django.conf import settings
from django.utils import timezone

from accounts import account_hooks, selectors
from accounts.models import NAME_LENGTH, TIME_ZONE_LENGTH, DeviceToken, User
from accounts.scopes import Scope
from rest.annotations import Discriminated, Doc, Keywords, OneOf, Uuid

LANGUAGES = [code for code, _name in settings.LANGUAGES]


class Account(TypedDict):
    """A person, as they see themselves."""

    id: Uuid
    name: Annotated[str, Keywords(maxLength=NAME_LENGTH)]
    email: Annotated[str | None, Doc("null for a guest."), Keywords(format="email")]
    pending_email: Annotated[
        str | None,
        Doc(
            "An address that was asked for and counts once the link mailed to it is opened; null "
            "if there is none."
        ),
        Keywords(format="email"),
    ]
    is_guest: Annotated[
        bool, Doc("Whether this account can only be reached from devices that are logged in.")
    ]
    time_zone: Annotated[
        str | None,
        Doc("An IANA name; the groups that this person creates get it. null if it is not known."),
        Keywords(maxLength=TIME_ZONE_LENGTH),
    ]
    language: Annotated[
        str | None,
        OneOf(LANGUAGES),
        Doc("The language of all texts; null if each phone asks for its own."),
    ]
    created_at: datetime


class DeviceLogin(TypedDict):
    """A device that is logged in."""

    token: Annotated[
        str,
        Doc(
            "Secret, and shown only once. Anyone who has it can act as this person. Keep it on the "
            "device."
        ),
    ]
    device_hint: Annotated[
        str | None,
        Doc(
            "Keep it on the device, even when it is logged out, and send it with the next login. "
            "It lets nobody in. null if no password was sent or set."
        ),
    ]
    user: Account


class PasswordResetRequested(TypedDict):
    """The same message, whether such an account exists or not."""

    message: str


class EmailConfirmed(TypedDict):
    """The address that counts from now on: log in with it."""

    email: Annotated[str, Keywords(format="email")]


class Pairing(TypedDict):
    """A code that logs in one more device."""

    code: Annotated[str, Doc("Secret; works for one device. In groups of four.")]
    link: Annotated[str, Doc("Secret; the code as an address to open.")]
    svg: Annotated[str, Doc("Secret; the link as a QR code, an SVG document (`image/svg+xml`).")]
    expires_at: datetime


class Device(TypedDict):
    """A device that is logged in."""

    kind: Literal["device"]
    id: Uuid
    device: Annotated[str, Doc("The name of the device; empty if it has none.")]
    created: datetime
    seen_at: Annotated[datetime, Doc("When it was last used, to the hour.")]
    current: Annotated[bool, Doc("Whether this device sent the request.")]


class AccessToken(TypedDict):
    """A token for a program, which may do less than a device."""

    kind: Literal["access"]
    id: Uuid
    name: str
    scopes: Annotated[list[Annotated[str, OneOf(Scope)]], Doc("What it may be used for.")]
    group: Annotated[Uuid | None, Doc("The only group that it is good for; null: all of yours.")]
    created_at: datetime
    expires_at: Annotated[datetime | None, Doc("null: never.")]
    used_at: Annotated[datetime | None, Doc("When it was last used, to the hour; null: not yet.")]


class NewAccessToken(AccessToken):
    """An access token with its secret."""

    token: Annotated[str, Doc("Secret, and shown only once: send it as `Authorization: Bearer …`.")]


Token = Annotated[AccessToken | Device, Discriminated("Token", by="kind", exclusive=True)]


class AccountExport(TypedDict):
    """Everything that is stored about a person."""

    exported_at: datetime
    user: Account
    devices: list[Device]
    access_tokens: list[AccessToken]
    sections: Annotated[dict[str, Any], Doc("Groups, games and so on, by name.")]


def account_answer(user: User) -> Account:
    return {
        "id": str(user.pk),
        "name": user.name,
        "email": user.email,
        "pending_email": selectors.pending_email(user),
        "is_guest": user.is_guest,
        "time_zone": user.time_zone or None,
        "language": user.language or None,
        "created_at": user.created_at,
    }


def device_answer(device: DeviceToken, current: DeviceToken | None) -> Device:
    return {
        "kind": "device",
        "id": str(device.id),
        "device": device.device,
        "created": device.created,
        "seen_at": device.seen_at,
        "current": device == current,
    }


def access_token_answer(row: DeviceToken) -> AccessToken:
    return {
        "kind": "access",
        "id": str(row.id),
        "name": row.device,
        "scopes": row.scopes.split(),
        "group": str(row.group) if row.group else None,
        "created_at": row.created,
        "expires_at": row.expiry,
        "used_at": row.seen_at if row.seen_at >= row.created else None,
    }


def export_answer(user: User, current: DeviceToken | None = None) -> AccountExport:
    """Return all that is stored about somebody; `current` is the device that asks, if one does."""
    return {
        "exported_at": timezone.now(),
        "user": account_answer(user),
        "devices": [device_answer(device, current) for device in selectors.devices_of(user)],
        "access_tokens": [access_token_answer(row) for row in selectors.access_tokens_of(user)],
        "sections": {
            name: section
            for exporter in account_hooks.exporters
            for name, section in exporter(user).items()
        },
    }
