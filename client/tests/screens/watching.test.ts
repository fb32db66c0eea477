/** Watching a game by its share link. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watch } from "../../src/screens/watch/watching";
import type { Schemas } from "../../src/server/api";
import { type Asked, FakePage, fakeServer, json, openStream } from "../server/fake_server";
import { game } from "./games";

const shown = game({ id: "a1", edition: "flip", event: 4 });
let documents: Record<string, unknown>;
let etag: string | null;
let asked: Asked[];
let streams: ReturnType<typeof openStream>[];
let watched: ReturnType<typeof watch> | null;

/** Soon; on a busy machine, a little later. */
const until = (is: () => unknown) => vi.waitUntil(is, { timeout: 4_500, interval: 5 });
const draft = (event: number, more: object = {}) => ({
  ...{ game: "a1", event, draft: null, check: null, has_plays: false, ...more },
});
const table = (event: number) =>
  ({ game: "a1", event, side: "wild", groups: [], plays: [] }) as unknown as Schemas["TableState"];
const tell = (number: number, kind: string, data: object = {}) =>
  streams.at(-1)?.tell({ number, kind, data } as never);
const requests = () => asked.map(({ path }) => path.replace("/api/v1/", ""));
const times = (path: string) => requests().filter((one) => one === path).length;

beforeEach(() => {
  new FakePage();
  [streams, etag, watched] = [[], '"1"', null];
  documents = { "shared/t1/": shown, "games/a1/draft/": draft(4), "games/a1/table/": table(4) };
  asked = fakeServer(({ path, headers, signal }) => {
    if (path.endsWith("/events/")) {
      const stream = openStream(signal);
      streams.push(stream);
      stream.say("retry: 2000\n\n");
      return stream.response;
    }
    if (etag && headers.get("If-None-Match") === etag) return new Response(null, { status: 304 });
    return json(documents[path.replace("/api/v1/", "")], 200, etag ? { ETag: etag } : {});
  });
});
afterEach(() => {
  watched?.close();
  vi.unstubAllGlobals();
});

async function begin(has_plays: boolean) {
  documents["games/a1/draft/"] = draft(4, { has_plays });
  watched = watch("t1");
  await until(() => watched?.connection.value.is === "live");
  return watched;
}

test("the game and its draft are read, then told; without plays, no table is read", async () => {
  const { game, draft: entered, table: lying, gone } = await begin(false);
  expect(requests()).toEqual(["shared/t1/", "games/a1/draft/", "games/a1/events/"]);
  expect(asked.map(({ query }) => query.toString())).toEqual(["", "link=t1", "link=t1&after=4"]);
  expect([game.value, entered.value, lying.value, gone.value]).toEqual([
    ...[shown, draft(4), null, null],
  ]);
  tell(5, "game_archived", { rounds_from: 1, rounds: [], archived: true });
  await until(() => game.value?.archived);
  expect(entered.value?.event).toBe(5);
  expect(times("games/a1/draft/")).toBe(1);
});

test("a line that is entered is checked by the server", async () => {
  const { draft: entered } = await begin(false);
  const lines = { round: 1, lines: [] };
  documents["games/a1/draft/"] = draft(5, { draft: lines, check: { ok: true } });
  tell(5, "draft_changed", { draft: lines });
  await until(() => entered.value?.check);
  documents["games/a1/draft/"] = draft(2);
  tell(6, "draft_changed", { draft: lines });
  await until(() => times("games/a1/draft/") === 3);
  await new Promise((done) => setTimeout(done, 10));
  expect(entered.value).toMatchObject({ event: 6, draft: lines }); // an answer that is late
});

test("where cards turn over, the side in play is read, and told from then on", async () => {
  const { table: lying } = await begin(true);
  expect(lying.value).toEqual(table(4));
  const told = { gone: [], taken_back: [], groups: [], plays: [{ id: "p1" }] };
  tell(5, "table", { ...told, side: "color" });
  await until(() => lying.value?.event === 5);
  expect(lying.value).toMatchObject({ side: "color" });
  await new Promise((done) => setTimeout(done, 10));
  expect(times("games/a1/table/")).toBe(1);
});

test.each([
  ["an edition with one side", { edition: "classic" }],
  ["a game that is over", { status: "over" }],
])("the table of %s tells nothing that is shown", async (_which, more) => {
  documents["shared/t1/"] = { ...shown, ...more };
  await begin(true);
  expect(times("games/a1/table/")).toBe(0);
});

test("what is read anew is only what has changed", async () => {
  const { game } = await begin(true);
  documents["games/a1/draft/"] = draft(9);
  streams[0]?.say("event: reload\ndata: {}\n\n");
  await until(() => streams.length === 2);
  expect(game.value).toEqual(shown);
  expect(asked.at(-1)?.query.get("after")).toBe("4"); // the game is as it was then
  expect(asked.filter(({ headers }) => headers.has("If-None-Match"))).toHaveLength(1);
});

test("a link that ends says so, and a closed screen hears nothing more", async () => {
  const { gone, game } = await begin(false);
  streams[0]?.say("event: ended\ndata: {}\n\n");
  await until(() => gone.value);
  expect(gone.value).toBe("ended");
  const other = watch("t1");
  other.close();
  await new Promise((done) => setTimeout(done, 10));
  expect([other.draft.value, other.table.value]).toEqual([null, null]);
  expect(game.value?.id).toBe("a1");
});
