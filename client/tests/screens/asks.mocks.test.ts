/** What screens ask the server themselves, and what of the answers this phone keeps. */

import type { Signal } from "@preact/signals";
import { beforeEach, describe, expect, test, vi } from "vitest";

const kept = vi.hoisted(() => ({
  forms: new Map<string, unknown>(),
  storeGame: vi.fn(),
  storeGroup: vi.fn(),
  packed: vi.fn(),
}));
vi.mock("../../src/store", async () => ({
  ...kept,
  account: (await import("@preact/signals")).signal(null),
  network: (await import("@preact/signals")).signal(true),
  outbox: (await import("@preact/signals")).signal({ waiting: 0, troubles: [] }),
  packed: kept.packed,
  wrapped: async (luggage: object) => JSON.stringify(luggage),
  savedForm: async (name: string) => kept.forms.get(name),
  saveForm: async (name: string, value: unknown) => void kept.forms.set(name, value),
}));

import * as claims from "../../src/screens/group/claim";
import * as games from "../../src/screens/group/read_games";
import * as pages from "../../src/screens/history/pages";
import { addressThere } from "../../src/screens/install/go_there";
import { withToken } from "../../src/screens/join/with_token";
import * as lists from "../../src/screens/new_game/phase_lists";
import {
  type Answer,
  type Counted,
  type Question,
  useAnswer,
} from "../../src/screens/statistics/answers";
import * as about from "../../src/screens/statistics/questions";
import { resumeGame } from "../../src/screens/trouble/resume";
import * as store from "../../src/store";
import { fakeServer, json, lineOf, problem } from "../server/fake_server";
import { game } from "./games";
import { using } from "./using";

const account = store.account as Signal<{ token: string | null } | null>;
const outbox = store.outbox as unknown as Signal<{ waiting: number; troubles: object[] }>;

const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));
const until = (is: () => unknown) => vi.waitUntil(is, { interval: 5 });

beforeEach(() => {
  kept.forms.clear();
  account.value = null;
  outbox.value = { waiting: 0, troubles: [] };
  kept.storeGame.mockReset();
  kept.storeGroup.mockReset();
});

describe("statistics", () => {
  const plain = { edition: "classic", variant: "standard", phases: 10 } as const;
  const [two, one] = ["p2", "p1"].map((id) => ({ id, handicap: null }));
  const ahead = { id: "p1", handicap: { phase: 3, total: 50 } };
  const circumstances = "include=circumstances&include=ratings&limit=100";

  test.each<[asked: string, Question<Counted>, name: string]>([
    ["leaderboard/", about.leaderboard("g1", about.ALL), "leaderboard of g1"],
    [
      "leaderboard/?period=2026-11&edition=flip",
      about.leaderboard("g1", { period: "2026-11", season: null, edition: "flip" }),
      "leaderboard of g1 2026-11 flip",
    ],
    ["periods/2026-11-03/", about.season("g1", "2026-11-03", null), "season of g1 2026-11-03"],
    [
      "periods/2026-11-03/?edition=flip",
      about.season("g1", "2026-11-03", "flip"),
      "season of g1 2026-11-03 flip",
    ],
    ["periods/2026/", about.year("g1", 2026), "year 2026 of g1"],
    [`players/p1/?${circumstances}`, about.player("g1", "p1"), "statistics of p1"],
    [
      "odds/?edition=classic&phases=10&handicaps=1,1&players=p1&players=p2",
      about.odds("g1", { ...plain, players: [two as never, one as never] }),
      "odds in classic standard 10 1,1 of p1 p2",
    ],
    [
      "odds/?edition=classic&variant=fixed_rounds&phases=10&handicaps=3:50,1&players=p1&players=p2",
      about.odds("g1", { ...plain, variant: "fixed_rounds", players: [two as never, ahead] }),
      "odds in classic fixed_rounds 10 3:50,1 of p1 p2",
    ],
    ["?include=head_to_head", about.headToHead("g1"), "everyone against everyone in g1"],
    [
      "?include=head_to_head&players=p1&players=p2",
      about.rivals("g1", "p1", "p2"),
      "rivalry of p1 and p2",
    ],
    ["?include=records&include=badges", about.records("g1"), "records of g1"],
    ["?include=phases", about.phases("g1"), "phases of g1"],
  ])("are asked for at %s", async (asked, question, name) => {
    const seen = fakeServer(() => json({ counting: false }));
    expect(await question.read()).toEqual({ counting: false });
    expect(seen.map((each) => decodeURIComponent(lineOf(each)))).toEqual([
      `GET groups/g1/statistics/${asked}`,
    ]);
    expect([question.name, question.mayCome]).toEqual([name, undefined]);
  });

  test("what figures mean depends on the language alone, and is never being counted", async () => {
    const seen = fakeServer(() => json({ figures: [] }));
    const { name, read } = about.figures();
    expect(await read()).toEqual({ figures: [], counting: false, as_of: null });
    expect([name, seen.map(lineOf)]).toEqual(["figures in en", ["GET figures/"]]);
  });

  test("nights come page by page, and that of today in a moment", async () => {
    const seen = fakeServer(() => json({}));
    for (const question of [about.nights("g1"), about.nights("g1", "c2")]) {
      expect(question.name).toBe("nights of g1");
      await question.read();
    }
    const night = about.night("g1", "2026-11-27");
    await night.read();
    expect([night.name, night.mayCome]).toEqual(["night 2026-11-27 of g1", true]);
    expect(seen.map(lineOf)).toEqual([
      "GET groups/g1/nights/",
      "GET groups/g1/nights/?cursor=c2",
      "GET groups/g1/nights/2026-11-27/",
    ]);
  });
});

