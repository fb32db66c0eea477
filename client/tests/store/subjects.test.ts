/** What an action is about, whether it has been done already, and whether it still is. */

import { expect, test } from "vitest";
import type { Action, Decision, Game, LiveTable } from "../../src/store/actions/actions";
import { isReached, isSame, isSo, isStill, subjectOf } from "../../src/store/actions/subjects";
import { game, line, player, round } from "../screens/games";

const LINES = [line("nora", 0), line("jonas", 25, { cards: ["R12", "W", "S"], laid_down: false })];
const ROUND = round(1, LINES);
const GAME = game({ rounds: [ROUND], house_rules: { skip_twice: true } as never });
const RESULTS = [
  { player: "nora", went_out: true },
  { player: "jonas", points: 25, laid_down: false },
];

const TYPED = { id: "typed", number: 1, results: RESULTS };

const decide = (decision: Decision): Action => ({ kind: "decide", game: "game", decision });
const correct = (results: object[]) =>
  ({ kind: "correctRound", game: "game", number: 1, body: { results }, confirmed: [] }) as Action;
const change = (change: object) => ({ kind: "changeGame", game: "game", change }) as Action;
const takeBack: Action = { kind: "takeBackRound", game: "game", number: 1 };
const record = (number: number, results: object[] = RESULTS) =>
  ({ kind: "recordRound", game: "game", body: { number, results } }) as Action;

test.each<[decision: Decision, open: Partial<Game>, done: Partial<Game>]>([
  ["end", { ended_early: false }, { ended_early: true }],
  ["abandon", { status: "playing" }, { status: "abandoned" }],
  ["resume", { status: "abandoned" }, { status: "playing" }],
  ["archive", { archived: false }, { archived: true }],
  ["unarchive", { archived: true }, { archived: false }],
])("to %s is done already once it is so", (decision, open, done) => {
  const action = decide(decision);
  expect([game(open), game(done)].map((each) => isReached(action, each))).toEqual([false, true]);
  const now = (base: Game) => isSo(action, { base, gone: false }, undefined);
  expect([now(game(open)), now(game(done))]).toEqual([false, true]);
});

test("a deleted game is gone, and one that is restored is there", () => {
  expect([isReached(decide("delete"), GAME), isReached(decide("restore"), GAME)]).toEqual([
    false,
    true,
  ]);
  const isGone = (gone: boolean) => isSo(decide("delete"), { base: GAME, gone }, undefined);
  expect([isGone(false), isGone(true)]).toEqual([false, true]);
});

test.each<[words: string, expected: boolean, results: object[]]>([
  ["all of it", true, RESULTS],
  ["other points", false, [RESULTS[0] ?? {}, { player: "jonas", points: 30 }]],
  ["another Phase", false, [RESULTS[0] ?? {}, { player: "jonas", points: 25, laid_down: true }]],
  ["that somebody else went out", false, [{ player: "nora" }, { ...RESULTS[1], went_out: true }]],
  ["nobody out, which follows", true, [{ player: "nora", points: 0 }, RESULTS[1] ?? {}]],
  ["no points of one who has cards", false, [RESULTS[0] ?? {}, { player: "jonas" }]],
  ["a player less", false, [RESULTS[0] ?? {}]],
  ["somebody else", false, [RESULTS[0] ?? {}, { player: "mia", points: 25 }]],
  [
    "the cards, however sorted",
    true,
    [RESULTS[0] ?? {}, { player: "jonas", cards: ["S", "W", "R12"] }],
  ],
  ["other cards", false, [RESULTS[0] ?? {}, { player: "jonas", cards: ["S", "S", "R12"] }]],
  ["cards where none were known", false, [{ player: "nora", cards: [] }, RESULTS[1] ?? {}]],
])("a round says %s: %j", (_words, expected, results) => {
  expect(isReached(correct(results), GAME)).toBe(expected);
  expect(isSo(record(1, results), { base: GAME, gone: false }, undefined)).toBe(expected);
});

test("a round is recorded as long as it is the last one, and corrected where there is one", () => {
  const isLast = (base: Game, number = 1) => isSo(record(number), { base, gone: false }, undefined);
  expect([isLast(GAME), isLast(game()), isLast(GAME, 2)]).toEqual([true, false, false]);
  expect(isLast(game({ rounds: [ROUND, round(2, LINES)] }))).toBe(false);
  expect(isReached(correct(RESULTS), game())).toBe(false);
  expect([isReached(takeBack, GAME), isReached(takeBack, game())]).toEqual([false, true]);
});

