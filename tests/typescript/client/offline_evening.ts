// A program: an evening at which one phone has no connection for three rounds. It prints what
// both phones have seen, for a test to judge.

import { api, forget, hold, type Schemas } from "./api";
import { invite, join } from "./groups";
import { firstMinute, nextGame, Outbox, tryRound } from "./offline";
import { begin } from "./people";

let requests = 0;
const statuses: number[] = [];
api.use({
  onRequest() {
    requests += 1;
  },
  onResponse({ response }) {
    statuses.push(response.status);
  },
});

async function evening() {
  const group = await firstMinute("Ann", ["Ben", "Cleo"]);
  const firstRequests = requests;
  const game = group.game;
  if (game === null) throw new Error("There is no game.");
  const [ann = "", ben = "", cleo = ""] = game.players.map(({ id }) => id);
  const scores = (one: number, other: number): Schemas["RoundEntry"][] => [
    { player: ann, went_out: true },
    { player: ben, points: one },
    { player: cleo, points: other },
  ];

  // Ben has a phone, too.
  const { code } = await invite(group.id, "scorer");
  const anns = forget();
  await begin("Ben", "phone");
  await join(code);
  const bens = forget();

  // Ann has no connection.
  hold(anns);
  const outbox = new Outbox(game.id);
  const began = Date.now() - 60 * 60_000;
  const rounds = [scores(5, 10), scores(15, 20), scores(25, 30)].map((results, index) =>
    outbox.enter(index + 1, results, new Date(began + index * 20 * 60_000)),
  );
  const [first, , third] = rounds;
  if (!first || !third) throw new Error("There are no rounds.");

  // It is back for a moment: the first round arrives, but not its answer.
  statuses.length = 0;
  const tried = await tryRound(game.id, first);
  await outbox.sendOne(first);

  // In the meantime Ben has entered the second round as he saw it.
  hold(bens);
  const another = new Outbox(game.id);
  another.enter(2, scores(35, 40), new Date());
  await another.send();

  // Now Ann's phone sends everything: the first round again, and the second is refused.
  hold(anns);
  const { game: known, refused } = await outbox.send();
  const waiting = outbox.waiting;
  outbox.dropFirst();
  const { game: last } = await outbox.send();

  const next = await nextGame(group.id, [ann, ben], "Dan");
  return {
    firstRequests,
    statuses,
    tried: tried.rounds.length,
    known: known?.rounds.length,
    refused: refused?.problem,
    waiting,
    left: outbox.waiting,
    ids: rounds.map(({ id }) => id),
    times: rounds.map(({ recorded_at }) => recorded_at),
    game: last,
    next: next.players.map(({ name }) => name),
  };
}

evening().then((seen) => console.log(JSON.stringify(seen)));
