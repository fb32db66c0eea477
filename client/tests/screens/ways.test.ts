import { expect, test } from "vitest";
import { type Ways, waysOf } from "../../src/screens/trouble/ways";
import type { Problem, Trouble } from "../../src/store";
import { game } from "./games";

const body = { id: "id", number: 3, results: [], phone_time: "2026-11-23T18:00:00Z" };
const record = { kind: "recordRound", game: "game", body } as Trouble["action"];
const merge = { kind: "mergePlayers", group: "group", player: "ben" } as Trouble["action"];

const refused = (code: string, more: Partial<Trouble> = {}) => ({
  action: record,
  kind: "refused" as const,
  problem: { code, status: 409 } as Problem,
  theirs: null,
  mine: [],
  ...more,
});
const next = { number: 4, tie_break: false, playing: [], dealer: null, starter: null };
const playing = { game: game({ next_round: next }), gone: false };
const over = { game: game({ status: "over", ended_early: false, next_round: null }), gone: false };
const abandoned = { game: game({ status: "abandoned", next_round: null }), gone: false };

const offered = (ways: Ways) =>
  Object.entries(ways).flatMap(([way, is]) => (is === false || is === null ? [] : [way]));

test.each([
  ["a count that cannot be", refused("tally_refused"), playing, ["edit"]],
  ["a draft of others", refused("draft_differs"), playing, ["edit", "insist"]],
  ["a role that may come", refused("role_too_low"), playing, ["again"]],
  ["a round whose place is another one", refused("round_not_next"), playing, ["next"]],
  ["a game that is over", refused("game_not_playing"), over, []],
  ["a game that was abandoned", refused("game_not_playing"), abandoned, ["resume"]],
  ["a game that goes on", refused("game_not_playing"), playing, ["edit", "again"]],
  ["a game that is gone", refused("not_found"), { ...playing, gone: true }, []],
  ["a game that is back", refused("not_found"), playing, ["again"]],
  ["a round that is not the last", refused("not_the_last_round", { mine: null }), playing, []],
])("of %s, only what can work is offered", (_what, trouble, known, ways) => {
  expect(offered(waysOf(trouble, known))).toEqual(ways);
});

test("viewers cannot resume a game", () => {
  const known = { ...abandoned, game: { ...abandoned.game, my_role: "viewer" as const } };
  expect(offered(waysOf(refused("game_not_playing"), known))).toEqual([]);
});

test("players who sat in one game are two people for ever; a full group is not", () => {
  const trouble = (code: string) => refused(code, { action: merge, mine: null });
  expect(offered(waysOf(trouble("sat_in_one_game")))).toEqual([]);
  expect(offered(waysOf(trouble("limit_reached")))).toEqual(["again"]);
});
