/** What screens ask of the server beyond the store, and what they do with the answers. */

import { beforeEach, expect, test, vi } from "vitest";

const saved = vi.hoisted(() => new Map<string, unknown>());
const stored = vi.hoisted(() => vi.fn());
vi.mock("../../src/store", () => ({
  savedForm: async (name: string) => saved.get(name),
  saveForm: async (name: string, value: unknown) => void saved.set(name, value),
  storeGame: stored,
  storeGroup: stored,
}));

import * as claims from "../../src/screens/group/claim";
import * as games from "../../src/screens/group/read_games";
import * as history from "../../src/screens/history/pages";
import * as phases from "../../src/screens/new_game/phase_lists";
import * as questions from "../../src/screens/statistics/questions";
import { resumeGame } from "../../src/screens/trouble/resume";
import type { Group } from "../../src/store";
import { fakeServer, json, problem } from "../server/fake_server";
import { game } from "./games";

const ABOUT = "GET groups/g1/statistics/";
const offline = () => Promise.reject(new TypeError("Failed to fetch"));

/** What is asked, as "GET path?query". */
function server(...answers: (() => Response | Promise<Response>)[]) {
  const asked: string[] = [];
  const bodies: Promise<string>[] = [];
  const seen = fakeServer(({ method, path, query, request }) => {
    const search = query.size > 0 ? `?${decodeURIComponent(query.toString())}` : "";
    asked.push(`${method} ${path.replace("/api/v1/", "")}${search}`);
    bodies.push(request.text());
    return answers[asked.length - 1]?.() ?? json({});
  });
  return {
    asked,
    seen,
    body: async (index: number) => JSON.parse((await bodies[index]) || "null"),
  };
}

beforeEach(() => {
  saved.clear();
  stored.mockClear();
});

const { season, odds } = questions;
const seat = (id: string, handicap: object | null = null) => ({ id, handicap }) as never;
const game10 = { edition: "classic", variant: "standard", phases: 10 } as const;

test.each<[name: string, asked: string, () => { name: string; read: () => Promise<unknown> }]>([
  ["leaderboard of g1", `${ABOUT}leaderboard/`, () => questions.leaderboard("g1", questions.ALL)],
  [
    "leaderboard of g1 2026 flip",
    `${ABOUT}leaderboard/?period=2026&edition=flip`,
    () => questions.leaderboard("g1", { period: "2026", season: null, edition: "flip" }),
  ],
  [
    "season of g1 2026-11-01",
    `${ABOUT}periods/2026-11-01/`,
    () => season("g1", "2026-11-01", null),
  ],
  [
    "season of g1 2026-11-01 flip",
    `${ABOUT}periods/2026-11-01/?edition=flip`,
    () => season("g1", "2026-11-01", "flip"),
  ],
  [
    "statistics of nora",
    `${ABOUT}players/nora/?include=circumstances&include=ratings&limit=100`,
    () => questions.player("g1", "nora"),
  ],
  [
    "odds in classic standard 10 1,5:120 of mia nora",
    `${ABOUT}odds/?edition=classic&phases=10&handicaps=1,5:120&players=mia&players=nora`,
    () => odds("g1", { ...game10, players: [seat("nora", { phase: 5, total: 120 }), seat("mia")] }),
  ],
  [
    "odds in classic fixed_rounds 10 1 of mia",
    `${ABOUT}odds/?edition=classic&variant=fixed_rounds&phases=10&handicaps=1&players=mia`,
    () => odds("g1", { ...game10, variant: "fixed_rounds", players: [seat("mia")] }),
  ],
  [
    "everyone against everyone in g1",
    `${ABOUT}?include=head_to_head`,
    () => questions.headToHead("g1"),
  ],
  [
    "rivalry of nora and mia",
    `${ABOUT}?include=head_to_head&players=nora&players=mia`,
    () => questions.rivals("g1", "nora", "mia"),
  ],
  ["records of g1", `${ABOUT}?include=records&include=badges`, () => questions.records("g1")],
  ["phases of g1", `${ABOUT}?include=phases`, () => questions.phases("g1")],
  ["year 2026 of g1", `${ABOUT}periods/2026/`, () => questions.year("g1", 2026)],
  ["figures in en", "GET figures/", () => questions.figures()],
  ["nights of g1", "GET groups/g1/nights/", () => questions.nights("g1")],
  ["nights of g1", "GET groups/g1/nights/?cursor=c2", () => questions.nights("g1", "c2")],
  [
    "night 2026-11-22 of g1",
    "GET groups/g1/nights/2026-11-22/",
    () => questions.night("g1", "2026-11-22"),
  ],
])("the question %s", async (name, asked, ask) => {
  const question = ask();
  const heard = server(() => json({ wins: 3 }));
  expect(await question.read()).toMatchObject({ wins: 3 });
  expect([question.name, heard.asked]).toEqual([name, [asked]]);
});

