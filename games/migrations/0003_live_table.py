import django.db.models.deletion
import django.utils.timezone
import rest_framework.utils.encoders
import uuid
from django.db import migrations, models

from games.migrations._guards import GUARDS, PLAY_GUARDS, installing, unguarded


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0002_guards'),
    ]

    operations = [
        *unguarded(
            GUARDS,
            migrations.AddField(
                model_name='game',
                name='last_event',
                field=models.PositiveIntegerField(default=0),
            ),
            migrations.AddField(
                model_name='game',
                name='has_plays',
                field=models.BooleanField(default=False),
            ),
            migrations.AddField(
                model_name='game',
                name='turns_logged',
                field=models.BooleanField(default=False),
            ),
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('version', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('game_started', 'Game Started'), ('settings_changed', 'Settings Changed'), ('round_recorded', 'Round Recorded'), ('round_corrected', 'Round Corrected'), ('round_taken_back', 'Round Taken Back'), ('game_abandoned', 'Game Abandoned'), ('game_resumed', 'Game Resumed'), ('game_ended_early', 'Game Ended Early'), ('game_archived', 'Game Archived'), ('game_unarchived', 'Game Unarchived'), ('game_deleted', 'Game Deleted'), ('game_restored', 'Game Restored'), ('players_merged', 'Players Merged'), ('game_over', 'Game Over'), ('joined', 'Joined'), ('table', 'Table'), ('table_laid', 'Table Laid')], max_length=30)),
                ('actor_name', models.CharField(blank=True, max_length=80)),
                ('data', models.JSONField(default=dict, encoder=rest_framework.utils.encoders.JSONEncoder)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.game')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='an_event_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['game_started', 'settings_changed', 'round_recorded', 'round_corrected', 'round_taken_back', 'game_abandoned', 'game_resumed', 'game_ended_early', 'game_archived', 'game_unarchived', 'game_deleted', 'game_restored', 'players_merged', 'game_over', 'joined', 'table', 'table_laid'])), name='event_kind')],
            },
        ),
        migrations.CreateModel(
            name='Play',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('round', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('lay_down', 'lay_down'), ('hit', 'hit'), ('discard', 'discard'), ('draw', 'draw'), ('flip', 'flip'), ('note', 'note')], max_length=10)),
                ('data', models.JSONField(default=dict)),
                ('overrule', models.CharField(blank=True, max_length=200)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('taken_back_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='games.game')),
                ('recorded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to='accounts.user')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='plays', to='games.seat')),
            ],
            options={
                'ordering': ['round', 'number'],
                'constraints': [models.UniqueConstraint(fields=('game', 'round', 'number'), name='a_play_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['lay_down', 'hit', 'discard', 'draw', 'flip', 'note'])), name='play_kind'), models.CheckConstraint(condition=models.Q(('number__gte', 1), ('round__gte', 1)), name='plays_from_one')],
            },
        ),
        installing(PLAY_GUARDS),
    ]
