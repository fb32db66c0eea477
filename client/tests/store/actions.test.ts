/** Actions as values: their requests, what undoes them, what they depend on, and what becomes of them. */

import { describe, expect, test } from "vitest";
import {
  type Action,
  type Decision,
  type Group,
  isOfSameRound,
} from "../../src/store/actions/actions";
import { answerOf, callOf, dryRun, guestCall } from "../../src/store/actions/calls";
import { dependsOn, nextToSend } from "../../src/store/actions/dependence";
import type { OutboxItem } from "../../src/store/actions/outbox_item";
import { subjectOf } from "../../src/store/actions/subjects";
import { isAboutTime, phoneTime, timed } from "../../src/store/actions/times";
import { asSeen, moved, type Settlement, settled } from "../../src/store/actions/troubles";
import { inverseOf } from "../../src/store/actions/undoing";
import { outcomeOf, type Refused } from "../../src/store/sent/refusals";
import { groupAfter, renamed } from "../../src/store/shown/effects";
import { game, line, player, round } from "../screens/games";

const NOW = "2026-11-22T18:00:00.000Z";
const act = (kind: string, more: object = {}) =>
  ({ kind, game: "a1", ...more }) as unknown as Action;
const inGroup = (kind: string, more: object = {}) =>
  ({ kind, group: "g1", ...more }) as unknown as Action;
const item = (action: Action, more: Partial<OutboxItem> = {}) =>
  ({ action, about: null, trouble: null, ...more }) as OutboxItem;
const decide = (decision: Decision) => act("decide", { decision });
const RESULTS = [{ player: "nora", points: 5 }];
const record = (number: number, more: object = {}) =>
  act("recordRound", { body: { id: `r${number}`, number, results: RESULTS, ...more } });
const correct = (number: number, more: object = {}) =>
  act("correctRound", { number, body: { results: RESULTS }, confirmed: [], ...more });
const draw = (round: number) => act("play", { play: { kind: "draw", body: { id: "p1", round } } });