test("the words of figures are never being counted; a night may come in a moment", async () => {
  server(() => json({}));
  expect(await questions.figures().read()).toEqual({ counting: false, as_of: null });
  expect(questions.night("g1", "2026-11-22").mayCome).toBe(true);
});

test("games and history are read, and remembered for when there is no network", async () => {
  const list = [{ id: "a1" }];
  const { asked } = server(() => json({ results: list, next: null }), offline);
  expect(await games.rememberedGames("g1")).toBeNull();
  expect(await games.readGames("g1")).toEqual(list);
  expect(await games.readGames("g1")).toBeNull();
  expect(await games.rememberedGames("g1")).toEqual(list);
  expect(await games.rememberedGames("g2")).toBeNull();
  expect(asked[0]).toBe("GET groups/g1/games/?limit=100");

  const page = (next: string | null) => () => json({ results: list, next });
  const pages = server(page("/api/v1/games/a1/changes/?cursor=c2"), page(null), offline);
  expect(await history.readHistory("a1", null)).toEqual({ changes: list, next: "c2" });
  expect(await history.readHistory("a1", "c2")).toEqual({ changes: list, next: null });
  expect(await history.readHistory("a1", null)).toBeNull();
  expect(pages.asked).toEqual(
    ["", "?cursor=c2", ""].map((query) => `GET games/a1/changes/${query}`),
  );
  for (const length of [200, 201]) {
    await history.rememberHistory(`of ${length}`, { changes: Array(length), next: null });
  }
  expect((await history.rememberedHistory("of 200"))?.changes).toHaveLength(200);
  expect(await history.rememberedHistory("of 201")).toBeUndefined();
});

test("what is deleted, and who has left, is read to the last page", async () => {
  const { asked } = server(
    () => json({ results: [1], next: "http://any/?cursor=c2" }),
    () => json({ results: [2], next: null }),
    () => json({ results: [3], next: null }),
  );
  expect(await games.readDeletedGames("g1")).toEqual([1, 2]);
  expect(await games.readPlayersWhoLeft("g1")).toEqual([3]);
  expect(asked).toEqual([
    "GET groups/g1/games/?limit=100&deleted=true",
    "GET groups/g1/games/?limit=100&cursor=c2&deleted=true",
    "GET groups/g1/players/?limit=100&has_left=true",
  ]);
});

test("a stopped game is resumed at once, or says why not", async () => {
  const back = game({ status: "playing", version: 8 });
  const asked = server(
    () => json(back),
    () => problem(409, "conflict"),
    offline,
    offline,
  );
  expect(await resumeGame(game({ version: 7 }))).toBeNull();
  expect(stored).toHaveBeenCalledExactlyOnceWith(back);
  expect(asked.asked).toEqual(["PATCH games/game/"]);
  expect(asked.seen[0]?.headers.get("If-Match")).toBe('"7"');
  expect(await asked.body(0)).toEqual({ status: "playing" });
  expect(await resumeGame(game())).toMatchObject({ code: "conflict" });
  expect(await resumeGame(game())).toBeNull();
  expect(stored).toHaveBeenCalledTimes(1);
  stored.mockRejectedValueOnce(new RangeError("a mistake"));
  server(() => json(back));
  await expect(resumeGame(game())).rejects.toThrow(RangeError);
});

// --- Who is who --------------------------------------------------------------------------

const ANN = { id: "m1", is_me: true, user: { id: "u1" }, claims: null };
const BEN = { id: "m2", is_me: false, user: { id: "u2" }, claims: { id: "p2" } };
const GROUP = {
  id: "g1",
  members: [ANN, BEN],
  players: [
    { id: "p1", user: null },
    { id: "p2", user: null },
  ],
} as unknown as Group;
const told = { group: "g1", merged_from: [], claim_waits: false };
const after = () => stored.mock.calls.at(-1)?.[0];

test("I am a player at once, or once somebody has confirmed it", async () => {
  const now = { id: "p1", user: { id: "u1" } };
  const { asked, body } = server(
    () => json({ ...told, ...now }),
    () => json({ ...told, ...now, claim_waits: true }),
  );
  expect(await claims.claim(GROUP, "p1")).toBe(false);
  expect(after()).toEqual({ ...GROUP, players: [now, { id: "p2", user: null }] });
  expect(asked).toEqual(["PATCH players/p1/"]);
  expect(await body(0)).toEqual({ claimed: true });
  expect(await claims.claim(GROUP, "p1")).toBe(true);
  expect(after().players).toBe(GROUP.players);
  expect(after().members.map(({ claims }: typeof BEN) => claims?.id)).toEqual(["p1", "p2"]);
  expect(claims.waitingClaim(after())).toMatchObject({ id: "p1" });
  expect(claims.waitingClaim(GROUP)).toBeNull();
  expect(claims.waitingClaim({ ...GROUP, members: [] })).toBeNull();
});

