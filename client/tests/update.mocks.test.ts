/** When a new version takes over, beside the screens that are loaded ahead. */

import type { Signal } from "@preact/signals";
import { expect, test, vi } from "vitest";

const loadScreens = vi.hoisted(() => vi.fn());
vi.mock("../src/router", async () => ({
  current: (await import("@preact/signals")).signal(null),
  loadScreens,
}));
vi.mock("../src/store", async () => ({
  isTyping: (await import("@preact/signals")).signal(false),
}));

import { current } from "../src/router";
import { isTyping } from "../src/store";
import { startUpdates } from "../src/update";

const typing = isTyping as Signal<boolean>;
const open = (path: string) => {
  (current as Signal<object | null>).value = { path };
};

test("a new version does not take over if a round was begun while it waited for screens", async () => {
  vi.useFakeTimers();
  vi.stubEnv("PROD", true);
  const addEventListener = () => {};
  const postMessage = vi.fn();
  const registration = { addEventListener, waiting: null as object | null };
  const serviceWorker = { addEventListener, controller: {}, register: async () => registration };
  vi.stubGlobal("addEventListener", addEventListener);
  vi.stubGlobal("document", { addEventListener, hidden: false });
  vi.stubGlobal("navigator", { serviceWorker });
  let loaded = () => {};
  loadScreens.mockReturnValue(
    new Promise<void>((resolve) => {
      loaded = resolve;
    }),
  );
  await startUpdates();
  await vi.advanceTimersByTimeAsync(2_000);
  registration.waiting = { postMessage };
  open("/list");
  const [isStopped] = loadScreens.mock.lastCall as [() => boolean];
  expect(isStopped()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(postMessage).not.toHaveBeenCalled();

  typing.value = true;
  loaded();
  await vi.advanceTimersByTimeAsync(1);
  expect(postMessage).not.toHaveBeenCalled();

  typing.value = false;
  open("/");
  await vi.advanceTimersByTimeAsync(1);
  expect(postMessage).toHaveBeenCalledWith("take over");
});
