from django.db import migrations, models

from scoring.statistics.migrations._count_again import count_again


class Migration(migrations.Migration):
    """Points are behind only of those on the same Phase, and no record is fixed by its variant."""

    dependencies = [
        ("statistics", "0014_calmer_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="playerresult",
            name="points_behind",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="playerresult",
            name="points_behind_round",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(count_again, migrations.RunPython.noop),
    ]
