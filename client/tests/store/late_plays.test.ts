/** Plays that were made without a network, in a round that another phone records meanwhile. */

import { expect, test } from "vitest";
import { newId } from "../../src/server/ids";
import type { Play } from "../../src/store/actions/actions";
import { enterOffline, online, scores, settle, troubleOf, twoPhones } from "./tables";

/** Ben has noted two plays of the first round and entered the second; Ann has recorded the first. */
async function tooLate() {
  const table = await twoPhones();
  const { ann, ben, game, ids } = table;
  const [, player = ""] = ids;
  ben.online = false;
  const plays: Play[] = ["R5", "G9"].map((card) => ({
    kind: "discard",
    body: { id: newId(), round: 1, player, card },
  }));
  for (const play of plays) await ben.store.play(game, play);
  await enterOffline(ann, table, 10);
  await online(ann);
  await ben.store.send();
  await online(ben);
  return { ...table, plays };
}

test("plays of a round that is recorded by now are all told, with what was played", async () => {
  const { ben, game } = await tooLate();
  const trouble = troubleOf(ben);
  expect(trouble).toMatchObject({ kind: "refused", game, problem: { code: "round_over" } });
  expect(trouble.plays.map(({ kind, cards }) => [kind, cards])).toEqual([
    ["discard", ["R5"]],
    ["discard", ["G9"]],
  ]);
  expect(ben.store.outbox.value.waiting).toBe(2);
});

test("they are there after the phone was off", async () => {
  const { ben } = await tooLate();
  await ben.restart();
  await ben.store.send();
  expect(troubleOf(ben).plays).toHaveLength(2);
});

test("left, they are all gone, and what was entered after them goes on", async () => {
  const table = await tooLate();
  const { ben, game, ids, atServer } = table;
  await ben.store.readGame(game);
  const { problem } = await ben.store.recordRound(game, { number: 2, results: scores(ids, 20) });
  expect(problem).toBeUndefined();
  await ben.store.send();
  expect(atServer()).toEqual([10]);
  await settle(ben, "drop");
  expect(ben.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
  expect(atServer()).toEqual([10, 20]);
});

test("a play that was taken back before it was sent is not among them", async () => {
  const { ben, game, plays } = await tooLate();
  const [, last] = plays;
  await ben.store.takeBackPlay(game, { round: 1, id: last?.body.id ?? "" });
  expect(troubleOf(ben).plays.map(({ cards }) => cards)).toEqual([["R5"]]);
});