describe("the games of a group", () => {
  test("are remembered as they were last read", async () => {
    const seen = fakeServer(() => json({ results: [{ id: "a1" }], next: null }));
    expect(await games.rememberedGames("g1")).toBeNull();
    expect(await games.readGames("g1")).toEqual([{ id: "a1" }]);
    fakeServer(unreachable);
    expect(await games.readGames("g1")).toBeNull();
    expect(await games.rememberedGames("g1")).toEqual([{ id: "a1" }]);
    expect(await games.rememberedGames("g2")).toBeNull();
    expect(seen.map(lineOf)).toEqual(["GET groups/g1/games/?limit=100"]);
  });

  test("that were deleted, and players who left, are read to the end", async () => {
    const next = "http://localhost/api/v1/?cursor=c2";
    const seen = fakeServer(({ query }) => {
      const cursor = query.get("cursor");
      return json({ results: [{ id: cursor ?? "c1" }], next: cursor ? null : next });
    });
    for (const read of [games.readDeletedGames, games.readPlayersWhoLeft]) {
      expect(await read("g1")).toEqual([{ id: "c1" }, { id: "c2" }]);
    }
    const asked = seen.map(({ path, query }) => [
      path,
      query.get("deleted"),
      query.get("has_left"),
    ]);
    expect(asked.filter((_, index) => index % 2 === 0)).toEqual([
      ["/api/v1/groups/g1/games/", "true", null],
      ["/api/v1/groups/g1/players/", null, "true"],
    ]);
  });
});

describe("the history of a game", () => {
  const history = (length: number) => ({ changes: Array(length).fill({}), next: null });

  test("comes page by page", async () => {
    const next = "http://localhost/api/v1/games/a1/changes/?cursor=c2";
    const seen = fakeServer(({ query }) =>
      json({ results: [{ version: 1 }], next: query.size > 0 ? null : next }),
    );
    expect(await pages.readHistory("a1", null)).toEqual({ changes: [{ version: 1 }], next: "c2" });
    expect(await pages.readHistory("a1", "c2")).toEqual({ changes: [{ version: 1 }], next: null });
    expect(seen.map(lineOf)).toEqual(["GET games/a1/changes/", "GET games/a1/changes/?cursor=c2"]);
    fakeServer(unreachable);
    expect(await pages.readHistory("a1", null)).toBeNull();
  });

  test("is remembered up to 200 changes", async () => {
    await pages.rememberHistory("a1", history(200));
    await pages.rememberHistory("a1", history(201));
    expect((await pages.rememberedHistory("a1"))?.changes).toHaveLength(200);
    expect(await pages.rememberedHistory("a2")).toBeUndefined();
  });
});

