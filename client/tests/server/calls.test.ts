/** What functions of the server do beyond asking; their types say what they ask. */

import { beforeEach, expect, test, vi } from "vitest";
import * as accounts from "../../src/server/accounts";
import * as groups from "../../src/server/groups";
import * as imports from "../../src/server/imports";
import * as sharing from "../../src/server/sharing";
import { fakeServer, json } from "./fake_server";

const [EMAIL, PASSWORD] = ["ann@example.org", "ten pigeons"];

beforeEach(() => vi.stubGlobal("navigator", { userAgent: "" }));

test.each<[body: object, call: () => Promise<unknown>]>([
  [{ email: EMAIL, device_hint: "hint" }, () => accounts.logIn(EMAIL, PASSWORD, "hint")],
  [{ uid: "u1", token: "t1" }, () => accounts.choosePassword("u1.t1", PASSWORD)],
  [{ uid: "half", token: "" }, () => accounts.choosePassword("half", PASSWORD)],
])("the server is told %j", async (body, call) => {
  const seen = fakeServer(() => json({}));
  await call();
  expect(await seen[0]?.request.json()).toMatchObject(body);
});

test("a file is sent as it is, with its format if that is known", async () => {
  const seen = fakeServer(() => json({}));
  await imports.previewFile("g1", new Blob(["a;b"]), "csv");
  await imports.previewFile("g1", new Blob(["a;b"]), null);
  expect(seen.map(({ path, query }) => [path, query.toString()])).toEqual([
    ["/api/v1/groups/g1/imports/", "format=csv"],
    ["/api/v1/groups/g1/imports/", ""],
  ]);
  expect(seen[0]?.headers.get("Content-Type")).toBe("application/octet-stream");
  expect(await seen[0]?.request.text()).toBe("a;b");
});

test("a file has the name that people know it by, and its own type", async () => {
  const seen = fakeServer(
    () => new Response("content", { headers: { "Content-Type": "text/csv" } }),
  );
  const sheet = await sharing.readSheet("a1", "pdf", "Tuesday");
  const template = await imports.readTemplate("g1", "games", "csv");
  expect([sheet, template].map(({ name, type }) => [name, type])).toEqual([
    ["Tuesday.pdf", "application/pdf"],
    ["tableside-games.csv", "text/csv"],
  ]);
  expect(seen.map(({ headers }) => headers.get("Accept"))).toEqual(["application/pdf", "*/*"]);
});

test("devices and access tokens come in one list: this device first, then the last used", async () => {
  const token = (id: string, kind: string, seen_at = "", current = false) => ({
    ...{ id, kind, seen_at, current },
  });
  fakeServer(() =>
    json([
      token("old", "device", "2026-01-01"),
      token("here", "device", "2025-01-01", true),
      token("script", "access"),
      token("new", "device", "2026-02-01"),
    ]),
  );
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  expect(ids(await accounts.readDevices())).toEqual(["here", "new", "old"]);
  expect(ids(await accounts.readAccessTokens())).toEqual(["script"]);
});

test("the game in play is the first of the list, and invites are those that let somebody in", async () => {
  const invites = [
    { id: "open", uses: 7, max_uses: null },
    { id: "left", uses: 1, max_uses: 2 },
    { id: "used up", uses: 2, max_uses: 2 },
  ];
  fakeServer(() => json({ results: invites, next: null }));
  expect(await groups.gameInPlay("g1")).toMatchObject({ id: "open" });
  expect((await groups.readInvites("g1")).map(({ id }) => id)).toEqual(["open", "left"]);
  fakeServer(() => json({ results: [], next: null }));
  expect(await groups.gameInPlay("g1")).toBeNull();
});

test("a share link shows a game or a group; asked for the other, there is nothing", async () => {
  const shown = { rounds: [] };
  const seen = fakeServer(() => json(shown, 200, { ETag: '"1"' }));
  expect(await sharing.readSharedGame("t1", null)).toEqual({ value: shown, etag: '"1"' });
  await expect(sharing.readSharedGroup("t1", null)).rejects.toMatchObject({
    problem: { status: 404, code: "not_found" },
  });
  expect(seen[0]?.path).toBe("/api/v1/shared/t1/");
  fakeServer(() => new Response(null, { status: 304 }));
  expect(await sharing.readSharedGroup("t1", '"1"')).toBeNull();
});
