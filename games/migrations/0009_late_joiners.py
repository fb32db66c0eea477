from django.db import migrations, models

from games.migrations._guards import GUARDS, PLAY_GUARDS, unguarded


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_chosen_ids'),
    ]

    operations = unguarded(
        (*GUARDS, *PLAY_GUARDS),
        migrations.RemoveConstraint(
            model_name='event',
            name='event_kind',
        ),
        migrations.RemoveConstraint(
            model_name='seat',
            name='seat_place',
        ),
        migrations.AddField(
            model_name='seat',
            name='stints',
            field=models.JSONField(default=list),
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('game_started', 'Game Started'), ('settings_changed', 'Settings Changed'), ('round_recorded', 'Round Recorded'), ('round_corrected', 'Round Corrected'), ('round_taken_back', 'Round Taken Back'), ('game_abandoned', 'Game Abandoned'), ('game_resumed', 'Game Resumed'), ('game_ended_early', 'Game Ended Early'), ('game_archived', 'Game Archived'), ('game_unarchived', 'Game Unarchived'), ('game_deleted', 'Game Deleted'), ('game_restored', 'Game Restored'), ('players_merged', 'Players Merged'), ('player_joined', 'Player Joined'), ('player_left', 'Player Left'), ('game_over', 'Game Over'), ('joined', 'Joined'), ('table', 'Table'), ('table_laid', 'Table Laid'), ('draft_changed', 'Draft Changed'), ('draft_discarded', 'Draft Discarded')], max_length=30),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['game_started', 'settings_changed', 'round_recorded', 'round_corrected', 'round_taken_back', 'game_abandoned', 'game_resumed', 'game_ended_early', 'game_archived', 'game_unarchived', 'game_deleted', 'game_restored', 'players_merged', 'player_joined', 'player_left', 'game_over', 'joined', 'table', 'table_laid', 'draft_changed', 'draft_discarded'])), name='event_kind'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('place__lt', 12)), name='seat_place'),
        ),
    )
