/** What people tell the phone to do, as actions. */

import { signal } from "@preact/signals";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Action, LiveTable } from "../../src/store/actions/actions";
import type { OutboxItem } from "../../src/store/actions/outbox_item";
import { Commands } from "../../src/store/commands";
import { draftsOf } from "../../src/store/shown/drafts";
import { catchUp } from "../../src/store/shown/late_rules";
import { game, player } from "../screens/games";

const NOW = "2026-11-22T18:00:00.000Z";
const NORA = { id: "nora", name: "Nora", color: "plum", sign: null };
const PLAYED = game({
  ...{ id: "a1", group: "g1", players: [player("nora", 0)] },
  next_round: { number: 4, tie_break: false, playing: [], dealer: null, starter: null },
});
const GROUP = { id: "g1", name: "Thursdays", players: [NORA] };
const rows = () => {
  const all: Record<string, Map<string, unknown>> = {};
  const of = (table: string) => (all[table] ??= new Map());
  return {
    all,
    put: async (table: string, row: { id?: string; name?: string }) =>
      void of(table).set(row.id ?? row.name ?? "", row),
    get: async (table: string, id: string) => of(table).get(id),
    remove: async (table: string, id: string) => void of(table).delete(id),
  };
};

let acted: Action[];
let stored: ReturnType<typeof rows>;
let facts: Record<string, unknown>;
const persist = vi.fn(async () => {});
let problem: unknown;
const settle = vi.fn();

function commands(more: object = {}) {
  const one =
    <Value>(known: Value) =>
    (id: string) =>
      signal((known as { id: string }).id === id ? known : undefined);
  const table = { groups: [{ id: "t1" }, { id: "t2" }] } as LiveTable;
  return new Commands({
    acting: {
      async act(action: Action, then?: (into: unknown) => Promise<void>) {
        acted.push(action);
        await then?.(stored);
        return { problem };
      },
      settle,
    },
    local: {
      fact: (name: string) => facts[name],
      write: (work: (into: unknown) => unknown) => work(stored),
    },
    account: signal({ name: "Ann", user: null }),
    shown: {
      games: signal([{ game: PLAYED }]),
      groups: signal([GROUP]),
      gameOf: one({ id: "a1", game: PLAYED }),
      groupOf: one(GROUP),
      tableOf: (id: string) => signal(id === "a1" ? table : null),
    },
    draftOf: (id: string) => signal(id === "a1" ? { draft: { version: 7 } } : null),
    phasesOf: async () => [{ phase: 1, name: "Two sets", groups: [] }],
    newId: () => "new",
    now: () => Date.parse(NOW),
    timeZone: () => "Europe/Paris",
    persist,
    ...more,
  } as unknown as ConstructorParameters<typeof Commands>[0]);
}

beforeEach(() => {
  [acted, stored, facts, problem] = [[], rows(), {}, undefined];
  persist.mockClear();
});

