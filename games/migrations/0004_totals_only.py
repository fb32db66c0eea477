from django.db import migrations, models

from games.migrations._guards import GUARDS, unguarded


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_live_table'),
    ]

    operations = unguarded(
        GUARDS,
        migrations.AddField(
            model_name='game',
            name='totals',
            field=models.JSONField(null=True),
        ),
    )