describe("who is who", () => {
  const [ann, ben] = ["ann", "ben"].map((id) => ({ id, name: id, user: null as string | null }));
  const member = (id: string, more: object = {}) => ({ id, is_me: false, claims: null, ...more });
  const me = member("m1", { is_me: true, claims: { id: "ann", name: "Ann" } });
  const other = member("m2", { user: "u2", claims: { id: "ben", name: "Ben" } });
  const group = { id: "g1", players: [ann, ben], members: [me, other] } as unknown as store.Group;
  const answered = (more: object = {}) => {
    const about = { group: "g1", merged_from: [], claim_waits: false };
    return fakeServer(() => json({ id: "ann", name: "ann", user: "u1", ...about, ...more }));
  };

  test.each([
    [claims.claim, true],
    [claims.release, false],
  ])("is told by the server, and shown at once (%#)", async (say, claimed) => {
    const seen = answered();
    await say(group, "ann");
    expect(seen.map(lineOf)).toEqual(["PATCH players/ann/"]);
    expect(await seen[0]?.request.json()).toEqual({ claimed });
    const told = { id: "ann", name: "ann", user: "u1" };
    expect(kept.storeGroup.mock.calls).toEqual([[{ ...group, players: [told, ben] }]]);
  });

  test("may have to be confirmed", async () => {
    answered({ claim_waits: true });
    expect(await claims.claim(group, "ann")).toBe(true);
    const [stored] = kept.storeGroup.mock.lastCall ?? [];
    expect(stored.members[0].claims).toMatchObject({ id: "ann", user: "u1" });
    expect([stored.players, stored.members[1]]).toEqual([group.players, other]);
  });

  test("can be taken back before that", async () => {
    const seen = answered();
    await claims.takeClaimBack(group, "ann");
    expect(await seen[0]?.request.json()).toEqual({ claimed: false });
    const members = [{ ...me, claims: null }, other];
    expect(kept.storeGroup.mock.calls).toEqual([[{ ...group, members }]]);
  });

  test.each([
    [true, "approved", "u2"],
    [false, "refused", null],
  ])("is decided by who keeps the score (%j)", async (is, claim, user) => {
    const decided = { ...other, claims: null };
    const seen = fakeServer(() => json(decided));
    await claims.decide(group, other as never, is);
    expect(seen.map(lineOf)).toEqual(["PATCH groups/g1/members/m2/"]);
    expect(await seen[0]?.request.json()).toEqual({ claim, player: "ben" });
    const players = [ann, { ...ben, user }];
    expect(kept.storeGroup.mock.calls).toEqual([[{ ...group, members: [me, decided], players }]]);
  });

  test("is not asked of a member who says nothing", async () => {
    const seen = answered();
    await claims.decide(group, member("m3") as never, true);
    expect(seen).toEqual([]);
    const waiting = claims.waitingClaim(group)?.id;
    expect([waiting, claims.waitingClaim({ ...group, members: [] })]).toEqual(["ann", null]);
  });
});