const body = { number: 4, results: [] };
test.each<[object, (of: Commands) => unknown]>([
  [
    { kind: "recordRound", game: "a1", body: { ...body, id: "new" } },
    (of) => of.recordRound("a1", body),
  ],
  [
    { kind: "correctRound", game: "a1", number: 3, body: { results: [] }, confirmed: [] },
    (of) => of.correctRound("a1", 3, { results: [] }),
  ],
  [
    { kind: "addToGame", game: "a1", name: "Nora", body: { player: { id: "nora" }, round: 4 } },
    (of) => of.addToGame("a1", { player: { id: "nora" } }),
  ],
  [
    {
      ...{ kind: "addToGame", game: "a1", name: "Zoe" },
      body: { player: { id: "new", name: "Zoe" }, round: 6 },
    },
    (of) => of.addToGame("a1", { player: { name: "Zoe" }, round: 6 }),
  ],
  [
    { kind: "addToGame", game: "a9", name: "", body: { player: { id: "zoe" } } },
    (of) => of.addToGame("a9", { player: { id: "zoe" } }),
  ],
  [{ kind: "leaveGame", game: "a1", player: "nora", round: 4 }, (of) => of.leaveGame("a1", "nora")],
  [
    { kind: "leaveGame", game: "a1", player: "nora", round: 2 },
    (of) => of.leaveGame("a1", "nora", 2),
  ],
  [{ kind: "leaveGame", game: "a9", player: "nora", round: 1 }, (of) => of.leaveGame("a9", "nora")],
  [
    { kind: "play", game: "a1", play: "play", after: [{ id: "t2" }], before: [{ id: "t2" }] },
    (of) => of.play("a1", "play" as never, [{ id: "t2" }] as never),
  ],
  [
    { kind: "play", game: "a9", play: "play", after: [], before: [] },
    (of) => of.play("a9", "play" as never),
  ],
  [
    { kind: "addPlayer", group: "g1", player: "new", name: "Zoe" },
    (of) => of.addPlayer("g1", "Zoe"),
  ],
  [{ kind: "takeBackRound", game: "a1", number: 3 }, (of) => of.takeBackRound("a1", 3)],
  [{ kind: "decide", game: "a1", decision: "end" }, (of) => of.decide("a1", "end")],
  [{ kind: "changeGame", game: "a1", change: {} }, (of) => of.changeGame("a1", {})],
  [
    { kind: "enterLine", game: "a1", player: "nora", body: { round: 4 } },
    (of) => of.enterLine("a1", "nora", { round: 4 } as never),
  ],
  [{ kind: "startDraft", game: "a1", round: 4 }, (of) => of.startDraft("a1", 4)],
  [{ kind: "discardDraft", game: "a1", version: 7 }, (of) => of.discardDraft("a1")],
  [{ kind: "discardDraft", game: "a9", version: 0 }, (of) => of.discardDraft("a9")],
  [
    { kind: "takeBackPlay", game: "a1", round: 4, id: "p1", before: [] },
    (of) => of.takeBackPlay("a1", { id: "p1", round: 4 }),
  ],
  [
    { kind: "changePlayer", group: "g1", player: "nora", change: { name: "A" } },
    (of) => of.changePlayer("nora", { name: "A" }),
  ],
  [{ kind: "deletePlayer", group: "g1", player: "nora" }, (of) => of.deletePlayer("nora")],
  [
    { kind: "mergePlayers", group: "g1", player: "nora", into: "zoe" },
    (of) => of.mergePlayers("nora", "zoe"),
  ],
  [{ kind: "changeGroup", group: "g1", change: {} }, (of) => of.changeGroup("g1", {})],
  [
    { kind: "changeRole", group: "g1", member: "m1", role: "viewer" },
    (of) => of.changeRole("g1", "m1", "viewer"),
  ],
  [{ kind: "removeMember", group: "g1", member: "m1" }, (of) => of.removeMember("g1", "m1")],
  [{ kind: "handOver", group: "g1", member: "m1" }, (of) => of.handOver("g1", "m1")],
  [{ kind: "deleteGroup", group: "g1" }, (of) => of.deleteGroup("g1")],
  [{ kind: "changeMe", change: { name: "A" } }, (of) => of.changeMe({ name: "A" })],
])("%j", async (action, tell) => {
  await tell(commands());
  expect(acted).toEqual([action]);
});

test("what a person decides about a trouble is handed on", () => {
  commands().settle({ id: 3 }, "mine");
  expect(settle).toHaveBeenCalledWith(3, "mine");
});

test("a player is of a group, or else of a game; nobody else can be changed", async () => {
  const shown = (groups: unknown[]) => ({
    shown: { games: signal([{ game: PLAYED }]), groups: signal(groups) },
  });
  await commands(shown([{ id: "g2", players: [] }])).deletePlayer("nora");
  expect(acted).toEqual([{ kind: "deletePlayer", group: "g1", player: "nora" }]);
  expect(() => commands().deletePlayer("zoe")).toThrow("does not know the player zoe");
});

