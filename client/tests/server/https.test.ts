import { expect, test, vi } from "vitest";
import { trusted } from "../../src/server/https";

const NAME = "https://tableside.local:8443";
const NUMBER = "https://192.168.1.5:8443";

/** As if each address answered after this many milliseconds, or not at all. */
function network(answers: Readonly<Record<string, number | null>>) {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (address: string, how: RequestInit) => {
    expect(new URL(address).pathname).toBe("/healthz");
    expect(how).toMatchObject({ mode: "no-cors", cache: "no-store", credentials: "omit" });
    const after = answers[new URL(address).origin];
    return new Promise((resolve, reject) => {
      setTimeout(() => (after == null ? reject(new TypeError()) : resolve(null)), after ?? 100);
    });
  });
}

async function chosen(): Promise<string | null> {
  const found = trusted([NAME, NUMBER]);
  await vi.advanceTimersByTimeAsync(10_000);
  return found;
}

test("the name is better than the number, even if it answers a little later", async () => {
  network({ [NAME]: 1_500, [NUMBER]: 10 });
  expect(await chosen()).toBe(NAME);
});

test("the number does where nobody knows the name, or not soon", async () => {
  network({ [NAME]: null, [NUMBER]: 10 });
  expect(await chosen()).toBe(NUMBER);
  network({ [NAME]: 9_000, [NUMBER]: 10 });
  expect(await chosen()).toBe(NUMBER);
});

test("a phone that trusts none of them reaches none of them", async () => {
  network({ [NAME]: null, [NUMBER]: null });
  expect(await chosen()).toBeNull();
});
