/** How what waits is sent: in order, once, and whatever happens on the way. */

import { expect, test, vi } from "vitest";
import type { Call } from "../../src/store/actions/calls";
import type { Answer, Server } from "../../src/store/sent/server";
import { problem } from "./model_game";
import { success } from "./model_server";
import {
  enterOffline,
  onePhone,
  online,
  phoneAt,
  pointsIn,
  scores,
  seated,
  settle,
  shown,
  startFlip,
  startNew,
  troubleOf,
} from "./tables";

/** Keep a list of what is sent. */
function watched(server: Server): { call: Call; token: string | null; key: string | null }[] {
  const sent: { call: Call; token: string | null; key: string | null }[] = [];
  const send = server.send.bind(server);
  server.send = (call, how) => {
    sent.push(structuredClone({ call, ...how }));
    return send(call, how);
  };
  return sent;
}

/** Answer the next writes like this, and all others as the server does. */
function answering(server: Server, ...answers: Partial<Answer>[]): void {
  const send = server.send.bind(server);
  server.send = async (call, how) => {
    const answer = call.method === "GET" ? undefined : answers.shift();
    if (!answer) return send(call, how);
    return { ...success(null), ...answer };
  };
}

const refusal = (status: number, code: string, retryAfter: number | null = null) => {
  return { status, problem: problem(status, code), retryAfter };
};

test("what slow rules make of a round is shown once they have answered", async () => {
  const { ann, game, ids } = await onePhone();
  ann.online = false;
  ann.thinking = 2_500; // longer than anybody waits before it is stored
  await ann.store.recordRound(game, { number: 1, results: scores(ids, 10) });
  expect(ann.store.gameOf(game).peek()?.unchecked).toHaveLength(1);
  await vi.waitUntil(() => ann.store.gameOf(game).peek()?.unchecked.length === 0, 5_000);
  expect(ann.store.gameOf(game).peek()?.game.rounds).toHaveLength(1);
});

test("a guest who begins offline is created before everything else", async () => {
  const { server } = await seated("Somebody");
  const phone = phoneAt(server, "Zoe");
  await phone.open();
  phone.online = false;
  await phone.store.begin("Zoe");
  const { game, ids } = await startNew(phone.store, "Zoe", "Yan");
  await phone.store.recordRound(game, { number: 1, results: scores(ids, 10) });
  await phone.store.send();
  expect(phone.store.account.value).toMatchObject({ name: "Zoe", token: null });
  expect(shown(phone, game)).toEqual([10]);
  expect(phone.store.groups.value).toMatchObject([{ name: "Zoe, Yan", player_count: 2 }]);
  await phone.restart();
  expect(shown(phone, game)).toEqual([10]);
  const sent = watched(server);
  await online(phone);
  expect(sent.map(({ call }) => call.path.replace(game, "GAME"))).toEqual([
    "/api/v1/auth/guests/",
    "/api/v1/groups/",
    "/api/v1/games/GAME/rounds/",
  ]);
  expect(sent.map(({ token }) => token !== null)).toEqual([false, true, true]);
  expect(pointsIn(server.games.get(game))).toEqual([10]);
  expect(phone.store.account.value?.user?.name).toBe("Zoe");
  expect(phone.store.outbox.value).toMatchObject({ waiting: 0, state: "idle", troubles: [] });
});

test("a guest whose answer was lost is created by the same request, wherever the phone is then", async () => {
  const { server } = await seated("Somebody");
  const phone = phoneAt(server, "Zoe");
  await phone.open();
  phone.zone = "Europe/Berlin";
  phone.online = false;
  phone.fates = ["answer lost"];
  const sent = watched(server);
  await phone.store.begin("Zoe");
  await phone.store.send();
  phone.zone = "Europe/Lisbon";
  await online(phone);
  const [first, ...others] = sent.filter(({ call }) => call.path.endsWith("/guests/"));
  expect(others).toEqual([first]);
  expect(first?.call.body).toEqual({
    ...{ name: "Zoe", device: "Android phone", time_zone: "Europe/Berlin" },
  });
  expect(phone.store.account.value?.token).toBeTruthy();
});

