from django.db import migrations, models

from games.migrations._guards import GUARDS, PLAY_GUARDS, unguarded


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_totals_only'),
    ]

    operations = unguarded(
        (*GUARDS, *PLAY_GUARDS),
        migrations.AddField(
            model_name='play',
            name='recorder_name',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
        migrations.AddField(
            model_name='round',
            name='recorder_name',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
    )
