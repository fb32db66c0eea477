"""Accounts and devices: the columns that a token is looked up by."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models


class User(AbstractBaseUser):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(max_length=80)
    email = models.EmailField(null=True)  # noqa: DJ001  (the project's column)
    time_zone = models.CharField(max_length=64)
    language = models.CharField(max_length=10)
    is_active = models.BooleanField()
    created_at = models.DateTimeField()
    last_login = None

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        managed = False
        db_table = "accounts_user"


class DeviceToken(models.Model):
    digest = models.CharField(max_length=128, primary_key=True)
    token_key = models.CharField(max_length=25)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    created = models.DateTimeField()
    expiry = models.DateTimeField(null=True)
    id = models.UUIDField(unique=True)
    device = models.CharField(max_length=80)
    seen_at = models.DateTimeField()

    objects: ClassVar[models.Manager[DeviceToken]] = models.Manager()

    class Meta:
        managed = False
        db_table = "accounts_devicetoken"
