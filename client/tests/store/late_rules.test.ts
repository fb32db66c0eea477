import { expect, test } from "vitest";
import { askHere } from "../../src/rules";
import { Unreachable } from "../../src/server/problems";
import { type AskGame, foldGame } from "../../src/store/shown/fold";
import { catchUp } from "../../src/store/shown/late_rules";
import { createStore } from "../../src/store/store";
import { memoryDatabase } from "../../src/store/stored/database";
import { answerOf, startServerRules } from "../rules/server_rules";
import { NOWHERE } from "./nowhere";
import { scores, startNew } from "./tables";

/** A game of two that was begun without a network. */
async function begunOffline(fold = NOWHERE.fold) {
  const server = { send: () => Promise.reject(new Unreachable("offline")) };
  const store = createStore({ ...NOWHERE, database: memoryDatabase(), server, fold });
  await store.load();
  await store.begin("Ann");
  const { game, ids } = await startNew(store, "Ann", "Ben");
  return { store, id: game, ids, shown: () => store.gameOf(game).peek() };
}

test("a game begun offline without rules is worked out once they are there", async () => {
  let ask: AskGame = askHere; // which has no rules in a test
  const { store, id, ids, shown } = await begunOffline((base, actions) =>
    foldGame(base, actions, { ask }),
  );
  await store.recordRound(id, { number: 1, results: scores(ids, 5) });
  expect(shown()?.game.phases).toEqual([]);
  expect(shown()?.unchecked.map(({ number }) => number)).toEqual([1]);

  const rules = await startServerRules();
  ask = async (_name, request) => answerOf(rules, "game", request, "en");
  await catchUp({
    local: store.local,
    refold: store.refold,
    async phasesOf({ edition, phases, players }) {
      const seated = players.map((seat) => ({ id: seat.id ?? "", name: "Anybody" }));
      const request = { edition, players: seated, ...(phases && { phases }) };
      return (await ask("game", request)).data?.phases ?? [];
    },
  });
  expect(shown()?.unchecked).toEqual([]);
  expect(shown()?.game.phases).toHaveLength(10);
  expect(shown()?.game).toMatchObject({
    rounds: [{ lines: [{ points: 0 }, { points: 5 }] }],
    next_round: { number: 2 },
  });
}, 60_000);

test("changes build on each other before there are rules", async () => {
  const { store, id, ids, shown } = await begunOffline();
  const [ann = "", ben = ""] = ids;
  for (const first_dealer of [ben, ann]) await store.changeGame(id, { first_dealer });
  // Or the second one would be taken for somebody else's once the first one is at the server.
  const about = [...store.local.rows("outbox").peek().values()].map((item) => item.about);
  expect(about.slice(-2)).toEqual([{ first_dealer: ann }, { first_dealer: ben }]);
  expect(shown()?.game.first_dealer).toBe(ann);
});
