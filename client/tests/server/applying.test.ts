/** What single events do; whole evenings are told by the real server (`applying.server.test.ts`). */

import { describe, expect, test } from "vitest";
import * as apply from "../../src/server/apply";
import type { Schemas } from "../../src/server/problems";
import type { GameEvent, GroupEvent } from "../../src/server/sources";
import { game, player, round } from "../screens/games";

const event = (kind: string, data: object = {}, number = 5) =>
  ({ number, kind, data }) as unknown as GameEvent & GroupEvent;
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test("an event that only says that things have changed is known by its data", () => {
  expect(
    [{ reload: true }, { reload: false }, {}].map((data) => apply.saysReload({ data })),
  ).toEqual([true, false, false]);
});

describe("a game", () => {
  const known = game({ event: 4, rounds: [round(1, []), round(2, []), round(3, [])] });
  const data = { rounds_from: 2, rounds: [round(2, [], { overrule: "So it was" })], version: 9 };

  test.each([
    ...["round_recorded", "round_corrected", "round_taken_back", "game_ended_early"],
    ...["game_abandoned", "game_resumed", "game_archived", "game_unarchived"],
    ...["player_joined", "player_left"],
  ])("%s tells what is different, and the rounds from one on", (kind) => {
    const { rounds, ...members } = apply.applyToGame(known, event(kind, data));
    expect(rounds).toEqual([known.rounds[0], data.rounds[0]]);
    expect(members).toEqual({ ...members, id: "game", version: 9, event: 5 });
    expect(members).not.toHaveProperty("rounds_from");
  });

  test("other events only have a number, and known ones change nothing", () => {
    expect(apply.applyToGame(known, event("draft_changed", data))).toEqual({ ...known, event: 5 });
    expect(apply.applyToGame(known, event("round_recorded", data, 4))).toBe(known);
  });

  test("a player's name and face change wherever they are shown", () => {
    const anna = { id: "nora", name: "Anna", color: "umber", sign: "🦊" } as const;
    const renamed = apply.renameInGame(known, anna);
    expect(renamed.players).toMatchObject([anna, { id: "jonas", name: "Jonas", color: "plum" }]);
    expect(apply.renameInGame(renamed, anna)).toBe(renamed);
    expect(apply.renameInGame(known, { ...anna, id: "stranger" })).toBe(known);
    for (const other of [{ name: "Ann" }, { color: "plum" }, { sign: null }] as const) {
      const next = { ...anna, ...other };
      expect(apply.renameInGame(renamed, next).players[0]).toMatchObject(next);
    }
    const { sign: _none, ...plain } = anna;
    expect(apply.renameInGame(renamed, plain).players[0]?.sign).toBeNull();
    const old = { id: "nora", name: "Anna" }; // from before there were faces
    expect(apply.renameInGame(known, old).players[0]).toMatchObject({ ...old, color: "plum" });
  });
});

describe("a table", () => {
  const known = {
    ...{ game: "game", event: 4, round: 2, turn: "nora" },
    groups: [{ id: "g1" }, { id: "g2", cards: ["R1"] }],
    plays: [{ id: "p1" }, { id: "p2" }],
  } as unknown as Schemas["TableState"];

  test("groups and plays go, change in their place, or come last", () => {
    const changes = {
      ...{ gone: ["g1"], taken_back: ["p1"], turn: "jonas" },
      ...{ groups: [{ id: "g2", cards: ["R1", "R2"] }, { id: "g3" }], plays: [{ id: "p3" }] },
    };
    const next = apply.applyToTable(known, event("table", changes));
    expect(next).toEqual({
      ...{ game: "game", event: 5, round: 2, turn: "jonas" },
      groups: [{ id: "g2", cards: ["R1", "R2"] }, { id: "g3" }],
      plays: [{ id: "p2" }, { id: "p3" }],
    });
  });

  test("a new round brings a whole table, and other events only a number", () => {
    const laid = { ...known, round: 3, groups: [], plays: [] };
    expect(apply.applyToTable(known, event("table_laid", laid))).toEqual({ ...laid, event: 5 });
    expect(apply.applyToTable(known, event("joined"))).toEqual({ ...known, event: 5 });
    expect(apply.applyToTable(known, event("table_laid", laid, 4))).toBe(known);
  });
});

