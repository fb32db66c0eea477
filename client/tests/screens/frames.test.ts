import { beforeEach, describe, expect, it } from "vitest";
import { type Frame, framesOf } from "../../src/screens/replay/frames";
import { game, line, player, round, stint } from "./games";

const ROUNDS = [
  round(1, [line("nora", 0), line("jonas", 45, { laid_down: false })]),
  round(2, [
    line("nora", 50, { laid_down: false, phase: 2, total: 50 }),
    line("jonas", 0, { total: 45 }),
    line("mia", 10, { total: 60 }),
  ]),
  round(3, [line("jonas", 5, { phase: 2, total: 50 }), line("mia", 0, { phase: 2, total: 60 })]),
];
const PLAYERS = [
  player("nora", 0, { completed: 1, stints: [stint(1, 2)], at_table: false, phase: null }),
  player("jonas", 1, { completed: 2, won: true, phase: null }),
  player("mia", 2, { completed: 2, stints: [stint(2)], phase: null }),
];
const OVER = game({ players: PLAYERS, rounds: ROUNDS, status: "over", winners: ["jonas"] });
let frames: Frame[];
beforeEach(() => {
  frames = framesOf(OVER);
});
const order = (index: number) =>
  frames[index]?.players.map(({ id, rank, total, completed }) => [id, rank, total, completed]);

describe("a game after each round", () => {
  it("ranks by Phases, then by points, without those who join later", () => {
    expect(order(0)).toEqual([
      ["nora", 1, 0, 1],
      ["jonas", 2, 45, 0],
    ]);
    expect(order(1)).toEqual([
      ["jonas", 1, 45, 1],
      ["nora", 2, 50, 1],
      ["mia", 3, 60, 1],
    ]);
  });

  it("says who rose and fell", () => {
    expect(frames[1]?.players.map(({ rise }) => rise)).toEqual([1, -1, 0]);
  });

  it("ends as the game did: the winner first, who has left last", () => {
    expect(order(2)).toEqual([
      ["jonas", 1, 50, 2],
      ["mia", 2, 60, 2],
      ["nora", 3, 50, 1],
    ]);
    expect(frames[2]?.players.map(({ won, at_table }) => [won, at_table])).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  it("knows the Phase that follows", () => {
    expect(frames[0]?.players.map(({ phase }) => phase)).toEqual([2, 1]);
    expect(frames[2]?.players.map(({ phase }) => phase)).toEqual([null, null, null]);
  });

  it("counts no Phases where all move on after each round", () => {
    const [first] = framesOf(
      game({
        variant: "fixed_rounds",
        players: [player("nora", 0, { completed: 1 }), player("jonas", 1)],
        rounds: [round(1, [line("nora", 40), line("jonas", 25, { laid_down: false })])],
      }),
    );
    expect(first?.players.map(({ id }) => id)).toEqual(["jonas", "nora"]);
  });

  it("lets those share a place who are level", () => {
    const [level] = framesOf(game({ rounds: [round(1, [line("nora", 5), line("jonas", 5)])] }));
    expect(level?.players.map(({ rank }) => rank)).toEqual([1, 1]);
  });
});
