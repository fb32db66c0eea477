/** The store of a page: over the real requests, a database, and the events of the server. */

import "fake-indexeddb/auto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Game } from "../../src/store";
import { game as aGame } from "../screens/games";
import { type Asked, FakePage, fakeServer, json, openStream, problem } from "../server/fake_server";
import { ModelServer } from "./model_server";
import { scores } from "./tables";

const page = new FakePage();
const kept = new Map<string, string>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
};
const persist = vi.fn(async () => true);
const navigator = { onLine: true, userAgent: "Firefox", storage: { persist } };

const model = new ModelServer();
/** What is answered beside the model: by its path. */
const documents = new Map<string, unknown>();
const asked: Asked[] = [];
let streams: (Asked & { stream: ReturnType<typeof openStream> })[] = [];
let isAway = false;

async function answer(one: Asked): Promise<Response> {
  const { method, path, query, headers, request, signal } = one;
  asked.push(one);
  if (isAway) throw new TypeError("Failed to fetch");
  if (path.endsWith("/events/")) {
    const stream = openStream(signal);
    streams.push({ ...one, stream });
    stream.say("retry: 2000\n\n");
    return stream.response;
  }
  if (method === "GET" && documents.has(path)) {
    const document = documents.get(path);
    return document === null ? problem(404, "not_found") : json(document);
  }
  const text = await request.text();
  const version = headers.get("If-Match");
  const call = {
    ...{ method, path: query.size > 0 ? `${path}?${query}` : path },
    ...{
      body: text ? JSON.parse(text) : undefined,
      version: version && Number(JSON.parse(version)),
    },
  };
  const token = headers.get("Authorization")?.replace("Bearer ", "") ?? null;
  const key = headers.get("Idempotency-Key");
  const found = await model.send(call as Parameters<typeof model.send>[0], { token, key });
  if (found.problem) return json(found.problem, found.status);
  return found.status === 204
    ? new Response(null, { status: 204 })
    : json(found.data, found.status);
}

let store: typeof import("../../src/store");
let id = "";
let ids: string[] = [];

beforeAll(async () => {
  for (const [name, value] of Object.entries({
    ...{ localStorage: storage, sessionStorage: storage, navigator },
    ...{ location: { origin: "http://localhost", href: "http://localhost/" } },
  })) {
    vi.stubGlobal(name, value);
  }
  Object.defineProperty(page, "visibilityState", {
    get: () => (page.hidden ? "hidden" : "visible"),
  });
  fakeServer(answer);
  store = await import("../../src/store");
  await store.openStore();
  await store.begin("Ann");
  const newPlayers = ["Ann", "Ben", "Cleo"].map((name) => ({ id: store.newId(), name }));
  ids = newPlayers.map((player) => player.id);
  const players = ids.map((player) => ({ id: player }));
  id = await store.startGame({ newPlayers, body: { edition: "classic", players } });
  await sent();
});
beforeEach(() => {
  [streams, asked.length, isAway] = [[], 0, false];
  documents.clear();
});
afterAll(() => vi.unstubAllGlobals());

/** Soon; on a busy machine, a little later. */
const until = (is: () => unknown) => vi.waitUntil(is, { timeout: 4_500, interval: 5 });
const sent = () => until(() => store.outbox.value.waiting === 0);
const shown = () => store.gameOf(id).value?.game as Game;
const groupId = () => shown().group;
const event = (number: number, kind: string, data: object) => ({ number, kind, data });
const draft = (more: object = {}) => ({
  ...{ game: id, event: shown().event, draft: null, check: null, has_plays: false, ...more },
});
const table = (number: number) => ({
  ...{ game: id, event: number, round: 1, turn: null, groups: [], plays: [], players: [] },
});
/** The game is open anew, and its stream has begun. */
async function opened() {
  store.openGame("another")(); // the last one lingers until then
  documents.set(`/api/v1/games/${id}/draft/`, documents.get("draft") ?? draft());
  const close = store.openGame(id);
  await until(() => streams.length > 0);
  return close;
}

test("what is done reaches the server, with the token, and is noted for the next visit", async () => {
  expect(store.account.value).toMatchObject({ name: "Ann", token: "token of Ann 0" });
  expect(model.games.get(id)).toMatchObject({ id, edition: "classic" });
  expect(store.games.value.map(({ game }) => game.id)).toEqual([id]);
  expect(store.groups.value).toHaveLength(1);
  expect(store.loggedOut.value).toBe(false);
  expect(kept.get("tableside")).toBe("in use");
  expect(store.storage.value).toBe("ok");
});

test("without a network, what waits is sent as soon as it is back", async () => {
  isAway = true;
  await store.changeGame(id, { turns_logged: true });
  await until(() => !store.network.value);
  expect(shown().turns_logged).toBe(true);
  expect(model.games.get(id)?.turns_logged).toBe(false);
  isAway = false;
  page.tell("online");
  await sent();
  expect(model.games.get(id)?.turns_logged).toBe(true);
  navigator.onLine = false;
  page.tell("offline");
  expect(store.network.value).toBe(false);
  navigator.onLine = true;
  page.tell("online");
  expect(store.network.value).toBe(true);
});

