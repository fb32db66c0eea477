"""Names of deleted accounts stayed in the histories of games. Those of archives stay there.

By now a change without an account and with a name is one that only a file tells of.
"""

from typing import Any

from django.db import migrations

FORGET = """
UPDATE games_change SET actor_name = ''
WHERE actor_id IS NULL AND actor_name <> '' AND NOT EXISTS (
    SELECT 1 FROM exchange_importedgame known
    WHERE known.game_id = games_change.game_id AND known.key LIKE 'archive:%'
)
"""


def forget(_apps: Any, schema_editor: Any) -> None:
    # The table has gone since. Whoever goes back to before this and forth again lacks it.
    if "games_change" in schema_editor.connection.introspection.table_names():
        schema_editor.execute(FORGET, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("exchange", "0001_initial"),
        ("games", "0019_claims_wait"),
    ]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