const PHASES = { phases: ["2 sets of 3"] };
test.each<[asked: string, answer: string, Action, body?: object]>([
  ["POST groups/", "group", inGroup("createGroup", { body: { id: "g1" } }), { id: "g1" }],
  [
    "POST groups/",
    "group",
    inGroup("createGroup", { body: { id: "g1", game: { id: "a1" } } }),
    { id: "g1", game: { id: "a1", phone_time: NOW } },
  ],
  [
    "POST groups/g1/games/",
    "game",
    inGroup("startGame", { game: "a1", body: { id: "a1" } }),
    { id: "a1", phone_time: NOW },
  ],
  [
    "POST games/a1/rounds/",
    "game",
    record(3),
    { id: "r3", number: 3, results: RESULTS, phone_time: NOW },
  ],
  ["PUT games/a1/rounds/3/ (7)", "game", correct(3), { results: RESULTS }],
  [
    "PUT games/a1/rounds/3/ (7)",
    "game",
    correct(3, { confirmed: [{}] }),
    { results: RESULTS, confirm: true },
  ],
  ["DELETE games/a1/rounds/3/ (7)", "game", act("takeBackRound", { number: 3 })],
  ["PATCH games/a1/ (7)", "game", decide("end"), { status: "over" }],
  ["PATCH games/a1/ (7)", "game", decide("abandon"), { status: "abandoned" }],
  ["PATCH games/a1/ (7)", "game", decide("resume"), { status: "playing" }],
  ["PATCH games/a1/ (7)", "game", decide("archive"), { archived: true }],
  ["PATCH games/a1/ (7)", "game", decide("unarchive"), { archived: false }],
  ["PATCH games/a1/", "game", decide("restore"), { deleted: false }],
  ["DELETE games/a1/ (7)", "none", decide("delete")],
  ["PATCH games/a1/ (7)", "game", act("changeGame", { change: PHASES }), PHASES],
  ["POST games/a1/players/ (7)", "game", act("addToGame", { body: { seat: 1 } }), { seat: 1 }],
  ["DELETE games/a1/players/n/?round=4 (7)", "game", act("leaveGame", { player: "n", round: 4 })],
  ["PUT games/a1/draft/", "draft", act("startDraft", { round: 3 }), { round: 3 }],
  [
    "PUT games/a1/draft/lines/n/",
    "draft",
    act("enterLine", { player: "n", body: { points: 5 } }),
    { points: 5 },
  ],
  [
    "POST games/a1/table/plays/?whole_table=true",
    "table",
    draw(4),
    { kind: "draw", id: "p1", round: 4, phone_time: NOW },
  ],
  ["DELETE games/a1/table/plays/p1/?whole_table=true", "table", act("takeBackPlay", { id: "p1" })],
  [
    "POST groups/g1/players/",
    "none",
    inGroup("addPlayer", { player: "n", name: "Nora" }),
    { id: "n", name: "Nora" },
  ],
  [
    "PATCH players/n/",
    "none",
    inGroup("changePlayer", { player: "n", change: { name: "Nora" } }),
    { name: "Nora" },
  ],
  ["DELETE players/n/", "none", inGroup("deletePlayer", { player: "n" })],
  [
    "PATCH players/n/",
    "none",
    inGroup("mergePlayers", { player: "n", into: "o" }),
    { merged_into: "o" },
  ],
  ["PATCH groups/g1/", "group", inGroup("changeGroup", { change: { name: "Us" } }), { name: "Us" }],
  [
    "PATCH groups/g1/members/m/",
    "none",
    inGroup("changeRole", { member: "m", role: "viewer" }),
    { role: "viewer" },
  ],
  ["DELETE groups/g1/members/m/", "none", inGroup("removeMember", { member: "m" })],
  [
    "PATCH groups/g1/members/m%201/",
    "none",
    inGroup("handOver", { member: "m 1" }),
    { role: "owner", hand_over: true },
  ],
  ["DELETE groups/g1/?confirm=true", "none", inGroup("deleteGroup")],
  [
    "PATCH me/",
    "account",
    { kind: "changeMe", change: { language: "de" } } as Action,
    { language: "de" },
  ],
])("%s", (asked, answer, action, body) => {
  const call = callOf(action, game({ version: 7 }), NOW);
  const version = call.version === null ? "" : ` (${call.version})`;
  expect(`${call.method} ${call.path.replace("/api/v1/", "")}${version}`).toBe(asked);
  expect(call.body).toEqual(body);
  expect(answerOf(action)).toBe(answer);
});

test("a call can be a dry run, and needs no version of a game that is not known", () => {
  expect(callOf(correct(3), null, NOW).version).toBeNull();
  expect(dryRun(callOf(correct(3), null, NOW)).path).toMatch(/rounds\/3\/\?dry_run=true$/);
  expect(dryRun(callOf(draw(4), null, null)).path).toMatch(/\?whole_table=true&dry_run=true$/);
  expect(guestCall("Ann", "iPad", "Europe/Paris").body).toEqual({
    ...{ name: "Ann", device: "iPad", time_zone: "Europe/Paris" },
  });
  expect(guestCall("Ann", "", null)).toEqual({
    ...{ method: "POST", path: "/api/v1/auth/guests/", version: null },
    body: { name: "Ann", device: "" },
  });
});

const SERVER_NOW = Date.parse(NOW);
const HOUR = 3_600_000;
test.each([
  ["2026-11-22T17:00:00Z", 0, "2026-11-22T17:00:00.000Z"],
  ["2026-11-22T17:00:00Z", null, "2026-11-22T17:00:00.000Z"],
  ["2026-11-22T17:00:00Z", 20_000, "2026-11-22T17:00:00.000Z"],
  ["2026-11-22T17:00:00Z", HOUR, "2026-11-22T18:00:00.000Z"],
  ["2026-11-22T17:00:00Z", -HOUR, "2026-11-22T16:00:00.000Z"],
  ["2026-11-22T18:00:20Z", 0, "2026-11-22T18:00:20.000Z"],
  ["2026-11-22T18:00:40Z", null, null],
  ["2026-11-22T18:00:40Z", 20_000, "2026-11-22T18:00:40.000Z"],
  ["1970-01-01T00:00:00Z", 0, null],
  ["no time", 0, null],
])("what happened at %s, with a server ahead by %s, happened at %s", (at, ahead, expected) => {
  expect(phoneTime(at, SERVER_NOW, ahead)).toBe(expected);
});

