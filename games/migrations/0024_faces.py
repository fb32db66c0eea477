"""Each player gets a color: those of a group in the order in which they came to it."""

from typing import Any

from django.db import migrations, models
from django.db.models import Case, Count, IntegerField, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce, Mod

from games.migrations._guards import GUARDS, LINE_GUARDS, PLAY_GUARDS, unguarded

COLORS = ("plum", "orange", "petrol", "raspberry", "indigo", "umber", "lilac", "slate")


def color_players(apps: Any, _schema_editor: Any) -> None:
    players = apps.get_model("games", "Player")._base_manager
    came_before = Q(created_at__lt=OuterRef("created_at")) | Q(
        created_at=OuterRef("created_at"), pk__lt=OuterRef("pk")
    )
    earlier = players.filter(came_before, group=OuterRef("group")).order_by().values("group")
    place = Mod(
        Coalesce(Subquery(earlier.annotate(n=Count("pk")).values("n")), 0),
        len(COLORS),
        output_field=IntegerField(),
    )
    colors = [When(place=number, then=Value(color)) for number, color in enumerate(COLORS)]
    players.alias(place=place).update(color=Case(*colors, default=Value(COLORS[0])))


class Migration(migrations.Migration):
    dependencies = [("games", "0023_logs_are_one")]

    operations = unguarded(
        (*(guard for guard in GUARDS if guard not in LINE_GUARDS), *PLAY_GUARDS),
        migrations.AddField(
            model_name="player",
            name="color",
            field=models.CharField(db_default="plum", default="plum", max_length=10),
        ),
        migrations.AddField(
            model_name="player",
            name="sign",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
        migrations.RunPython(color_players, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(condition=Q(color__in=COLORS), name="player_color"),
        ),
    )