test("if only the answer is lost, the same request is sent with the same key", async () => {
  const table = await onePhone();
  const { ann, server, atServer } = table;
  const sent = watched(server);
  await enterOffline(ann, table, 10);
  ann.fates = ["ok", "answer lost"]; // the first is only whether there is anybody
  await ann.store.send();
  expect(ann.store.outbox.value).toMatchObject({ waiting: 1, state: "offline" });
  server.now += 3 * 3_600_000;
  await online(ann);
  const [first, second] = sent.filter(({ call }) => call.path.endsWith("/rounds/"));
  expect(second).toEqual(first);
  expect(atServer()).toEqual([10]);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, state: "idle" });
});

test("days later, a correction whose answer was lost is not made again", async () => {
  const table = await onePhone();
  const { ann, server, game, ids, atServer } = table;
  await enterOffline(ann, table, 10);
  await online(ann);
  ann.fates = ["answer lost"];
  ann.online = false;
  await ann.store.correctRound(game, 1, { results: scores(ids, 15) });
  await ann.store.send();
  server.forgetAnswers();
  await online(ann);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
  expect(server.changes.filter(({ kind }) => kind === "correctRound")).toHaveLength(1);
  expect(atServer()).toEqual([15]);
});

test("a server that fails on one request is asked the others", async () => {
  const table = await onePhone();
  const { ann, server, game, group } = table;
  await enterOffline(ann, table, 10, 20);
  await ann.store.addPlayer(group, "Dan");
  answering(server, refusal(500, "internal_error"));
  await online(ann);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 2, troubles: [] });
  expect(server.groups.get(group)?.players.map(({ name }) => name)).toContain("Dan");
  server.now += 120_000;
  await ann.store.send();
  expect(shown(ann, game)).toEqual([10, 20]);
  expect(ann.store.outbox.value.waiting).toBe(0);
});

test("a server that is busy says when to come back", async () => {
  const table = await onePhone();
  const { ann, server } = table;
  await enterOffline(ann, table, 10);
  answering(server, refusal(429, "throttled", 7), refusal(503, "server_busy", 3));
  await online(ann);
  expect(ann.planned).toBe(7_000);
  await ann.store.send();
  expect(ann.planned).toBe(3_000);
  expect(ann.store.outbox.value.waiting).toBe(1);
  await ann.store.send();
  expect(ann.store.outbox.value.waiting).toBe(0);
});

test("without a network, the next attempts are later and later", async () => {
  const table = await onePhone();
  await enterOffline(table.ann, table, 10);
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await table.ann.store.send();
    pauses.push(table.ann.planned ?? 0);
  }
  expect(pauses[0]).toBeLessThan(4_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(30_000);
});

test("a phone that was logged out elsewhere keeps everything until somebody logs in", async () => {
  const table = await onePhone();
  const { ann, server, game, atServer } = table;
  await enterOffline(ann, table, 10, 20);
  const { user, token } = ann.store.account.value ?? {};
  server.people.delete(token ?? "");
  await online(ann);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 2, state: "stopped", troubles: [] });
  expect(shown(ann, game)).toEqual([10, 20]);
  await expect(ann.store.logOut()).rejects.toThrow("");
  server.people.set("another token", "Ann");
  if (!user) throw new Error("Nobody was logged in.");
  await ann.store.keepLogin({ token: "another token", user });
  await ann.store.send();
  expect(atServer()).toEqual([10, 20]);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, state: "idle" });
});

test("what is refused stops what depends on it, and nothing else", async () => {
  const table = await onePhone();
  const { ann, server, game, group, ids } = table;
  await enterOffline(ann, table, 10, 20);
  const other = await startFlip(ann, group, ids);
  await ann.store.recordRound(other, { number: 1, results: scores(ids, 40) });
  answering(server, refusal(403, "role_too_low"));
  await online(ann);
  expect(troubleOf(ann)).toMatchObject({ kind: "refused", game });
  expect(ann.store.gameOf(game).value?.waiting).toBe(2);
  expect(ann.store.gameOf(other).value).toMatchObject({ waiting: 0, trouble: null });
  expect(pointsIn(server.games.get(other))).toEqual([40]);
});

test("a game that is refused stops its rounds, and those of a player who is refused", async () => {
  const { ann, server, group, ids } = await onePhone();
  ann.online = false;
  const seats = [...ids, await ann.store.addPlayer(group, "Dan")];
  const other = await startFlip(ann, group, seats);
  await ann.store.recordRound(other, { number: 1, results: scores(seats, 40) });
  answering(server, refusal(400, "invalid_request"));
  await online(ann);
  expect(troubleOf(ann).action.kind).toBe("addPlayer");
  expect(ann.store.outbox.value.waiting).toBe(3);
  await settle(ann, "again");
  expect(ann.store.outbox.value.waiting).toBe(0);
  expect(pointsIn(server.games.get(other))).toEqual([40]);
});

