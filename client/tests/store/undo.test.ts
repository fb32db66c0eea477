/** What was done last can be undone: before it is sent, on its way, and afterwards. */

import { expect, test } from "vitest";
import { newId } from "../../src/server/ids";
import type { Phone } from "./phone";
import { onePhone, online, pointsIn, scores, shown, troubleOf, twoPhones } from "./tables";

async function recording() {
  const table = await onePhone();
  const { ann, game, ids } = table;
  const record = (number: number, points: number) =>
    ann.store.recordRound(game, { number, results: scores(ids, points) });
  return { ...table, record };
}

test("a round that was not sent is as if it had never been entered", async () => {
  const { ann, game, record, server } = await recording();
  ann.online = false;
  const { undo } = await record(1, 10);
  await undo?.();
  expect(shown(ann, game)).toEqual([]);
  await online(ann);
  expect(server.changes).toEqual([]);
  expect(ann.store.outbox.value.waiting).toBe(0);
});

test("the first round asks the browser to store all of this, and no other does", async () => {
  const { ann, record } = await recording();
  await record(1, 10);
  await record(2, 10);
  await ann.restart();
  await record(3, 10);
  expect(ann.asked).toBe(1);
});

test("a round that was sent is taken back", async () => {
  const { ann, game, record, atServer, server } = await recording();
  const { undo } = await record(1, 10);
  await ann.store.send();
  expect(atServer()).toEqual([10]);
  await undo?.();
  expect(shown(ann, game)).toEqual([]);
  await ann.store.send();
  expect(atServer()).toEqual([]);
  expect(server.changes.map(({ kind }) => kind)).toEqual(["recordRound", "takeBackRound"]);
});

test("a round whose answer was lost is taken back, since it may be there", async () => {
  const { ann, game, record, atServer } = await recording();
  ann.fates = ["answer lost"];
  ann.online = false;
  const { undo } = await record(1, 10);
  await ann.store.send();
  await undo?.();
  expect(shown(ann, game)).toEqual([]);
  await online(ann);
  expect(atServer()).toEqual([]);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
});

test("a round that was taken back comes again", async () => {
  const { ann, game, record, atServer } = await recording();
  await record(1, 10);
  await ann.store.send();
  const { undo } = await ann.store.takeBackRound(game, 1);
  await ann.store.send();
  expect(atServer()).toEqual([]);
  await undo?.();
  await ann.store.send();
  expect(atServer()).toEqual([10]);
});

test("a correction goes back to what was there", async () => {
  const { ann, game, ids, record, atServer } = await recording();
  await record(1, 10);
  const { undo } = await ann.store.correctRound(game, 1, { results: scores(ids, 35) });
  await ann.store.send();
  expect(atServer()).toEqual([35]);
  await undo?.();
  await ann.store.send();
  expect(atServer()).toEqual([10]);
});

test("decisions, settings and players go back, too", async () => {
  const { ann, game, ids, record, server } = await recording();
  await record(1, 10);
  const before = () => {
    const { status, archived, house_rules, turns_logged, players } = server.games.get(game) ?? {};
    return {
      status,
      archived,
      house_rules,
      turns_logged,
      there: players?.filter(({ at_table }) => at_table).length,
    };
  };
  await ann.store.send();
  const first = before();
  const commands = [
    () => ann.store.decide(game, "end"),
    () => ann.store.decide(game, "abandon"),
    () => ann.store.decide(game, "archive"),
    () => ann.store.changeGame(game, { house_rules: { must_lay_down: true } }),
    () => ann.store.changeGame(game, { turns_logged: true }),
    () => ann.store.leaveGame(game, ids[2] ?? "", 2),
    () => ann.store.addToGame(game, { player: { id: newId(), name: "Dan" }, round: 2, total: 0 }),
  ];
  for (const command of commands) {
    const { undo } = await command();
    await ann.store.send();
    expect(before()).not.toEqual(first);
    await undo?.();
    await ann.store.send();
    expect(before()).toEqual(first);
  }
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
});