test("an open game follows its events", async () => {
  const before = shown();
  const close = await opened();
  expect(streams[0]?.query.get("after")).toBe(String(before.event));
  const { rounds: _rounds, ...settings } = before;
  const next = { ...settings, turns_logged: false, rounds_from: 1, rounds: [] };
  streams[0]?.stream.tell(event(before.event + 1, "game_archived", { ...next, archived: true }));
  await until(() => shown().archived);
  expect(shown()).toMatchObject({ event: before.event + 1, turns_logged: false });
  streams[0]?.stream.tell(
    event(before.event + 2, "draft_changed", { draft: { round: 1, lines: [] } }),
  );
  await until(() => store.draftOf(id).value?.draft);
  expect(store.draftOf(id).value).toMatchObject({ draft: { round: 1 }, check: null });
  streams[0]?.stream.tell(event(before.event + 3, "game_unarchived", { ...next, archived: false }));
  await until(() => !shown().archived);
  close();
});

test("the table is read once there are plays, and follows as long as no event is missing", async () => {
  const at = shown().event;
  documents.set("draft", draft({ event: at, has_plays: true }));
  documents.set(`/api/v1/games/${id}/table/`, table(at));
  const close = await opened();
  await until(() => store.tableOf(id).value);
  const told = { gone: [], taken_back: [], groups: [], plays: [{ id: "p1", player: ids[0] }] };
  streams[0]?.stream.tell(event(at + 1, "table", { ...told, turn: ids[0] }));
  await until(() => store.tableOf(id).value?.turn === ids[0]);
  expect(store.tableOf(id).value?.plays).toMatchObject([{ id: "p1" }]);
  documents.set(`/api/v1/games/${id}/table/`, { ...table(at + 3), turn: ids[2] });
  streams[0]?.stream.tell(event(at + 3, "table", { ...told, turn: ids[1] })); // one is missing
  await until(() => store.tableOf(id).value?.turn === ids[2]);
  close();
});

test("a group tells of players who were renamed, and of games that were deleted", async () => {
  const group = groupId();
  const known = store.groupOf(group).value;
  documents.set(`/api/v1/groups/${group}/`, { ...known, event: 3 });
  const close = store.openGroup(group);
  await until(() => streams.length > 0);
  expect(streams[0]?.path).toBe(`/api/v1/groups/${group}/events/`);
  const ben = { ...known?.players.find(({ id: one }) => one === ids[1]), name: "Benno" };
  streams[0]?.stream.tell(event(4, "player_changed", { player: ben }));
  await until(() => shown().players.some(({ name }) => name === "Benno"));
  expect(store.groupOf(group).value?.players.map(({ name }) => name)).toContain("Benno");
  const other = aGame({ id: "00000000-0000-4000-8000-0000000000ff", group });
  await store.storeGame(other);
  expect(store.games.value).toHaveLength(2);
  streams[0]?.stream.tell(event(5, "game_removed", { game: other.id }));
  await until(() => store.games.value.length === 1);
  close();
});

test("the first screen reads what has changed, and what cannot be seen any more goes", async () => {
  const summary = (game: string, version: number) => ({ id: game, version });
  const home = {
    games: [summary(id, shown().version), summary("away", 1)],
    ...{ groups: [{ id: "g9", event: 2 }], last_games: [] },
  };
  documents.set("/api/v1/me/home/", home);
  documents.set("/api/v1/games/away/", aGame({ id: "away", event: 2 }));
  documents.set("/api/v1/groups/g9/", { ...store.groupOf(groupId()).value, id: "g9", event: 2 });
  await store.refreshHome();
  expect(store.home.value).toEqual(home);
  expect(asked.map(({ path }) => path)).toEqual([
    ...["/api/v1/me/home/", "/api/v1/games/away/", "/api/v1/groups/g9/"],
  ]);
  expect(store.gameOf("away").value?.game.event).toBe(2);
  expect(store.groupOf("g9").value?.event).toBe(2);
  for (const gone of ["/api/v1/games/away/", "/api/v1/groups/g9/"]) documents.set(gone, null);
  documents.set("/api/v1/me/home/", {
    ...{ ...home, games: [summary("away", 2)], groups: [{ id: "g9", event: 3 }] },
  });
  await store.refreshHome();
  expect(store.games.value.map(({ game }) => game.id)).toEqual([id]);
  expect(store.groups.value.map((group) => group.id)).toEqual([groupId()]);
});

test("without rules here, the server says what a correction would do", async () => {
  model.games.set(id, { ...(model.games.get(id) as Game), event: shown().event });
  const number = shown().rounds.length + 1;
  await store.recordRound(id, { number, results: scores(ids, 30) });
  await sent();
  expect(persist).toHaveBeenCalled();
  const body = { results: scores(ids, 40) };
  const found = await store.previewCorrection(id, number, body);
  expect(found).toMatchObject({ game: { id, rounds: [{ lines: [{}, { points: 40 }, {}] }] } });
  expect(asked.at(-1)?.query.get("dry_run")).toBe("true");
  expect(await store.previewCorrection("unknown", 1, body)).toEqual({ unknown: true });
  expect(await store.previewCorrection(id, number + 1, body)).toHaveProperty("problem");
  isAway = true;
  expect(await store.previewCorrection(id, number, body)).toEqual({ unknown: true });
  await store.changeGame(id, { turns_logged: true });
  expect(await store.previewCorrection(id, number, body)).toEqual({ unknown: true });
  isAway = false;
  page.hide(false);
  page.tell("online");
  await sent();
});
