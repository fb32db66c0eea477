/** What functions of the server do beyond asking; their types say what they ask. */

import { beforeEach, expect, test, vi } from "vitest";
import * as accounts from "../../src/server/accounts";
import * as groups from "../../src/server/groups";
import * as imports from "../../src/server/imports";
import * as jobs from "../../src/server/jobs";
import * as sharing from "../../src/server/sharing";
import { fakeServer, json, lineOf } from "./fake_server";

const [EMAIL, PASSWORD] = ["ann@example.org", "ten pigeons"];

beforeEach(() => vi.stubGlobal("navigator", { userAgent: "iPhone" }));

const device = "iPhone";
const password = PASSWORD;
const token = { name: "cron", scopes: ["read" as const] };
const time_zone = "Asia/Tokyo";
const job = { id: "j1", group: "g1" } as jobs.Job;
const link = sharing.sharingOf({ game: "a1" });
test.each<[asked: string, call: () => Promise<unknown>, body?: object]>([
  ["POST auth/guests/", () => accounts.createGuest("Ann"), { name: "Ann", device, time_zone }],
  [
    "POST auth/login/",
    () => accounts.logIn(EMAIL, PASSWORD, "hint"),
    { email: EMAIL, password, device, device_hint: "hint" },
  ],
  [
    "POST auth/login/",
    () => accounts.logIn(EMAIL, PASSWORD, null),
    { email: EMAIL, password, device },
  ],
  [
    "POST auth/claim/",
    () => accounts.keepAccount(EMAIL, PASSWORD),
    { email: EMAIL, password, device },
  ],
  ["POST auth/pairing/", () => accounts.startPairing()],
  ["POST auth/pair/", () => accounts.pairWith("c1"), { code: "c1", device }],
  ["POST auth/email/confirm/", () => accounts.confirmEmail("k1"), { key: "k1" }],
  ["POST auth/password-reset/", () => accounts.forgotPassword(EMAIL), { email: EMAIL }],
  [
    "POST auth/password-reset/confirm/",
    () => accounts.choosePassword("u1.t1", PASSWORD),
    { uid: "u1", token: "t1", password, device },
  ],
  [
    "POST auth/password-reset/confirm/",
    () => accounts.choosePassword("half", PASSWORD),
    { uid: "half", token: "", password, device },
  ],
  ["GET me/", () => accounts.readMe()],
  ["PATCH me/", () => accounts.changeCredentials({ email: EMAIL }), { email: EMAIL }],
  ["POST me/tokens/", () => accounts.createAccessToken(token), token],
  ["DELETE me/tokens/t2/", () => accounts.endToken("t2")],
  ["GET me/export/", () => accounts.exportMe()],
  ["POST me/delete/", () => accounts.deleteMe(""), { confirm: true }],
  [
    "POST me/delete/",
    () => accounts.deleteMe(PASSWORD),
    { confirm: true, current_password: PASSWORD },
  ],
  ["GET join/c%201/", () => groups.previewInvite("c 1")],
  ["POST join/", () => groups.joinGroup("c1"), { code: "c1" }],
  ["GET groups/g1/games/?status=playing&limit=1", () => groups.gameInPlay("g1")],
  ["POST groups/g1/invites/", () => groups.invite("g1", { role: "viewer" }), { role: "viewer" }],
  ["DELETE groups/g1/invites/i1/", () => groups.revokeInvite("g1", "i1")],
  ["GET groups/g1/jobs/?limit=30", () => jobs.readJobs("g1")],
  ["GET jobs/j1/", () => jobs.readJob("j1")],
  ["POST jobs/j1/cancel/", () => jobs.cancelJob("j1")],
  ["POST groups/g1/jobs/", () => jobs.startExport("g1", "csv"), { kind: "export", format: "csv" }],
  [
    "POST groups/g1/jobs/",
    () => imports.previewAgain(job, { skip: [2] }),
    { kind: "preview", preview: "j1", skip: [2] },
  ],
  [
    "POST groups/g1/jobs/",
    () => imports.importFile(job, { overrule: "as we did" }),
    { kind: "import", preview: "j1", overrule: "as we did" },
  ],
  ["GET share-links/?game=a1", () => link.read()],
  ["POST share-links/", () => link.make(), { game: "a1" }],
  ["DELETE share-links/l1/", () => link.stop("l1")],
  ["PATCH share-links/l1/", () => link.adopt("l1"), { is_mine: true }],
  ["GET games/a1/draft/?link=l1", () => sharing.readSharedDraft("a1", "l1")],
  ["GET games/a1/table/?link=l1", () => sharing.readSharedTable("a1", "l1")],
])("the server is asked %s", async (asked, call, body) => {
  vi.spyOn(Intl, "DateTimeFormat").mockReturnValue({
    resolvedOptions: () => ({ timeZone: time_zone }),
  } as Intl.DateTimeFormat);
  const seen = fakeServer(() => json({ results: [] }));
  await call();
  expect(seen.map(lineOf)).toEqual([asked]);
  // A write that is sent again because its answer was lost must not be done twice.
  expect(seen[0]?.headers.has("Idempotency-Key"), asked).toBe(!asked.startsWith("GET"));
  const sent = (await seen[0]?.request.text()) ?? "";
  expect(sent && JSON.parse(sent)).toEqual(body ?? "");
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

test("a share link shows a game or a group, if it has changed; asked for the other, there is nothing", async () => {
  const shown = { rounds: [] };
  const seen = fakeServer(() => json(shown, 200, { ETag: '"1"' }));
  expect(await sharing.readSharedGame("t1", null)).toEqual({ value: shown, etag: '"1"' });
  await expect(sharing.readSharedGroup("t1", null)).rejects.toMatchObject({
    problem: { status: 404, code: "not_found" },
  });
  expect(seen[0]?.path).toBe("/api/v1/shared/t1/");
  expect(seen[0]?.headers.has("If-None-Match")).toBe(false);
  fakeServer(() => new Response(null, { status: 304 }));
  expect(await sharing.readSharedGroup("t1", '"1"')).toBeNull();
});
