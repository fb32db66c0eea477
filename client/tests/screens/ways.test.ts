import { expect, test } from "vitest";
import { type Ways, waysOf } from "../../src/screens/trouble/ways";
import type { Problem, Trouble } from "../../src/store";
import { comingRound, game } from "./games";

const body = { id: "id", number: 3, results: [], phone_time: "2026-11-23T18:00:00Z" };
const record = { kind: "recordRound", game: "game", body } as Trouble["action"];
const insisted = { ...record, body: { ...body, overrule: "We saw it." } } as Trouble["action"];
const unsaid = [
  { player: "ann", went_out: true },
  { player: "ben", points: 3 },
];
const correct = { kind: "correctRound", game: "game", number: 3 } as Trouble["action"];
const merge = { kind: "mergePlayers", group: "group", player: "ben" } as Trouble["action"];

const refused = (code: string, more: Partial<Trouble> = {}): Parameters<typeof waysOf>[0] => ({
  action: record,
  kind: "refused" as const,
  problem: { code, status: 409 } as Problem,
  theirs: null,
  mine: [
    { player: "ann", went_out: true },
    { player: "ben", points: 105, laid_down: false },
  ],
  ...more,
});
const playing = { game: game({ next_round: comingRound(4) }), gone: false };
const over = { game: game({ status: "over", ended_early: false, next_round: null }), gone: false };
const abandoned = { game: game({ status: "abandoned", next_round: null }), gone: false };

const offered = (ways: Ways) =>
  Object.entries(ways).flatMap(([way, is]) => (is === false || is === null ? [] : [way]));

test.each<[string, Parameters<typeof waysOf>[0], Parameters<typeof waysOf>[1], string[]]>([
  ["a count that the plays contradict", refused("tally_refused"), playing, ["edit", "overrule"]],
  ["a count that cannot be", refused("tally_refused", { mine: unsaid }), playing, ["edit"]],
  [
    "a count that is insisted on",
    refused("tally_refused", { action: insisted }),
    playing,
    ["edit"],
  ],
  ["a request that cannot be", refused("invalid_request"), playing, ["edit"]],
  ["a round of which nothing is known here", refused("tally_refused"), undefined, []],
  ["what has no lines", refused("tally_refused", { mine: null }), playing, []],
  [
    "a round that is there already",
    refused("x", { kind: "same_round" }),
    playing,
    ["insist", "next"],
  ],
  ["later rounds that change", refused("confirmation_needed"), playing, ["edit", "insist"]],
  ["a line of others", refused("line_changed"), playing, ["insist"]],
  ["cards that are turned over", refused("turned_over"), playing, ["insist"]],
  ["a game that has changed", refused("stale_version"), playing, ["insist"]],
  ["a round that was taken back", refused("stale_version", { action: correct }), playing, []],
  [
    "a round that was corrected",
    refused("stale_version", { action: correct, theirs: {} as never }),
    playing,
    ["insist"],
  ],
  [
    "a correction whose place is another one",
    refused("round_not_next", { action: correct }),
    playing,
    [],
  ],
  ["a game that nobody knows", refused("game_not_playing"), undefined, []],
  ["a group that is gone", refused("not_found"), undefined, []],
  [
    "a request that is wrong",
    { ...refused("x"), problem: { code: "x", status: 400 } as Problem },
    playing,
    [],
  ],
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
