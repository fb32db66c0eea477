"""The lines of a round become a column of it. All in one transaction, on both databases."""

from typing import Any

from django.db import migrations, models

from games.migrations._guards import GUARDS, LINE_GUARDS, PLAY_GUARDS, installing, removing

_INTO_ROUNDS = {
    "postgresql": """
        UPDATE games_round SET lines = found.lines
        FROM (
            SELECT line.round_id, jsonb_agg(
                jsonb_build_array(
                    seat.place, line.points, line.laid_down, line.went_out, line.cards)
                ORDER BY seat.place) AS lines
            FROM games_line line JOIN games_seat seat ON seat.id = line.seat_id
            GROUP BY line.round_id
        ) AS found
        WHERE found.round_id = games_round.id""",
    "sqlite": """
        UPDATE games_round SET lines = (
            SELECT json_group_array(json(found.line)) FROM (
                SELECT json_array(
                    seat.place,
                    line.points,
                    json(CASE WHEN line.laid_down THEN 'true' ELSE 'false' END),
                    json(CASE WHEN line.went_out THEN 'true' ELSE 'false' END),
                    json(line.cards)
                ) AS line
                FROM games_line line JOIN games_seat seat ON seat.id = line.seat_id
                WHERE line.round_id = games_round.id ORDER BY seat.place
            ) AS found)""",
}
_OUT_OF_ROUNDS = {
    "postgresql": """
        INSERT INTO games_line (round_id, seat_id, points, laid_down, went_out, cards)
        SELECT round.id, seat.id, (line->>1)::integer, (line->>2)::boolean, (line->>3)::boolean,
            nullif(line->4, 'null')
        FROM games_round round, jsonb_array_elements(round.lines) AS line, games_seat seat
        WHERE seat.game_id = round.game_id AND seat.place = (line->>0)::integer;
        SET CONSTRAINTS ALL IMMEDIATE""",
    "sqlite": """
        INSERT INTO games_line (round_id, seat_id, points, laid_down, went_out, cards)
        SELECT round.id, seat.id, json_extract(line.value, '$[1]'),
            json_extract(line.value, '$[2]'), json_extract(line.value, '$[3]'),
            json_extract(line.value, '$[4]')
        FROM games_round round, json_each(round.lines) AS line, games_seat seat
        WHERE seat.game_id = round.game_id AND seat.place = json_extract(line.value, '$[0]')""",
}


def move_lines_in(_apps: Any, schema_editor: Any) -> None:
    schema_editor.execute(_INTO_ROUNDS[schema_editor.connection.vendor], params=None)


def move_lines_out(_apps: Any, schema_editor: Any) -> None:
    schema_editor.execute(_OUT_OF_ROUNDS[schema_editor.connection.vendor], params=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0019_claims_wait")]

    operations = [
        removing((*GUARDS, *PLAY_GUARDS)),
        migrations.AddField(
            model_name="round", name="lines", field=models.JSONField(default=list)
        ),
        migrations.RunPython(move_lines_in, move_lines_out),
        migrations.DeleteModel(name="Line"),
        installing((*(guard for guard in GUARDS if guard not in LINE_GUARDS), *PLAY_GUARDS)),
    ]
