/** What the thin functions ask of the server; their types say the rest. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as accounts from "../../src/server/accounts";
import * as groups from "../../src/server/groups";
import { readHttps } from "../../src/server/https";
import * as imports from "../../src/server/imports";
import * as jobs from "../../src/server/jobs";
import * as sharing from "../../src/server/sharing";
import { fakeServer, json } from "./fake_server";

const KEPT = { email: "ann@example.org", password: "ten pigeons" };
const TOKEN = { name: "Script", scopes: ["read" as const] };
const JOB = { id: "j1", group: "g1" } as jobs.Job;
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const device = "Linux · Firefox";

beforeEach(() => vi.stubGlobal("navigator", { userAgent: "(X11; Linux x86_64) Firefox/145.0" }));
afterEach(() => vi.unstubAllGlobals());

test.each<[asked: string, call: () => Promise<unknown>, body?: object]>([
  [
    "POST auth/guests/",
    () => accounts.createGuest("Ann"),
    { name: "Ann", device, time_zone: timeZone },
  ],
  [
    "POST auth/login/",
    () => accounts.logIn(KEPT.email, KEPT.password, "hint"),
    { ...KEPT, device, device_hint: "hint" },
  ],
  ["POST auth/login/", () => accounts.logIn(KEPT.email, KEPT.password, null), { ...KEPT, device }],
  ["POST auth/claim/", () => accounts.keepAccount(KEPT.email, KEPT.password), { ...KEPT, device }],
  ["POST auth/pairing/", () => accounts.startPairing()],
  ["POST auth/pair/", () => accounts.pairWith("12345678"), { code: "12345678", device }],
  ["POST auth/email/confirm/", () => accounts.confirmEmail("key"), { key: "key" }],
  ["POST auth/password-reset/", () => accounts.forgotPassword(KEPT.email), { email: KEPT.email }],
  [
    "POST auth/password-reset/confirm/",
    () => accounts.choosePassword("u1.t1", "ten pigeons"),
    { uid: "u1", token: "t1", password: "ten pigeons", device },
  ],
  [
    "POST auth/password-reset/confirm/",
    () => accounts.choosePassword("half", "ten pigeons"),
    { uid: "half", token: "", password: "ten pigeons", device },
  ],
  ["GET me/", () => accounts.readMe()],
  ["PATCH me/", () => accounts.changeCredentials(KEPT), KEPT],
  ["DELETE me/tokens/t1/", () => accounts.logOutDevice("t1")],
  ["POST me/tokens/", () => accounts.createAccessToken(TOKEN), TOKEN],
  ["GET me/export/", () => accounts.exportMe()],
  [
    "POST me/delete/",
    () => accounts.deleteMe("ten pigeons"),
    { confirm: true, current_password: "ten pigeons" },
  ],
  ["POST me/delete/", () => accounts.deleteMe(""), { confirm: true }],
  ["GET join/abc/", () => groups.previewInvite("abc")],
  ["POST join/", () => groups.joinGroup("abc"), { code: "abc" }],
  ["GET groups/g1/games/?status=playing&limit=1", () => groups.gameInPlay("g1")],
  ["GET groups/g1/invites/?limit=100", () => groups.readInvites("g1")],
  ["POST groups/g1/invites/", () => groups.invite("g1", { role: "scorer" }), { role: "scorer" }],
  ["DELETE groups/g1/invites/i1/", () => groups.revokeInvite("g1", "i1")],
  ["GET ", () => readHttps()],
  [
    "POST groups/g1/jobs/",
    () => imports.previewAgain(JOB, { columns: {} }),
    { kind: "preview", preview: "j1", columns: {} },
  ],
  [
    "POST groups/g1/jobs/",
    () => imports.importFile(JOB, { overrule: "So it was." }),
    { kind: "import", preview: "j1", overrule: "So it was." },
  ],
  ["GET groups/g1/jobs/?limit=30", () => jobs.readJobs("g1")],
  ["GET jobs/j1/", () => jobs.readJob("j1")],
  ["POST jobs/j1/cancel/", () => jobs.cancelJob("j1")],
  ["POST groups/g1/jobs/", () => jobs.startExport("g1", "csv"), { kind: "export", format: "csv" }],
  ["GET share-links/?game=a1", () => sharing.sharingOf({ game: "a1" }).read()],
  ["POST share-links/", () => sharing.sharingOf({ group: "g1" }).make(), { group: "g1" }],
  ["DELETE share-links/l1/", () => sharing.sharingOf({ group: "g1" }).stop("l1")],
  [
    "PATCH share-links/l1/",
    () => sharing.sharingOf({ group: "g1" }).adopt("l1"),
    { is_mine: true },
  ],
  ["GET games/a1/draft/?link=l1", () => sharing.readSharedDraft("a1", "l1")],
  ["GET games/a1/table/?link=l1", () => sharing.readSharedTable("a1", "l1")],
])("%s", async (asked, call, body) => {
  const seen = fakeServer(() => json({ results: [], next: null }));
  await call();
  expect(seen).toHaveLength(1);
  const [{ method, path, query, headers, request }] = seen as [(typeof seen)[0]];
  const search = query.size > 0 ? `?${query}` : "";
  expect(`${method} ${path.replace("/api/v1/", "")}${search}`).toBe(asked);
  expect(headers.has("Idempotency-Key")).toBe(method !== "GET");
  expect(await request.text()).toBe(body ? JSON.stringify(body) : "");
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

test.each<[asked: string, accept: string, name: string, type: string, () => Promise<File>]>([
  [
    "games/a1/sheet/",
    "application/pdf",
    "Tuesday.pdf",
    "application/pdf",
    () => sharing.readSheet("a1", "pdf", "Tuesday"),
  ],
  [
    "groups/g1/nights/2026-11-22/?format=png",
    "image/png",
    "Tuesday.png",
    "image/png",
    () => sharing.readNightPicture("g1", "2026-11-22", "Tuesday"),
  ],
  [
    "imports/template/?group=g1&layout=games&format=csv",
    "*/*",
    "tableside-games.csv",
    "text/csv",
    () => imports.readTemplate("g1", "games", "csv"),
  ],
  [
    "jobs/j1/file/",
    "*/*",
    "games.zip",
    "application/zip",
    () =>
      jobs.readJobFile({
        name: "games.zip",
        media_type: "application/zip",
        href: "/api/v1/jobs/j1/file/",
      } as Parameters<typeof jobs.readJobFile>[0]),
  ],
])("the file %s", async (asked, accept, name, type, call) => {
  const seen = fakeServer(
    () => new Response("content", { headers: { "Content-Type": "text/csv" } }),
  );
  const file = await call();
  expect(seen[0]?.request.url).toMatch(new RegExp(`/api/v1/${asked.replace("?", "\\?")}$`));
  expect(seen[0]?.headers.get("Accept")).toBe(accept);
  expect([file.name, file.type, await file.text()]).toEqual([name, type, "content"]);
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