test.each(["abandon", "end"] as const)("a game that goes on after %s stops again", async (how) => {
  const { ann, game, record, server } = await recording();
  await record(1, 10);
  await ann.store.decide(game, how);
  await ann.store.send();
  const { status, ended_early } = server.games.get(game) ?? {};
  const { undo } = await ann.store.decide(game, "resume");
  await ann.store.send();
  await undo?.();
  await ann.store.send();
  expect(server.games.get(game)).toMatchObject({ status, ended_early });
});

test("a deleted game is there again, sent or not", async () => {
  const { ann, game, record } = await recording();
  await record(1, 10);
  await ann.store.send();
  ann.online = false;
  const { undo } = await ann.store.decide(game, "delete");
  expect(ann.store.games.value).toEqual([]);
  await undo?.();
  expect(shown(ann, game)).toEqual([10]);
});

test("a game that was to be restored stays deleted, sent or not", async () => {
  const { ann, game } = await onePhone();
  await ann.store.decide(game, "delete");
  await ann.store.send();
  ann.online = false;
  const { undo } = await ann.store.decide(game, "restore");
  expect(ann.store.games.value).toHaveLength(1);
  await undo?.();
  expect(ann.store.games.value).toEqual([]);
});

test("an earlier round is not removed under a later one", async () => {
  const { ann, record, atServer } = await recording();
  ann.online = false;
  const { undo } = await record(1, 10);
  await record(2, 20);
  await undo?.(); // it is no longer the last one, which the rules say
  await online(ann);
  expect(atServer()).toEqual([10, 20]);
});

test("why something cannot be undone any more is told", async () => {
  const { ann, game, ids, record } = await recording();
  await record(1, 10);
  const { undo } = await ann.store.leaveGame(game, ids[2] ?? "", 2);
  const results = scores(ids.slice(0, 2), 10);
  await ann.store.recordRound(game, { number: 2, results });
  await ann.store.send();
  expect(await undo?.()).toMatchObject({ code: "already_played" });
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
});

test("nobody is offered to make themselves an owner again, or two players of one", async () => {
  const { ann, ids, group } = await recording();
  ann.online = false;
  const members = ann.store.groupOf(group).value?.members;
  const me = members?.find(({ is_me }) => is_me)?.id ?? "";
  const change = (member: string) => ann.store.changeRole(group, member, "viewer");
  expect(await change("somebody else")).toMatchObject({ undo: expect.any(Function) });
  expect(await change(me)).toMatchObject({ undo: null });
  const [one = "", other = ""] = ids;
  expect(await ann.store.mergePlayers(one, other)).toMatchObject({ undo: null });
});

test("what waits for a decision does not hold, and cannot be undone unseen", async () => {
  const { ann, ben, game, ids, server } = await twoPhones();
  const record = (phone: Phone, points: number) =>
    phone.store.recordRound(game, { number: 1, results: scores(ids, points) });
  ben.online = false;
  const { undo, holds } = await record(ben, 20);
  expect(holds?.value).toBe(true);
  await record(ann, 10);
  await ann.store.send();
  await online(ben);
  expect(holds?.value).toBe(false);
  await undo?.();
  expect(troubleOf(ben).mine).toEqual(scores(ids, 20));
  expect(pointsIn(server.games.get(game))).toEqual([10]);
});

test("a round holds until somebody takes it back", async () => {
  const { ann, ben, game, ids } = await twoPhones();
  const { holds } = await ann.store.recordRound(game, { number: 1, results: scores(ids, 10) });
  await ann.store.send();
  expect(holds?.value).toBe(true);
  await ben.store.readGame(game);
  await ben.store.takeBackRound(game, 1);
  await ben.store.send();
  await ann.store.readGame(game);
  expect(holds?.value).toBe(false);
});

test("a deletion holds until the game is restored", async () => {
  const { ann, game } = await recording();
  const { holds, undo } = await ann.store.decide(game, "delete");
  await ann.store.send();
  ann.online = false;
  await ann.store.decide(game, "archive"); // on a screen that is still open
  expect(holds?.value).toBe(true);
  await undo?.();
  expect(holds?.value).toBe(false);
});
