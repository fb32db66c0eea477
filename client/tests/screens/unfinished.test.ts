import { describe, expect, it } from "vitest";
import { entered, type Unfinished } from "../../src/screens/rounds/unfinished";

type Line = Unfinished["lines"][number];

const ben: Line = {
  player: "ben",
  points: 25,
  cards: null,
  laid_down: true,
  went_out: false,
  phase: 2,
  total: 60,
};

describe("what was entered of a round", () => {
  it("stays when an earlier round is corrected", () => {
    expect(entered([{ ...ben, phase: 3, total: 45 }])).toBe(entered([ben]));
  });

  it.each<Partial<Line>>([
    { points: 30 },
    { cards: ["W"] },
    { laid_down: false },
    { went_out: true },
    { player: "cleo" },
  ])("changes with %o", (change) => {
    expect(entered([{ ...ben, ...change }])).not.toBe(entered([ben]));
  });
});
