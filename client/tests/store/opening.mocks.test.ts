/** The store of the page: what it opens, what wakes it, and whom it asks. */

import type { Signal } from "@preact/signals";
import { beforeEach, expect, test, vi } from "vitest";

const { ask, askHere, disk } = vi.hoisted(() => ({
  ask: vi.fn(),
  askHere: vi.fn(),
  disk: { database: null as unknown },
}));
vi.mock("../../src/rules", async () => ({
  ...(await import("../../src/rules/functions")),
  ...{ ask, askHere },
  rulesState: (await import("@preact/signals")).signal("none"),
}));
vi.mock("../../src/store/stored/database", async (original) => ({
  ...(await original<object>()),
  openDatabase: async () => {
    if (!disk.database) throw new Error("IndexedDB is forbidden");
    return disk.database;
  },
}));

import { Unavailable } from "../../src/rules";
import { memoryDatabase } from "../../src/store/stored/database";
import { game } from "../screens/games";
import { FakePage, fakeServer, json, lineOf, openStream, problem } from "../server/fake_server";

type Module = typeof import("../../src/store");
const until = (is: () => unknown) => vi.waitUntil(is, { timeout: 10_000, interval: 2 });

/** What tabs say to each other: heard only if a test passes it on. */
class FakeChannel {
  said: unknown[] = [];
  hear: (message: { data: unknown }) => void = () => {};
  constructor() {
    channels.push(this);
  }
  postMessage(data: unknown) {
    this.said.push(data);
  }
  addEventListener(_name: string, hear: FakeChannel["hear"]) {
    this.hear = hear;
  }
}
const channels: FakeChannel[] = [];

let page: FakePage;
let used: Map<string, string>;
let navigator: { onLine: boolean; userAgent: string; locks?: LockManager };
let seen: ReturnType<typeof fakeServer>;
/** What the server has, by its path; anything else is a network that is gone. */
let documents: Record<string, () => Response>;

beforeEach(() => {
  page = new FakePage();
  Object.assign(page, { visibilityState: "visible" });
  used = new Map();
  navigator = { onLine: true, userAgent: "Firefox" };
  disk.database = memoryDatabase();
  documents = {};
  ask.mockReset();
  askHere.mockReset();
  askHere.mockRejectedValue(new Unavailable());
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  channels.length = 0;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => used.get(key) ?? null,
    setItem: (key: string, value: string) => void used.set(key, value),
    removeItem: (key: string) => void used.delete(key),
  });
  vi.stubGlobal("sessionStorage", { getItem: () => "tab", setItem: () => {} });
  seen = fakeServer(({ path, method }) => {
    const answer = documents[`${method} ${path.replace("/api/v1/", "")}`];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
});

/** The page is loaded, on the phone whose disk this is. */
async function opened(): Promise<Module> {
  vi.resetModules();
  const store = await import("../../src/store");
  await store.openStore();
  return store;
}

const guest = () => json({ token: "t1", user: { id: "u1", name: "Ann" } }, 201);
const GAME = { players: [{ id: "p1" }, { id: "p2" }], edition: "express" as const };
const asked = () => seen.map(lineOf);

/** The page has been loaded, and Ann has begun, but there is no network. */
async function beganOffline(): Promise<Module> {
  const store = await opened();
  await store.begin("Ann");
  await until(() => seen.length > 0 && !store.network.value);
  return store;
}

/** A phone on which a game of Ann's lies, that the server knows. */
async function withGame(): Promise<Module> {
  documents["POST auth/guests/"] = guest;
  documents["GET games/a1/"] = () => json(game({ id: "a1", group: "g1", my_role: "owner" }));
  const store = await opened();
  await store.begin("Ann");
  await until(() => store.account.value?.token);
  await store.storeGame(game({ id: "a1", group: "g1" }));
  seen.length = 0;
  return store;
}

