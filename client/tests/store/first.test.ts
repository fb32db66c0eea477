import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { newId } from "../../src/server/ids";
import { Unreachable } from "../../src/server/problems";
import type { Game } from "../../src/store/actions/actions";
import type { Answer } from "../../src/store/sent/server";
import { createStore } from "../../src/store/store";
import { openDatabase } from "../../src/store/stored/database";
import { NOWHERE } from "./nowhere";

test("a name, a game and a round reach the server in this order", async () => {
  const calls: string[] = [];
  let game: Game | null = null;
  const ok = (data: unknown): Answer => ({
    status: 200,
    data,
    problem: null,
    retryAfter: null,
    date: null,
  });
  const store = createStore({
    ...NOWHERE,
    database: await openDatabase("first"),
    server: {
      async send({ method, path, body }) {
        calls.push(`${method} ${path.replace(/[0-9a-f-]{36}/g, "ID")}`);
        if (path.endsWith("/guests/"))
          return ok({ token: "secret", user: { id: newId(), name: "Ann" } });
        if (path === "/api/v1/groups/") {
          const {
            id,
            name,
            game: asked,
          } = body as { id: string; name: string; game: { id: string } };
          game = { ...(store.gameOf(asked.id).peek()?.game as Game), version: 1, event: 1 };
          return ok({ id, name, event: 1, members: [], players: [], game });
        }
        return ok({ ...(game as Game), version: 2, event: 2 });
      },
    },
  });
  await store.load();
  await store.begin("Ann");
  const newPlayers = ["Ann", "Ben"].map((name, index) => ({ id: newId(), name, me: index === 0 }));
  const id = await store.startGame({
    newPlayers,
    body: { edition: "classic", players: newPlayers.map((player) => ({ id: player.id })) },
  });
  const results = newPlayers.map((player, index) => ({ player: player.id, points: index * 5 }));
  await store.recordRound(id, { number: 1, results });
  await store.send();
  expect(calls).toEqual([
    "POST /api/v1/auth/guests/",
    "POST /api/v1/groups/",
    "POST /api/v1/games/ID/rounds/",
  ]);
  expect(store.outbox.value).toMatchObject({ waiting: 0, state: "idle", troubles: [] });
  expect(store.gameOf(id).value?.game.version).toBe(2);
});

test("a guest whose answer was lost is created by the same request, wherever the phone is then", async () => {
  const asked: { body: unknown; key: string | null }[] = [];
  let zone = "Europe/Berlin";
  const store = createStore({
    ...NOWHERE,
    database: await openDatabase("guest"),
    server: {
      async send({ path, body }, { key }) {
        const answered = { status: 200, problem: null, retryAfter: null, date: null };
        if (!path.endsWith("/guests/")) return { ...answered, data: {} }; // whether there is anybody
        asked.push({ body, key });
        if (asked.length === 1) {
          zone = "Europe/Lisbon";
          throw new Unreachable("the answer is lost");
        }
        return { ...answered, data: { token: "secret", user: { id: newId(), name: "Ann" } } };
      },
    },
    device: () => "Android phone",
    timeZone: () => zone,
  });
  await store.load();
  await store.begin("Ann");
  await store.send();
  await store.send();
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
  expect(asked[0]?.body).toEqual({
    name: "Ann",
    device: "Android phone",
    time_zone: "Europe/Berlin",
  });
  expect(store.account.value?.token).toBe("secret");
});
