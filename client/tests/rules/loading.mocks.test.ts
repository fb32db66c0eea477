import { beforeEach, expect, test, vi } from "vitest";
import { FakeWorker } from "./fake_worker";

const POCKET = "/api/v1/referee/pocket/";

/** What the server has; null without a network. */
let version: string | null = "one";
/** Whether the line breaks after the manifest. */
let breaksOff = false;
/** What was asked of it. */
let asked: string[] = [];
/** What lies in the caches. */
let cached = new Map<string, Response>();

function manifest(named: string) {
  return {
    version: named,
    address: `tableside-${named}.tar.gz`,
    format: "gztar",
    entry_point: "pocket:answer",
    sha256: "",
    size: 0,
    functions: [],
    languages: [{ language: "de", address: `tableside-de-${named}.tar.gz`, sha256: "", size: 0 }],
  };
}

const pathOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : request, "http://localhost").pathname;

async function fakeFetch(request: RequestInfo | URL): Promise<Response> {
  const path = pathOf(request);
  asked.push(path);
  if (version === null || (breaksOff && path !== POCKET)) throw new TypeError("Failed to fetch");
  if (path === POCKET) return Response.json(manifest(version));
  if (path.includes("/pocket/") || path.includes("/python-")) return new Response(path);
  return Response.json({ by: "the server" });
}

const cache = {
  match: async (request: string) => cached.get(pathOf(request))?.clone(),
  put: async (request: string, response: Response) => void cached.set(pathOf(request), response),
  add: async (request: string) => void cached.set(pathOf(request), await fakeFetch(request)),
  keys: async () => [...cached.keys()].map((path) => ({ url: `http://localhost${path}` })),
  delete: async ({ url }: { url: string }) => cached.delete(pathOf(url)),
};

let rules: typeof import("../../src/rules");
let language: typeof import("../../src/i18n")["language"];

beforeEach(async () => {
  [version, breaksOff, asked, cached] = ["one", false, [], new Map()];
  FakeWorker.reset();
  stubBrowser();
  vi.stubGlobal("navigator", { onLine: false });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await open();
});

function stubBrowser(): void {
  vi.stubGlobal("fetch", fakeFetch);
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("location", { href: "http://localhost/", origin: "http://localhost" });
}

/** Open the page again. */
async function open(): Promise<void> {
  vi.resetModules();
  rules = await import("../../src/rules");
  ({ language } = await import("../../src/i18n"));
}

const until = (state: string) => vi.waitUntil(() => rules.rulesState.value === state);
const QUESTION = { edition: "classic" as const, cards: ["R7"] };
const ask = () => rules.ask("score", QUESTION);
const here = () => rules.askHere("score", QUESTION);
/** Load the rules, until they are ready, or have become something else. */
async function load(state = "ready"): Promise<void> {
  rules.loadRules();
  await until(state);
}
/** Load the rules, until they are kept for the next visit, which begins then. */
async function loadBefore(): Promise<void> {
  rules.loadRules();
  await vi.waitUntil(() => cached.has(POCKET));
}
const worker = (number = 0) => FakeWorker.started[number];
const heard = (number = 0) => worker(number)?.heard[0] as Record<string, unknown>;

test("the server answers until the rules are loaded, and the phone from then on", async () => {
  expect(rules.rulesState.value).toBe("off");
  expect(await ask()).toEqual({ data: { by: "the server" } });
  await expect(here()).rejects.toBeInstanceOf(rules.Unavailable);
  rules.loadRules();
  await load();
  expect(await ask()).toEqual({ data: QUESTION });
  expect(FakeWorker.started).toHaveLength(1);
});

test("without the rules and without the server, nobody can answer", async () => {
  version = null;
  await expect(ask()).rejects.toBeInstanceOf(rules.Unavailable);
});

test("without the server, who asks waits for rules that are on their way", async () => {
  await loadBefore();
  await open();
  version = null;
  rules.loadRules();
  const answer = ask();
  expect(rules.rulesState.value).toBe("loading");
  expect(await answer).toEqual({ data: QUESTION });
});

test("from the second visit on, the rules load without a network", async () => {
  await loadBefore();
  version = null;
  await open();
  await load();
});

test("rules that cannot be downloaded are not loaded, and can be wanted again", async () => {
  version = null;
  await load("off");
  version = "one";
  await load();
});

