/** What the server says about a play before it is made. */

import { expect, test, vi } from "vitest";
import { newId } from "../../src/server/ids";
import type { Play } from "../../src/store/actions/actions";
import { previewPlay } from "../../src/store/read/previews";
import type { Answer } from "../../src/store/sent/server";

const PLAY: Play = { kind: "discard", body: { id: newId(), round: 1, player: newId(), card: "S" } };
const RULING = { legal: false, ambiguous: false, problems: [], choices: [] };
const ANSWER: Answer = {
  status: 200,
  data: { ruling: RULING, table: null },
  problem: null,
  retryAfter: null,
  date: null,
};

test("it is asked, and not made", async () => {
  const ask = vi.fn(async () => ANSWER);
  expect(await previewPlay("g", PLAY, ask)).toEqual(RULING);
  const [call] = ask.mock.calls[0] as unknown as [{ path: string; body: unknown }];
  expect(call.path).toMatch(/^\/api\/v1\/games\/g\/table\/plays\/\?.*dry_run=true$/);
  expect(call.body).toMatchObject({ kind: "discard", card: "S" });
});

test("nobody waits for it, nor is a broken line a verdict", async () => {
  vi.useFakeTimers();
  const asked = previewPlay("g", PLAY, () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await asked).toBeNull();
  expect(await previewPlay("g", PLAY, () => Promise.reject(new Error("offline")))).toBeNull();
});
