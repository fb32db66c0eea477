from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0024_faces"),
    ]

    operations = [
        migrations.AddField(
            model_name="group",
            name="seasons",
            field=models.JSONField(default=list),
        ),
    ]
