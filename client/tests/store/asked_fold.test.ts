/** What of a game with an action the rules are not asked about, and what becomes of their refusals. */

import { expect, test, vi } from "vitest";
import { Unavailable } from "../../src/rules/functions";
import type { GameAction } from "../../src/store/actions/actions";
import { foldGame } from "../../src/store/shown/fold";
import { comingRound, game, line, round } from "../screens/games";

const next = (number: number) => comingRound(number, { playing: ["nora"] });
const PLAYED = game({
  ...{ id: "a1", next_round: next(3) },
  rounds: [round(1, [line("nora", 5)]), round(2, [line("nora", 5)])],
});
const FRESH: typeof PLAYED = { ...PLAYED, rounds: [], next_round: next(1) };
const OVER = { ...PLAYED, status: "over" as const };
const act = (kind: string, more: object = {}) =>
  ({ kind, game: "a1", ...more }) as unknown as GameAction;
const record = (number: number) =>
  act("recordRound", { body: { id: `r${number}`, number, results: [] } });
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
const fold = (base: typeof PLAYED, actions: GameAction[], ask: unknown) =>
  foldGame(base, actions, { ask: ask as never });
const offline = () => Promise.reject(new Unavailable());

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

test.each(["startDraft", "enterLine", "play", "takeBackPlay"])(
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

test("a mistake of ours is noted, and is not shown as an answer", async () => {
  const noted = vi.spyOn(console, "error").mockImplementation(() => {});
  const mistake = new RangeError("a mistake");
  expect((await fold(PLAYED, [decide("end")], () => Promise.reject(mistake))).game).toBe(PLAYED);
  expect(noted).toHaveBeenCalledExactlyOnceWith(mistake);
  await fold(PLAYED, [decide("end")], offline);
  expect(noted).toHaveBeenCalledTimes(1);
});
