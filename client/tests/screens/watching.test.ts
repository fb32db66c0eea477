/** Watching a game by its share link. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watch } from "../../src/screens/watch/watching";
import type { Schemas } from "../../src/server/api";
import { type Asked, FakePage, fakeServer, json, openStream } from "../server/fake_server";
import { game } from "./games";

const shown = game({ id: "a1", edition: "flip", event: 4 });
let documents: Record<string, unknown>;
let asked: Asked[];
let streams: ReturnType<typeof openStream>[];
let watched: ReturnType<typeof watch> | null;

/** Soon; on a busy machine, a little later. */
const until = (is: () => unknown) => vi.waitUntil(is, { timeout: 30_000, interval: 5 });
const draft = (event: number, more: object = {}) => ({
  ...{ game: "a1", event, draft: null, check: null, has_plays: false, ...more },
});
const table = (event: number) =>
  ({ game: "a1", event, side: "wild", groups: [], plays: [] }) as unknown as Schemas["TableState"];
const tell = (number: number, kind: string, data: object = {}) =>
  streams.at(-1)?.tell({ number, kind, data } as never);
const times = (of: string) => asked.filter(({ path }) => path === `/api/v1/${of}`).length;

beforeEach(() => {
  new FakePage();
  [streams, watched] = [[], null];
  documents = { "shared/t1/": shown, "games/a1/draft/": draft(4), "games/a1/table/": table(4) };
  asked = fakeServer(({ path, headers, signal }) => {
    if (path.endsWith("/events/")) {
      const stream = openStream(signal);
      streams.push(stream);
      stream.say("retry: 2000\n\n");
      return stream.response;
    }
    if (headers.get("If-None-Match") === '"1"') return new Response(null, { status: 304 });
    return json(documents[path.replace("/api/v1/", "")], 200, { ETag: '"1"' });
  });
});
afterEach(() => {
  watched?.close();
});

async function begin(has_plays: boolean) {
  documents["games/a1/draft/"] = draft(4, { has_plays });
  watched = watch("t1");
  await until(() => watched?.connection.value.is === "live");
  return watched;
}

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

test("only what has changed is read again", async () => {
  const { game } = await begin(true);
  documents["games/a1/draft/"] = draft(9);
  streams[0]?.say("event: reload\ndata: {}\n\n");
  await until(() => streams.length === 2);
  expect(game.value).toEqual(shown);
  expect(asked.at(-1)?.query.get("after")).toBe("4"); // the game is as it was then
  expect(asked.filter(({ headers }) => headers.has("If-None-Match"))).toHaveLength(1);
});
