import { describe, expect, it } from "vitest";
import { beginCorrection, entered } from "../../src/screens/rounds/unfinished";
import { savedForm } from "../../src/store";
import type { TypedRound } from "../../src/store/typed/round";
import { game, line, round } from "./games";

const ben = line("ben", 25, { phase: 2, total: 60 });

describe("what was entered of a round", () => {
  it("stays when an earlier round is corrected", () => {
    expect(entered([{ ...ben, phase: 3, total: 45 }])).toBe(entered([ben]));
  });

  it.each<Partial<typeof ben>>([
    { points: 30 },
    { cards: ["W"] },
    { laid_down: false },
    { went_out: true },
    { player: "cleo" },
  ])("changes with %o", (change) => {
    expect(entered([{ ...ben, ...change }])).not.toBe(entered([ben]));
  });

  it("is what the correction of that round begins with", async () => {
    const lines = [line("nora", 0), line("jonas", 25)];
    const played = game({ id: "a1", rounds: [round(1, []), round(2, lines)] });
    const typed = { round: 2, order: ["nora", "jonas"] } as unknown as TypedRound;
    await beginCorrection(played, typed);
    await beginCorrection(played, { ...typed, round: 3 });
    expect(await savedForm("correction of round 2 of a1")).toEqual({ typed, lines });
    expect(await savedForm("correction of round 3 of a1")).toBeUndefined();
  });
});
