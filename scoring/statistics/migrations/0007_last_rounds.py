from django.db import migrations

from scoring.statistics.migrations._count_again import count_again


class Migration(migrations.Migration):
    """Whoever left after the last round of a game can have won it, and ranks as if still there."""

    dependencies = [
        ("statistics", "0006_part_games"),
    ]

    operations = [migrations.RunPython(count_again, migrations.RunPython.noop)]
