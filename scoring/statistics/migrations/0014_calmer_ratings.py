"""Ratings are by a model that knows how much of a game is luck: compute all of them again."""

from itertools import groupby, product
from typing import Any

from django.db import migrations

BATCH = 500


def rate_again(apps: Any, schema_editor: Any) -> None:
    """Have the ratings of every group with games computed again in the background."""
    alias = schema_editor.connection.alias
    results = apps.get_model("statistics", "PlayerResult").objects.using(alias)
    pending = apps.get_model("statistics", "PendingRatings").objects.using(alias)
    pending.all().delete()
    kinds = results.order_by("group").values_list("group", "edition", "variant").distinct()
    pending.bulk_create(
        (
            pending.model(
                group_id=group,
                first_month="",
                last_month="9999-12",
                pools=sorted(
                    {pool for _, *kind in of_group for pool in product(*(("", each) for each in kind))}
                ),
            )
            for group, of_group in groupby(kinds, key=lambda kind: kind[0])
        ),
        batch_size=BATCH,
    )


class Migration(migrations.Migration):

    dependencies = [
        ("statistics", "0013_circumstances"),
    ]

    operations = [migrations.RunPython(rate_again, migrations.RunPython.noop)]
