from django.db import migrations, models

from scoring.statistics.migrations._count_again import count_again


class Migration(migrations.Migration):

    dependencies = [
        ('statistics', '0005_pending_ratings'),
    ]

    operations = [
        migrations.AddField(
            model_name='playerresult',
            name='throughout',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='playertotals',
            name='appearances',
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.RunPython(count_again, migrations.RunPython.noop),
    ]
