from django.db import migrations, models

from games.migrations._guards import GUARDS, PLAY_GUARDS, unguarded


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_time_zone'),
    ]

    operations = unguarded(
        (*GUARDS, *PLAY_GUARDS),
        migrations.AddField(
            model_name='game',
            name='hidden_by',
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='hidden_by',
            field=models.UUIDField(null=True),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('hidden_by__isnull', False)), fields=['hidden_by'], name='hidden_games'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('hidden_by__isnull', False)), fields=['hidden_by'], name='hidden_players'),
        ),
    )
