"""A share link can lead to a group, too."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def delete_links_to_groups(apps: Any, _schema_editor: Any) -> None:
    """The version before knows links to games only."""
    apps.get_model("games", "ShareLink").objects.filter(game=None).delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0025_seasons")]

    operations = [
        migrations.AddField(
            model_name="sharelink",
            name="group",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="share_links",
                to="games.group",
            ),
        ),
        migrations.AlterField(
            model_name="sharelink",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="share_links",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharelink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("game__isnull", True), ("group__isnull", True), _connector="XOR"
                ),
                name="link_to_a_game_or_a_group",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, delete_links_to_groups),
    ]
