/** The browser may be killed between any two steps: what was entered is there afterwards, once. */

import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { newId } from "../../src/server/ids";
import { openDatabase } from "../../src/store/stored/database";
import { ModelServer } from "./model_server";
import type { Phone } from "./phone";
import { phoneAt, pointsIn, scores, shown, startNew } from "./tables";

/** An evening from the first name on; each step is left out if it was stored before. */
async function evening({ store }: Phone): Promise<void> {
  if (!store.account.value) await store.begin("Ann");
  if (store.games.value.length === 0) await startNew(store, "Ann", "Ben", "Cleo");
  const [local] = store.games.value;
  if (!local) throw new Error("There is no game.");
  const { id, players } = local.game;
  const ids = players.map((player) => player.id);
  const rounds = () => pointsIn(store.gameOf(id).value?.game);
  if (rounds().length === 0) await store.recordRound(id, { number: 1, results: scores(ids, 10) });
  if (rounds().length === 1) await store.recordRound(id, { number: 2, results: scores(ids, 20) });
  if (rounds()[0] === 10) await store.correctRound(id, 1, { results: scores(ids, 15) });
  if (!store.gameOf(id).value?.game.archived) await store.decide(id, "archive");
  await store.send();
}

const NETWORKS = { online: [], "losing answers": Array(12).fill("answer lost"), offline: null };

for (const [network, fates] of Object.entries(NETWORKS)) {
  test(`${network}: killed after each number of steps, and opened again`, async () => {
    let steps = 0;
    for (let died = true; died; steps += 1) {
      const server = new ModelServer();
      const ann = phoneAt(server, "Ann", await openDatabase(newId()));
      await ann.open();
      ann.online = fates !== null;
      ann.fates = [...(fates ?? [])];
      died = await ann.dieAfter(steps, () => evening(ann));
      ann.fates = [];
      ann.online = true;
      server.now += 120_000;
      await evening(ann);
      const [game] = server.games.values();
      if (!game) throw new Error(`Nothing has arrived after ${steps} steps.`);
      expect([steps, server.games.size, pointsIn(game)]).toEqual([steps, 1, [15, 20]]);
      expect(game.archived).toBe(true);
      expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [], state: "idle" });
      expect(shown(ann, game.id)).toEqual([15, 20]);
      expect(server.changes.map(({ kind }) => kind).sort()).toEqual(
        ["correctRound", "decide", "recordRound", "recordRound"].sort(),
      );
    }
    expect(steps).toBeGreaterThan(10);
  }, 60_000);
}