describe("lists of Phases", () => {
  const LIST = { id: "l1", name: "Sets", edition: "classic" as const, phases: [[]] as never[] };
  const OTHER = { ...LIST, id: "l2", edition: "flip" };
  const onServer = [LIST, OTHER].map((list) => ({ ...list, phases: [{ groups: [] }] }));

  test("are told as they were, and then as they are", async () => {
    kept.forms.set("phase-lists/g1", [{ ...LIST, name: "Before" }, OTHER]);
    fakeServer(() => json(onServer));
    const told: unknown[] = [];
    lists.phaseLists("g1", "classic", (now) => told.push(now));
    await until(() => told.length === 2);
    expect(told).toEqual([[{ ...LIST, name: "Before" }], [LIST]]);
    await until(() => (kept.forms.get("phase-lists/g1") as { name: string }[])[0]?.name === "Sets");
    fakeServer(unreachable);
    lists.phaseLists("g1", "flip", (now) => told.push(now));
    await until(() => told.length === 3);
    expect(told[2]).toEqual([OTHER]);
  });

  test("of no group are none, and nobody is told who has left", async () => {
    const tell = vi.fn();
    const seen = fakeServer(() => json(onServer));
    lists.phaseLists(null, "classic", tell)();
    expect([tell.mock.calls, seen]).toEqual([[[[]]], []]);
    kept.forms.set("phase-lists/g1", []);
    lists.phaseLists("g1", "classic", tell)();
    await until(() => (kept.forms.get("phase-lists/g1") as unknown[]).length > 0);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  test("come from the server, too, but not the official one", async () => {
    const phases = [{ groups: [{ kind: "set", size: 3 }] }];
    const all = ["official", "even", "random"].map((preset) => ({ preset, phases }));
    const seen = fakeServer(() => json({ presets: all }));
    const tell = vi.fn();
    lists.presets("flip", tell);
    await until(() => tell.mock.calls.length > 0);
    const groups = [[{ kind: "set", size: 3 }]];
    expect(tell).toHaveBeenCalledExactlyOnceWith([
      { kind: "even", phases: groups },
      { kind: "random", phases: groups },
    ]);
    expect(seen.map(lineOf)).toEqual(["GET referee/editions/flip/?include=presets"]);
    await until(() => kept.forms.has("presets/flip"));
  });

  const renamed = "More sets";
  test.each<[asked: string, () => Promise<lists.Changed>, offline: string, body?: object]>([
    [
      "POST groups/g1/phase-lists/",
      () => lists.saveList("g1", LIST),
      "Saving needs the network. The Phases stay in this form.",
      { name: "Sets", edition: "classic", phases: [{ groups: [] }] },
    ],
    [
      "PATCH groups/g1/phase-lists/l1/",
      () => lists.renameList("g1", LIST, renamed),
      "This needs the network.",
      { name: renamed },
    ],
    [
      "DELETE groups/g1/phase-lists/l1/",
      () => lists.deleteList("g1", LIST),
      "This needs the network.",
    ],
  ])("are changed by %s, or it is said why not", async (asked, change, offline, body) => {
    const seen = fakeServer(({ method }) => json(method === "GET" ? onServer : { id: "l1" }));
    expect(await change()).toEqual({ id: "l1", lists: [LIST] });
    expect(seen.map(lineOf)).toEqual([asked, "GET groups/g1/phase-lists/"]);
    const sent = (await seen[0]?.request.text()) ?? "";
    expect(sent && JSON.parse(sent)).toEqual(body ?? "");
    expect(kept.forms.get("phase-lists/g1")).toEqual([LIST, OTHER]);
    fakeServer(() => problem(409, "name_taken"));
    expect(await change()).toEqual({ refusal: "name_taken" });
    fakeServer(unreachable);
    expect(await change()).toEqual({ refusal: offline });
  });
});

test("a game is resumed as it was seen, or it is said why not", async () => {
  const seen = fakeServer(() => json({ id: "a1", status: "playing" }));
  expect(await resumeGame(game({ id: "a1", version: 7 }))).toBeNull();
  expect(seen.map(lineOf)).toEqual(["PATCH games/a1/"]);
  expect(seen[0]?.headers.get("If-Match")).toBe('"7"');
  expect(await seen[0]?.request.json()).toEqual({ status: "playing" });
  expect(kept.storeGame).toHaveBeenCalledExactlyOnceWith({ id: "a1", status: "playing" });
  fakeServer(() => problem(409, "version_conflict"));
  expect((await resumeGame(game()))?.code).toBe("version_conflict");
  fakeServer(unreachable);
  expect(await resumeGame(game())).toBeNull();
  expect(kept.storeGame).toHaveBeenCalledTimes(1);
});

test("joining waits for a guest who began offline, but not for ever", async () => {
  vi.useFakeTimers();
  const came = vi.fn();
  const waiting = withToken().then(came);
  await vi.advanceTimersByTimeAsync(14_900);
  account.value = { token: null };
  await vi.advanceTimersByTimeAsync(50);
  expect(came).not.toHaveBeenCalled();
  account.value = { token: "t1" };
  await waiting;
  await withToken();
  account.value = null;
  const late = expect(withToken()).rejects.toThrow("no token yet");
  await vi.advanceTimersByTimeAsync(15_100);
  await late;
  expect(vi.getTimerCount()).toBe(0);
});

describe("figures", () => {
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  const figures = (name: string, ...wins: number[]): Question<Counted & { wins: number }> => {
    let asked = 0;
    const read = async () => {
      const now = wins[asked++];
      if (now === undefined) throw new TypeError("asked too often");
      return { wins: now, counting: asked < wins.length, as_of: null };
    };
    return { name, read };
  };
  const shownOf = (question: Question<Counted & { wins: number }> | null) =>
    using<typeof question, Answer<Counted & { wins: number }>>(useAnswer, question);
  beforeEach(() => void vi.useFakeTimers());

  test("are as this phone remembers them, until the server has counted all games", async () => {
    kept.forms.set("wins", { wins: 1, counting: false, as_of: null });
    const { shown, draw } = shownOf(figures("wins", 2, 3));
    expect(shown.value).toEqual({ value: null, state: "reading" });
    await pass(10);
    expect([shown.value.value?.wins, shown.value.state]).toEqual([2, "known"]);
    await pass(1_000);
    expect(shown.value.value).toEqual({ wins: 3, counting: false, as_of: null });
    expect(kept.forms.get("wins")).toEqual(shown.value.value);
    draw(figures("others", 5));
    expect(shown.value).toEqual({ value: null, state: "reading" });
    await pass(10);
    expect(shown.value.value?.wins).toBe(5);
    draw(null);
    expect(shown.value).toEqual({ value: null, state: "refused" });
  });

  test("that nobody looks at any more are not asked for again", async () => {
    const question = figures("wins", 1, 2, 3);
    const read = vi.spyOn(question, "read");
    const { leave } = shownOf(question);
    await pass(10);
    leave();
    await pass(5_000);
    expect(read).toHaveBeenCalledTimes(2); // the second was on its way, and there would be a third
  });
});

describe("on the way to HTTPS", () => {
  const THERE = "https://tableside.local";
  beforeEach(() => void vi.useFakeTimers());
  const paired = () => fakeServer(() => json({ code: "c1" }));

  test("a phone that nobody has used takes nothing along", async () => {
    expect(await addressThere(THERE)).toBe(`${THERE}/`);
  });

  test("what waits is sent first, then all that is only here goes along", async () => {
    const seen = paired();
    account.value = { token: "t1" };
    kept.packed.mockReturnValue({ typed: [1] });
    outbox.value = { waiting: 3, troubles: [{}] };
    const address = vi.fn();
    const going = addressThere(THERE).then(address);
    await vi.advanceTimersByTimeAsync(5_000);
    outbox.value = { waiting: 2, troubles: [{}] };
    await vi.advanceTimersByTimeAsync(4_000);
    expect(seen).toEqual([]);
    outbox.value = { waiting: 1, troubles: [{}] };
    await going;
    expect(address).toHaveBeenCalledWith(`${THERE}/pair#c1.{"typed":[1]}`);
  });

  test("what cannot be sent goes along after a while; an unknown account cannot go", async () => {
    paired();
    account.value = { token: "t1" };
    outbox.value = { waiting: 1, troubles: [] };
    kept.packed.mockReturnValue({ typed: [] });
    const going = addressThere(THERE);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await going).toContain("/pair#c1.");
    account.value = { token: null };
    kept.packed.mockReturnValue(null);
    const unknown = expect(addressThere(THERE)).rejects.toThrow("does not know the account");
    await vi.advanceTimersByTimeAsync(10_100);
    await unknown;
  });
});