test("a draft changes, is discarded, and has plays once there are any", () => {
  const known = {
    ...{ game: "game", event: 4, draft: { round: 2, lines: [] }, has_plays: false },
    check: { legal: true },
  } as unknown as Schemas["DraftState"];
  const draft = { round: 2, lines: [{ player: "nora" }] };
  const told = (kind: string, data: object = {}) => apply.applyToDraft(known, event(kind, data));
  const rest = { ...known, event: 5, check: null };
  expect(told("draft_changed", { draft })).toEqual({ ...rest, draft });
  expect(told("draft_discarded")).toEqual({ ...rest, draft: null });
  expect(told("table", { plays: [{}] })).toEqual({ ...rest, has_plays: true });
  expect(told("table", { plays: [] })).toEqual(rest);
  const had = { ...known, has_plays: true };
  expect(apply.applyToDraft(had, event("table", { plays: [] })).has_plays).toBe(true);
  expect(told("joined")).toEqual(rest);
  expect(apply.applyToDraft(known, event("draft_discarded", {}, 4))).toBe(known);
});

describe("a group", () => {
  const member = (id: string, more: object = {}) => ({
    ...{ id, user: { id: `user of ${id}` }, role: "scorer", claims: null, is_me: false, ...more },
  });
  const inGroup = (id: string, more: object = {}) => ({
    ...{ id, name: id, user: null, is_me: false, has_left: false, ...more },
  });
  const known = {
    ...{ id: "group", name: "Thursdays", event: 4, my_role: "owner" },
    members: [member("ann", { is_me: true, role: "owner" }), member("ben")],
    players: [inGroup("nora"), inGroup("mia")],
    ...{ member_count: 2, player_count: 2 },
  } as unknown as Schemas["GroupDetail"];
  const told = (kind: string, data: object = {}, me: string | null = "user of ann") =>
    apply.applyToGroup(known, event(kind, data), me);

  test("has another name, or only a later event", () => {
    expect(told("group_changed", { name: "Fridays" })).toEqual({
      ...{ ...known, name: "Fridays", event: 5 },
    });
    expect(told("joined")).toEqual({ ...known, event: 5 });
    expect(apply.applyToGroup(known, event("joined", {}, 3), null).event).toBe(4);
  });

  test("members come, change and go", () => {
    const { is_me: _no, claims: _none, ...cleo } = member("cleo");
    const joined = told("member_changed", { member: cleo });
    expect(joined).toMatchObject({ member_count: 3, my_role: "owner" });
    expect(joined.members.at(-1)).toEqual(member("cleo"));
    const promoted = told("member_changed", { member: member("ben", { role: "owner" }) });
    expect(promoted).toMatchObject({ member_count: 2, members: [{}, { role: "owner" }] });
    const demoted = told("member_changed", { member: member("ann", { role: "viewer" }) });
    expect(demoted).toMatchObject({ my_role: "viewer", members: [{ is_me: true }, {}] });
    const removed = told("member_removed", { member: "ben" });
    expect([ids(removed.members), removed.member_count]).toEqual([["ann"], 1]);
    expect(told("member_removed", { member: "cleo" }).member_count).toBe(2);
  });

  test("players come, change and go; one of them may be me", () => {
    const added = told("player_changed", { player: inGroup("ida") });
    expect([ids(added.players), added.player_count]).toEqual([["nora", "mia", "ida"], 3]);
    const user = { id: "user of ann" };
    const mine = (me: string | null, of: object | null = user) =>
      told("player_changed", { player: inGroup("mia", { user: of }) }, me).players[1]?.is_me;
    expect([mine("user of ann"), mine("user of ben"), mine("user of ann", null)]).toEqual([
      ...[true, false, false],
    ]);
    expect(mine(null, {})).toBe(false);
    const changed = told("player_changed", { player: inGroup("mia", { name: "Mia" }) });
    expect(changed).toMatchObject({ players: [{}, { name: "Mia" }], player_count: 2 });
    for (const gone of [
      told("player_changed", { player: inGroup("nora", { has_left: true }) }),
      told("player_removed", { player: "nora" }),
    ]) {
      expect([ids(gone.players), gone.player_count]).toEqual([["mia"], 1]);
    }
    expect(told("player_removed", { player: "ida" }).player_count).toBe(2);
  });
});

test("the games of a group stay in the order in which they began", () => {
  const summary = (id: string, started_at: string, players: object[] = []) =>
    ({ id, started_at, players }) as unknown as Schemas["GameSummary"];
  const nora = player("nora", 0);
  const games = [summary("b", "2026-11-22T18:00Z", [nora]), summary("a", "2026-11-20T18:00Z")];
  const told = (kind: string, data: object) => apply.applyToGames(games, event(kind, data));
  const newer = summary("c", "2026-11-21T18:00Z");
  expect(ids(told("game_changed", { game: newer }))).toEqual(["b", "c", "a"]);
  expect(ids(told("game_removed", { game: "b" }))).toEqual(["a"]);
  const renamed = told("player_changed", { player: { id: "nora", name: "Anna" } });
  expect(renamed[0]?.players).toMatchObject([{ id: "nora", name: "Anna" }]);
  expect(renamed[1]).toBe(games[1]);
  expect(told("joined", {})).toBe(games);
});
