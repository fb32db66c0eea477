/** The rows of this phone, what is typed on it, and what only this phone knows so far. */

import { describe, expect, test, vi } from "vitest";
import { newGame, newGroup } from "../../src/store/shown/creating";
import { memoryDatabase } from "../../src/store/stored/database";
import { localRows, putFact } from "../../src/store/stored/local_rows";
import { typingOn } from "../../src/store/stored/typing";
import { beginRound, sayOut } from "../../src/store/typed/round";

const round = (number: number) => ({ round: number }) as never;

describe("what is written", () => {
  test("is shown once it is stored, and told to the other tabs", async () => {
    const tell = vi.fn();
    const local = localRows(memoryDatabase(), tell);
    await local.write(async (rows) => {
      await putFact(rows, "persistent", true);
      await rows.put("typed", { game: "a1", round: round(1) });
      expect(local.fact("persistent")).toBeUndefined();
    });
    expect([local.fact("persistent"), [...local.rows("typed").value.keys()]]).toEqual([
      true,
      ["a1"],
    ]);
    expect(tell.mock.calls).toEqual([
      [
        [
          ["facts", "persistent"],
          ["typed", "a1"],
        ],
      ],
    ]);
    await local.write(async (rows) => rows.get("typed", "a1"));
    expect(tell).toHaveBeenCalledTimes(1);
    await local.write((rows) => rows.clear());
    expect([...local.everything().facts, ...local.everything().typed]).toEqual([]);
    expect(tell.mock.calls[1]).toEqual(tell.mock.calls[0]);
  });

  test("in another tab is read, as far as it is told, or all of it", async () => {
    const database = memoryDatabase();
    const local = localRows(database);
    await local.write((rows) => rows.put("typed", { game: "a1", round: round(1) }));
    await database.write(async (rows) => {
      await rows.remove("typed", "a1");
      await rows.put("typed", { game: "a2", round: round(2) });
      await rows.put("typed", { game: "a3", round: round(3) });
      await rows.put("forms", { name: "a2", value: 1 });
    });
    const typed = () => [...local.rows("typed").value.keys()];
    await local.reload([["typed", "a2"]]);
    expect([typed(), local.rows("forms").value.size]).toEqual([["a1", "a2"], 0]);
    await local.reread("typed");
    expect([typed(), local.rows("forms").value.size]).toEqual([["a2", "a3"], 0]);
    await database.write((rows) => rows.remove("typed", "a2"));
    await local.reload();
    expect([typed(), local.rows("forms").value.size]).toEqual([["a3"], 1]);
  });
});

test("what is typed survives everything until it is done", async () => {
  const database = memoryDatabase();
  const local = localRows(database);
  const typing = typingOn(local);
  expect(typing.typedRound("a1").value).toBeNull();
  await typing.saveTyped("a1", round(1));
  expect(typing.typedRound("a1").value).toEqual(round(1));
  expect(typing.typedRound("a1")).toBe(typing.typedRound("a1"));
  expect(typingOn(local).typedRound("a1").value).toEqual(round(1));
  await database.write((rows) => rows.put("typed", { game: "a1", round: round(2) }));
  await local.reload();
  typing.refresh();
  expect(typing.typedRound("a1").value).toEqual(round(2));
  await typing.saveTyped("a1", null);
  expect(typing.typedRound("a1").value).toBeNull();
  for (const nothing of [undefined, null]) {
    await typing.saveForm("new game", { names: ["Ann"] });
    expect(await typing.savedForm("new game")).toEqual({ names: ["Ann"] });
    await typing.saveForm("new game", nothing);
    expect([await typing.savedForm("new game"), local.rows("forms").value.size]).toEqual([
      undefined,
      0,
    ]);
  }
});

test("a round is being entered once something is said of it, and as long as its game goes on", async () => {
  const local = localRows(memoryDatabase());
  const { isTyping, saveTyped } = typingOn(local);
  const gameIs = (status: string, gone = false) =>
    local.write((rows) => rows.put("games", { id: "a1", shown: { status }, gone } as never));
  await gameIs("playing");
  await saveTyped("a1", beginRound(1, ["nora", "jonas"]));
  expect(isTyping.value).toBe(false);
  await saveTyped("a1", sayOut(beginRound(1, ["nora", "jonas"]), "nora"));
  expect(isTyping.value).toBe(true);
  for (const [status, gone] of [["over"], ["abandoned"], ["playing", true]] as const) {
    await gameIs(status, gone);
    expect(isTyping.value).toBe(false);
  }
  await gameIs("playing");
  expect(isTyping.value).toBe(true);
  await saveTyped("a1", null);
  expect(isTyping.value).toBe(false);
});

// What the rules say of a game that begins is in `copies.test.ts`.
test("a group and a game that only this phone knows belong to whoever began them", () => {
  const me = { id: "u1", name: "Ann" };
  const at = "2026-11-22T18:00:00Z";
  const group = newGroup({ id: "g1", name: "Thursdays" }, me, at);
  expect(group).toMatchObject({
    ...{ id: "g1", name: "Thursdays", my_role: "owner", time_zone: "UTC", event: 0, players: [] },
    members: [{ user: me, role: "owner", is_me: true }],
  });
  expect(newGroup({ id: "g1", name: "", time_zone: "Europe/Paris" }, me, at).time_zone).toBe(
    "Europe/Paris",
  );
  const players = [{ id: "nora" }, { id: "mia" }];
  const asked = { id: "a1", edition: "classic" as const, players };
  const began = (more: object = {}) => newGame({ ...asked, ...more }, "g1", new Map(), [], at);
  expect(began()).toMatchObject({
    ...{ variant: "standard", turns_logged: false, first_dealer: "nora", my_role: "owner" },
    ...{ version: 0, archived: false, totals_only: false },
  });
  const own = { variant: "fixed_rounds", turns_logged: true, first_dealer: "mia" };
  expect(began(own)).toMatchObject(own);
  expect(began({ players: [] })).toMatchObject({ first_dealer: "", next_round: { playing: [] } });
});
