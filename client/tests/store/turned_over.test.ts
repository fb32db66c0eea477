/** Phones that turn the cards of Flip over: once for all of them. */

import { expect, test } from "vitest";
import { newId } from "../../src/server/ids";
import { TABLE } from "../../src/store/sent/server";
import { problem } from "./model_game";
import { refusal, success } from "./model_server";
import { online, settle, startFlip, troubleOf, twoPhones } from "./tables";

/** Two phones without a network at a game of Flip, and the ids of the Flips that the server has. */
async function atFlip() {
  const { server, ann, ben, ids, group } = await twoPhones();
  const game = await startFlip(ann, group, ids);
  await ann.store.send();
  await ben.store.readGame(game);

  const flips: string[] = [];
  let event = 1;
  const send = server.send.bind(server);
  server.send = async (call, how) => {
    if (!call.path.startsWith(TABLE(game))) return send(call, how);
    const sideIn = () => (flips.length % 2 === 1 ? "wild" : "color");
    const { id, side: seen } = (call.body ?? {}) as { id: string; side?: string };
    if (call.method === "POST" && seen && seen !== sideIn()) {
      return refusal(problem(409, "turned_over"));
    }
    if (call.method === "POST") flips.push(id);
    if (call.method === "DELETE") flips.pop();
    event += call.method === "GET" ? 0 : 1;
    const side = sideIn();
    return success({
      game,
      round: 1,
      event,
      side,
      plays: [],
      players: [],
      groups: [],
      skipped: [],
    });
  };
  for (const phone of [ann, ben]) phone.online = false;
  const flip = async (phone: typeof ann) => {
    const id = newId();
    await phone.store.play(game, { kind: "flip", body: { id, round: 1 } });
    return id;
  };
  return { ann, ben, game, flip, flips };
}

test("who turns them over after somebody else has is asked first", async () => {
  const { ann, ben, flip, flips } = await atFlip();
  const first = await flip(ann);
  await flip(ben);
  await online(ann);
  await online(ben);
  expect(flips).toEqual([first]);
  expect(troubleOf(ben)).toMatchObject({ kind: "changed", problem: { code: "turned_over" } });
  await settle(ben, "drop");
  expect(flips).toEqual([first]);
});

test("who insists turns them back", async () => {
  const { ann, ben, flip, flips } = await atFlip();
  const first = await flip(ann);
  const second = await flip(ben);
  await online(ann);
  await online(ben);
  await settle(ben, "mine");
  expect(flips).toEqual([first, second]);
});

test("one phone turns them over as often as they are", async () => {
  const { ann, game, flip, flips } = await atFlip();
  const first = await flip(ann);
  const second = await flip(ann);
  await ann.store.takeBackPlay(game, { round: 1, id: second });
  const third = await flip(ann);
  await online(ann);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
  expect(flips).toEqual([first, third]);
});
