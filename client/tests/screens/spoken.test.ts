import { expect, test } from "vitest";
import { hasNewRound, spokenStandings } from "../../src/screens/score_pad/spoken";
import { comingRound, game, line, player, round } from "./games";

const players = [
  player("nora", 0, { phase: 2, completed: 1, total: 45, rank: 2 }),
  player("jonas", 1, { phase: 3, completed: 2, total: 1, rank: 1 }),
  player("mia", 2, { at_table: false, rank: 3 }),
];
const next = comingRound(2, { dealer: "nora", starter: "jonas", playing: ["nora", "jonas"] });

test("the standings are read by rank, then who deals", () => {
  expect(spokenStandings(game({ players, next_round: next }))).toBe(
    "Jonas: Phase 3, 1\u00a0point. Nora: Phase 2, 45\u00a0points. Nora deals.",
  );
});

test("the winner is read first", () => {
  const won = [player("nora", 0, { phase: null, total: 45, won: true })];
  expect(spokenStandings(game({ players: won, status: "over", winners: ["nora"] }))).toBe(
    "Nora wins! Nora: all Phases, 45\u00a0points.",
  );
});

test("only rounds that come while somebody looks are new", () => {
  const one = game({ id: "spoken", players });
  const two = { ...one, rounds: [round(1, [line("nora", 0)])] };
  expect([one, two, two, one, two].map(hasNewRound)).toEqual([false, true, false, false, true]);
});
