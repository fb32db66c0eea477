from django.db import migrations, models

from scoring.statistics.migrations._count_again import count_again


class Migration(migrations.Migration):

    dependencies = [
        ('statistics', '0012_totals_of_two'),
    ]

    operations = [
        migrations.AddField(
            model_name='playerresult',
            name='dealt_first',
            field=models.BooleanField(null=True),
        ),
        migrations.RunPython(count_again, migrations.RunPython.noop),
    ]