test("a play is there as long as the table lists it, or nobody knows the table", () => {
  const play = { kind: "play", game: "game", play: { body: { id: "p1" } } } as unknown as Action;
  const on = (...ids: string[]) => ({ plays: ids.map((id) => ({ id })) }) as LiveTable;
  const is = (table?: LiveTable) => isSo(play, { base: GAME, gone: false }, table);
  expect([is(), is(on("p1", "p2")), is(on("p2"))]).toEqual([true, true, false]);
  const draft = { kind: "startDraft", game: "game", round: 2 } as Action;
  expect(isSo(draft, { base: GAME, gone: false }, undefined)).toBe(true);
  expect(isReached(draft, GAME)).toBe(false);
});

test("settings are changed once they are what was wanted", () => {
  const reached = (wanted: object) => isReached(change(wanted), GAME);
  expect(reached({ first_dealer: "nora", turns_logged: false })).toBe(true);
  expect(reached({ first_dealer: "jonas" })).toBe(false);
  expect(reached({ house_rules: { skip_twice: true } })).toBe(true);
  expect(reached({ house_rules: { skip_twice: false } })).toBe(false);
});

test.each<[words: string, Action, before: Game, after: Game, isStill: boolean]>([
  ["a round that somebody else corrected", correct(RESULTS), GAME, other(line("nora", 5)), false],
  ["a round beside others", correct(RESULTS), GAME, later(), true],
  ["the last round", takeBack, GAME, later(), false],
  ["the end of a game", decide("end"), GAME, { ...GAME, players: [player("nora", 0)] }, false],
  ["a game that others may play on", decide("abandon"), GAME, later(), false],
  ["a game whatever its name", decide("end"), GAME, { ...GAME, version: 9, event: 9 }, true],
  ["the archive", decide("archive"), GAME, later(), true],
  ["a setting", change({ turns_logged: true }), GAME, game({ turns_logged: true }), false],
  ["another setting", change({ turns_logged: true }), GAME, game({ first_dealer: "jonas" }), true],
  ["handicaps by seat", change({ handicaps: [null, null] }), GAME, swapped(), false],
  ["a game that is restored", decide("restore"), GAME, later(), true],
])("an action is about %s", (_words, action, before, after, expected) => {
  const about = subjectOf(action, before);
  expect(isStill(about, action, before)).toBe(true);
  expect(isStill(about, action, after)).toBe(expected);
});

test("with rounds that nobody has checked, where players stand does not count", () => {
  const about = subjectOf(decide("end"), game(), [TYPED]);
  expect(isStill(about, decide("end"), GAME)).toBe(true);
  expect(isStill(about, decide("end"), later())).toBe(false);
  expect([subjectOf(decide("end"), null), subjectOf(record(1), GAME)]).toEqual([null, null]);
  expect(subjectOf(takeBack, game())).toEqual({ round: null, last: 0 });
});

test.each([takeBack, correct(RESULTS)])(
  "a round that nobody has checked is as it was typed",
  (action) => {
    const about = subjectOf(action, game(), [TYPED]);
    expect(isStill(about, action, GAME)).toBe(true);
    expect(isStill(about, action, other(line("nora", 5)))).toBe(false);
    expect(isStill(about, action, game())).toBe(false);
    expect(isStill(null, action, GAME)).toBe(false); // as of a game that the phone did not know
    expect(isStill(about, action, later())).toBe(action !== takeBack); // not the last any more
  },
);

function other(first: ReturnType<typeof line>): Game {
  return { ...GAME, rounds: [round(1, [first, ...LINES.slice(1)])] };
}
function later(): Game {
  return { ...GAME, rounds: [ROUND, round(2, LINES)] };
}
function swapped(): Game {
  return { ...GAME, players: GAME.players.toReversed() };
}

test.each<[one: unknown, other: unknown, same: boolean]>([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  [1, 1, true],
  ["1", 1, false],
])("%j and %j are the same: %j", (one, other, same) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([same, same]);
});
