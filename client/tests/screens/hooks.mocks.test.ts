/** What screens wait for, listen to and ask while they are in view. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const network = vi.hoisted(() => ({ value: true }));
vi.mock("../../src/store", () => ({
  network,
  savedForm: async () => undefined,
  saveForm: async () => {},
}));

import { Unavailable } from "../../src/rules";
import { type Asking, useAsking } from "../../src/screens/asking";
import { type Jobs, useJob, useJobs } from "../../src/screens/jobs/use_jobs";
import { forgetAnswers, useRuling } from "../../src/screens/referee/use_ruling";
import { useSlidingRows } from "../../src/screens/replay/sliding";
import { useKeyboard } from "../../src/screens/round_entry/keyboard";
import { useSecretInAddress } from "../../src/screens/secret_in_address";
import { type Answer, type Counted, useAnswer } from "../../src/screens/statistics/answers";
import { usePatience } from "../../src/screens/use_patience";
import { Unreachable } from "../../src/server/problems";
import { fakeServer, json, lineOf, problem } from "../server/fake_server";
import { using } from "./using";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  network.value = true;
});
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("a screen goes on with what is there, or after a moment without it", async () => {
  const { shown, draw } = using(usePatience, false);
  expect(shown.value).toBe(false);
  await pass(1_490);
  expect(shown.value).toBe(false);
  await pass(60);
  expect(shown.value).toBe(true);
  draw(false);
  expect(shown.value).toBe(true);
  expect(using(usePatience, true).shown.value).toBe(true);
  network.value = false;
  const offline = using(usePatience, false);
  expect(offline.shown.value).toBe(true);
  network.value = true;
  offline.draw(false);
  expect(offline.shown.value).toBe(true);
});

/** A window that hears events, at an address. */
function aWindow(hash: string) {
  const window = new EventTarget();
  const location = { hash, pathname: "/reset", search: "?lang=de" };
  const replaceState = vi.fn((_state: unknown, _title: string, _to: string) => {
    location.hash = "";
  });
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", { state: "here", replaceState });
  vi.stubGlobal("document", { querySelector: () => null });
  for (const name of ["addEventListener", "removeEventListener"] as const) {
    vi.stubGlobal(name, window[name].bind(window));
  }
  return { window, location, replaceState };
}

test("a secret is taken out of the address, and out of that of a link opened meanwhile", async () => {
  const { window, location, replaceState } = aWindow("#a%20b");
  const { shown, leave } = using(useSecretInAddress, null);
  await pass(50);
  expect(shown.value).toBe("a b");
  expect(replaceState.mock.calls).toEqual([["here", "", "/reset?lang=de"]]);
  location.hash = "#next";
  window.dispatchEvent(new Event("hashchange"));
  window.dispatchEvent(new Event("hashchange")); // there is none by now
  await pass(50);
  expect([shown.value, replaceState.mock.calls.length]).toEqual(["next", 2]);
  leave();
  await pass(1);
  location.hash = "#later";
  window.dispatchEvent(new Event("hashchange"));
  expect(location.hash).toBe("#later");
  location.hash = "#%E0";
  expect(using(useSecretInAddress, null).shown.value).toBe("");
});

test("rows slide to their new places, unless somebody wants no motion", () => {
  let still = false;
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: still && query === "(prefers-reduced-motion: reduce)",
  }));
  const row = (offsetTop: number) => ({ offsetTop, animate: vi.fn() });
  const [nora, jonas] = [row(0), row(40)];
  const table = { querySelectorAll: () => [nora, jonas] } as unknown as HTMLDivElement;
  const { draw } = using(() => {
    const rows = useSlidingRows();
    rows.current ??= table;
    return rows;
  }, 0);
  expect(nora.animate).not.toHaveBeenCalled();
  [nora.offsetTop, jonas.offsetTop] = [40, 40];
  draw(1);
  const [frames, how] = nora.animate.mock.lastCall ?? [];
  expect(frames).toEqual([{ transform: "translateY(-40px)" }, { transform: "none" }]);
  expect(how.duration).toBeLessThanOrEqual(200);
  expect(jonas.animate).not.toHaveBeenCalled();
  still = true;
  nora.offsetTop = 0;
  draw(2);
  expect(nora.animate).toHaveBeenCalledTimes(1);
});