test("a download that breaks off is tried again, and is no crash", async () => {
  breaksOff = true;
  await load("off");
  expect(asked).toContain(`${POCKET}tableside-one.tar.gz`);
  breaksOff = false;
  await load();
  expect(FakeWorker.started).toHaveLength(1);
});

test("a server that was busy is asked again; without a network there is none to ask", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  for (const onLine of [false, true]) {
    vi.stubGlobal("navigator", { onLine });
    version = null;
    await load("off");
    version = "one";
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rules.rulesState.value).toBe(onLine ? "ready" : "off");
  }
  vi.useRealTimers();
});

test("where the browser keeps nothing for pages, its HTTP cache remembers the rules", async () => {
  vi.unstubAllGlobals();
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("location", { href: "http://192.168.0.2/", origin: "http://192.168.0.2" });
  const remembers = async (request: RequestInfo | URL, how: RequestInit = {}) => {
    if (pathOf(request) === POCKET && how.cache !== "only-if-cached") throw new TypeError("lost");
    return fakeFetch(request);
  };
  vi.stubGlobal("fetch", remembers);
  await load();
  expect(cached.size).toBe(0);
});

test("rules that crash are started once more; then the server answers", async () => {
  await load();
  worker()?.crash();
  expect(rules.rulesState.value).toBe("loading");
  await until("ready");
  worker(1)?.crash();
  expect(rules.rulesState.value).toBe("failed");
  expect(FakeWorker.started).toHaveLength(2);
  expect(await ask()).toEqual({ data: { by: "the server" } });
  // What was remembered of a version is not trusted after a crash.
  expect([heard(0).memory, heard(1).memory]).toEqual([expect.stringMatching(/memory-one$/), null]);
});

test("a question that the worker breaks over goes to the server", async () => {
  await load();
  FakeWorker.mood = "silent";
  const answer = ask();
  await vi.waitUntil(() => worker()?.heard.some(({ kind }) => kind === "ask"));
  FakeWorker.mood = "well";
  worker()?.crash();
  expect(await answer).toEqual({ data: { by: "the server" } });
  await until("ready");
});

test("a new version replaces the kept one, of which nothing stays", async () => {
  await loadBefore();
  version = "two";
  await open();
  await load();
  await vi.waitUntil(() => ![...cached.keys()].some((path) => path.includes("one")));
  expect([...cached.keys()]).toContain(`${POCKET}tableside-two.tar.gz`);
});

test("while a round is being entered, the kept version is good enough", async () => {
  await loadBefore();
  version = "two";
  await open();
  rules.roundInEntry.value = true;
  await load();
  expect([...cached.keys()]).toContain(`${POCKET}tableside-one.tar.gz`);
  expect([...cached.keys()]).not.toContain(`${POCKET}tableside-two.tar.gz`);
});

test("after the round, an old version makes room", async () => {
  const now = vi.spyOn(Date, "now");
  await load();
  rules.roundInEntry.value = true;
  version = "two";
  now.mockReturnValue(Date.now() + 7_200_000);
  rules.roundInEntry.value = false;
  await vi.waitUntil(() => worker()?.terminated);
  await until("ready");
  expect(await here()).toEqual({ data: QUESTION });
  expect(FakeWorker.started).toHaveLength(2);
  now.mockRestore();
});

const noRoom = async () => {
  throw new DOMException("", "QuotaExceededError");
};
test.each([
  ["cannot be opened", noRoom],
  ["has no room", async () => ({ ...cache, put: noRoom, add: noRoom })],
])("a cache that %s is done without", async (_how, open) => {
  vi.stubGlobal("caches", { open });
  await load();
  expect(await here()).toEqual({ data: QUESTION });
  expect(cached.size).toBe(0);
});

test("who asks does not wait for texts that a stalled network never brings", async () => {
  await load();
  const hangs = (_request: RequestInfo | URL, { signal }: RequestInit = {}) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  vi.stubGlobal("fetch", hangs);
  language.value = "de";
  const late = new Promise((done) => setTimeout(done, 8_000, "never"));
  expect(await Promise.race([here(), late])).toEqual({ data: QUESTION });
});

