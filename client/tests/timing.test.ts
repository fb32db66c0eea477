/** Waiting, which leaves nothing behind once it has ended. */

import { signal } from "@preact/signals";
import { expect, test, vi } from "vitest";
import { becomes, inTime } from "../src/timing";

test("what has come about is watched no longer", async () => {
  vi.useFakeTimers();
  const count = signal(0);
  const is = vi.fn(() => count.value > 0);
  const isSo = becomes(is, 1_000);
  count.value = 1;
  expect(await isSo).toBe(true);
  count.value = 2;
  expect([is.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0]);
});

test.each([
  ["an answer", () => Promise.resolve("yes"), "yes"],
  ["a failure", () => Promise.reject(new Error("no")), "no"],
])("no timer outlasts %s", async (_what, ask, said) => {
  vi.useFakeTimers();
  expect(await inTime(1_000, ask()).catch(({ message }) => message)).toBe(said);
  expect(vi.getTimerCount()).toBe(0);
});
