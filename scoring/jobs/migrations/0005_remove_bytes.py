from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('jobs', '0004_uploads_once'),
    ]

    operations = [
        migrations.RemoveField(model_name='job', name='bytes'),
    ]
