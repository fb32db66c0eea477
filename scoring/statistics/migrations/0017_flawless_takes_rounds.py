from django.db import migrations

from scoring.statistics.migrations._count_again import add_up_again


class Migration(migrations.Migration):
    """Nobody is flawless after a round or two: the digests remember the first game that earned it."""

    dependencies = [
        ("statistics", "0016_only_went_out"),
    ]

    operations = [
        migrations.RunPython(add_up_again, migrations.RunPython.noop),
    ]
