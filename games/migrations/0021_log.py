"""The log that history and streams are views of; the next migration moves what has happened."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.packed_json

CASCADE = django.db.models.deletion.CASCADE


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0020_lines_in_rounds"),
    ]

    operations = [
        migrations.CreateModel(
            name="Happening",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField(null=True)),
                ("version", models.PositiveIntegerField(null=True)),
                ("is_change", models.BooleanField(default=False)),
                ("group_number", models.PositiveIntegerField(null=True)),
                ("kind", models.CharField(max_length=30)),
                ("round", models.PositiveIntegerField(null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("actor_name", models.CharField(blank=True, max_length=80)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("phone_time", models.DateTimeField(null=True)),
                ("content", games.models.packed_json.PackedJSONField()),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=CASCADE,
                        related_name="log",
                        to="games.game",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=CASCADE,
                        related_name="+",
                        to="games.group",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="event_of_game_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("is_change", True)),
                        fields=("game", "version"),
                        name="version_of_game_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("group__isnull", False)),
                        fields=("group", "group_number"),
                        name="event_of_group_once",
                    ),
                ]
            },
        ),
    ]
