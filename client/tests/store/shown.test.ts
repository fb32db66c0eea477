/** What is stored, as screens show it, and what the server says, as it is stored. */

import { signal } from "@preact/signals";
import { beforeEach, describe, expect, test } from "vitest";
import type { Action } from "../../src/store/actions/actions";
import type { OutboxItem } from "../../src/store/actions/outbox_item";
import * as answering from "../../src/store/sent/answering";
import { itemsIn, shownIn } from "../../src/store/shown/views";
import { type Database, memoryDatabase, type WritableRows } from "../../src/store/stored/database";
import { comingRound, game, player, round } from "../screens/games";

const AT = "2026-11-22T18:00:00Z";
const item = (id: number, action: object, trouble: object | null = null) =>
  ({ id, action, trouble, at: AT }) as unknown as OutboxItem;
const troubled = { kind: "refused", problem: { code: "x" }, theirs: null, mine: null };
const row = (id: string, more: object = {}, shown = game({ id })) => ({
  ...{ id, base: shown, shown, unchecked: [], gone: false, ...more },
});
const group = (id: string, more: object = {}) => ({
  id,
  name: id,
  event: 1,
  players: [],
  members: [],
  ...more,
});

describe("screens show", () => {
  const tables = {
    games: signal(new Map<string, unknown>()),
    groups: signal(new Map<string, unknown>()),
    live_tables: signal(new Map<string, unknown>()),
    outbox: signal(new Map<number, OutboxItem>()),
  };
  const facts = signal<Record<string, unknown>>({});
  const local = {
    rows: (name: keyof typeof tables) => tables[name],
    fact: (name: string) => facts.value[name],
  } as unknown as Parameters<typeof itemsIn>[0];
  const put = (
    name: "games" | "groups" | "live_tables",
    ...rows: { id?: string; game?: string; [more: string]: unknown }[]
  ) => {
    tables[name].value = new Map(rows.map((one) => [one.id ?? one.game ?? "", one]));
  };
  const wait = (...items: OutboxItem[]) => {
    tables.outbox.value = new Map(items.map((one) => [one.id, one]));
  };
  const showing = () => shownIn(local, itemsIn(local), signal("idle" as const));

  beforeEach(() => {
    for (const each of Object.values(tables)) each.value = new Map();
    facts.value = {};
  });

  test("a game with what waits for it", () => {
    put(
      "games",
      row("a1", { unchecked: [{ number: 3 }] }, game({ id: "a1", rounds: [round(1, [])] })),
      row("a2"),
    );
    wait(
      item(2, { kind: "takeBackRound", game: "a1", number: 1 }),
      item(1, { kind: "takeBackRound", game: "a1", number: 9 }),
      item(3, { kind: "takeBackRound", game: "a2", number: 1 }),
      item(4, { kind: "changePlayer", group: "g1", player: "nora", change: { name: "Anna" } }),
    );
    const { gameOf, outbox } = showing();
    expect(gameOf("a1").value).toMatchObject({
      ...{ waiting: 2, unchecked: [{ number: 3 }], takingBack: 1, trouble: null, gone: false },
      game: { players: [{ name: "Anna" }, { name: "Jonas" }] },
    });
    expect(gameOf("a2").value).toMatchObject({ waiting: 1, takingBack: null });
    expect([gameOf("a3").value, gameOf("a1")]).toEqual([undefined, gameOf("a1")]);
    expect(outbox.value).toEqual({ waiting: 4, state: "idle", troubles: [] });
    expect(itemsIn(local).value.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  test("the same game as before, so that nothing is drawn again", () => {
    put("games", row("a1"));
    const { gameOf } = showing();
    const before = gameOf("a1").value;
    put("groups", group("g1"));
    put("games", {
      ...(tables.games.value.get("a1") as object),
      base: game({ id: "a1", event: 9 }),
    });
    expect(gameOf("a1").value).toBe(before);
    const changes = [
      () => wait(item(1, { kind: "decide", game: "a1", decision: "end" })),
      () => wait(item(1, { kind: "decide", game: "a1", decision: "end" }, troubled)),
      () => put("games", row("a1", { gone: true })),
      () => put("games", row("a1", { unchecked: [{}] })),
      () => put("games", row("a1")),
    ];
    let last = before;
    for (const change of changes) {
      change();
      expect(gameOf("a1").value).not.toBe(last);
      last = gameOf("a1").value;
    }
  });

  test("a game that is gone only as long as a person has to decide about it", () => {
    put("games", row("a1", { gone: true }), row("a2"));
    wait(item(1, { kind: "decide", game: "a2", decision: "end" }, troubled));
    const { gameOf, games, outbox } = showing();
    expect(gameOf("a1").value).toBeUndefined();
    expect(gameOf("a2").value?.trouble).toMatchObject({
      id: 1,
      game: "a2",
      group: null,
      plays: [],
    });
    wait(item(2, { kind: "takeBackRound", game: "a1", number: 1 }, troubled));
    expect(gameOf("a1").value).toMatchObject({ gone: true, trouble: { id: 2 }, takingBack: null });
    expect(games.value).toHaveLength(2);
    expect(outbox.value.troubles).toMatchObject([{ id: 2, kind: "refused", game: "a1" }]);
  });

  test("games by their latest change, and groups with what was done to them", () => {
    const changed = (id: string, changed_at: string) => row(id, {}, game({ id, changed_at }));
    put(
      "games",
      changed("a1", "2026-01-01"),
      changed("a2", "2026-01-03"),
      changed("a3", "2026-01-02"),
    );
    put("groups", group("g1"), group("g2", { gone: true }), group("g3"));
    const rows = [...tables.groups.value.values()] as { id: string; gone?: boolean }[];
    put("groups", ...rows.map((one) => ({ id: one.id, base: one, gone: one.gone ?? false })));
    facts.value = { account: { user: { id: "u1", name: "Ann" } }, home: { games: [] } };
    const me = [{ id: "ann", name: "Ann", me: true }];
    wait(
      item(1, { kind: "changeGroup", group: "g1", change: { name: "Fridays" } }),
      item(2, { kind: "changeGroup", group: "g1", change: { name: "Refused" } }, troubled),
      item(3, { kind: "startGame", group: "g1", game: "a9", body: { players: me } }),
      item(4, { kind: "deleteGroup", group: "g3" }),
    );
    const { games, groups, groupOf, home } = showing();
    expect(games.value.map(({ game }) => game.id)).toEqual(["a2", "a3", "a1"]);
    expect(groups.value).toMatchObject([
      { id: "g1", name: "Fridays", players: [{ id: "ann", is_me: true, user: { id: "u1" } }] },
    ]);
    expect([groupOf("g2").value, groupOf("g9").value, groupOf("g1")]).toEqual([
      ...[undefined, undefined, groupOf("g1")],
    ]);
    expect(home.value).toEqual({ games: [] });
    facts.value = {};
    expect(showing().home.value).toBeNull();
  });

  test("the table of the round in play, with the plays that wait", () => {
    const next = comingRound(2, { playing: ["nora"], dealer: "nora", starter: "nora" });
    const playing = game({ id: "a1", next_round: next, turns_logged: true });
    put("games", row("a1", {}, playing), row("a2", {}, { ...playing, id: "a2" }));
    const { tableOf } = showing();
    expect(tableOf("a1").value).toMatchObject({ game: "a1", round: 2, groups: [], plays: [] });
    const told = { ...tableOf("a1").value, event: 9, top_discard: "R3" };
    put("live_tables", { game: "a1", table: told } as never);
    expect(tableOf("a1").value?.top_discard).toBe("R3");
    const note = (id: string, of = "a1") => ({
      ...{ kind: "play", game: of, after: [], before: [] },
      play: { kind: "note", body: { id, round: 2, text: id } },
    });
    wait(
      item(1, note("p1")),
      item(2, note("p2"), troubled),
      item(3, note("p3", "a2")),
      item(4, note("p4")),
      item(5, { kind: "takeBackPlay", game: "a1", round: 2, id: "p4", before: [] }),
      item(6, { kind: "startDraft", game: "a1", round: 2 }),
    );
    expect(tableOf("a1").value?.plays.map(({ id }) => id)).toEqual(["p1"]);
    put("live_tables", { game: "a1", table: { ...told, round: 1 } } as never);
    expect(tableOf("a1").value).toMatchObject({ round: 2, top_discard: null });
    put("games", row("a1", { unchecked: [{}] }, playing), row("a3"));
    expect([tableOf("a1").value, tableOf("a3").value, tableOf("a9").value]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("a refused play with those that wait behind it", () => {
    put("games", row("a1"));
    const play = (id: string, round = 2) => ({
      ...{ kind: "play", game: "a1", after: [], before: [] },
      play: { kind: "note", body: { id, round, text: id } },
    });
    wait(
      item(1, play("p1"), troubled),
      item(2, play("p2")),
      item(3, play("p3", 3)),
      item(4, play("p4")),
      item(5, { kind: "takeBackPlay", game: "a1", round: 2, id: "p2", before: [] }),
    );
    const [trouble] = showing().outbox.value.troubles;
    expect(trouble?.plays.map(({ id, text }) => [id, text])).toEqual([
      ["p1", "p1"],
      ["p4", "p4"],
    ]);
  });
});

describe("what the server says is stored", () => {
  let database: Database;
  beforeEach(() => {
    database = memoryDatabase();
  });
  const write = (work: (rows: WritableRows) => Promise<void>) => database.write(work);
  const read = <T>(table: "games" | "groups" | "live_tables" | "facts", id: string) =>
    database.read(async (rows) => (await rows.get(table, id as never)) as T);
  const waits = (action: object, trouble: object | null = null) =>
    write((rows) => rows.put("outbox", item(1, action, trouble)));
  const told = (action: object, data: unknown) =>
    write((rows) => answering.putAnswer(rows, action as Action, data));
  const at = (event: number, more: object = {}) => game({ id: "a1", group: "g1", event, ...more });
  const event = async () => (await read<{ base: { event: number } }>("games", "a1")).base.event;

  test("unless it is older than what is known", async () => {
    for (const [now, expected] of [
      [5, 5],
      [4, 5],
      [5, 5],
      [6, 6],
    ] as const) {
      await write((rows) => answering.putGame(rows, at(now)));
      expect(await event()).toBe(expected);
    }
    await write((rows) => answering.putGame(rows, at(3), { newest: true }));
    expect(await event()).toBe(3);
    await write((rows) => answering.hideGame(rows, "a1"));
    expect(await read("games", "a1")).toMatchObject({ gone: true });
    const undecide = (game: string, decision: "delete" | "restore" | "end") =>
      write((rows) => answering.undecide(rows, { kind: "decide", game, decision }));
    await undecide("a1", "end");
    expect(await read("games", "a1")).toMatchObject({ gone: true });
    await undecide("a1", "delete");
    expect(await read("games", "a1")).toMatchObject({ gone: false });
    await undecide("a1", "restore");
    expect(await read("games", "a1")).toMatchObject({ gone: true });
    await write((rows) => answering.putGame(rows, at(1)));
    expect([await event(), await read("games", "a1")]).toMatchObject([1, { gone: false }]);
    await write((rows) => answering.hideGame(rows, "a9"));
    await undecide("a9", "delete");
    expect(await read("games", "a9")).toBeUndefined();
  });

  test("and shown at once, unless something waits", async () => {
    await write((rows) =>
      rows.put("games", row("a1", { unchecked: [{}] }, at(1, { turns_logged: true })) as never),
    );
    await waits({ kind: "decide", game: "a1", decision: "end" });
    await write((rows) => answering.putGame(rows, at(2)));
    expect(await read("games", "a1")).toMatchObject({
      ...{ base: { event: 2 }, shown: { event: 1, turns_logged: true }, unchecked: [{}] },
    });
    for (const [action, trouble] of [
      [{ kind: "decide", game: "a1", decision: "end" }, troubled],
      [{ kind: "decide", game: "a2", decision: "end" }, null],
      [{ kind: "startGame", game: "a1", group: "g1", body: {} }, null],
    ] as const) {
      await waits(action, trouble);
      await write((rows) => answering.putGame(rows, at(3)));
      expect(await read("games", "a1")).toMatchObject({ shown: { event: 3 }, unchecked: [] });
    }
  });

  test("a group and a table, unless something newer is known", async () => {
    const name = async () => (await read<{ base: { name: string } }>("groups", "g1")).base.name;
    const put = (more: object) =>
      write((rows) => answering.putGroup(rows, group("g1", more) as never));
    for (const [more, expected] of [
      [{ event: 2, name: "a" }, "a"],
      [{ event: 1, name: "b" }, "a"],
      [{ event: 2, name: "c" }, "c"],
    ] as const) {
      await put(more);
      expect(await name()).toBe(expected);
    }
    await write((rows) =>
      rows.put("groups", { id: "g1", base: group("g1", { event: 9 }), gone: true } as never),
    );
    await put({ event: 1, name: "back" });
    expect(await read("groups", "g1")).toMatchObject({ gone: false, base: { name: "back" } });
    for (const [event, round, expected] of [
      [5, 2, 5],
      [4, 2, 5],
      [6, 1, 5],
      [5, 2, 5],
      [6, 3, 6],
    ] as const) {
      await write((rows) => answering.putTable(rows, { game: "a1", event, round } as never));
      expect(await read("live_tables", "a1")).toMatchObject({ table: { event: expected } });
    }
  });

  test("whatever an action is answered", async () => {
    await told({ kind: "decide", game: "a1", decision: "end" }, at(2));
    expect(await event()).toBe(2);
    await told({ kind: "createGroup", group: "g1", body: {} }, { ...group("g1"), game: at(3) });
    expect([await event(), await read("groups", "g1")]).toMatchObject([
      3,
      { base: { name: "g1" } },
    ]);
    expect(await read("groups", "g1")).not.toHaveProperty("base.game");
    await told({ kind: "createGroup", group: "g2", body: {} }, { ...group("g2"), game: null });
    await told(
      { kind: "changeGroup", group: "g1", change: {} },
      group("g1", { event: 2, name: "Fridays" }),
    );
    expect(await read("groups", "g1")).toMatchObject({ base: { name: "Fridays" } });
    await told({ kind: "enterLine", game: "a1", player: "nora", body: {} }, { recorded: at(4) });
    await told({ kind: "enterLine", game: "a1", player: "nora", body: {} }, { recorded: null });
    expect(await event()).toBe(4);
    await told(
      { kind: "play", game: "a1", play: { kind: "draw" } },
      { game: "a1", event: 1, round: 1 },
    );
    expect(await read("live_tables", "a1")).toMatchObject({ table: { round: 1 } });
    await told({ kind: "changeMe", change: {} }, { id: "u1", name: "Anna" });
    expect(await read("facts", "account")).toBeUndefined();
    const account = { name: "account", value: { name: "Ann", token: "t1", user: null } };
    await write((rows) => rows.put("facts", account as never));
    await told({ kind: "changeMe", change: {} }, { id: "u1", name: "Anna" });
    expect(await read("facts", "account")).toEqual({
      ...{
        name: "account",
        value: { name: "Anna", token: "t1", user: { id: "u1", name: "Anna" } },
      },
    });
  });

  test("and what an action does of which the server says nothing", async () => {
    await write((rows) => answering.putGame(rows, at(1)));
    await write((rows) => answering.putGame(rows, game({ id: "a2", group: "g2" })));
    await write((rows) =>
      answering.putGroup(rows, group("g1", { players: [player("nora", 0)] }) as never),
    );
    await told(
      { kind: "changePlayer", group: "g1", player: "nora", change: { name: "Anna" } },
      null,
    );
    expect(await read("groups", "g1")).toMatchObject({ base: { players: [{ name: "Anna" }] } });
    const anna = { players: [{ name: "Anna" }, { name: "Jonas" }] };
    expect(await read("games", "a1")).toMatchObject({ base: anna, shown: anna, gone: false });
    expect(await read("games", "a2")).toMatchObject({ base: { players: [{ name: "Nora" }, {}] } });
    await told({ kind: "decide", game: "a2", decision: "delete" }, null);
    expect(await read("games", "a2")).toMatchObject({ gone: true });
    await told({ kind: "decide", game: "a1", decision: "end" }, null);
    await told({ kind: "deleteGroup", group: "g9" }, undefined);
    expect(await read("games", "a1")).toMatchObject({ gone: false });
    await told({ kind: "deleteGroup", group: "g1" }, null);
    expect(await read("groups", "g1")).toMatchObject({ gone: true, base: { id: "g1" } });
    expect(await read("games", "a1")).toMatchObject({ gone: true });
  });
});
