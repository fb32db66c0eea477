/** What was done last is shown on one screen, as long as it is so. */

import { signal } from "@preact/signals";
import { beforeEach, expect, test, vi } from "vitest";
import { close, tell, told, undoLast } from "../../src/components/told";
import { current } from "../../src/router";
import type { Problem } from "../../src/store";

const show = (path: string) => {
  current.value = { Screen: () => null, params: {}, path };
};

beforeEach(() => {
  close();
  show("/g/1/enter");
});

test("it is told on the screen that follows, and not on the one after that", () => {
  tell("Round 2 recorded", {}, "/g/1");
  expect(told.value).toBeNull();
  show("/g/1");
  expect(told.value?.text).toBe("Round 2 recorded");
  show("/group/1");
  expect(told.value).toBeNull();
  show("/g/1");
  expect(told.value).toBeNull();
});

test("it goes as soon as it is no longer so", () => {
  const holds = signal(true);
  tell("Round 2 recorded", { holds }, "/g/1/enter");
  expect(told.value).not.toBeNull();
  holds.value = false;
  expect(told.value).toBeNull();
});

test("it goes when it is undone, unless that is refused", async () => {
  vi.stubGlobal("location", { pathname: "/g/1/enter" });
  tell("Dan has left the game", { undo: async () => null });
  await undoLast();
  expect(told.value).toBeNull();
  const problem = { detail: "The game is over.", errors: [] } as unknown as Problem;
  tell("Dan has left the game", { undo: async () => problem });
  await undoLast();
  expect(told.value).toMatchObject({ text: "The game is over." });
  expect(told.value?.undo).toBeUndefined();
});