describe("the keyboard", () => {
  class FakeElement {
    constructor(readonly inside: string = "") {}
    closest(selectors: string) {
      return selectors.split(", ").includes(this.inside) ? this : null;
    }
  }
  const type = (
    window: EventTarget,
    key: string,
    { target = window, ...more }: object & { target?: unknown } = {},
  ) => {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more });
    Object.defineProperty(event, "target", { value: target });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  function typing() {
    const { window } = aWindow("");
    vi.stubGlobal("HTMLElement", FakeElement);
    vi.stubGlobal("Element", FakeElement);
    const done: unknown[] = [];
    const handlers = {
      onPress: (press: unknown) => done.push(press),
      onEnter: () => done.push("enter"),
      onUndo: () => done.push("undo"),
    };
    return { window, done, ...using(useKeyboard, handlers) };
  }

  test.each([
    ["7", {}, { digit: "7" }],
    ["Backspace", {}, { tool: "off" }],
    ["Delete", {}, { tool: "clear" }],
    ["Enter", {}, "enter"],
    ["z", { ctrlKey: true }, "undo"],
    ["z", { metaKey: true }, "undo"],
  ])("%s (%j) does %j", (key, more, expected) => {
    const { window, done } = typing();
    expect([type(window, key, more), done]).toEqual([true, [expected]]);
  });

  test.each([
    ["z", {}],
    ["77", {}],
    ["x7", {}],
    ["7", { altKey: true }],
    ["7", { ctrlKey: true }],
    ["7", { target: new FakeElement("input") }],
    ["7", { target: new FakeElement("select") }],
    ["Enter", { target: new FakeElement("button") }],
  ])("%s (%j) is left to the browser", (key, more) => {
    const { window, done } = typing();
    expect([type(window, key, more), done]).toEqual([false, []]);
  });

  test("after a digit, Enter goes on even on a button, until something is tapped", () => {
    const { window, done } = typing();
    const button = { target: new FakeElement("button") };
    type(window, "1");
    expect(type(window, "Enter", button)).toBe(true);
    type(window, "1");
    window.dispatchEvent(new Event("pointerdown"));
    expect(type(window, "Enter", button)).toBe(false);
    expect(done).toEqual([{ digit: "1" }, "enter", { digit: "1" }]);
  });

  test("does nothing beside a dialog, for keys that were taken, and on other screens", () => {
    const { window, done, leave } = typing();
    vi.stubGlobal("document", { querySelector: (of: string) => of === "dialog[open]" });
    expect(type(window, "7")).toBe(false);
    vi.stubGlobal("document", { querySelector: () => null });
    const taken = Object.assign(new Event("keydown", { cancelable: true }), { key: "7" });
    taken.preventDefault();
    window.dispatchEvent(taken);
    leave();
    type(window, "7");
    expect(done).toEqual([]);
  });
});

test("what is done after a screen was left does not call it back", async () => {
  const { shown, leave } = using<null, Asking>(useAsking, null);
  await pass(10);
  expect(await shown.value.ask(async () => {})).toBe(true);
  const answers: (() => void)[] = [];
  const slow = shown.value.ask(() => new Promise<void>((resolve) => answers.push(resolve)));
  leave();
  await pass(10);
  answers[0]?.();
  expect(await slow).toBe(false);
});

test("a job is asked about until it has ended, later only after the server could not tell", async () => {
  const answers = [
    () => json({ id: "j1", state: "running" }),
    () => Promise.reject(new TypeError("Failed to fetch")),
    () => problem(503, "unavailable"),
    () => problem(429, "throttled"),
    () => json({ id: "j1", state: "running" }),
    () => json({ id: "j1", state: "done" }),
  ];
  const seen = fakeServer(() => answers[seen.length - 1]?.() ?? json({}));
  const { shown } = using<string, ReturnType<typeof useJob>>(useJob, "j1");
  await pass(1_200);
  expect([seen.length, shown.value.job?.state, shown.value.missing]).toEqual([2, "running", false]);
  await pass(4_700);
  expect(seen).toHaveLength(2);
  await pass(10_400);
  expect(seen).toHaveLength(5);
  await pass(1_100);
  expect([shown.value.job?.state, shown.value.missing]).toEqual(["done", false]);
  await pass(20_000);
  expect(seen).toHaveLength(6);
});