test("a time is said if there is one, and a refusal may be about it alone", () => {
  expect([timed({ id: "a" }, NOW), timed({ id: "a" }, null)]).toEqual([
    ...[{ id: "a", phone_time: NOW }, { id: "a" }],
  ]);
  const about = (...fields: string[]) => isAboutTime(fields.map((field) => ({ field })));
  expect(about("phone_time") && about("game.phone_time", "started_at")).toBe(true);
  expect([
    about(),
    about("phone_time", "name"),
    about("phone_time.x"),
    about("xphone_time"),
  ]).toEqual([...[false, false, false, false]]);
});

// --- What undoes them ----------------------------------------------------------------------

const PLAYED = game({
  id: "a1",
  ...{ status: "abandoned", turns_logged: true, phases: [{ groups: [] }] as never },
  players: [player("nora", 0, { handicap: { phase: 2, total: 0 } }), player("jonas", 1)],
  rounds: [
    round(3, [line("nora", 5, { cards: ["R5"] }), line("jonas", 10)], { overrule: "So it was" }),
    round(4, [line("nora", 0)]),
  ],
});
const GROUP = {
  ...{ id: "g1", name: "Thursdays", my_role: "owner", member_count: 2, player_count: 2 },
  players: [
    { id: "nora", name: "Nora", color: "plum", has_left: false },
    { id: "jonas", name: "Jonas", color: "orange", has_left: false },
  ],
  members: [
    { id: "m1", role: "owner", is_me: true },
    { id: "m2", role: "scorer", is_me: false },
  ],
} as unknown as Group;
const WAS = {
  results: [
    { player: "nora", cards: ["R5"], laid_down: true, went_out: false },
    { player: "jonas", points: 10, laid_down: true, went_out: false },
  ],
  overrule: "So it was",
};

test.each<[Action, Action | null]>([
  [correct(9), null],
  [act("takeBackRound", { number: 3 }), record(3, { ...WAS, id: "new" })],
  [act("takeBackRound", { number: 9 }), null],
  [act("addToGame", { body: { player: {}, round: 4 } }), null],
  [
    act("play", { play: { body: { id: "p1", round: 4 } }, before: ["p0"] }),
    act("takeBackPlay", { round: 4, id: "p1", before: ["p0"] }),
  ],
  [inGroup("addPlayer", { player: "mia" }), inGroup("deletePlayer", { player: "mia" })],
  [
    inGroup("changePlayer", { player: "nora", change: { name: "A" } }),
    inGroup("changePlayer", { player: "nora", change: { name: "Nora" } }),
  ],
  [inGroup("changePlayer", { player: "mia", change: {} }), null],
  [
    inGroup("changeGroup", { change: { name: "Fridays" } }),
    inGroup("changeGroup", { change: { name: "Thursdays" } }),
  ],
  [
    inGroup("changeRole", { member: "m2", role: "viewer" }),
    inGroup("changeRole", { member: "m2", role: "scorer" }),
  ],
  [inGroup("deleteGroup"), null],
])("%j is undone by %j", (action, undoing) => {
  expect(inverseOf(action, PLAYED, GROUP, () => "new")).toEqual(undoing);
});

// --- What they depend on -------------------------------------------------------------------

const create = inGroup("createGroup", {
  body: { players: [{ id: "nora", name: "Nora" }], game: { id: "a1" } },
});
const start = inGroup("startGame", {
  game: "a1",
  body: { players: [{ id: "mia", name: "Mia" }, { id: "ida" }, { name: "Otto" }] },
});