test("what was done before the page was loaded again is there, and sent", async () => {
  await beganOffline();
  documents["POST auth/guests/"] = guest;
  const after = await opened();
  expect(after.account.value?.name).toBe("Ann");
  await until(() => after.account.value?.token === "t1");
  documents["GET home/"] = () => json({ groups: [], games: [] });
  await after.refreshHome().catch(() => {});
  expect(seen.at(-1)?.headers.get("Authorization")).toBe("Bearer t1");
});

test("the page waits for Web Locks where there are some, or else for its lease", async () => {
  documents["POST auth/guests/"] = guest;
  const request = vi.fn((_name: string, work: () => Promise<void>) => work());
  navigator.locks = { request } as unknown as LockManager;
  const store = await opened();
  await store.begin("Ann");
  await until(() => store.account.value?.token);
  expect(request.mock.calls[0]?.[0]).toBe("tableside");
});

test("a network that is back is used, and so is a page that is looked at again", async () => {
  const store = await beganOffline();
  const again = async (wake: () => void) => {
    const before = seen.length;
    wake();
    await until(() => seen.length > before);
  };
  await again(() => page.dispatchEvent(new Event("visibilitychange")));
  navigator.onLine = false;
  page.tell("offline");
  expect(store.network.value).toBe(false);
  documents["GET "] = () => json({}); // is anybody there? only then is something sent
  documents["POST auth/guests/"] = guest;
  navigator.onLine = true;
  await again(() => page.tell("online"));
  await until(() => store.account.value?.token);
  expect(store.network.value).toBe(true);
});

test("a hidden page sends nothing by itself", async () => {
  await beganOffline();
  Object.assign(page, { visibilityState: "hidden" });
  const before = seen.length;
  page.dispatchEvent(new Event("visibilitychange"));
  await new Promise((done) => setTimeout(done, 20));
  expect(seen).toHaveLength(before);
});

test("a phone that was used and has nothing left says so; one that was logged out does not", async () => {
  const first = await opened();
  await first.begin("Ann");
  expect([used.get("tableside"), first.storage.value]).toEqual(["in use", "ok"]);
  disk.database = memoryDatabase();
  const cleared = await opened();
  expect(cleared.storage.value).toBe("lost");
  expect(used.get("tableside")).toBe("in use");
  await cleared.begin("Ann");
  expect(cleared.storage.value).toBe("ok");
  await cleared.logOut({ force: true });
  expect(used.has("tableside")).toBe(false);
  expect((await opened()).storage.value).toBe("ok");
});

