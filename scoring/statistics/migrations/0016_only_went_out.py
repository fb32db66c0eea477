from typing import Any

from django.db import migrations


def count_overruled_games_again(apps: Any, schema_editor: Any) -> None:
    """Have the games counted in which somebody may have gone out without their Phase."""
    alias = schema_editor.connection.alias
    results = apps.get_model("statistics", "PlayerResult").objects.using(alias)
    games = results.filter(overruled_rounds__gt=0).order_by("played_at", "game_id")
    pending = apps.get_model("statistics", "PendingGame").objects.using(alias)
    pending.bulk_create(
        (
            pending.model(group_id=group, game_id=game)
            for game, group in dict(games.values_list("game_id", "group_id")).items()
        ),
        batch_size=500,
    )


class Migration(migrations.Migration):
    """Who has gone out without their Phase, as the table wanted it, has not laid it down."""

    dependencies = [
        ("statistics", "0015_figures_beyond_luck"),
    ]

    operations = [
        migrations.RunPython(count_overruled_games_again, migrations.RunPython.noop),
    ]