test("the texts of another language are added when they are needed, until they are there", async () => {
  await load();
  language.value = "de";
  breaksOff = true;
  await here();
  breaksOff = false;
  await here();
  await here();
  const heard = worker()?.heard.map(({ kind }) => kind);
  expect(heard).toEqual(["load", "ask", "install", "ask", "ask"]);
  expect(worker()?.heard.at(-1)).toMatchObject({ language: "de" });
});

class PaintedAlready {
  constructor(readonly seen: (paints: { getEntriesByName(name: string): string[] }) => void) {}
  observe(): void {
    queueMicrotask(() => this.seen({ getEntriesByName: (name) => [name] }));
  }
  disconnect(): void {}
}

/** The browser of `loadRulesWhenIdle`, with nothing to do. */
function idle(saveData: boolean): void {
  vi.stubGlobal("navigator", { connection: { saveData } });
  vi.stubGlobal("document", { readyState: "complete", addEventListener: () => {} });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("PerformanceObserver", PaintedAlready);
  vi.stubGlobal("requestIdleCallback", (work: () => void) => queueMicrotask(work));
}

test("an idle browser loads the rules", async () => {
  idle(false);
  rules.loadRulesWhenIdle();
  await until("ready");
});

test("to save data, they are not downloaded, but loaded if they are there", async () => {
  for (const [saveData, dataSaver] of [
    [true, false],
    [false, true],
  ] as const) {
    idle(saveData);
    rules.loadRulesWhenIdle(dataSaver);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rules.rulesState.value).toBe("off");
    expect(asked).toEqual([]);
  }
  vi.unstubAllGlobals();
  stubBrowser();
  await loadBefore();
  await open();
  idle(true);
  rules.loadRulesWhenIdle();
  await until("ready");
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test("all that the rules need is cached, under the name that the service worker leaves alone", async () => {
  const opened = vi.fn(async () => cache);
  vi.stubGlobal("caches", { open: opened });
  await loadBefore();
  expect(new Set(opened.mock.calls.flat())).toEqual(new Set(["tableside-rules"]));
  const python = [...cached.keys()].filter((path) => path.includes("/python-"));
  expect(python.map((path) => path.split("/").at(-1)).sort()).toEqual([
    ...["pyodide-lock.json", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs"],
    "python_stdlib.zip",
  ]);
  expect(cached.get(POCKET)?.headers.get("Content-Type")).toBe("application/json");
  const before = asked.length;
  await open();
  await load();
  await settle();
  expect(asked.slice(before)).toEqual([POCKET]);
});

test("what the server does not have is no part of the rules", async () => {
  const broken = (request: RequestInfo | URL) =>
    pathOf(request) === POCKET ? fakeFetch(request) : new Response("", { status: 404 });
  vi.stubGlobal("fetch", broken);
  rules.loadRules();
  await until("loading");
  await until("off");
  expect([FakeWorker.started.length, cached.size]).toEqual([0, 0]);
});

test("rules that cannot be loaded twice have failed, and can be wanted again", async () => {
  FakeWorker.mood = "broken";
  await load("failed");
  expect(FakeWorker.started).toHaveLength(2);
  FakeWorker.mood = "well";
  await load();
});

test("the texts of the language in use come with the rules, and English needs none", async () => {
  language.value = "de";
  await load();
  await here();
  language.value = "en";
  await here();
  expect((heard().rules as { archives: unknown[] }).archives).toHaveLength(2);
  expect(worker()?.heard.map(({ kind }) => kind)).toEqual(["load", "ask", "ask"]);
  expect(asked.filter((path) => path.includes("-de-"))).toHaveLength(1);
});

test("after a round, nothing changes if there is no new version, or one was looked for lately", async () => {
  const now = vi.spyOn(Date, "now");
  await load();
  const looks = () => asked.filter((path) => path === POCKET).length;
  const enter = async (later: number) => {
    rules.roundInEntry.value = true;
    now.mockReturnValue(Date.now() + later);
    rules.roundInEntry.value = false;
    await settle();
  };
  await enter(3_000_000);
  expect(looks()).toBe(1);
  await enter(1_000_000);
  expect([looks(), FakeWorker.started.length]).toEqual([2, 1]);
  version = null;
  await enter(7_200_000);
  expect([rules.rulesState.value, FakeWorker.started.length]).toEqual(["ready", 1]);
  now.mockRestore();
});