test("without storage of any kind the page still works", async () => {
  disk.database = null;
  const forbidden = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    vi.stubGlobal(name, { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  }
  const store = await opened();
  await store.begin("Ann");
  expect([store.storage.value, store.account.value?.name]).toEqual(["memory_only", "Ann"]);
});

test("what another tab has written is shown", async () => {
  const one = await opened();
  const other = await opened();
  await one.begin("Ann");
  expect(other.account.value).toBeNull();
  for (const data of channels[0]?.said ?? []) channels[1]?.hear({ data });
  await until(() => other.account.value?.name === "Ann");
});

test("a game is followed from one screen to the next", async () => {
  const store = await withGame();
  documents["GET games/a1/events/"] = () => openStream(null).response;
  documents["GET games/a1/draft/"] = () =>
    json({ game: "a1", event: 1, draft: null, check: null, has_plays: false });
  documents["GET groups/g1/"] = () => problem(404, "not_found");
  const leave = store.openGame("a1");
  await until(() => asked().some((each) => each.startsWith("GET games/a1/events/")));
  const count = seen.length;
  leave();
  store.openGame("a1")();
  store.openGroup("g1")();
  await until(() => asked().includes("GET groups/g1/"));
  expect(asked().filter((each) => each === "GET games/a1/")).toHaveLength(1);
  expect(count).toBeGreaterThan(1);
});

test("Phases of a new game are those of the edition, or named by the rules", async () => {
  const store = await opened();
  await store.begin("Ann");
  const phasesOf = async (more: object) => {
    const id = await store.startGame({ newPlayers: [], body: { ...GAME, ...more } });
    return store.gameOf(id).value?.game.phases ?? [];
  };
  expect(await phasesOf({})).toHaveLength(10);
  expect(await phasesOf({ preset: "official" })).toHaveLength(10);
  expect(await phasesOf({ preset: "random" })).toEqual([]);
  expect(ask).not.toHaveBeenCalled();
  const own = [{ groups: [{ kind: "set", size: 3 }] }];
  ask.mockResolvedValueOnce({ data: { phases: [{ phase: 1, name: "Set of 3", groups: [] }] } });
  expect((await phasesOf({ phases: own })).map(({ name }) => name)).toEqual(["Set of 3"]);
  const players = [1, 2].map((number) => ({ id: `p${number}`, name: String(number) }));
  expect(ask.mock.calls[0]).toEqual(["game", { edition: "express", players, phases: own }]);
  ask.mockResolvedValueOnce({ problem: {} });
  expect(await phasesOf({ phases: own })).toEqual([]);
  ask.mockRejectedValueOnce(new Unavailable());
  expect(await phasesOf({ phases: own })).toEqual([]);
  vi.useFakeTimers();
  ask.mockImplementationOnce(() => new Promise(() => {}));
  const late = phasesOf({ phases: own });
  await vi.advanceTimersByTimeAsync(1_600);
  vi.useRealTimers();
  expect(await late).toEqual([]);
});

test("once the rules are there, the Phases of games that wait are named", async () => {
  const store = await opened();
  await store.begin("Ann");
  const phases = [{ groups: [{ kind: "set" as const, size: 3 }] }];
  const id = await store.startGame({ newPlayers: [], body: { ...GAME, phases } });
  const names = () => store.gameOf(id).value?.game.phases.map(({ name }) => name);
  expect(names()).toEqual([]);
  ask.mockResolvedValue({ data: { phases: [{ phase: 1, name: "Set of 3", groups: [] }] } });
  const { rulesState } = await import("../../src/rules");
  (rulesState as unknown as Signal<string>).value = "ready";
  await until(() => names()?.length);
  expect(names()).toEqual(["Set of 3"]);
});

test("what a correction would do is asked of the server, if it knows all that this phone knows", async () => {
  const store = await withGame();
  const ask = (id = "a1") => store.previewCorrection(id, 1, { results: [] } as never);
  expect(await ask("nothing")).toEqual({ unknown: true });
  documents["PUT games/a1/rounds/1/"] = () => json(game({ id: "a1", version: 2 }));
  expect(await ask()).toMatchObject({ game: { version: 2 }, consequences: [] });
  expect(seen[0]?.headers.get("Authorization")).toBe("Bearer t1");
  await store.decide("a1", "archive");
  expect(await ask()).toEqual({ unknown: true });
});

test("a play is ruled on by a server that has the same table", async () => {
  const store = await withGame();
  const play = { path: "plays", body: { id: "p1", kind: "hit" } } as never;
  const rule = (id = "a1") => store.rulingOfPlay(id, play);
  documents["POST games/a1/table/plays/"] = () => json({ ruling: { problems: [] } });
  expect(await rule()).toEqual({ problems: [] });
  expect(seen.at(-1)?.query.get("dry_run")).toBe("true");
  expect(await rule("nothing")).toBeNull();
  seen.length = 0;
  navigator.onLine = false;
  page.tell("offline");
  expect(await rule()).toBeNull();
  navigator.onLine = true;
  page.tell("online");
  await store.storeGame(game({ id: "a2", group: "g1", version: 0 }));
  expect(await rule("a2")).toBeNull();
  await store.decide("a1", "archive");
  expect(await rule()).toBeNull();
  expect(asked().filter((each) => each.includes("plays"))).toEqual([]);
});
