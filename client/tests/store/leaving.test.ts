/** Logging out: what is on its way then belongs to nobody on this phone any more. */

import { expect, test, vi } from "vitest";
import type { Call } from "../../src/store/actions/calls";
import type { Answer } from "../../src/store/sent/server";
import { createStore } from "../../src/store/store";
import { memoryDatabase } from "../../src/store/stored/database";
import { game } from "../screens/games";
import { problem } from "./model_game";
import { refusal, success } from "./model_server";
import { NOWHERE } from "./nowhere";

const user = (name: string) => ({ id: name, name, is_guest: true }) as never;

/** A phone of Ann, whose requests are answered when the test says so. */
async function annsPhone() {
  const asked: { path: string; answer: (how: Answer) => void }[] = [];
  const send = ({ method, path }: Call) =>
    new Promise<Answer>((resolve) => {
      asked.push({ path: `${method} ${path}`, answer: resolve });
    });
  const store = createStore({ ...NOWHERE, database: memoryDatabase(), server: { send } });
  await store.load();
  await store.keepLogin({ token: "ann", user: user("Ann") });
  return { store, asked };
}

test("logging out does not wait for the server, which may not answer", async () => {
  const { store, asked } = await annsPhone();
  await store.logOut();
  expect(store.account.value).toBeNull();
  expect(asked.map(({ path }) => path)).toEqual(["DELETE /api/v1/me/tokens/current/"]);
});

test("what was read for one account is not shown to the next", async () => {
  const { store, asked } = await annsPhone();
  const home = store.refreshHome();
  const read = [store.readGame("g1"), store.readGroup("p1"), store.readTable("g1")];
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  await store.logOut();
  await store.keepLogin({ token: "ben", user: user("Ben") });
  asked[0]?.answer(success({ games: [], groups: [] }));
  asked[1]?.answer(success({ ...game({}), id: "g1" }));
  asked[2]?.answer(
    success({ id: "p1", name: "Kitchen table", event: 1, players: [], members: [] }),
  );
  asked[3]?.answer(success({ game: "g1", event: 1, round: 1, plays: [], groups: [] }));
  await Promise.all([home, ...read]);
  const kept = (["games", "groups", "live_tables"] as const).flatMap((table) => [
    ...store.local.rows(table).value.keys(),
  ]);
  expect([kept, store.home.value]).toEqual([[], null]);
});

test("what the server refuses of one account is no game of the next", async () => {
  const { store, asked } = await annsPhone();
  const mine = { ...game({}), id: "g1", version: 3 };
  await store.storeGame(mine);
  await store.decide("g1", "archive");
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await store.logOut({ force: true });
  await store.keepLogin({ token: "ben", user: user("Ben") });
  asked[0]?.answer(refusal(problem(409, "archived", { game: { ...mine, version: 4, event: 9 } })));
  await store.send();
  expect([store.games.value, store.outbox.value.state]).toEqual([[], "idle"]);
});