test.each([
  ["rounds of a game", record(4), record(3), true],
  ["rounds of two games", record(4), act("recordRound", { game: "a2", body: {} }), false],
  ["a round after the start of its game", record(4), start, true],
  ["a round after its group with the game", record(4), create, true],
  ["a player who is new in a game", inGroup("changePlayer", { player: "mia" }), start, true],
  ["a player who was there before", inGroup("changePlayer", { player: "jonas" }), start, false],
  ["a player who is named by the id", inGroup("deletePlayer", { player: "ida" }), start, false],
  ["a player who is new in a group", inGroup("changePlayer", { player: "nora" }), create, true],
  ["a game of a new group", act("startGame", { game: "a9", group: "g1" }), create, true],
  [
    "a game with a new player",
    record(4, { results: [{ player: "ida" }] }),
    inGroup("addPlayer", { player: "ida" }),
    true,
  ],
  [
    "a round of somebody who joined another game",
    record(4, { results: [{ player: "ida" }] }),
    act("addToGame", { game: "a2", body: { player: { id: "ida", name: "Ida" } } }),
    true,
  ],
  [
    "two players",
    inGroup("deletePlayer", { player: "a" }),
    inGroup("deletePlayer", { player: "b" }),
    false,
  ],
  ["a group", inGroup("changeGroup"), inGroup("changeRole"), true],
  ["an account", { kind: "changeMe" } as Action, { kind: "changeMe" } as Action, true],
  ["an account and a group", { kind: "changeMe" } as Action, inGroup("changeGroup"), false],
])("%s (%#)", (_what, later, earlier, depends) => {
  expect(dependsOn(later, earlier)).toBe(depends);
});

test.each([
  ["a play", draw(4), true],
  ["one taken back", act("takeBackPlay", { round: 4 }), true],
  ["one of another round", draw(5), false],
  ["one of another game", { ...draw(4), game: "a2" } as Action, false],
  ["what is not a play", record(4), false, record(4)],
])("%s is of the same round or not", (_what, one, is, other = draw(4)) => {
  expect(isOfSameRound(one, other)).toBe(is);
});

test("what is stopped stops what depends on it, and nothing else", () => {
  const [first, second, other] = [record(3), record(4), inGroup("changeGroup")].map((one) =>
    item(one),
  );
  const items = [first, second, other] as OutboxItem[];
  const next = (...stopped: (OutboxItem | undefined)[]) =>
    nextToSend(items, (one) => stopped.includes(one));
  expect([next(), next(first), next(first, other)]).toEqual([first, other, null]);
});

// --- What becomes of them ------------------------------------------------------------------

describe("what the server has refused", () => {
  const line = act("enterLine", { player: "nora", body: { points: 5 } });
  const seen = act("enterLine", { player: "nora", body: { points: 5, seen: 3 } });
  const lines = (by: string) => ({ lines: [{ player: "nora", version: 3, entered_by: by }] });
  const about = (...fields: string[]) => fields.map((field) => ({ field }));
  const { id } = PLAYED.rounds[0] as { id: string };
  const outcome = (
    action: Action,
    code: string,
    more: object = {},
    besides: Partial<Refused> = {},
  ) =>
    outcomeOf({
      ...{
        item: item(action, { at: NOW }),
        status: 409,
        mayBeThere: false,
        me: "Ann",
        base: PLAYED,
      },
      problem: { code, errors: [], ...more } as never,
      ...besides,
    });
  const decided = { decide: expect.objectContaining({ kind: expect.any(String) }) };

  test.each<[string, () => unknown, unknown]>([
    [
      "was created, and deleted since",
      () => outcome(record(5), "id_taken", {}, { mayBeThere: true }),
      "done",
    ],
    ["has the id of something else", () => outcome(record(5), "id_taken"), decided],
    [
      "is about a line of one's own",
      () => outcome(line, "line_changed", { draft: lines("Ann") }),
      { again: { action: seen } },
    ],
    [
      "is about a line of others",
      () => outcome(line, "line_changed", { draft: lines("Ben") }),
      decided,
    ],
    [
      "is about a line that is gone",
      () => outcome(line, "line_changed", { draft: { lines: [] } }),
      decided,
    ],
    ["is about no draft", () => outcome(line, "line_changed"), decided],
    ["is not a line", () => outcome(record(5), "line_changed", { draft: lines("Ann") }), decided],
    [
      "is wrong in other ways, too",
      () => outcome(record(5), "x", { errors: about("phone_time", "name") }),
      decided,
    ],
    [
      "said no time",
      () =>
        outcome(
          record(5),
          "x",
          { errors: about("phone_time") },
          { item: item(record(5), { at: "" }) },
        ),
      decided,
    ],
    ["is there already", () => outcome(record(3, { id }), "x", { game: PLAYED }), "done"],
  ])("what %s", (_what, is, expected) => {
    expect(is()).toEqual(expected);
  });

  test("a decision that was made by then is made, however often it was tapped", () => {
    expect(outcome(decide("abandon"), "wrong_state")).toBe("done"); // the game is abandoned
    expect(outcome(decide("resume"), "wrong_state")).toEqual(decided);
    expect(outcome(decide("abandon"), "role_too_low")).toEqual(decided);
    expect(outcome(decide("abandon"), "wrong_state", {}, { base: null })).toEqual(decided);
  });

  test.each([
    ...["deletePlayer", "removeMember", "deleteGroup"].map((kind) => inGroup(kind)),
    ...["leaveGame", "takeBackPlay", "takeBackRound"].map((kind) => act(kind)),
    decide("delete"),
  ])("what is not there is removed already: %j", (action) => {
    expect(outcome(action, "not_found", {}, { status: 404 })).toBe("done");
    expect(outcome(action, "role_too_low", {}, { status: 403 })).toEqual(decided);
    for (const other of [decide("end"), inGroup("changeGroup")]) {
      expect(outcome(other, "not_found", {}, { status: 404 })).toEqual(decided);
    }
  });
});

