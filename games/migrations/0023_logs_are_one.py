"""The tables that the log has taken the place of are empty, and go."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0022_one_log")]

    operations = [
        migrations.DeleteModel(name=name)
        for name in ("Change", "Event", "GroupEvent", "PackedEvents", "PackedGroupEvents")
    ]
