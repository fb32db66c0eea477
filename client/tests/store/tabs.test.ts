/** Two tabs of one browser: both show everything, one sends at a time. */

import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import { newId } from "../../src/server/ids";
import { byLease } from "../../src/store/sent/turns";
import { createStore, type Store } from "../../src/store/store";
import { openDatabase } from "../../src/store/stored/database";
import { localRows, type Touched } from "../../src/store/stored/local_rows";
import { foldModel } from "./model_game";
import { ModelServer } from "./model_server";
import { NOWHERE } from "./nowhere";
import { pointsIn, scores, startNew } from "./tables";

const soon = () => new Promise<void>((done) => setTimeout(done, 1));

async function twoTabs() {
  const name = newId();
  const server = new ModelServer();
  const log: string[] = [];
  const tabs: Store[] = [];
  for (const tab of [0, 1]) {
    const database = await openDatabase(name);
    const lease = byLease(localRows(database), String(tab));
    const store = createStore({
      ...NOWHERE,
      database,
      server: {
        async send(call, how) {
          log.push(`${tab} begins`);
          await soon();
          const answer = await server.send(call, how);
          log.push(`${tab} ends`);
          return answer;
        },
      },
      fold: foldModel,
      phasesOf: async () => [{ phase: 1, name: "", groups: [] }],
      now: () => server.now,
      inTurn: lease,
      tell: (touched: readonly Touched[]) => void tabs[1 - tab]?.heard(structuredClone(touched)),
    });
    await store.load();
    tabs.push(store);
  }
  return { server, log, tabs: tabs as [Store, Store] };
}

test("what one tab stores, the other one shows; each round is sent once, in order", async () => {
  const { server, log, tabs } = await twoTabs();
  const [one, other] = tabs;
  await one.begin("Ann");
  const { game, ids } = await startNew(one, "Ann", "Ben");
  await vi.waitFor(() => expect(other.gameOf(game).value).toBeTruthy());
  await one.recordRound(game, { number: 1, results: scores(ids, 10) });
  await vi.waitFor(() => expect(pointsIn(other.gameOf(game).value?.game)).toEqual([10]));
  await other.recordRound(game, { number: 2, results: scores(ids, 20) });
  await Promise.all([one.send(), other.send()]);
  await vi.waitFor(() => {
    for (const tab of tabs) {
      expect(tab.outbox.value.waiting).toBe(0);
      expect(pointsIn(tab.gameOf(game).value?.game)).toEqual([10, 20]);
    }
  });
  expect(pointsIn(server.games.get(game))).toEqual([10, 20]);
  expect(server.changes).toHaveLength(2);
  for (let index = 0; index < log.length; index += 2) {
    expect(log[index + 1]).toBe(log[index]?.replace("begins", "ends")); // never both at once
  }
});
