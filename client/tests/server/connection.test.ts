import { beforeEach, expect, test, vi } from "vitest";
import { orNull, read, readAll, write } from "../../src/server/answers";
import { readFile } from "../../src/server/api";
import { type Connection, connect } from "../../src/server/connection";
import { newId } from "../../src/server/ids";
import { isProblem, isRefused, Refused, retryAfter, Unreachable } from "../../src/server/problems";
import { fakeServer, json, problem } from "./fake_server";

let server: Connection;
const me = () => read(server.api.GET("/api/v1/me/"));
const NOT_MINE = { headers: { "Content-Type": "text/html", "Retry-After": "9" } };

beforeEach(() => {
  server = connect("https://tableside.example.org//", { token: "t1", language: () => "de" });
});

test("requests have the token and the language; one of their own goes before", async () => {
  const seen = fakeServer(() => json({}));
  await me();
  await server.send(
    new Request(`${server.server}/api/v1/me/`, { headers: { Authorization: "No" } }),
  );
  expect(seen[0]?.request.url).toBe("https://tableside.example.org/api/v1/me/");
  expect(seen.map(({ headers }) => headers.get("Authorization"))).toEqual(["Bearer t1", "No"]);
  expect(seen[0]?.headers.get("Accept-Language")).toBe("de");
  server.holdToken(null);
  await me();
  expect(seen[2]?.headers.has("Authorization")).toBe(false);
});

test("without a language, none is asked for", async () => {
  const seen = fakeServer(() => json({}));
  await connect("http://localhost").send(new Request("http://localhost/api/v1/"));
  expect(seen[0]?.headers.has("Accept-Language")).toBe(false);
  expect(seen[0]?.headers.has("Authorization")).toBe(false);
});

test.each([
  ["the page of a captive portal", () => new Response("Welcome!", NOT_MINE)],
  ["the error of a proxy", () => new Response("Bad Gateway", { status: 502, ...NOT_MINE })],
  ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
])("%s is not the server", async (how, answer) => {
  expect(server.reachable.value).toBe(true);
  fakeServer(answer);
  const wait = how === "no network" ? null : 9;
  await expect(me()).rejects.toMatchObject({ name: "Unreachable", retryAfter: wait });
  expect(server.reachable.value).toBe(false);
  fakeServer(() => problem(404, "not_found"));
  await expect(me()).rejects.toMatchObject({
    name: "Refused",
    message: "404 not_found: not_found",
  });
  expect(server.reachable.value).toBe(true);
});

test.each([
  ["a document", 15_000, () => me()],
  ["a file", 60_000, () => server.sendForFile(new Request(`${server.server}/file`))],
])("%s comes in time, or not at all", async (_what, within, ask) => {
  vi.useFakeTimers();
  fakeServer(() => new Promise(() => {}));
  const end = vi.fn();
  ask().catch(end);
  await vi.advanceTimersByTimeAsync(within - 10);
  expect(end).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  expect(end.mock.calls[0]?.[0]).toBeInstanceOf(Unreachable);
});

test("who asks may give up, which says nothing of the server", async () => {
  fakeServer(() => new Promise(() => {}));
  for (const early of [true, false]) {
    const controller = new AbortController();
    if (early) controller.abort();
    const { signal } = controller;
    const asked = read(server.api.GET("/api/v1/me/", { signal }));
    if (!early) setTimeout(() => controller.abort());
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  }
  expect(server.reachable.value).toBe(true);
});

test("a token that is no longer accepted is noticed, until there is another one", async () => {
  fakeServer(() => problem(401, "wrong_credentials"));
  await expect(me()).rejects.toBeInstanceOf(Refused);
  expect(server.tokenRefused.value).toBe(false);
  fakeServer(() => problem(401, "not_authenticated"));
  await expect(me()).rejects.toBeInstanceOf(Refused);
  expect(server.tokenRefused.value).toBe(true);
  server.holdToken("t1");
  expect(server.tokenRefused.value).toBe(true);
  server.holdToken("t2");
  expect(server.tokenRefused.value).toBe(false);
  fakeServer(() => {
    server.holdToken("t3"); // while the answer to t2 is on its way
    return problem(401, "not_authenticated");
  });
  await expect(me()).rejects.toBeInstanceOf(Refused);
  expect(server.tokenRefused.value).toBe(false);
});

