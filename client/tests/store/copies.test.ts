/** What the phone copies of the server's rules is what the server's own code says (decision 26). */

import { expect, test } from "vitest";
import { nightOf } from "../../src/screens/statistics/periods";
import type { Schemas } from "../../src/store/actions/actions";
import { newGame } from "../../src/store/shown/creating";
import { withFaces } from "../../src/store/shown/faces";
import { cleanName } from "../../src/store/typed/names";
import { answerOf, pythonSays, startServerRules } from "../rules/server_rules";
import { diceOf, oneOf } from "./dice";

const rules = await startServerRules();

const [ANN, BEN, CLEO] = ["a", "b", "c"].map((end) => `00000000-0000-4000-8000-00000000000${end}`);
const NAMES_BY_ID = new Map([
  [ANN ?? "", "Ann"],
  [BEN ?? "", "Ben"],
  [CLEO ?? "", "Cleo"],
]);

const GAMES: Omit<Schemas["StartGameRequest"], "players">[] = [
  { edition: "classic" },
  { edition: "flip", house_rules: { must_lay_down: true } },
  { edition: "express", variant: "fixed_rounds", first_dealer: CLEO ?? "" },
  { edition: "classic", first_dealer: BEN ?? "", phases: [{ number: 3 }] },
];

const HANDICAPS: (Schemas["HandicapRequest"] | null)[][] = [
  [],
  [{ total: 20 }, null, { total: 5 }],
  [null, { phase: 1 }, null],
];

/** Whoever begins at a later Phase is ahead. */
const AHEAD: [(typeof GAMES)[number], (typeof HANDICAPS)[number]] = [
  { edition: "classic" },
  [{ phase: 3 }, { phase: 5, total: 10 }, null],
];

test.each([
  ...GAMES.flatMap((asked) => HANDICAPS.map((handicaps) => [asked, handicaps] as const)),
  AHEAD,
])("a game begins as the rules begin it: %j, %j", (asked, handicaps) => {
  const players = withFaces(
    [...NAMES_BY_ID].map(([id, name]) => ({ id, name })),
    [],
  );
  const people = new Map(players.map((player) => [player.id, player]));
  const begins = players.map((player, seat) => ({
    ...player,
    handicap: handicaps[seat] ?? null,
  }));
  const { data } = answerOf(rules, "game", { ...asked, players: begins }, "en");
  if (!data) throw new Error("There is no such game.");
  const { consequences: _none, ...expected } = data;
  const body = { ...asked, handicaps, id: "g", players: players.map(({ id }) => ({ id })) };
  const game = newGame(body, "group", people, data.phases, "2026-01-01T20:00:00Z");
  expect(game).toMatchObject(expected);
  expect(game.players).toEqual(expected.players);
});

const HOUSE_RULES = `
import json
from dataclasses import asdict
from referee.house_rules import STANDARD_RULES
print(json.dumps(asdict(STANDARD_RULES)))
`;

test("a game has the rulebook's house rules", () => {
  const body = { edition: "classic" as const, id: "g", players: [] };
  const { house_rules } = newGame(body, "group", new Map(), [], "2026-01-01T20:00:00Z");
  expect(house_rules).toEqual(pythonSays(HOUSE_RULES));
});

const NIGHTS = `
import json, sys
from datetime import datetime
from zoneinfo import ZoneInfo
from scoring.statistics.periods import night_of
asked = json.loads(sys.argv[1])
nights = [night_of(datetime.fromisoformat(at), ZoneInfo(zone)) for at, zone in asked]
print(json.dumps([night.isoformat() for night in nights]))
`;

test("a moment belongs to the night that the statistics count it to", () => {
  const dice = diceOf(1);
  const zones = ["UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Apia"];
  const start = Date.parse("2024-01-01T00:00:00Z");
  const asked = Array.from({ length: 500 }, () => {
    const moment = new Date(start + dice(3 * 365 * 24 * 60) * 60_000);
    return [moment.toISOString().replace(".000Z", "+00:00"), oneOf(dice, zones)] as const;
  });
  const nights = asked.map(([moment, zone]) => nightOf(moment, zone));
  expect(nights).toEqual(pythonSays(NIGHTS, asked));
});

const NAMES = `
import json, os, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
import django
django.setup()
from rest_framework.serializers import ValidationError
from accounts.api.fields import NameField
def taken(name):
    try:
        return NameField().run_validation(name)
    except ValidationError:
        return None
print(json.dumps([taken(name) for name in json.loads(sys.argv[1])]))
`;

test("the server takes a clean name as it is, and none of which nothing is left", () => {
  const dice = diceOf(2);
  const pieces = [
    ..." AzéЖ漢7🎲👩\u200d\t\n\u00a0\u3164\u2800\u0301\u202e\u2067\u2069\u200b\u2028\ufe0f\u00ad'-",
  ];
  const typed = Array.from({ length: 500 }, () =>
    Array.from({ length: 1 + dice(6) }, () => oneOf(dice, pieces)).join(""),
  );
  const named = typed.map((name) => [name, cleanName(name)] as const);
  const full = named.filter(([, name]) => name !== "");
  const empty = named.filter(([, name]) => name === "");
  expect(full.length).toBeGreaterThan(100);
  expect(empty.length).toBeGreaterThan(10);
  const expected = [...full.map(([, name]) => name), ...empty.map(() => null)];
  const asked = [...full.map(([, name]) => name), ...empty.map(([name]) => name)];
  expect(pythonSays(NAMES, asked)).toEqual(expected);
}, 60_000);
