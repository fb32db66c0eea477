/** Games and groups that are open: read, then followed as they happen. */

import { beforeEach, expect, test, vi } from "vitest";
import { followGame, followGroup } from "../../src/store/following";
import { serverAt } from "../../src/store/sent/server";
import { createStore, type Store } from "../../src/store/store";
import { memoryDatabase } from "../../src/store/stored/database";
import { comingRound, game } from "../screens/games";
import { FakePage, fakeServer, json, openStream, problem } from "../server/fake_server";
import { NOWHERE } from "./nowhere";

const GAME = game({ id: "a1", group: "g1", event: 4 });
const GROUP = { id: "g1", name: "Thursdays", event: 4, members: [], players: [], player_count: 0 };
const DRAFT = { game: "a1", event: 4, draft: null, check: null, has_plays: true };
const TABLE = { game: "a1", event: 4, round: 1, turn: null, groups: [], plays: [], players: [] };

/** What the server has, by its path; or what it will have answered. */
let documents: Record<string, unknown>;
let streams: ReturnType<typeof openStream>[];
let store: Store;

beforeEach(async () => {
  new FakePage();
  streams = [];
  documents = { "games/a1/": GAME, "games/a1/draft/": DRAFT, "games/a1/table/": TABLE };
  documents["groups/g1/"] = GROUP;
  fakeServer(async ({ path, signal }) => {
    if (path.endsWith("/events/")) {
      const stream = openStream(signal);
      streams.push(stream);
      stream.say("retry: 2000\n\n");
      return stream.response;
    }
    const document = await documents[path.replace("/api/v1/", "")];
    return document ? json(document) : problem(404, "not_found");
  });
  const server = serverAt("http://localhost", (request) => fetch(request));
  store = createStore({ ...NOWHERE, database: memoryDatabase(), server });
  await store.load();
  await store.keepLogin({ token: "t1", user: { id: "u1", name: "Ann" } } as never);
});

const until = (is: () => unknown) => vi.waitUntil(is, { timeout: 30_000, interval: 5 });
const tell = (number: number, kind: string, data: object) =>
  streams[0]?.tell({ number, kind, data } as never);
const shown = () => store.gameOf("a1").value?.game;

test("a game follows its events, with its draft", async () => {
  const { close } = followGame(store, "a1");
  await until(() => streams.length > 0);
  tell(5, "game_archived", { rounds_from: 1, rounds: [], archived: true });
  await until(() => shown()?.archived);
  tell(6, "draft_changed", { draft: { round: 1, lines: [] } });
  await until(() => store.draftOf("a1").value?.draft);
  expect(shown()?.event).toBe(6);
  close();
});

test("why a round of which all lines are there is not recorded is read", async () => {
  const next_round = comingRound(1, { playing: ["nora", "jonas"] });
  documents["games/a1/"] = { ...GAME, next_round };
  const { close } = followGame(store, "a1");
  await until(() => streams.length > 0);
  const lines = next_round.playing.map((player) => ({ player }));
  const draft = { round: 1, lines };
  const check = { ok: false, problems: [{ message: "A hit is missing." }], lines: [] };
  documents["games/a1/draft/"] = { ...DRAFT, event: 6, draft, check };
  tell(5, "draft_changed", { draft: { ...draft, lines: lines.slice(1) } });
  await until(() => store.draftOf("a1").value?.draft);
  expect(store.draftOf("a1").value?.check).toBeNull();
  tell(6, "draft_changed", { draft });
  await until(() => store.draftOf("a1").value?.check);
  expect(store.draftOf("a1").value?.check).toEqual(check);

  // The hit is noted on the table.
  documents["games/a1/draft/"] = { ...DRAFT, event: 7, draft, check: { ...check, problems: [] } };
  tell(7, "table", { gone: [], taken_back: [], groups: [], plays: [{ id: "p1" }] });
  await until(() => store.draftOf("a1").value?.check?.problems.length === 0);
  close();
});

