"""Ratings are stored month by month, and computed again from the results that are stored."""

import uuid
from itertools import groupby, product
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

BATCH = 500


def rate_again(apps: Any, schema_editor: Any) -> None:
    """Have the ratings of every group with games computed again in the background."""
    alias = schema_editor.connection.alias
    results = apps.get_model("statistics", "PlayerResult").objects.using(alias)
    kinds = results.order_by("group").values_list("group", "edition", "variant").distinct()
    pending = apps.get_model("statistics", "PendingRatings").objects.using(alias)
    rows = []
    for group, of_group in groupby(kinds, key=lambda kind: kind[0]):
        pools = {
            pool
            for _group, edition, variant in of_group
            for pool in product(("", edition), ("", variant))
        }
        rows.append(
            pending.model(
                group_id=group, first_month="", last_month="9999-12", pools=sorted(pools)
            )
        )
    pending.bulk_create(rows, batch_size=BATCH)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0013_phase_lists"),
        ("statistics", "0008_statistics_state"),
    ]

    operations = [
        migrations.DeleteModel(name="PlayerRating"),
        migrations.DeleteModel(name="PendingRatings"),
        migrations.CreateModel(
            name="PendingRatings",
            fields=[
                ("group", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="+", serialize=False, to="games.group")),
                ("first_month", models.CharField(blank=True, max_length=7)),
                ("last_month", models.CharField(max_length=7)),
                ("pools", models.JSONField(default=list)),
                ("token", models.UUIDField(default=uuid.uuid4)),
            ],
        ),
        migrations.CreateModel(
            name="RatingCheckpoint",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("variant", models.CharField(blank=True, max_length=20)),
                ("month", models.CharField(max_length=7)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("group", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.group")),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.player")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("group", "edition", "variant", "player", "month"), name="one_rating_a_month")],
            },
        ),
        migrations.RunPython(rate_again, migrations.RunPython.noop),
    ]
