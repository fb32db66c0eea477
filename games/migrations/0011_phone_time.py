from django.db import migrations, models

from games.migrations._guards import GUARDS, PLAY_GUARDS, unguarded


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_group_log'),
    ]

    operations = unguarded(
        (*GUARDS, *PLAY_GUARDS),
        *(
            migrations.AddField(
                model_name=name,
                name='phone_time',
                field=models.DateTimeField(null=True),
            )
            for name in ('game', 'round', 'play', 'change')
        ),
    )