test("what happens while that is read is not undone by the answer", async () => {
  const next_round = comingRound(1, { playing: ["nora"] });
  documents["games/a1/"] = { ...GAME, next_round };
  const { close } = followGame(store, "a1");
  await until(() => streams.length > 0);
  const draft = { round: 1, lines: [{ player: "nora" }] };
  let answer = (_document: object) => {};
  documents["games/a1/draft/"] = new Promise((resolve) => {
    answer = resolve;
  });
  tell(5, "draft_changed", { draft });
  await until(() => store.draftOf("a1").value?.draft);
  tell(6, "draft_discarded", {});
  await until(() => store.draftOf("a1").value?.event === 6);
  answer({ ...DRAFT, event: 5, draft });
  await new Promise((done) => setTimeout(done, 20));
  expect(store.draftOf("a1").value).toMatchObject({ event: 6, draft: null });
  close();
});

test("a table follows as long as no event is missing, and is read again then", async () => {
  const { close } = followGame(store, "a1");
  await until(() => store.tableOf("a1").value);
  const told = { gone: [], taken_back: [], groups: [], plays: [{ id: "p1" }] };
  const turn = () => store.local.rows("live_tables").value.get("a1")?.table.turn;
  tell(5, "table", { ...told, turn: "nora" });
  await until(() => turn() === "nora");
  documents["games/a1/table/"] = { ...TABLE, event: 7, turn: "jonas" };
  tell(7, "table", { ...told, turn: "nora" });
  await until(() => turn() === "jonas");
  close();
});

test("a group tells of players who were renamed, and of games that were deleted", async () => {
  await store.storeGame(GAME);
  const { close } = followGroup(store, "g1");
  await until(() => streams.length > 0);
  tell(5, "player_changed", { player: { id: "nora", name: "Anna", has_left: false } });
  await until(() => shown()?.players.some(({ name }) => name === "Anna"));
  expect(store.groupOf("g1").value?.players.map(({ name }) => name)).toEqual(["Anna"]);
  tell(6, "game_removed", { game: "a1" });
  await until(() => store.games.value.length === 0);
  close();
});

test("the first screen reads what has changed, and what cannot be seen any more goes", async () => {
  const home = { games: [{ id: "a1", version: 1 }], groups: [{ id: "g1", event: 4 }] };
  documents["me/home/"] = home;
  await store.refreshHome();
  expect([store.home.value, shown()?.event]).toEqual([home, 4]);
  expect(store.groups.value).toHaveLength(1);
  const later = { games: [{ id: "a1", version: 2 }], groups: [{ id: "g1", event: 5 }] };
  documents = { "me/home/": later };
  await store.refreshHome();
  expect([store.games.value, store.groups.value]).toEqual([[], []]);
});

test("a game that others have ended meanwhile is no longer in progress on the first screen", async () => {
  const playing = (id: string) => ({ ...GAME, id, version: 3, status: "playing" as const });
  for (const id of ["a1", "a2", "a3"]) await store.storeGame(playing(id));
  await store.storeGroup(GROUP as never);
  await store.storeGroup({ ...GROUP, id: "g2" } as never);
  store.close(); // or what waits would be sent
  await store.decide("a3", "archive");
  documents = {
    "me/home/": { games: [], groups: [{ id: "g1", event: 4 }], more_groups: false },
    "games/a1/": { ...playing("a1"), version: 4, event: 5, status: "over" },
  };
  await store.refreshHome();
  const games = store.games.value.map(({ game }) => `${game.id} ${game.status}`);
  expect(games.sort()).toEqual(["a1 over", "a3 playing"]); // a2 is deleted
  expect(store.groups.value.map(({ id }) => id)).toEqual(["g1"]);
});

test("a group that only this phone knows stays on the first screen", async () => {
  store.close();
  const body = { edition: "classic", players: [] } as never;
  await store.startGame({ newPlayers: [{ id: "nora", name: "Nora" }], body });
  documents["me/home/"] = { games: [], groups: [], more_groups: false };
  await store.refreshHome();
  expect([store.games.value.length, store.groups.value.length]).toEqual([1, 1]);
});

test.each([
  [false, 0],
  [true, 1],
])("a game that was deleted elsewhere goes, unless something waits (%j)", async (waits, left) => {
  await store.storeGame(GAME);
  if (waits) {
    store.close(); // or it would be sent
    await store.decide("a1", "archive");
  }
  const { close, hasEnded } = followGame(store, "a1");
  await until(() => streams.length > 0);
  streams[0]?.say("event: ended\ndata: {}\n\n");
  await until(hasEnded);
  await new Promise((done) => setTimeout(done, 10));
  expect(store.games.value).toHaveLength(left);
  close();
});

