/** Small steps between screens and the store, the server and the window. */

import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const phone = vi.hoisted(() => ({
  account: {} as { value: unknown; peek(): unknown },
  outbox: {} as { value: unknown; subscribe(then: () => void): () => void },
  packed: vi.fn(),
  saveForm: vi.fn(async () => {}),
  tell: vi.fn(),
}));
vi.mock("../../src/store", () => ({
  ...phone,
  get account() {
    return phone.account;
  },
  get outbox() {
    return phone.outbox;
  },
  wrapped: async (luggage: unknown) => `wrapped ${luggage}`,
}));
vi.mock("../../src/server/accounts", () => ({ startPairing: async () => ({ code: "1234" }) }));
vi.mock("../../src/components/told", () => ({ tell: phone.tell }));

import { addressThere } from "../../src/screens/install/go_there";
import { withToken } from "../../src/screens/join/with_token";
import { useSlidingRows } from "../../src/screens/replay/sliding";
import { keepInView } from "../../src/screens/round_entry/keep_in_view";
import { beginCorrection, placeOf } from "../../src/screens/rounds/unfinished";
import { withUndo } from "../../src/screens/with_undo";
import { Unreachable } from "../../src/server/problems";
import { game, line, round } from "./games";
import { using } from "./hooks";

const waiting = (all: number, troubles = 0) => ({ waiting: all, troubles: Array(troubles) });
beforeEach(() => {
  vi.useFakeTimers();
  phone.account = signal<unknown>(null);
  phone.outbox = signal<unknown>(waiting(0));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("whoever joins waits for a token, but not for ever", async () => {
  const [had, failed] = [vi.fn(), vi.fn()];
  void withToken().then(had, failed);
  await pass(14_990);
  phone.account.value = { name: "Ann", token: null };
  expect(had).not.toHaveBeenCalled();
  phone.account.value = { name: "Ann", token: "t1" };
  await pass(100_000);
  expect([had.mock.calls.length, failed.mock.calls.length]).toEqual([1, 0]);
  await withToken(); // which is there
  phone.account.value = null;
  void withToken().then(had, failed);
  await pass(15_000);
  expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(Unreachable);
});

test("an address at home is opened with the account, once all is sent that can be", async () => {
  expect(await addressThere("https://home")).toBe("https://home/");
  phone.account.value = { token: "t1" };
  phone.outbox.value = waiting(3, 1);
  phone.packed.mockReturnValue("luggage");
  const there = vi.fn();
  void addressThere("https://home").then(there);
  await pass(9_000);
  phone.outbox.value = waiting(2, 1);
  await pass(500);
  expect(there).not.toHaveBeenCalled();
  phone.outbox.value = waiting(1, 1);
  await pass(1);
  expect(there).toHaveBeenCalledWith("https://home/pair#1234.wrapped luggage");
  phone.outbox.value = waiting(1);
  void addressThere("https://home").then(there);
  await pass(9_990);
  expect(there).toHaveBeenCalledTimes(1);
  await pass(20);
  expect(there).toHaveBeenCalledTimes(2); // what is left goes along
  phone.outbox.value = waiting(0);
  phone.packed.mockReturnValue(null);
  const failed = vi.fn();
  void addressThere("https://home").catch(failed);
  await pass(1);
  expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(Unreachable);
});

test("what was done is told with the way back, and what was refused with its reason", async () => {
  const stored = { undo: () => {} } as never;
  expect(await withUndo(Promise.resolve(stored), "Done", "/here")).toBe(true);
  for (const errors of [[], [{ message: "A field is wrong." }]]) {
    const refused = { problem: { detail: "Not now.", errors } } as never;
    expect(await withUndo(Promise.resolve(refused), "Done")).toBe(false);
  }
  expect(phone.tell.mock.calls).toEqual([
    ["Done", stored, "/here"],
    ["Not now."],
    ["A field is wrong."],
  ]);
});

test("a correction begins with what was typed elsewhere, if there is such a round", async () => {
  const played = game({ rounds: [round(1, [line("nora", 5)])] });
  const typed = { round: 1 } as never;
  await beginCorrection(played, typed);
  await beginCorrection(played, { round: 2 } as never);
  expect(phone.saveForm.mock.calls).toEqual([
    ["correction of round 1 of game", { typed, lines: played.rounds[0]?.lines }],
  ]);
  expect(placeOf(played, 2)).not.toBe(placeOf(played, 1));
});

test.each([
  ["is in view", { top: 100, height: 50 }, null],
  ["is under the bar", { top: 20, height: 50 }, -30],
  ["is under the keys", { top: 400, height: 150 }, 50],
  ["is higher than the screen", { top: 100, height: 900 }, 50],
  ["is beside the keys", { top: 400, height: 150, right: 10 }, null],
  ["is below a screen without keys", { top: 400, height: 250, keys: false }, 50],
  ["is at the top of a screen without a bar", { top: 20, height: 50, bar: false }, null],
  ["is high, and its first lines are in view", { top: 400, height: 900, most: 80 }, null],
])("what %s is scrolled to where it is seen", (_where, at, by) => {
  const {
    top,
    height,
    right = 300,
    keys = true,
    bar = true,
    most,
  } = at as typeof at & {
    right?: number;
    keys?: boolean;
    bar?: boolean;
    most?: number;
  };
  const scrollBy = vi.fn();
  vi.stubGlobal("scrollBy", scrollBy);
  vi.stubGlobal("innerHeight", 600);
  const rect = (of: object) => ({ getBoundingClientRect: () => of });
  const parts: Record<string, unknown> = {
    ".bar": bar ? rect({ bottom: 50 }) : null,
    ".screen-foot": keys ? rect({ top: 500, left: 20 }) : null,
  };
  const screen = { querySelector: (of: string) => parts[of] };
  const element = {
    ...rect({ top, height, right }),
    closest: (of: string) => (of === ".screen" ? screen : null),
  };
  keepInView(element as unknown as Element, most);
  expect(scrollBy.mock.calls).toEqual(by === null ? [] : [[0, by]]);
});

test("rows slide to their new places, for those who want motion", () => {
  const rows = ["nora", "jonas", "mia"].map((_name, index) => ({
    offsetTop: index * 40,
    animate: vi.fn(),
  }));
  const table = { querySelectorAll: (of: string) => (of === "tbody > tr" ? rows : []) };
  let still = false;
  vi.stubGlobal("matchMedia", (of: string) => ({ matches: still && of.includes("reduce") }));
  const { draw } = using<number, void>((_frame) => {
    useSlidingRows().current = table as never;
  }, 1);
  const swap = (frame: number) => {
    const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]];
    [first.offsetTop, second.offsetTop] = [second.offsetTop, first.offsetTop];
    draw(frame);
  };
  swap(2);
  expect(rows.map(({ animate }) => animate.mock.calls.map(([[from]]) => from.transform))).toEqual([
    ...[["translateY(-40px)"], ["translateY(40px)"], []],
  ]);
  expect(rows[0]?.animate.mock.calls[0]).toMatchObject([
    [{}, { transform: "none" }],
    { duration: 200 },
  ]);
  still = true;
  swap(3);
  expect(rows[0]?.animate).toHaveBeenCalledTimes(1);
});
