/** From one address of the server to another, whose storage is empty. */

import { expect, test } from "vitest";
import { unwrapped, wrapped } from "../../src/store/moving";
import type { TypedRound } from "../../src/store/typed/round";
import { onePhone, online, phoneAt, scores, seated, shown } from "./tables";

const TYPED = { round: 2, lines: {}, order: [], at: null, overrule: "" } as unknown as TypedRound;

/** Ann's phone, with a round that waits and one that she types; and the other address on it. */
async function moving() {
  const table = await onePhone();
  const { ann, server, game, ids } = table;
  await ann.store.changeSettings({ textSize: 150 });
  expect(ann.store.packed()).toMatchObject({ games: [], groups: [] }); // the server has it all
  ann.online = false;
  await ann.store.recordRound(game, { number: 1, results: scores(ids, 10) });
  await ann.store.saveTyped(game, TYPED);
  await ann.store.saveForm("new game", { players: ["Ben"] });
  const there = phoneAt(server, "Ann");
  await there.open();
  const luggage = ann.store.packed();
  if (!luggage) throw new Error("nothing was packed");
  const me = ann.store.account.peek();
  const logIn = (name = "Ann", user = me?.user) =>
    there.store.keepLogin({ token: me?.token ?? "", user: { ...user, name } as never });
  return { ...table, there, luggage, logIn };
}

test("what was not sent, and what is typed, goes along, and comes once", async () => {
  const { ann, there, luggage, logIn, game, atServer } = await moving();
  const text = await wrapped(luggage);
  expect(text).toMatch(/^[\w-]+$/); // as it stands in an address
  const arrived = await unwrapped(text);
  expect(arrived).toEqual(luggage);
  there.online = false;
  await logIn();
  for (let time = 0; time < 2; time += 1) {
    expect(arrived && (await there.store.unpack(arrived))).toBe(true);
  }
  expect(there.store.outbox.value.waiting).toBe(1);
  expect(shown(there, game)).toEqual([10]);
  expect(there.store.typedRound(game).value).toEqual(TYPED);
  expect(await there.store.savedForm("new game")).toEqual({ players: ["Ben"] });
  expect(there.store.settings.value.textSize).toBe(150);
  // Both addresses send it, with one key: it is recorded once.
  await online(there);
  await online(ann);
  expect(atServer()).toEqual([10]);
  expect(there.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
});

test("what is there already stays", async () => {
  const { there, luggage, logIn, game } = await moving();
  await logIn();
  await there.store.changeSettings({ textSize: 200 });
  await there.store.unpack(luggage);
  await there.store.saveTyped(game, { ...TYPED, round: 3 });
  await there.store.unpack(luggage);
  expect(there.store.typedRound(game).value?.round).toBe(3);
  expect(there.store.settings.value.textSize).toBe(200);
});

test("nothing of somebody else's comes in", async () => {
  const { there, luggage, logIn, game } = await moving();
  expect(await there.store.unpack(luggage)).toBe(false);
  await logIn("Mallory", { id: "another" } as never);
  expect(await there.store.unpack(luggage)).toBe(false);
  expect(there.store.outbox.value.waiting).toBe(0);
  expect(there.store.gameOf(game).value).toBeUndefined();
});

test("who is nobody yet has nothing to take along", async () => {
  const { server } = await seated("Ann");
  const fresh = phoneAt(server, "Ben");
  await fresh.open();
  expect(fresh.store.packed()).toBeNull();
});

test.each(["", "AAAA", "%%%", "eyJhIjoxfQ"])(
  "what is not luggage stays packed: %s",
  async (text) => {
    expect(await unwrapped(text)).toBeNull();
  },
);

test("nor is what was cut off, or lacks something", async () => {
  const { luggage } = await moving();
  expect(await unwrapped((await wrapped(luggage)).slice(0, -9))).toBeNull();
  expect(await unwrapped(await wrapped({ ...luggage, name: null } as never))).toBeNull();
  expect(await unwrapped(await wrapped({ ...luggage, games: null } as never))).toBeNull();
});