test.each([
  ["games/a1/", () => followGame(store, "a1"), () => store.games.value],
  ["groups/g1/", () => followGroup(store, "g1"), () => store.groups.value],
])("%s that nobody may see any more goes from the screen", async (path, follow, listed) => {
  if (path === "games/a1/") await store.storeGame(GAME);
  else await store.storeGroup(GROUP as never);
  expect(listed()).toHaveLength(1);
  delete documents[path];
  const { close, hasEnded } = follow();
  await until(() => listed().length === 0);
  expect(hasEnded()).toBe(true);
  close();
});

test("what only this phone knows is followed once the server knows it, with its token", async () => {
  await store.storeGame({ ...GAME, version: 0 });
  const { close, hasEnded } = followGame(store, "a1");
  await new Promise((done) => setTimeout(done, 20));
  expect([streams.length, hasEnded()]).toEqual([0, false]);
  await store.storeGame({ ...GAME, event: 5 });
  await until(() => streams.length > 0);
  await store.keepLogin({ token: "t2", user: { id: "u1", name: "Ann" } } as never);
  await until(() => streams.length > 1);
  close();
});

test("without plays, the table of a game is read only where it is looked at", async () => {
  documents["games/a1/draft/"] = { ...DRAFT, has_plays: false };
  const { close } = followGame(store, "a1");
  await until(() => streams.length > 0);
  expect(store.tableOf("a1").value).toBeFalsy();
  tell(5, "draft_changed", { draft: { round: 1, lines: [] } });
  await until(() => store.draftOf("a1").value?.draft);
  close();
  const table = followGame(store, "a1", "table");
  await until(() => store.tableOf("a1").value);
  table.close();
});

test("what is refused for now stays on the screen", async () => {
  await store.storeGame(GAME);
  await store.storeGroup(GROUP as never);
  const refused = problem(403, "not_allowed");
  for (const follow of [followGame, followGroup]) {
    documents = {};
    fakeServer(() => refused.clone());
    const { close, hasEnded } = follow(store, follow === followGame ? "a1" : "g1");
    await until(hasEnded);
    close();
  }
  await new Promise((done) => setTimeout(done, 10));
  expect([store.games.value.length, store.groups.value.length]).toEqual([1, 1]);
});

test("a group that only this phone knows is followed once it is created", async () => {
  store.close(); // or it would be sent
  const player = { id: "nora", name: "Nora" };
  const seats = { edition: "classic" as const, players: [{ id: "nora" }] };
  await store.startGame({ newPlayers: [player], body: seats });
  const [id = ""] = store.groups.value.map((group) => group.id);
  documents[`groups/${id}/`] = { ...GROUP, id };
  const own = followGroup(store, id);
  const other = followGroup(store, "g1");
  await until(() => streams.length > 0);
  expect(streams).toHaveLength(1);
  await store.local.write(async (rows) => {
    for (const item of await rows.all("outbox")) await rows.remove("outbox", item.id);
  });
  await until(() => streams.length === 2);
  own.close();
  other.close();
});

test("a player belongs to the group, or else to that of a game, that this phone knows", async () => {
  store.close();
  await store.storeGame({ ...GAME, id: "a2", group: "g2", players: [] });
  await store.storeGame(GAME);
  await store.storeGroup({ ...GROUP, id: "g3" } as never);
  const groups = () =>
    [...store.local.rows("outbox").value.values()].map(
      ({ action }) => "group" in action && action.group,
    );
  await store.changePlayer("nora", { name: "Anna" });
  expect(groups()).toEqual(["g1"]);
  const players = [{ id: "nora", name: "Nora" }];
  await store.storeGroup({ ...GROUP, id: "g4", players } as never);
  await store.mergePlayers("nora", "jonas");
  expect(groups().at(-1)).toBe("g4");
  expect(() => store.deletePlayer("nobody")).toThrow("does not know the player nobody");
});
