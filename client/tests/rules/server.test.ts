import { expect, test } from "vitest";
import { Unavailable } from "../../src/rules";
import { askServer } from "../../src/rules/server";
import { fakeServer, json, problem } from "../server/fake_server";

const SCORE = { edition: "classic", cards: ["R7"] } as const;

test.each<[asked: string, () => Promise<unknown>, body?: object]>([
  ["GET editions/", () => askServer("editions", {})],
  ["GET editions/flip/", () => askServer("edition", { edition: "flip" })],
  ["GET rules/", () => askServer("rules", {})],
  ["GET rules/?edition=flip", () => askServer("rules", { edition: "flip" })],
  ["GET rules/set/", () => askServer("rule", { entry: "set" })],
  ["GET rules/set/?edition=flip", () => askServer("rule", { entry: "set", edition: "flip" })],
  ["POST score/", () => askServer("score", { ...SCORE, cards: ["R7"] }), SCORE],
])("%s", async (asked, ask, body) => {
  const seen = fakeServer(() => json({ is: "said" }));
  expect(await ask()).toEqual({ status: 200, body: '{"is":"said"}' });
  const [{ method, request, headers }] = seen as [(typeof seen)[0]];
  expect(`${method} ${request.url.split("/api/v1/referee/")[1]}`).toBe(asked);
  expect(headers.get("Accept")).toBe("application/json");
  expect(headers.get("Content-Type")).toBe(body ? "application/json" : null);
  expect(await request.text()).toBe(body ? JSON.stringify(body) : "");
});

test("a refusal is an answer; a server that is busy or away gives none", async () => {
  const ask = () => askServer("score", { ...SCORE, cards: ["R7"] });
  fakeServer(() => problem(422, "unknown_card"));
  expect(await ask()).toMatchObject({ status: 422 });
  for (const status of [429, 500, 503]) {
    fakeServer(() => problem(status, "busy"));
    await expect(ask()).rejects.toThrow(`The server answers ${status}.`);
  }
  fakeServer(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(ask()).rejects.toBeInstanceOf(Unavailable);
});
