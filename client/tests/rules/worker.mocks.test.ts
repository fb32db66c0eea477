/** The worker, and the memory that it caches, without Python. */

import { beforeEach, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../../src/rules/messages";

const python = vi.hoisted(() => ({ startRules: vi.fn() }));
vi.mock("../../src/rules/python", () => python);

const MEMORY = new Uint8Array([1, 2, 3]);
const LOAD = { kind: "load", python: "/python/", rules: {}, memory: "/memory" } as never;
const rules = {
  install: vi.fn(),
  memory: vi.fn(() => MEMORY),
  answer: vi.fn(() => ({ status: 200, body: "{}" })),
};
let cached: Map<string, Response>;
let told: FromWorker[];
let page: {
  onmessage?: (event: { data: ToWorker }) => void;
  heard: Map<string, (event: Event) => void>;
};

const say = (message: unknown) => page.onmessage?.({ data: message as ToWorker });
const soon = { timeout: 30_000, interval: 5 };
const until = (kinds: string[]) =>
  vi.waitFor(() => expect(told.map(({ kind }) => kind)).toEqual(kinds), soon);

beforeEach(async () => {
  [cached, told] = [new Map(), []];
  page = { heard: new Map() };
  vi.clearAllMocks();
  python.startRules.mockReset().mockResolvedValue(rules);
  const cache = {
    match: async (address: string) => cached.get(address)?.clone(),
    put: async (address: string, response: Response) => void cached.set(address, response),
  };
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("postMessage", (message: FromWorker) => told.push(message));
  vi.stubGlobal("self", {
    ...page,
    addEventListener: (name: string, hear: (event: Event) => void) => page.heard.set(name, hear),
    set onmessage(hear: (event: { data: ToWorker }) => void) {
      page.onmessage = hear;
    },
  });
  vi.resetModules();
  await import("../../src/rules/worker");
});

test("the first start makes the memory with which the next one begins", async () => {
  say(LOAD);
  await vi.waitFor(() => expect(cached.has("/memory")).toBe(true), soon);
  say(LOAD);
  await until(["ready", "ready"]);
  expect(python.startRules.mock.calls).toEqual([
    ["/python/", {}, { from: null, makes: true }],
    ["/python/", {}, { from: MEMORY, makes: false }],
  ]);
  expect(rules.memory).toHaveBeenCalledTimes(1);
});

test("without a memory, or a place for it, the rules start from scratch", async () => {
  say({ ...(LOAD as object), memory: null });
  await until(["ready"]);
  vi.unstubAllGlobals();
  vi.stubGlobal("postMessage", (message: FromWorker) => told.push(message));
  say(LOAD); // an insecure context
  await until(["ready", "ready"]);
  vi.stubGlobal("caches", { open: () => Promise.reject(new Error("no room")) });
  say(LOAD);
  await until(["ready", "ready", "ready"]);
  const makes = python.startRules.mock.calls.map(([, , memory]) => memory.makes);
  expect(makes).toEqual([false, false, true]);
});

test("it answers what it is asked, and installs texts", async () => {
  say(LOAD);
  await until(["ready"]);
  say({ kind: "install", archive: MEMORY });
  expect(rules.install).toHaveBeenCalledWith(MEMORY);
  say({ kind: "ask", id: 7, name: "score", request: "{}", language: "de" });
  await until(["ready", "reply"]);
  expect(rules.answer).toHaveBeenCalledWith("score", "{}", "de");
  expect(told[1]).toEqual({ kind: "reply", id: 7, reply: { status: 200, body: "{}" } });
});

test("it tells what breaks it", async () => {
  say({ kind: "ask", id: 1, name: "score", request: "{}", language: "en" });
  await until(["broken"]);
  expect(told[0]).toMatchObject({ reason: "Error: The rules are not ready." });
  python.startRules.mockRejectedValue(new TypeError("no network"));
  say(LOAD);
  await until(["broken", "broken"]);
  const event = { preventDefault: vi.fn() };
  page.heard.get("unhandledrejection")?.(event as never);
  expect(event.preventDefault).toHaveBeenCalled();
});
