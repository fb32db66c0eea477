/** What the rules are asked about a game with an action, and what is shown of their answer, or without one. */

import { afterEach, expect, test, vi } from "vitest";
import { Unavailable } from "../../src/rules/functions";
import type { GameAction } from "../../src/store/actions/actions";
import { foldGame } from "../../src/store/shown/fold";
import { game, line, player, round } from "../screens/games";

const next = (number: number) => ({
  number,
  tie_break: false,
  playing: ["nora"],
  dealer: null,
  starter: null,
});
const PLAYED = game({
  ...{ id: "a1", next_round: next(3), house_rules: { must_lay_down: true } },
  rounds: [round(1, [line("nora", 5)]), round(2, [line("nora", 5)])],
  players: [player("nora", 0, { handicap: { phase: 2, total: 0 } }), player("jonas", 1)],
});
const FRESH: typeof PLAYED = { ...PLAYED, rounds: [], next_round: next(1) };
const OVER = { ...PLAYED, status: "over" as const };
const ENDED = { ...OVER, ended_early: true };
const act = (kind: string, more: object = {}) =>
  ({ kind, game: "a1", ...more }) as unknown as GameAction;
const record = (number: number, more: object = {}) =>
  act("recordRound", { body: { id: `r${number}`, number, results: [], ...more } });
const decide = (decision: string) => act("decide", { decision });
const change = (more: object) => act("changeGame", { change: more });

/** Rules that answer the game as it is, in another state. */
const rules = (more: object = {}) =>
  vi.fn(async (_name: string, { rounds = [] }: { rounds?: object[] }) => {
    const { status, ended_early, next_round, winners, players, phases } = PLAYED;
    const replayed = rounds.map((one, index) => ({ ...one, number: index + 1 }));
    const answer = { status, ended_early, next_round, winners, players, phases };
    return { data: { ...answer, rounds: replayed, consequences: [], ...more } };
  });
const fold = (base: typeof PLAYED, actions: GameAction[], ask: unknown, more: object = {}) =>
  foldGame(base, actions, { ask: ask as never, ...more });
const offline = () => Promise.reject(new Unavailable());
afterEach(() => vi.restoreAllMocks());

test.each<[string, typeof PLAYED, GameAction, object]>([
  [
    "the next round",
    PLAYED,
    record(3, { overrule: "So it was" }),
    { new_round: { results: [], overrule: "So it was" } },
  ],
  [
    "a correction",
    PLAYED,
    act("correctRound", { number: 2, body: { results: [] } }),
    { correction: { number: 2, results: [], overrule: null } },
  ],
  ["the end", PLAYED, decide("end"), { ended_early: true, abandoned: false }],
  ["the end of a game that ended early", ENDED, decide("end"), { ended_early: true }],
  [
    "giving up",
    { ...PLAYED, status: "playing" },
    decide("abandon"),
    { ended_early: false, abandoned: true },
  ],
  ["going on", ENDED, decide("resume"), { ended_early: false, abandoned: false }],
  [
    "house rules",
    PLAYED,
    change({ house_rules: { x: true } }),
    { house_rules: { must_lay_down: true, x: true } },
  ],
  [
    "how it ends",
    FRESH,
    change({ variant: "fixed_rounds" }),
    { variant: "fixed_rounds", first_dealer: "nora" },
  ],
  ["who deals", FRESH, change({ first_dealer: "jonas" }), { first_dealer: "jonas" }],
  [
    "who deals, if that is nobody",
    FRESH,
    change({ first_dealer: "zoe" }),
    { first_dealer: "nora" },
  ],
  ["Phases", FRESH, change({ phases: [{ number: 3 }] }), { phases: [{ number: 3 }] }],
  [
    "seats",
    FRESH,
    change({ players: ["jonas", "nora"] }),
    { players: [{ id: "jonas" }, { id: "nora", handicap: { phase: 2, total: 0 } }] },
  ],
  [
    "handicaps",
    FRESH,
    change({ handicaps: [null, { total: 20 }] }),
    { players: [{ id: "nora" }, { id: "jonas", handicap: { total: 20 } }] },
  ],
  [
    "who joins",
    PLAYED,
    act("addToGame", { name: "Mia", body: { player: { id: "mia" }, round: 3 } }),
    { joining: { player: "mia", name: "Mia", color: "orange", round: 3 } },
  ],
  [
    "who leaves",
    PLAYED,
    act("leaveGame", { player: "nora", round: 3 }),
    { leaving: { player: "nora", round: 3 } },
  ],
])("the rules are asked about %s", async (_what, base, action, asked) => {
  const ask = rules();
  const { refused } = await fold(base, [action], ask);
  expect([ask.mock.calls[0]?.[0], refused.length]).toEqual(["game", 0]);
  expect(ask.mock.calls[0]?.[1]).toMatchObject(asked);
});

test("the last round is taken back, and with the first one nobody leads", async () => {
  const ask = rules();
  await fold(ENDED, [act("takeBackRound", { number: 2 })], ask);
  expect(ask.mock.calls[0]?.[1]).toMatchObject({ ended_early: true, rounds: [{}] });
  await fold({ ...ENDED, rounds: [round(1, [])] }, [act("takeBackRound", { number: 1 })], ask);
  expect(ask.mock.calls[1]?.[1]).toMatchObject({ ended_early: false, rounds: [] });
});