describe("a person decides", () => {
  const next = { number: 5 } as never;
  const base = { ...PLAYED, next_round: next };
  const trouble = (kind: string, code: string, more: object = {}) =>
    ({ kind, problem: { code, ...more } }) as unknown as NonNullable<OutboxItem["trouble"]>;
  const other = { results: [{ player: "nora", points: 50 }] };
  const line = act("enterLine", { player: "nora", body: { points: 5 } });
  const lines = [
    { player: "mia", version: 1 },
    { player: "nora", version: 3 },
  ];

  test.each<[string, Action, Settlement, Action | null, OutboxItem["trouble"]?]>([
    [
      "for other results of a correction",
      correct(3, { confirmed: [{}] }),
      { ...other, overrule: "So it was" },
      correct(3, { body: { ...other, overrule: "So it was" } }),
    ],
    ["for another play", draw(3), { play: "other" } as never, act("play", { play: "other" })],
    ["for a play instead of none", decide("end"), { play: "other" } as never, decide("end")],
    ["for the next of no round", decide("end"), "next", decide("end")],
    [
      "for mine although others enter it",
      record(3),
      "mine",
      record(3, { discard_draft: true }),
      trouble("changed", "draft_differs"),
    ],
    ["for mine without theirs", record(3), "mine", record(3), trouble("refused", "other")],
    ["for a correction", correct(3, { confirmed: [{}] }), "mine", correct(3)],
    [
      "for a line that others have entered",
      line,
      "mine",
      act("enterLine", { player: "nora", body: { points: 5, seen: 3 } }),
      trouble("changed", "line_changed", { draft: { lines } }),
    ],
    ["for a line that is not there", line, "mine", line, trouble("changed", "line_changed")],
  ])("%s", (_what, action, decision, expected, trouble = null) => {
    expect(settled(item(action, { trouble }), decision, base)).toEqual(expected);
  });

  test("for the next round of a game that nobody knows", () => {
    expect(settled(item(record(3)), "next", null)).toEqual(record(3));
    const over = { ...PLAYED, next_round: null };
    expect(settled(item(record(9)), "next", over)).toEqual(record(9));
  });

  test("as the game was shown", () => {
    const [third, fourth] = PLAYED.rounds;
    const theirs = round(3, []);
    const seen = (action: Action, more: object | null) =>
      asSeen(action, PLAYED, item(action, { trouble: more as never }));
    expect(seen(record(3), null)).toBe(PLAYED);
    expect(asSeen(correct(3), null, item(correct(3)))).toBeNull();
    expect(seen(correct(3), { theirs })?.rounds).toEqual([fourth, theirs]);
    expect(seen(correct(3), { theirs: fourth })?.rounds).toEqual([fourth]);
    expect(seen(correct(4), null)?.rounds).toEqual([third]);
  });

  test.each<[Action, Action]>([
    [record(3), record(4, { id: "r3" })],
    [record(2), record(2)],
    [correct(3), correct(4)],
    [act("takeBackRound", { number: 3 }), act("takeBackRound", { number: 4 })],
    [draw(3), draw(4)],
    [act("startDraft", { round: 3 }), act("startDraft", { round: 4 })],
    [act("leaveGame", { round: 3 }), act("leaveGame", { round: 4 })],
    [act("takeBackPlay", { round: 3 }), act("takeBackPlay", { round: 4 })],
    [act("enterLine", { body: { round: 3 } }), act("enterLine", { body: { round: 4 } })],
    [act("addToGame", { body: { round: 3 } }), act("addToGame", { body: { round: 4 } })],
    [act("addToGame", { body: {} }), act("addToGame", { body: {} })],
    [decide("end"), decide("end")],
  ])("and later rounds move along: %j", (action, expected) => {
    expect(moved(item(action), 3, 1, PLAYED)).toEqual(expected);
    const isTheirs = action.kind === "correctRound" || action.kind === "takeBackRound";
    const about = isTheirs ? subjectOf(action, PLAYED) : null;
    expect(moved(item(action, { about }), 3, 1, PLAYED)).toEqual(isTheirs ? action : expected);
  });
});