test("a game that is left out goes with its rounds, and so does a group", async () => {
  const { ann, server, game, group, ids } = await onePhone();
  for (const start of [
    async () => ({ game: await startFlip(ann, group, ids), ids }),
    () => startNew(ann.store, "New 1", "New 2"),
  ]) {
    ann.online = false;
    const other = await start();
    for (const number of [1, 2]) {
      const results = scores(other.ids, number * 10);
      await ann.store.recordRound(other.game, { number, results });
    }
    answering(server, refusal(400, "invalid_request"));
    await online(ann);
    await ann.store.settle(troubleOf(ann), "drop");
    await ann.store.send();
    expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
    expect(ann.store.games.value.map((each) => each.game.id)).toEqual([game]);
    expect(ann.store.groups.value.map(({ id }) => id)).toEqual([group]);
  }
});

test("a group that is called after its players has a name that the server takes", async () => {
  const { ann, server } = await onePhone();
  const names = ["a".repeat(40), `${"b".repeat(37)}🎲`];
  const { game } = await startNew(ann.store, ...names);
  await ann.store.send();
  const group = server.games.get(game)?.group ?? "";
  expect(ann.store.groupOf(group).value?.name).toBe(names.join(", "));
});

test("a request that the server is still working on is asked again", async () => {
  const table = await onePhone();
  const { ann, server, atServer } = table;
  await enterOffline(ann, table, 10);
  answering(server, refusal(409, "request_in_flight", 1));
  await online(ann);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 1, troubles: [] });
  expect(ann.planned).toBe(1_000);
  await ann.store.send();
  expect(atServer()).toEqual([10]);
});

test("a guest whom the server is still creating is asked for again", async () => {
  const { server } = await seated("Somebody");
  const phone = phoneAt(server, "Zoe");
  await phone.open();
  const working = refusal(409, "request_in_flight", 1); // the page was reloaded meanwhile
  answering(server, working, working);
  await phone.store.begin("Zoe");
  await phone.store.send();
  expect(phone.store.account.value?.token).toBeNull();
  expect(phone.store.outbox.value.state).toBe("offline");
  expect(phone.planned).toBe(1_000);
  await phone.store.send();
  expect(phone.store.account.value?.user?.name).toBe("Zoe");
});

const DAY = 86_400_000;
const CLOCKS = {
  "years ahead": 900 * DAY,
  "years behind": -900 * DAY,
  "never set": -56 * 365 * DAY,
};

for (const [how, ahead] of Object.entries(CLOCKS)) {
  test(`a clock that is ${how} neither stops a round nor is believed`, async () => {
    const table = await onePhone();
    const { ann, server, game } = table;
    ann.ahead = ahead;
    await enterOffline(ann, table, 10);
    server.now += 600_000;
    const sent = watched(server);
    await online(ann);
    expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
    const time = server.games.get(game)?.rounds[0]?.phone_time ?? null;
    const late = time === null ? 0 : server.now - Date.parse(time);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(600_000);
    expect(sent.length).toBeGreaterThan(0);
  });
}

test("a clock that was put right after a round was entered does not stop it", async () => {
  const table = await onePhone();
  const { ann, server, game } = table;
  ann.ahead = 30 * DAY;
  await enterOffline(ann, table, 10);
  ann.ahead = 0;
  await online(ann);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
  expect(pointsIn(server.games.get(game))).toEqual([10]);
});

test("names, settings and players are shown before the server knows them", async () => {
  const { ann, ids, game, group } = await onePhone();
  ann.online = false;
  await ann.store.changePlayer(ids[1] ?? "", { name: "Benjamin" });
  await ann.store.changeGroup(group, { name: "Kitchen" });
  await ann.store.changeMe({ name: "Anna" });
  const dan = await ann.store.addPlayer(group, "Dan");
  expect(ann.store.gameOf(game).value?.game.players[1]?.name).toBe("Benjamin");
  expect(ann.store.groupOf(group).value).toMatchObject({ name: "Kitchen", player_count: 4 });
  expect(ann.store.account.value?.name).toBe("Anna");
  await ann.store.mergePlayers(dan, ids[0] ?? "");
  expect(ann.store.groupOf(group).value?.players.map(({ id }) => id)).not.toContain(dan);
  expect(ann.store.outbox.value.waiting).toBe(5);
});

