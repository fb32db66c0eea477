import type { Signal } from "@preact/signals";
import { expect, test, vi } from "vitest";
import { Announcer, announce } from "../../src/components/announcer";

const shown = () => (Announcer().props.children as Signal<string>).value;

test("what has been said is not there any more for whoever reads the screen later", () => {
  vi.useFakeTimers();
  announce("Round 1 recorded");
  vi.advanceTimersByTime(5_000);
  announce("Round 1 recorded");
  vi.advanceTimersByTime(5_000);
  expect(shown()).toBe("Round 1 recorded\u00a0");
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBe("");
});
