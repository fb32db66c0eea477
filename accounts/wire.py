"""People and their devices as typed JSON answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import NAME_LENGTH, TIME_ZONE_LENGTH, DeviceToken, User
from rest.annotations import Doc, Keywords, OneOf, Uuid

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


class Login(TypedDict):
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
            "Keep it on the device, also when it is logged out, and send it with the next login. "
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

    id: Uuid
    device: Annotated[str, Doc("The name of the device; empty if it has none.")]
    created: datetime
    seen_at: Annotated[datetime, Doc("When it was last used, to the hour.")]
    current: Annotated[bool, Doc("Whether this device sent the request.")]


class AccountExport(TypedDict):
    """Everything that is stored about a person."""

    exported_at: datetime
    user: Account
    devices: list[Device]
    sections: Annotated[dict[str, Any], Doc("Groups, games and so on, by name.")]


def account_answer(user: User, pending_email: str | None) -> Account:
    return {
        "id": str(user.pk),
        "name": user.name,
        "email": user.email,
        "pending_email": pending_email,
        "is_guest": user.is_guest,
        "time_zone": user.time_zone or None,
        "language": user.language or None,
        "created_at": user.created_at,
    }


def login_answer(
    user: User, token: str, device_hint: str | None, pending_email: str | None
) -> Login:
    return {
        "token": token,
        "device_hint": device_hint,
        "user": account_answer(user, pending_email),
    }


def password_reset_answer() -> PasswordResetRequested:
    return {"message": _("If this e-mail address belongs to an account, a message is on its way.")}


def email_confirmed_answer(email: str) -> EmailConfirmed:
    return {"email": email}


def pairing_answer(*, code: str, link: str, svg: str, expires_at: datetime) -> Pairing:
    return {"code": code, "link": link, "svg": svg, "expires_at": expires_at}


def device_answer(device: DeviceToken, current: DeviceToken) -> Device:
    return {
        "id": str(device.id),
        "device": device.device,
        "created": device.created,
        "seen_at": device.seen_at,
        "current": device.pk == current.pk,
    }


def export_answer(
    *, user: Account, devices: list[Device], sections: dict[str, Any]
) -> AccountExport:
    return {
        "exported_at": timezone.now(),
        "user": user,
        "devices": devices,
        "sections": sections,
    }
