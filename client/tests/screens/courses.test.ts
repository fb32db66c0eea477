import { describe, expect, it } from "vitest";
import { phasesCourse, pointsCourse, pointsHint } from "../../src/screens/game_chart/courses";
import { game, line, player, round } from "./games";

const ROUNDS = [
  round(1, [line("nora", 0), line("jonas", 45, { laid_down: false })]),
  round(2, [
    line("nora", 50, { laid_down: false, total: 50 }),
    line("jonas", 0, { total: 45 }),
    line("mia", 10, { total: 60 }),
  ]),
  round(3, [line("nora", 5, { total: 55 }), line("jonas", 0, { total: 45 })]),
];
const PLAYERS = [
  player("jonas", 1, { completed: 2 }),
  player("nora", 0, { completed: 2 }),
  player("mia", 2, { completed: 1 }),
];
const values = (series: readonly { id: string; values: readonly (number | null)[] }[]) =>
  Object.fromEntries(series.map(({ id, values }) => [id, values]));

describe("the points of a game", () => {
  it("are totals by round, with gaps for who was not there", () => {
    const { rounds, series } = pointsCourse(game({ players: PLAYERS, rounds: ROUNDS }));
    expect(rounds).toEqual([1, 2, 3]);
    expect(series.map(({ id }) => id)).toEqual(["nora", "jonas", "mia"]); // by seat
    expect(values(series)).toEqual({
      nora: [0, 50, 55],
      jonas: [45, 45, 45],
      mia: [null, 60, null],
    });
  });
});

describe("the race through the Phases", () => {
  it("is counted back from what each has completed", () => {
    const { series } = phasesCourse(game({ players: PLAYERS, rounds: ROUNDS }));
    expect(values(series)).toEqual({ nora: [1, 1, 2], jonas: [0, 1, 2], mia: [null, 1, null] });
  });

  it("begins higher for somebody who joined with Phases behind them", () => {
    const players = [player("mia", 0, { completed: 4 })];
    const { series } = phasesCourse(game({ players, rounds: ROUNDS }));
    expect(values(series)).toEqual({ mia: [null, 4, null] });
  });

  it("leaves out tie-breaks, and who has no Phases written down", () => {
    const tie = round(4, [line("nora", 0, { laid_down: true })], { tie_break: true });
    const players = [player("nora", 0, { completed: 2 }), player("jonas", 1, { completed: null })];
    const { rounds, series } = phasesCourse(game({ players, rounds: [...ROUNDS, tie] }));
    expect(rounds).toEqual([1, 2, 3]);
    expect(values(series)).toEqual({ nora: [1, 1, 2] });
  });
});

it("says which points lead: with fixed rounds, Phases do not matter", () => {
  expect(pointsHint(game())).toContain("among those who have laid down as many Phases");
  expect(pointsHint(game({ variant: "fixed_rounds" }))).toBe("The lowest line leads.");
});
