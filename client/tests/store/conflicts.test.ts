/** What happens if two phones say something about the same round or game. */

import { expect, test } from "vitest";
import { LIMIT } from "./model_game";
import {
  enterOffline,
  online,
  pointsIn,
  scores,
  settle,
  shown,
  troubleOf,
  twoPhones,
} from "./tables";

/** Ann has recorded rounds, which Ben's phone has read before it lost the network. */
async function benIsAwayAfter(...points: number[]) {
  const table = await twoPhones();
  const { ann, ben, game } = table;
  await enterOffline(ann, table, ...points);
  await online(ann);
  await ben.store.readGame(game);
  ben.online = false;
  return table;
}

/** Both have entered the first round, Ann was first; Ben has two more. */
async function sameRound() {
  const table = await twoPhones();
  const { ann, ben } = table;
  await enterOffline(ben, table, 20, 30, 40);
  await enterOffline(ann, table, 10);
  await online(ann);
  await online(ben);
  return { ...table, trouble: troubleOf(ben) };
}

test("a round that another phone has entered is shown side by side, and later ones wait", async () => {
  const { ben, game, trouble, atServer } = await sameRound();
  expect(trouble).toMatchObject({ kind: "same_round", game });
  expect(pointsIn({ rounds: [trouble.theirs] } as never)).toEqual([10]);
  expect(trouble.mine?.[1]?.points).toBe(20);
  expect(trouble.problem.code).toBe("round_already_recorded");
  expect(ben.store.gameOf(game).value).toMatchObject({ waiting: 3, trouble: { id: trouble.id } });
  expect(atServer()).toEqual([10]);
});

test.each([
  ["theirs", "mine is left out, and my later rounds follow theirs", [10, 30, 40]],
  ["mine", "theirs is corrected, and everybody sees it", [20, 30, 40]],
  ["next", "mine is the round after theirs, and my later ones move on", [10, 20, 30, 40]],
] as const)("%s: %s", async (decision, _what, expected) => {
  const { ben, ann, game, server, atServer } = await sameRound();
  await settle(ben, decision);
  expect(atServer()).toEqual(expected);
  expect(ben.store.outbox.value.waiting).toBe(0);
  const isCorrected = server.changes.some(({ kind }) => kind === "correctRound");
  expect(isCorrected).toBe(decision === "mine");
  await ann.store.readGame(game);
  expect(shown(ann, game)).toEqual(expected);
});

test("next: what was typed about my later rounds moves with them", async () => {
  const table = await twoPhones();
  const { ann, ben, game, ids, atServer } = table;
  await enterOffline(ben, table, 20, 30);
  await ben.store.correctRound(game, 2, { results: scores(ids, 35) });
  await enterOffline(ann, table, 10);
  await online(ann);
  await online(ben);
  await settle(ben, "next");
  expect(atServer()).toEqual([10, 20, 35]);
});

