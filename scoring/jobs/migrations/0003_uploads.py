import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0017_games_being_played'),
        ('jobs', '0002_language'),
    ]

    operations = [
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64)),
                ('size', models.PositiveBigIntegerField()),
                ('content', models.BinaryField()),
                ('used_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.group')),
                ('sent_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='uploads', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddConstraint(
            model_name='upload',
            constraint=models.UniqueConstraint(fields=('group', 'digest'), name='an_upload_once'),
        ),
        migrations.RenameField(model_name='job', old_name='upload', new_name='bytes'),
        migrations.AddField(
            model_name='job',
            name='upload',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='jobs', to='jobs.upload'),
        ),
    ]
