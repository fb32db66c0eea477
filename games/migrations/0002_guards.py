from django.db import migrations

from games.migrations._guards import install, remove


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