test("with the first round, the browser is asked once to keep what is stored", async () => {
  problem = { code: "tally_refused" };
  await commands().recordRound("a1", body);
  expect(persist).not.toHaveBeenCalled();
  problem = undefined;
  await commands().recordRound("a1", body);
  expect([persist.mock.calls.length, stored.all.facts?.get("persistent")]).toEqual([
    ...[1, { name: "persistent", value: true }],
  ]);
  facts.persistent = true;
  await commands().recordRound("a1", body);
  expect(persist).toHaveBeenCalledTimes(1);
});

describe("a game is started", () => {
  const mia = { id: "mia", name: "Mia" };

  test("in a group that is there", async () => {
    const asked = { edition: "classic" as const, players: [{ id: "nora" }, { id: "mia" }] };
    const started = { ...asked, id: "new", players: [{ id: "nora" }, mia] };
    const id = await commands().startGame({ group: "g1", newPlayers: [mia], body: asked as never });
    expect([id, acted]).toEqual([
      "new",
      [{ kind: "startGame", group: "g1", game: "new", body: started }],
    ]);
    expect(stored.all.games?.get("new")).toMatchObject({
      ...{ id: "new", unchecked: [], gone: false },
      base: {
        ...{ group: "g1", started_at: NOW, phases: [{ phase: 1 }] },
        players: [
          { name: "Nora", color: "plum" },
          { name: "Mia", color: "orange" },
        ],
      },
    });
    expect(stored.all.groups).toBeUndefined();
  });

  test.each([
    ["Fridays", "Fridays", "Europe/Paris"],
    [undefined, "Nora, Mia", null],
  ])("with a group of its own (%s)", async (groupName, name, time_zone) => {
    const newPlayers = [{ id: "nora", name: "Nora", me: true }, mia];
    const players = [{ id: "nora" }, { id: "mia" }];
    const input = { newPlayers, body: { edition: "flip" as const, id: "a2", players } };
    const phone = commands({
      timeZone: () => time_zone,
      phasesOf: () => Promise.reject(new Error("nobody can tell")),
    });
    expect(await phone.startGame(groupName ? { ...input, groupName } : input)).toBe("a2");
    expect(acted).toEqual([
      {
        ...{ kind: "createGroup", group: "new" },
        body: {
          ...{ id: "new", name, players: newPlayers, game: { edition: "flip", id: "a2", players } },
          ...(time_zone && { time_zone }),
        },
      },
    ]);
    expect(stored.all.groups?.get("new")).toMatchObject({ gone: false, base: { id: "new", name } });
    expect(stored.all.games?.get("a2")).toMatchObject({
      ...{ id: "a2", unchecked: [], gone: false, base: { group: "new", phases: [] } },
    });
  });
});

// --- The round that several phones enter ---------------------------------------------------