test("a name that the server refuses is not shown any more", async () => {
  const { ann, ids, game, server } = await onePhone();
  const named = () => [
    ann.store.gameOf(game).value?.game.players[1]?.name,
    ann.store.groups.value[0]?.players[1]?.name,
    ann.store.account.value?.name,
  ];
  const before = named();
  await ann.store.send();
  ann.online = false;
  await ann.store.changePlayer(ids[1] ?? "", { name: "Benjamin" });
  await ann.store.changeMe({ name: "Anna" });
  expect(named()).toEqual(["Benjamin", "Benjamin", "Anna"]);
  answering(server, refusal(400, "invalid_request"), refusal(400, "invalid_request"));
  await online(ann);
  expect(ann.store.outbox.value.troubles).toHaveLength(2);
  expect(named()).toEqual(before);
});

test("of what is typed about a line, only the last is sent", async () => {
  const table = await onePhone();
  const { ann, server, game, ids } = table;
  ann.online = false;
  const player = ids[1] ?? "";
  await ann.store.enterLine(game, player, { round: 1, points: 5 });
  await ann.store.enterLine(game, player, { round: 1, points: 15 });
  await ann.store.enterLine(game, ids[2] ?? "", { round: 1, points: 20 });
  expect(ann.store.outbox.value.waiting).toBe(2);
  answering(server, { status: 200, data: {} }, { status: 200, data: {} });
  const sent = watched(server);
  await online(ann);
  const lines = sent.filter(({ call }) => call.method === "PUT").map(({ call }) => call.body);
  expect(lines).toEqual([
    { round: 1, points: 15 },
    { round: 1, points: 20 },
  ]);
  expect(ann.store.outbox.value.waiting).toBe(0);
});

test("a time that the server refuses is left out", async () => {
  const table = await onePhone();
  const { ann, server, game } = table;
  await enterOffline(ann, table, 10);
  const errors = [{ field: "phone_time", code: "in_the_future", message: "" }];
  answering(server, { status: 400, problem: problem(400, "invalid_request", { errors }) });
  await online(ann);
  expect(ann.store.outbox.value).toMatchObject({ waiting: 0, troubles: [] });
  expect(server.games.get(game)?.rounds[0]?.phone_time).toBeNull();
});

test("what fails on the server waits its turn, each time a little longer", async () => {
  const { ann, server, game } = await onePhone();
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(Math, "random").mockReturnValue(1);
  ann.planned = null;
  answering(server, { status: 500, problem: problem(500, "internal_error") });
  await ann.store.decide(game, "archive");
  await ann.store.send();
  expect(ann.planned).toBeGreaterThan(900);
  expect(ann.planned).toBeLessThanOrEqual(1_000);
  ann.planned = null;
  await ann.store.send(); // too early
  expect(ann.store.outbox.value.waiting).toBe(1);
  ann.ahead += 1_100;
  answering(server, { status: 500, problem: problem(500, "internal_error") });
  await ann.store.send();
  expect(ann.planned).toBeGreaterThan(1_900);
  ann.ahead += 2_100;
  await ann.store.send();
  expect(ann.store.outbox.value.waiting).toBe(0);
  expect(error).not.toHaveBeenCalled();
});

test("a bug does not stop the outbox, and is told", async () => {
  const { ann, server, game } = await onePhone();
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const send = server.send.bind(server);
  const bug = new TypeError("x is undefined");
  server.send = vi.fn(send).mockRejectedValueOnce(bug);
  await ann.store.decide(game, "archive");
  await ann.store.send();
  expect(ann.planned).not.toBeNull();
  await ann.store.send();
  expect(ann.store.outbox.value.waiting).toBe(0);
  expect(error.mock.calls).toEqual([[bug]]);
});

test("a guest whom the server cannot create is tried again, and one that it refuses is not", async () => {
  const { server } = await seated("Somebody");
  for (const [status, state] of [
    [500, "offline"],
    [422, "stopped"],
  ] as const) {
    const phone = phoneAt(server, "Zoe");
    await phone.open();
    const answer = { status, problem: problem(status, "some_code") };
    answering(server, answer, answer); // one as she begins, one for the test
    await phone.store.begin("Zoe");
    await phone.store.send();
    expect([phone.store.outbox.value.state, phone.store.account.value?.token]).toEqual([
      state,
      null,
    ]);
  }
});