// --- What they do to a group ---------------------------------------------------------------

describe("before the server has answered, a group", () => {
  const changed = (...actions: Action[]) => groupAfter(GROUP, actions, { id: "u1", name: "Ann" });
  const ids = (group: Group | null) => group?.players.map(({ id }) => id);

  test("has new players, each in a color of their own", () => {
    const grown = changed(start, inGroup("addPlayer", { player: "zoe", name: "Zoe" }));
    expect(ids(grown)).toEqual(["nora", "jonas", "mia", "zoe"]);
    expect(grown?.player_count).toBe(4);
    expect(grown?.players[2]).toMatchObject({ color: "petrol", is_me: false, user: null });
    const mine = changed(
      inGroup("createGroup", { body: { players: [{ id: "a", name: "Ann", me: true }] } }),
    );
    expect(mine?.players[2]).toMatchObject({ is_me: true, user: { id: "u1" } });
    expect(changed(inGroup("createGroup", { body: {} }))).toBe(GROUP);
    expect(changed(create)).toBe(GROUP);
    expect(changed(inGroup("addPlayer", { group: "g2", player: "zoe", name: "Zoe" }))).toBe(GROUP);
  });

  test("has players who change, leave and go", () => {
    const change = (more: object) =>
      changed(inGroup("changePlayer", { player: "nora", change: more }));
    expect(change({ name: "Anna" })?.players[0]).toMatchObject({ name: "Anna", color: "plum" });
    expect(change({ has_left: true })).toMatchObject({
      player_count: 1,
      players: [{}, { id: "jonas" }],
    });
    for (const kind of ["deletePlayer", "mergePlayers"]) {
      const smaller = changed(inGroup(kind, { player: "nora" }));
      expect([ids(smaller), smaller?.player_count]).toEqual([["jonas"], 1]);
    }
  });

  test("has another name, and members with other roles", () => {
    expect(changed(inGroup("changeGroup", { change: { name: "Fridays" } }))?.name).toBe("Fridays");
    const roles = (action: Action) => {
      const group = changed(action);
      return [group?.my_role, ...(group?.members ?? []).map(({ role }) => role)];
    };
    const role = (member: string) => inGroup("changeRole", { member, role: "viewer" });
    expect(roles(role("m2"))).toEqual(["owner", "owner", "viewer"]);
    expect(roles(role("m1"))).toEqual(["viewer", "viewer", "scorer"]);
    expect(roles(inGroup("handOver", { member: "m2" }))).toEqual(["scorer", "scorer", "owner"]);
    const removed = changed(inGroup("removeMember", { member: "m2" }));
    expect([removed?.members.length, removed?.member_count]).toEqual([1, 1]);
    expect(changed(inGroup("removeMember", { member: "m1" }))).toBeNull();
    expect(changed(inGroup("deleteGroup"), inGroup("changeGroup", { change: {} }))).toBeNull();
  });

  test("renames its players in games, too", () => {
    const rename = (change: object, who = "nora") =>
      renamed(PLAYED, [record(3), inGroup("changePlayer", { player: who, change })]);
    expect(rename({ name: "Anna" }).players).toMatchObject([{ name: "Anna" }, { name: "Jonas" }]);
    expect(rename({ has_left: true })).toBe(PLAYED);
    expect(renamed(PLAYED, [])).toBe(PLAYED);
  });
});
