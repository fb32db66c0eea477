import { describe, expect, it } from "vitest";
import { differenceOf } from "../../src/screens/rounds/difference";
import { game, line, player, round } from "./games";

const rounds = [1, 2, 3].map((number) => round(number, [line("nora", 0), line("jonas", 5)]));
const playing = game({
  rounds,
  players: [player("jonas", 1, { total: 15 }), player("nora", 0, { phase: 4, completed: 3 })],
});

describe("the difference a correction makes", () => {
  it("is nothing if nothing changes", () => {
    const nothing = { players: [], end: null, dropped: [], winners: [] };
    expect(differenceOf(playing, playing)).toEqual(nothing);
  });

  it("names the players whose total or Phase changes, before and after", () => {
    const after = game({
      ...playing,
      players: [player("jonas", 1, { total: 25 }), player("nora", 0, { phase: 3, completed: 2 })],
    });
    expect(differenceOf(playing, after).players).toEqual([
      { id: "nora", name: "Nora", total: [0, 0], phase: [4, 3], completed: [3, 2] },
      { id: "jonas", name: "Jonas", total: [15, 25], phase: [1, 1], completed: [0, 0] },
    ]);
  });

  it("tells that the game ends, which rounds it loses, and who wins", () => {
    const after = game({
      ...playing,
      status: "over",
      winners: ["nora"],
      rounds: rounds.slice(0, 2),
      players: [player("jonas", 1, { total: 10 }), player("nora", 0, { won: true, phase: null })],
    });
    expect(differenceOf(playing, after)).toMatchObject({
      end: "ends",
      dropped: [3],
      winners: ["Nora"],
    });
  });

  it.each([
    ["goes_on", { status: "over", winners: ["nora"] }, { status: "playing", winners: [] }],
    [
      "other_winners",
      { status: "over", winners: ["nora"] },
      { status: "over", winners: ["jonas"] },
    ],
    [null, { status: "over", winners: ["nora"] }, { status: "over", winners: ["nora"] }],
    [null, { status: "over", winners: ["a", "b"] }, { status: "over", winners: ["b", "a"] }],
    [
      "other_winners",
      { status: "over", winners: ["a", "b"] },
      { status: "over", winners: ["a", "c"] },
    ],
    ["other_winners", { status: "over", winners: ["a"] }, { status: "over", winners: ["a", "b"] }],
    [
      "ends",
      { status: "over", winners: ["nora"] },
      { status: "over", winners: ["nora"], rounds: rounds.slice(1) },
    ],
    ["ends", { status: "playing", winners: [] }, { status: "over", winners: [] }],
  ] as const)("tells the end: %s", (end, before, after) => {
    const [was, is] = [before, after].map((values) =>
      game({ ...playing, ...values, winners: [...values.winners] }),
    );
    if (!was || !is) throw new Error("both are there");
    expect(differenceOf(was, is).end).toBe(end);
  });
});
