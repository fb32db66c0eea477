from django.db import migrations, models


class Migration(migrations.Migration):
    """No game before this has a handicap, so nothing is counted again."""

    dependencies = [
        ('statistics', '0017_flawless_takes_rounds'),
    ]

    operations = [
        migrations.AddField(
            model_name='playerresult',
            name='handicap_parts',
            field=models.PositiveIntegerField(default=0),
        ),
    ]