describe("a draft", () => {
  const line = (who: string, more: object = {}) => ({
    ...{ player: who, points: null, cards: null, laid_down: null, went_out: null },
    ...{ version: 0, entered_by: null, entered_at: NOW, ...more },
  });
  const told = {
    ...{ game: "a1", event: 5, check: { ok: true }, has_plays: false },
    draft: { round: 4, lines: [line("nora", { points: 5, version: 2 }), line("jonas")] },
  } as never;
  const waiting = (game: string, who: string, round: number, more: object = {}) =>
    ({
      ...{ at: NOW, trouble: null, ...more },
      action: { kind: "enterLine", game, player: who, body: { round, points: 25 } },
    }) as unknown as OutboxItem;

  test("is what the server says, with the lines that wait", () => {
    const items = signal<readonly OutboxItem[]>([]);
    const { draftSignal, draftOf } = draftsOf(items);
    const shown = draftOf("a1");
    expect([shown.value, draftOf("a1")]).toEqual([null, shown]);
    draftSignal("a1").value = told;
    expect(shown.value).toBe(told);
    items.value = [
      waiting("a1", "nora", 4),
      waiting("a1", "mia", 4),
      waiting("a1", "jonas", 3),
      waiting("a2", "jonas", 4),
      waiting("a1", "jonas", 4, { trouble: {} }),
      { at: NOW, trouble: null, action: { kind: "startDraft", game: "a1", round: 4 } } as never,
    ];
    expect(shown.value?.draft?.lines).toEqual([
      line("nora", { points: 25, version: 2 }),
      line("jonas"),
      line("mia", { points: 25 }),
    ]);
    expect(draftOf("a2").value).toBeNull();
  });

  test("is what was answered last", () => {
    const { draftSignal, noteAnswer } = draftsOf(signal([]));
    const note = (kind: string, data: unknown) => {
      noteAnswer({ kind, game: "a1" } as Action, data);
      return draftSignal("a1").peek();
    };
    expect(note("discardDraft", null)).toBeNull();
    expect(note("startDraft", null)).toBeNull();
    expect(note("startDraft", { game: "a1", event: 5 })).toEqual({
      ...{ game: "a1", event: 5, draft: null, check: null, has_plays: false },
    });
    expect(note("enterLine", told)).toEqual(told);
    const later = { ...(told as object), event: 6, has_plays: true };
    expect(note("recordRound", later)).toEqual(told);
    expect(note("enterLine", { ...later, event: 4 })).toEqual(told);
    expect(note("enterLine", later)).toEqual(later);
    expect(note("discardDraft", null)).toEqual({ ...later, draft: null, check: null });
    noteAnswer({ kind: "changeMe" } as Action, later);
  });
});

// --- What nobody could tell before the rules were on the phone -------------------------------

test("games without Phases get them, and every game that waits is worked out", async () => {
  const bare = (id: string) => ({ id, base: game({ id }), shown: game({ id }) });
  const phased = game({ id: "a3", phases: [{ phase: 1 }] as never });
  const games = new Map<string, unknown>([
    ["a1", bare("a1")],
    ["a2", bare("a2")],
    ["a3", { id: "a3", base: phased, shown: phased }],
  ]);
  const waiting = [
    { kind: "changeMe" },
    { kind: "startGame", game: "a1", body: { edition: "classic" } },
    { kind: "recordRound", game: "a1", body: {} },
    { kind: "createGroup", group: "g2", body: { game: { id: "a2", edition: "flip" } } },
    { kind: "startGame", game: "a3", body: { edition: "express" } },
    { kind: "recordRound", game: "a4", body: {} },
  ];
  const table = (name: string) =>
    name === "games" ? games : new Map(waiting.map((action, id) => [id, { action }]));
  const refold = vi.fn(async () => {});
  const phasesOf = vi.fn(async ({ edition }: { edition: string }) =>
    edition === "flip" ? [] : [{ phase: 1, name: "Two sets", groups: [] }],
  );
  const write = (work: (rows: unknown) => unknown) =>
    work({
      get: async (_table: string, id: string) => games.get(id),
      put: async (_table: string, row: { id: string }) => void games.set(row.id, row),
    });
  const local = { rows: (name: string) => ({ peek: () => table(name) }), write };
  await catchUp({ local, refold, phasesOf } as unknown as Parameters<typeof catchUp>[0]);
  expect(refold.mock.calls).toEqual([["a1"], ["a2"], ["a3"], ["a4"]]);
  expect(phasesOf.mock.calls).toEqual([
    [{ edition: "classic" }],
    [{ id: "a2", edition: "flip", players: [{ id: "nora" }, { id: "jonas" }] }],
  ]);
  const phases = [{ phase: 1, name: "Two sets", groups: [] }];
  expect(games.get("a1")).toMatchObject({ base: { phases }, shown: { phases } });
  expect(games.get("a2")).toEqual(bare("a2"));
});
