from django.db import migrations

from games.migrations._guards import GUARDS, installing


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [installing(GUARDS)]
