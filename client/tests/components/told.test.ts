/** What was done last is told on one screen, as long as it is so. */

import { signal } from "@preact/signals";
import { beforeEach, expect, test } from "vitest";
import { close, tell, told } from "../../src/components/told";
import { current } from "../../src/router";

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