test("a job that the server does not know is missing", async () => {
  fakeServer(() => problem(404, "not_found"));
  const { shown } = using<string, ReturnType<typeof useJob>>(useJob, "j1");
  await pass(100);
  expect([shown.value.job, shown.value.missing]).toEqual([null, true]);
});

test("what a group has played is read again once the server can be reached", async () => {
  const read = vi.fn(async () => ({ counting: false, as_of: null }));
  read.mockRejectedValueOnce(new Unreachable("no network"));
  const question = { name: "records of g1", read };
  const { shown, draw } = using<number, Answer<Counted>>(() => useAnswer(question), 0);
  await pass(10);
  draw(1);
  await pass(10);
  expect([shown.value.state, read.mock.calls.length]).toEqual(["offline", 1]);
  read.mockRejectedValueOnce(new Unreachable("no network"));
  network.value = false;
  draw(2);
  await pass(10);
  expect(shown.value.state).toBe("offline");
  network.value = true;
  draw(3);
  await pass(10);
  expect(shown.value.state).toBe("known");
});

test("of the jobs of a group, those of some kinds are asked about until they have ended", async () => {
  const at = (created_at: string) => ({ group: "g1", created_at });
  const listed = [
    { id: "j2", kind: "import", state: "running", ...at("2026-11-28T20:02:00Z") },
    { id: "j1", kind: "preview", state: "done", ...at("2026-11-28T20:01:00Z") },
    { id: "j0", kind: "export", state: "running", ...at("2026-11-28T20:00:00Z") },
  ];
  const seen = fakeServer(({ path }) =>
    path.endsWith("/groups/g1/jobs/")
      ? json({ results: listed, next: null })
      : json({ ...listed[0], state: seen.length < 4 ? "running" : "done" }),
  );
  const kinds = ["import", "preview"];
  const { shown } = using<string, Jobs>((group) => useJobs(group, kinds), "g1");
  expect(shown.value.jobs).toBeNull();
  await pass(100);
  const states = () => shown.value.jobs?.map(({ id, state }) => `${id} ${state}`);
  expect(states()).toEqual(["j2 running", "j1 done"]);
  await pass(10_000);
  expect(states()).toEqual(["j2 done", "j1 done"]);
  expect(seen.slice(1).map(lineOf)).toEqual(["GET jobs/j2/", "GET jobs/j2/", "GET jobs/j2/"]);
  shown.value.put({ ...listed[2], id: "j3", ...at("2026-11-28T20:03:00Z") } as never);
  await pass(1);
  expect(states()?.[0]).toBe("j3 running");
});

describe("the referee", () => {
  const ruling = (ask: (of: string) => Promise<string>, first: string | null) =>
    using((of: string | null) => useRuling(of, ask), first);
  afterEach(forgetAnswers);

  test("answers what is asked now, and shows the last answer until then", async () => {
    const { shown, draw } = ruling(async (of) => `${of}!`, "one");
    expect(shown.value).toBeNull();
    await pass(50);
    expect(shown.value).toEqual({ answer: "one!", isFresh: true });
    draw("two");
    expect(shown.value).toEqual({ answer: "one!", isFresh: false });
    await pass(50);
    expect(shown.value).toEqual({ answer: "two!", isFresh: true });
    draw(null);
    expect(shown.value).toBeNull();
  });

  test("is asked one question at a time, and not those that are outdated by then", async () => {
    const answers: ((answer: string) => void)[] = [];
    const ask = vi.fn((_of: string) => new Promise<string>((resolve) => answers.push(resolve)));
    const { draw, shown } = ruling(ask, "one");
    await pass(50);
    for (const next of ["two", "three"]) {
      draw(next);
      await pass(50);
    }
    answers[0]?.("late");
    await pass(50);
    answers[1]?.("three!");
    await pass(50);
    expect(ask.mock.calls).toEqual([["one"], ["three"]]);
    expect(shown.value).toEqual({ answer: "three!", isFresh: true });
  });

  test("has no answer if nobody can be asked", async () => {
    const { shown } = ruling(() => Promise.reject(new Unavailable()), "one");
    await pass(50);
    expect(shown.value).toEqual({ answer: null, isFresh: true });
  });
});
