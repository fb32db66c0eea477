"""Forget what requests with a key said, as far as it was hashed without the key.

A body may have had a password, which could be guessed from such a hash.
"""

from typing import Any

from django.db import migrations


def forget(apps: Any, _editor: object) -> None:
    apps.get_model("accounts", "StoredAnswer").objects.update(request_digest="")


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0006_access_tokens"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
    ]
