from typing import Any

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models
from django.utils import timezone

BATCH = 500


def note_counted(apps: Any, schema_editor: Any) -> None:
    """Note for groups with statistics that they are counted, in the time zone of the group."""
    alias = schema_editor.connection.alias
    totals = apps.get_model("statistics", "PlayerTotals").objects.using(alias)
    counted = totals.order_by().values("group").distinct()
    groups = apps.get_model("games", "Group").objects.using(alias).filter(pk__in=counted)
    states = apps.get_model("statistics", "StatisticsState").objects.using(alias)
    now = timezone.now()
    states.bulk_create(
        (
            states.model(group_id=group, counted_at=now, time_zone=time_zone)
            for group, time_zone in groups.values_list("pk", "time_zone")
        ),
        batch_size=BATCH,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_phase_lists'),
        ('statistics', '0007_last_rounds'),
    ]

    operations = [
        migrations.CreateModel(
            name='StatisticsState',
            fields=[
                ('group', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='statistics_state', serialize=False, to='games.group')),
                ('counted_at', models.DateTimeField()),
                ('time_zone', models.CharField(max_length=64)),
            ],
        ),
        migrations.AddField(
            model_name='pendinggame',
            name='due_at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now),
        ),
        migrations.RunPython(note_counted, migrations.RunPython.noop),
    ]
