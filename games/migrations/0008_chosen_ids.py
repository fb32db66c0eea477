import uuid
from typing import Any

from django.db import migrations, models

from games.migrations._guards import GUARDS, PLAY_GUARDS, unguarded

BATCH = 2_000


def choose_ids(apps: Any, schema_editor: Any) -> None:
    rounds = apps.get_model('games', 'Round').objects.filter(public_id=None).order_by('pk')
    while batch := list(rounds.only('pk')[:BATCH]):
        for row in batch:
            row.public_id = uuid.uuid4()
        rounds.model.objects.bulk_update(batch, ['public_id'], batch_size=200)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_hidden_while_imported'),
    ]

    operations = [
        migrations.CreateModel(
            name='ChosenId',
            fields=[
                ('id', models.UUIDField(primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64)),
            ],
        ),
        *unguarded(
            (*GUARDS, *PLAY_GUARDS),
            migrations.AddField(
                model_name='round',
                name='public_id',
                field=models.UUIDField(null=True, editable=False),
            ),
            migrations.RunPython(choose_ids, migrations.RunPython.noop, elidable=True),
            migrations.AlterField(
                model_name='round',
                name='public_id',
                field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
            ),
        ),
    ]
