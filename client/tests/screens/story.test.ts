import { describe, expect, it } from "vitest";
import { comebackOf, rivalOf, worstHandOf } from "../../src/screens/score_pad/story";
import { game, line, player, round, stint } from "./games";

// Nora is a Phase behind after two rounds, and wins; Mia has left.
const ROUNDS = [
  round(1, [
    line("nora", 95, { laid_down: false, total: 95 }),
    line("jonas", 0, { total: 0 }),
    line("mia", 135, { laid_down: false, total: 135 }),
  ]),
  round(2, [
    line("nora", 0, { phase: 1, total: 95 }),
    line("jonas", 5, { phase: 2, total: 5 }),
    line("mia", 135, { laid_down: false, total: 270 }),
  ]),
  round(3, [
    line("nora", 0, { phase: 2, total: 95 }),
    line("jonas", 105, { laid_down: false, phase: 3, total: 110 }),
  ]),
];
const PLAYERS = [
  player("nora", 0, { completed: 2, total: 95, won: true, rank: 1, phase: null }),
  player("jonas", 1, { completed: 2, total: 110, rank: 2 }),
  player("mia", 2, { total: 270, rank: 3, stints: [stint(1, 2)], at_table: false }),
];
const over = game({ players: PLAYERS, rounds: ROUNDS, status: "over", winners: ["nora"] });

describe("the story of a game", () => {
  it("tells from how far behind the winner came", () => {
    expect(comebackOf(over)).toMatchObject({
      player: { id: "nora" },
      phases: 1,
      points: 0,
      round: 1,
    });
  });

  it("counts points only among those on the same Phase, and no Phases in fixed rounds", () => {
    const fixed = game({ ...over, variant: "fixed_rounds" });
    expect(comebackOf(fixed)).toMatchObject({ phases: 0, points: 95, round: 1 });
  });

  it("tells of no comeback if the winner was never behind, nor of the last round", () => {
    const jonas = game({ ...over, rounds: ROUNDS.slice(0, 1), winners: ["nora"] });
    expect(comebackOf(jonas)).toBeNull();
    expect(
      comebackOf(game({ ...over, winners: ["jonas"], rounds: ROUNDS.slice(0, 2) })),
    ).toBeNull();
  });

  it("takes no few points for a comeback", () => {
    for (const [points, told] of [
      [45, null],
      [50, { phases: 0, points: 50, round: 1 }],
    ] as const) {
      const behind = round(1, [line("nora", points, { total: points }), line("jonas", 0)]);
      const rounds = [behind, round(2, [line("nora", 0), line("jonas", 100)])];
      const found = comebackOf(game({ ...over, rounds, variant: "fixed_rounds" }));
      expect(found && { ...found, player: undefined }).toEqual(
        told && { ...told, player: undefined },
      );
    }
  });

  it("finds the worst hand, the first of equal ones", () => {
    expect(worstHandOf(over)).toMatchObject({ player: { id: "mia" }, points: 135, round: 1 });
    expect(worstHandOf(game({ rounds: [] }))).toBeNull();
  });

  it("finds who came closest, of those who stayed", () => {
    expect(rivalOf(over)).toMatchObject({ player: { id: "jonas" }, phases: 0, points: 15 });
    const alone = [PLAYERS[0], PLAYERS[2]].flatMap((one) => one ?? []);
    expect(rivalOf(game({ ...over, players: alone }))).toBeNull();
  });

  it("measures the rival in Phases where these are not equal", () => {
    const players = PLAYERS.map((one) => (one.id === "jonas" ? { ...one, completed: 1 } : one));
    expect(rivalOf(game({ ...over, players }))).toMatchObject({ phases: 1 });
  });
});