test("the same lines on both phones are one round, and nobody is asked", async () => {
  const table = await twoPhones();
  await enterOffline(table.ben, table, 10, 30);
  await enterOffline(table.ann, table, 10);
  await online(table.ann);
  await online(table.ben);
  expect(table.ben.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
  expect(table.atServer()).toEqual([10, 30]);
});

test("a correction goes on by itself if its round is as the person saw it", async () => {
  const table = await benIsAwayAfter(10, 20);
  const { ann, ben, game, ids, atServer } = table;
  await ben.store.correctRound(game, 1, { results: scores(ids, 15) });
  await enterOffline(ann, table, 30);
  await online(ann); // another version by now
  await online(ben);
  expect(ben.store.outbox.value.troubles).toEqual([]);
  expect(atServer()).toEqual([15, 20, 30]);
});

test("a correction of what somebody else has corrected needs a person", async () => {
  const table = await benIsAwayAfter(10);
  const { ann, ben, game, ids, atServer } = table;
  await ben.store.correctRound(game, 1, { results: scores(ids, 15) });
  await ann.store.correctRound(game, 1, { results: scores(ids, 25) });
  await ann.store.send();
  await online(ben);
  const trouble = troubleOf(ben);
  expect(trouble).toMatchObject({ kind: "changed", problem: { code: "stale_version" } });
  expect(trouble.theirs?.lines[1]?.points).toBe(25);
  expect(trouble.mine?.[1]?.points).toBe(15);
  expect(atServer()).toEqual([25]);
  await settle(ben, "mine");
  expect(atServer()).toEqual([15]);
});

test("the same correction on both phones is one, and nobody is asked", async () => {
  const table = await benIsAwayAfter(10);
  const { ann, ben, game, ids, server } = table;
  await ben.store.correctRound(game, 1, { results: scores(ids, 15) });
  await ann.store.correctRound(game, 1, { results: scores(ids, 15) });
  await ann.store.send();
  await online(ben);
  expect(ben.store.outbox.value.waiting).toBe(0);
  expect(server.changes.filter(({ kind }) => kind === "correctRound")).toHaveLength(1);
});

test("a correction that drops rounds is confirmed by who has seen which", async () => {
  const table = await twoPhones();
  const { ann, game, ids, atServer } = table;
  await enterOffline(ann, table, 10, 20);
  await online(ann);
  await ann.store.correctRound(game, 1, { results: scores(ids, LIMIT) });
  await ann.store.send();
  const trouble = troubleOf(ann);
  expect(trouble).toMatchObject({ kind: "changed", problem: { code: "confirmation_needed" } });
  expect(trouble.problem.consequences).toMatchObject([{ round: 2, effect: "dropped" }]);
  expect(atServer()).toEqual([10, 20]);
  await settle(ann, "mine");
  expect(atServer()).toEqual([LIMIT]);
});

test("a confirmed correction stops if it would drop a round that nobody has seen", async () => {
  const table = await benIsAwayAfter(10, 20);
  const { ann, ben, game, ids, atServer } = table;
  const confirmed = [{ round: 2, effect: "dropped" as const, message: "in any language" }];
  await ben.store.correctRound(game, 1, { results: scores(ids, LIMIT) }, confirmed);
  await enterOffline(ann, table, 30);
  await online(ann);
  await online(ben);
  const rounds = troubleOf(ben).problem.consequences?.map(({ round }) => round);
  expect(rounds).toEqual([2, 3]);
  expect(atServer()).toEqual([10, 20, 30]);
});

test("a confirmed correction goes through if only that is dropped", async () => {
  const table = await twoPhones();
  const { ann, game, ids, atServer } = table;
  await enterOffline(ann, table, 10, 20);
  await online(ann);
  const confirmed = [{ round: 2, effect: "dropped" as const, message: "" }];
  await ann.store.correctRound(game, 1, { results: scores(ids, LIMIT) }, confirmed);
  await ann.store.send();
  expect(ann.store.outbox.value.troubles).toEqual([]);
  expect(atServer()).toEqual([LIMIT]);
});

test("a round that somebody else has entered is not taken back unseen", async () => {
  const table = await benIsAwayAfter(10, 20);
  const { ann, ben, game, atServer } = table;
  await ben.store.takeBackRound(game, 2);
  await enterOffline(ann, table, 30);
  await online(ann);
  await online(ben);
  expect(troubleOf(ben)).toMatchObject({ kind: "changed" });
  expect(atServer()).toEqual([10, 20, 30]);
  await ben.store.settle(troubleOf(ben), "drop");
  expect(ben.store.outbox.value.waiting).toBe(0);
});

test("a decision stops if the game has changed meanwhile, and is done if it is reached", async () => {
  const table = await benIsAwayAfter(10);
  const { ann, ben, game, server } = table;
  await ben.store.decide(game, "end");
  await enterOffline(ann, table, 20);
  await online(ann);
  await online(ben);
  const trouble = troubleOf(ben);
  expect(trouble.kind).toBe("changed");
  await ann.store.decide(game, "end");
  await ann.store.send();
  await settle(ben, "again");
  expect(ben.store.outbox.value.waiting).toBe(0);
  expect(server.changes.filter(({ kind }) => kind === "decide")).toHaveLength(1);
});

test("a round that the rules refuse can be sent again with other points", async () => {
  const table = await twoPhones();
  const { ann, game, ids, atServer } = table;
  ann.hasRules = false; // otherwise the phone refuses it at once
  await ann.store.recordRound(game, { number: 1, results: scores(ids, 14) });
  await ann.store.recordRound(game, { number: 2, results: scores(ids, 20) });
  expect(ann.store.gameOf(game).value?.unchecked).toHaveLength(2);
  await ann.store.send();
  const trouble = troubleOf(ann);
  expect(trouble).toMatchObject({ kind: "refused", problem: { code: "tally_refused" } });
  expect(atServer()).toEqual([]);
  await settle(ann, { results: scores(ids, 15) });
  expect(atServer()).toEqual([15, 20]);
});

test("the phone's own rules refuse a round before it is stored", async () => {
  const { ann, game, ids } = await twoPhones();
  const stored = await ann.store.recordRound(game, { number: 1, results: scores(ids, 14) });
  expect(stored.problem?.code).toBe("tally_refused");
  expect(ann.store.outbox.value.waiting).toBe(0);
});

test("what was typed for a game that was deleted can be read, and is dropped by a person", async () => {
  const table = await twoPhones();
  const { ann, ben, game } = table;
  await enterOffline(ben, table, 20, 30);
  await ann.store.decide(game, "delete");
  await ann.store.send();
  expect(ann.store.games.value).toEqual([]);
  await online(ben);
  const trouble = troubleOf(ben);
  expect(trouble).toMatchObject({ kind: "refused", problem: { status: 404 } });
  expect(trouble.mine?.[1]?.points).toBe(20);
  expect(ben.store.games.value).toHaveLength(1);
  await settle(ben, "drop");
  await ben.store.settle(troubleOf(ben), "drop");
  expect(ben.store.games.value).toEqual([]);
  expect(ben.store.outbox.value.waiting).toBe(0);
});

test("an earlier end of the game by somebody else leaves my rounds to a person", async () => {
  const table = await twoPhones();
  const { ann, ben, game, atServer } = table;
  await enterOffline(ann, table, 10);
  await online(ann);
  await ben.store.readGame(game);
  await enterOffline(ben, table, 20);
  await ann.store.decide(game, "end");
  await ann.store.send();
  await online(ben);
  expect(troubleOf(ben).problem.code).toBe("game_not_playing");
  await ann.store.decide(game, "resume");
  await ann.store.send();
  await settle(ben, "again");
  expect(atServer()).toEqual([10, 20]);
});

test.each(["abandon", "end"] as const)("to %s is about unchecked rounds, too", async (decision) => {
  const table = await twoPhones();
  const { ann, game, ids, server } = table;
  ann.hasRules = false;
  await ann.store.recordRound(game, { number: 1, results: scores(ids, 10) });
  await ann.store.decide(game, decision);
  await ann.store.send();
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
  expect(server.games.get(game)?.status).not.toBe("playing");
});

test("a player whom two phones let leave has left, and the game is there as before", async () => {
  const { ann, ben, game, ids } = await benIsAwayAfter(10);
  const mia = ids[2] ?? "";
  await ben.store.leaveGame(game, mia, 2);
  await ann.store.leaveGame(game, mia, 2);
  await ann.store.send();
  await online(ben);
  expect(ben.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
  expect(ben.store.gameOf(game).value?.gone).toBe(false);
});

test("a line for a player who has left waits for a person, and the game is there as before", async () => {
  const { ann, ben, game, ids } = await benIsAwayAfter(10);
  const mia = ids[2] ?? "";
  await ben.store.enterLine(game, mia, { round: 2, points: 5 });
  await ann.store.leaveGame(game, mia, 2);
  await ann.store.send();
  await online(ben);
  expect(troubleOf(ben).problem.code).toBe("not_found");
  expect(ben.store.gameOf(game).value?.gone).toBe(false);
});
