import { describe, expect, it } from "vitest";
import {
  hasNotPlayed,
  leadersOf,
  leadWords,
  lowestPhase,
  nextRound,
  roundBegun,
  seatingOf,
  startingTotals,
} from "../../src/screens/menu/next_round";
import type { Schemas } from "../../src/store";
import { beginRound, sayOut } from "../../src/store/typed/round";
import { comingRound, game, line, player, round, stint } from "./games";

const begun = game({ rounds: [round(1, [line("nora", 0), line("jonas", 5)])] });
const next = comingRound(2, { playing: ["nora", "jonas"] });
const tied = { ...next, tie_break: true };

describe("joining and leaving before the next round", () => {
  it.each([
    ["before_first", game(), 0],
    ["open", game(), 1],
    ["open", begun, 0],
    ["tie_break", game({ ...begun, next_round: tied }), 0],
    ["over", game({ ...begun, status: "over" }), 0],
    ["over", game({ status: "abandoned" }), 0],
  ] as const)("is %s", (seating, of, unchecked) => {
    expect(seatingOf(of, unchecked)).toBe(seating);
  });

  it("concerns the round after those that wait", () => {
    expect(nextRound(begun, 2)).toBe(4);
  });

  it("suggests the lowest Phase and the totals of those at the table", () => {
    const players = [
      player("nora", 0, { phase: 5, total: 40 }),
      player("jonas", 1, { phase: null, total: 105 }),
      player("mia", 2, { phase: 1, total: 300, at_table: false }),
    ];
    expect(lowestPhase(game({ players }))).toBe(5);
    expect(startingTotals(game({ players }))).toEqual({ average: 75, highest: 105 });
    expect(startingTotals(game())).toBeNull();
    expect(lowestPhase(game({ players: [] }))).toBeNull();
  });

  it("is begun once a phone has typed something, or several have entered lines", () => {
    const open = game({ next_round: next });
    const typed = beginRound(2, ["nora", "jonas"]);
    expect(roundBegun(open, typed, { round: 2, lines: [] })).toBeNull();
    expect(roundBegun(open, sayOut(typed, "nora"), null)).toBe(2);
    const lines = [{ player: "nora" }] as Schemas["DraftLineDetail"][];
    expect(roundBegun(open, null, { round: 2, lines })).toBe(2);
    expect(roundBegun(open, null, { round: 1, lines })).toBeNull();
  });

  it("names all who would win now", () => {
    const players = [
      player("nora", 1, { rank: 1 }),
      player("jonas", 0, { rank: 1 }),
      player("mia", 2, { rank: 3 }),
    ];
    expect(leadersOf(game({ players })).map(({ name }) => name)).toEqual(["Jonas", "Nora"]);
  });

  it("says that Phases decide only where they do", () => {
    expect(leadWords(game())).toContain("furthest in the Phases");
    expect(leadWords(game({ variant: "fixed_rounds" }))).toMatch(/The fewest points win\.$/);
  });
});

it("knows who has joined and not played yet", () => {
  expect(hasNotPlayed({ stints: [] }, 3)).toBe(false); // there from the beginning
  expect(hasNotPlayed({ stints: [stint(3)] }, 3)).toBe(true);
  expect(hasNotPlayed({ stints: [stint(1, 1), stint(3)] }, 3)).toBe(false);
});