test.each<[string, typeof PLAYED, GameAction]>([
  ["a round that is not the next", PLAYED, record(4)],
  ["a correction of no round", PLAYED, act("correctRound", { number: 3, body: { results: [] } })],
  ["an earlier round that is taken back", PLAYED, act("takeBackRound", { number: 1 })],
  ["the end of a game without rounds", FRESH, decide("end")],
  ["the end of a game that is over", OVER, decide("end")],
  ["other seats after the first round", PLAYED, change({ players: ["jonas", "nora"] })],
  ["a player whom nobody knows", FRESH, change({ players: ["nora", "zoe"] })],
  [
    "a newcomer without an id",
    PLAYED,
    act("addToGame", { name: "Mia", body: { player: { name: "Mia" } } }),
  ],
])("only the server can tell of %s", async (_what, base, action) => {
  const ask = rules();
  const { game, refused, unchecked } = await fold(base, [action], ask);
  expect([game, ask.mock.calls, refused]).toEqual([base, [], []]);
  expect(unchecked).toHaveLength(action.kind === "recordRound" ? 1 : 0);
});

test.each(["startDraft", "enterLine", "discardDraft", "play", "takeBackPlay"])(
  "%s changes nothing of the game, and is not asked",
  async (kind) => {
    const ask = rules();
    expect(await fold(PLAYED, [act(kind)], ask)).toEqual({
      game: PLAYED,
      unchecked: [],
      refused: [],
    });
    expect(ask).not.toHaveBeenCalled();
  },
);

test("what the rules refuse is told with its place; in another state, only the server can tell", async () => {
  const ask = vi.fn(async () => ({ problem: { code: "tally_refused" } }));
  const { refused, game } = await fold(PLAYED, [decide("archive"), record(3)], ask);
  expect([refused, game.archived]).toEqual([
    [{ index: 1, problem: { code: "tally_refused" } }],
    true,
  ]);
  expect((await fold(PLAYED, [decide("abandon")], rules())).game).toBe(PLAYED);
  expect(
    (await fold(PLAYED, [decide("abandon")], rules({ status: "abandoned" }))).game.status,
  ).toBe("abandoned");
  expect(
    (await fold({ ...PLAYED, archived: true }, [decide("unarchive")], ask)).game.archived,
  ).toBe(false);
});

test("a round that is among the game's does not wait to be checked", async () => {
  const base = { ...PLAYED, rounds: [...PLAYED.rounds, round(3, [], { id: "r3" })] };
  expect((await fold(base, [record(3)], offline)).unchecked).toEqual([]);
  expect((await fold(PLAYED, [record(3)], offline)).unchecked).toMatchObject([{ id: "r3" }]);
});

test("rounds that nobody has checked are corrected and taken back where they are", async () => {
  const correct = (number: number) => act("correctRound", { number, body: { results: ["other"] } });
  const back = (number: number) => act("takeBackRound", { number });
  const unchecked = async (...actions: GameAction[]) =>
    (await fold(PLAYED, [record(3), record(4), ...actions], offline)).unchecked;
  expect(await unchecked(correct(3))).toMatchObject([
    { number: 3, results: ["other"] },
    { results: [] },
  ]);
  expect(await unchecked(back(4))).toMatchObject([{ number: 3 }]);
  expect(await unchecked(back(3))).toMatchObject([{ number: 3 }, { number: 4 }]);
  expect(await unchecked(decide("archive"))).toHaveLength(2);
});

test("without the rules, what is certain is shown", async () => {
  const shown = async (action: GameAction, base = FRESH, more: object = {}) =>
    (await fold(base, [action], offline, more)).game;
  expect(await shown(change({ turns_logged: true, variant: "fixed_rounds" }))).toMatchObject({
    ...{ turns_logged: true, variant: "fixed_rounds", players: FRESH.players },
  });
  expect(await shown(change({ house_rules: { x: true } }), PLAYED)).toMatchObject({
    ...{ house_rules: { must_lay_down: true, x: true }, turns_logged: false },
  });
  const mia = { id: "mia", name: "Mia", color: "umber", sign: null };
  const playerOf = (id: string) => (id === "mia" ? mia : undefined);
  const seated = await shown(change({ players: ["mia", "nora"] }), FRESH, { playerOf });
  expect(seated.players).toMatchObject([
    { ...mia, seat: 0, phase: 1, rank: 2 },
    { id: "nora", seat: 1, phase: 2, completed: 1, rank: 1 },
  ]);
  expect(seated.first_dealer).toBe("nora");
  expect((await shown(change({ players: ["jonas"] }))).first_dealer).toBe("jonas");
  expect(await shown(change({ phases: [] }))).toBe(FRESH);
  const join = act("addToGame", { name: "Mia", body: { player: { id: "mia" } } });
  expect((await shown(join, PLAYED, { playerOf })).players.at(-1)).toMatchObject(mia);
  expect(
    (await shown(act("leaveGame", { player: "nora", round: 3 }), PLAYED)).players,
  ).toHaveLength(2);
});

test("a mistake of ours is noted, and is not shown as an answer", async () => {
  const noted = vi.spyOn(console, "error").mockImplementation(() => {});
  const mistake = new RangeError("a mistake");
  expect((await fold(PLAYED, [decide("end")], () => Promise.reject(mistake))).game).toBe(PLAYED);
  expect(noted).toHaveBeenCalledExactlyOnceWith(mistake);
  await fold(PLAYED, [decide("end")], offline);
  expect(noted).toHaveBeenCalledTimes(1);
});