test("a claim is taken back, and a player is released", async () => {
  const { asked, body } = server(
    () => json({}),
    () => json({ ...told, id: "p2", user: null }),
  );
  const claiming = { ...GROUP, members: [{ ...ANN, claims: { id: "p1" } }] } as unknown as Group;
  await claims.takeClaimBack(claiming, "p1");
  expect(after().members).toEqual([ANN]);
  const played = { ...GROUP, players: [{ id: "p2", user: { id: "u2" } }] } as unknown as Group;
  await claims.release(played, "p2");
  expect(after().players).toEqual([{ id: "p2", user: null }]);
  expect(asked).toEqual(["PATCH players/p1/", "PATCH players/p2/"]);
  expect([await body(0), await body(1)]).toEqual([{ claimed: false }, { claimed: false }]);
});

test.each([
  [true, "approved", { id: "u2" }],
  [false, "refused", null],
])("who says to be a player is believed, or not (%s)", async (is, decision, user) => {
  const decided = { ...BEN, claims: null };
  const { asked, body } = server(() => json(decided));
  await claims.decide(GROUP, BEN as never, is);
  expect(asked).toEqual(["PATCH groups/g1/members/m2/"]);
  expect(await body(0)).toEqual({ claim: decision, player: "p2" });
  expect(after()).toMatchObject({
    members: [ANN, decided],
    players: [
      { id: "p1", user: null },
      { id: "p2", user },
    ],
  });
  await claims.decide(GROUP, ANN as never, is);
  expect(stored).toHaveBeenCalledTimes(1);
});

// --- Lists of Phases ---------------------------------------------------------------------

const SETS = [{ kind: "set", size: 3 }] as const;
const listed = (id: string, edition = "classic") => ({
  ...{ id, name: id, edition, phases: [{ groups: SETS }] },
});
const kept = (id: string, edition = "classic") => ({ ...listed(id, edition), phases: [SETS] });
const soon = () => new Promise((done) => setTimeout(done));

test("presets and lists are told as they were the last time, then as they are", async () => {
  const preset = (kind: string) => ({ preset: kind, phases: [{ groups: SETS }] });
  const { asked } = server(
    () => json({ presets: [preset("official"), preset("even")] }),
    () => json([listed("l1"), listed("l2", "flip")]),
    ...Array(9).fill(offline),
  );
  const tell = vi.fn();
  phases.presets("classic", tell);
  await soon();
  expect(tell.mock.calls).toEqual([[[{ kind: "even", phases: [SETS] }]]]);
  tell.mockClear();
  phases.phaseLists("g1", "classic", tell);
  await soon();
  expect(tell.mock.calls).toEqual([[[kept("l1")]]]);
  phases.phaseLists("g1", "flip", tell);
  await soon();
  expect(tell.mock.calls[1]).toEqual([[kept("l2", "flip")]]);
  expect(asked.slice(0, 2)).toEqual([
    "GET referee/editions/classic/?include=presets",
    "GET groups/g1/phase-lists/",
  ]);
  tell.mockClear();
  phases.phaseLists("g1", "classic", tell)();
  phases.phaseLists(null, "classic", tell)();
  await soon();
  expect(tell.mock.calls).toEqual([[[]]]);
});

test("a list is saved, renamed and deleted; the lists that there are then are kept", async () => {
  const now = () => json([listed("l1"), listed("l2", "flip")]);
  const { asked, body } = server(
    () => json({ id: "l1" }),
    now,
    () => json({}),
    now,
    () => json({}),
    now,
  );
  const list = { name: "Sets", edition: "classic" as const, phases: [[...SETS]] };
  const changed = { id: "l1", lists: [kept("l1")] };
  expect(await phases.saveList("g1", list)).toEqual(changed);
  expect(await phases.renameList("g1", { ...list, id: "l1" }, "More sets")).toEqual(changed);
  expect(await phases.deleteList("g1", { ...list, id: "l1" })).toEqual(changed);
  expect(saved.get("phase-lists/g1")).toEqual([kept("l1"), kept("l2", "flip")]);
  expect(asked.filter((one) => !one.startsWith("GET"))).toEqual([
    "POST groups/g1/phase-lists/",
    "PATCH groups/g1/phase-lists/l1/",
    "DELETE groups/g1/phase-lists/l1/",
  ]);
  expect(await body(0)).toEqual({ name: "Sets", edition: "classic", phases: [{ groups: SETS }] });
  expect(await body(2)).toEqual({ name: "More sets" });
});

test("a list that cannot be saved says why", async () => {
  const list = { id: "l1", name: "Sets", edition: "classic" as const, phases: [] };
  server(() => problem(409, "name_taken"));
  expect(await phases.saveList("g1", list)).toEqual({ refusal: "name_taken" });
  server(...Array(6).fill(offline));
  expect(await phases.saveList("g1", list)).toEqual({
    refusal: "Saving needs the network. The Phases stay in this form.",
  });
  const needed = { refusal: "This needs the network." };
  expect(await phases.renameList("g1", list, "More")).toEqual(needed);
  expect(await phases.deleteList("g1", list)).toEqual(needed);
});