test("a write is tried twice with one key if the line breaks, and no more", async () => {
  const create = () =>
    write((header) =>
      server.api.POST("/api/v1/groups/", { params: { header }, body: { name: "Thursdays" } }),
    );
  let broken = 1;
  const seen = fakeServer(() => {
    broken -= 1;
    if (broken >= 0) throw new TypeError("Failed to fetch");
    return json({ id: "g1" }, 201);
  });
  expect(await create()).toEqual({ id: "g1" });
  const keys = seen.map(({ headers }) => headers.get("Idempotency-Key"));
  expect(keys[0]).toBe(keys[1]);
  broken = 9;
  await expect(create()).rejects.toBeInstanceOf(Unreachable);
  expect(seen).toHaveLength(4);
  const refusing = fakeServer(() => problem(409, "conflict"));
  await expect(create()).rejects.toBeInstanceOf(Refused);
  expect(refusing).toHaveLength(1);
});

test("a list is read page by page", async () => {
  const seen = fakeServer(({ query }) =>
    query.has("cursor")
      ? json({ results: [3], next: null })
      : json({ results: [1, 2], next: "/api/v1/groups/?cursor=c2&limit=100" }),
  );
  expect(
    await readAll((query) => server.api.GET("/api/v1/groups/", { params: { query } })),
  ).toEqual([1, 2, 3]);
  expect(seen.map(({ query }) => query.toString())).toEqual(["limit=100", "limit=100&cursor=c2"]);
});

test("what is not there, and a server that is away, have nothing to tell", async () => {
  fakeServer(() => json({ name: "Ann" }));
  expect(await orNull(me())).toEqual({ name: "Ann" });
  fakeServer(() => problem(404, "not_found"));
  expect(await orNull(me())).toBeNull();
  fakeServer(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await orNull(me())).toBeNull();
  await expect(orNull(Promise.reject(new RangeError("a mistake")))).rejects.toThrow(RangeError);
});

test("an answer that breaks off has not arrived", async () => {
  fakeServer(() => new Response('{"id":', { headers: { "Content-Type": "application/json" } }));
  await expect(me()).rejects.toBeInstanceOf(Unreachable);
  fakeServer(() => json({ no: "problem" }, 500, { "Retry-After": "3" }));
  await expect(me()).rejects.toMatchObject({ name: "Unreachable", retryAfter: 3 });
});

test("a file is refused with a problem, as documents are", async () => {
  fakeServer(() => problem(404, "not_found", { headers: { "Retry-After": "4" } }));
  const refused = await readFile("/api/v1/me/export/", "*/*").catch((error) => error);
  expect([isRefused(refused, "not_found"), refused.retryAfter]).toEqual([true, 4]);
  fakeServer(() => json("no problem", 500));
  await expect(readFile("/api/v1/me/export/", "*/*")).rejects.toBeInstanceOf(Unreachable);
  const body = new ReadableStream({ start: (stream) => stream.error(new Error("broken")) });
  fakeServer(() => new Response(body));
  await expect(readFile("/api/v1/me/export/", "*/*")).rejects.toBeInstanceOf(Unreachable);
});

test.each([
  [null, null],
  [" ", null],
  ["soon", null],
  ["12", 12],
  ["-3", 0],
  ["Thu, 01 Jan 1970 00:01:30 GMT", 30],
  ["Thu, 01 Jan 1970 00:00:30 GMT", 0],
])("Retry-After: %s is %s seconds", (text, seconds) => {
  vi.useFakeTimers({ now: 60_000 });
  expect(retryAfter(new Headers(text === null ? {} : { "Retry-After": text }))).toBe(seconds);
});

test("only a whole problem document is one", () => {
  const whole = { status: 404, code: "not_found", detail: "", errors: [] };
  expect(isProblem(whole)).toBe(true);
  for (const part of Object.keys(whole)) {
    expect(isProblem({ ...whole, [part]: undefined })).toBe(false);
  }
  expect([null, "text"].some(isProblem)).toBe(false);
});

test("a refusal is asked for by its codes, or for any", () => {
  const document = { type: "", title: "", status: 404, code: "not_found", detail: "", errors: [] };
  const refused = new Refused(document);
  expect(isRefused(refused)).toBe(true);
  expect(isRefused(refused, "unknown_code", "not_found")).toBe(true);
  expect(isRefused(refused, "unknown_code")).toBe(false);
  expect(isRefused(new Error("not_found"))).toBe(false);
});

test("ids are UUIDs of version 4", () => {
  for (let made = 0; made < 50; made += 1) {
    expect(newId()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  }
});
