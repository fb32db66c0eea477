import { expect, test } from "vitest";
import { matrixOf } from "../../src/screens/head_to_head/matrix";
import { holdersOf, newlyEarned } from "../../src/screens/statistics/held_badges";
import type { Schemas } from "../../src/server/api";

test("lays out everyone against everyone by name", () => {
  const pair = (one: string, other: string, ahead: number) =>
    ({
      player: { id: one, name: one },
      opponent: { id: other, name: other },
      ahead,
    }) as Schemas["MatrixPair"];
  const { players, rows } = matrixOf([
    pair("nora", "jonas", 3),
    pair("jonas", "nora", 1),
    pair("nora", "mia", 2),
    pair("mia", "nora", 0),
  ]);
  expect(players.map(({ name }) => name)).toEqual(["jonas", "mia", "nora"]);
  expect(rows.map((row) => row.map((cell) => cell?.ahead ?? null))).toEqual([
    [null, null, 1],
    [null, null, 0],
    [3, 2, null],
  ]);
});

test("lists who has earned each badge", () => {
  const badge = (code: string) => ({ code, letter: "1", name: code, about: "" });
  const earned = { ...badge("win"), game: "game", earned_at: "2026-11-22T18:00:00Z" };
  const held = holdersOf({
    badges: [badge("win"), badge("flawless")],
    players: [
      { player: { id: "nora", name: "Nora", color: "plum", sign: null }, badges: [earned] },
    ],
  });
  expect(held.map(({ badge, names }) => [badge.code, names])).toEqual([
    ["win", ["Nora"]],
    ["flawless", []],
  ]);
});

test("tells each badge once, with all who have earned it", () => {
  const earned = (code: string, name: string) =>
    ({ code, name: code, player: { id: name, name } }) as Schemas["PlayerBadge"];
  const badges = [earned("win", "Nora"), earned("flawless", "Nora"), earned("win", "Jonas")];
  expect(newlyEarned(badges).map(({ badge, names }) => [badge.code, names])).toEqual([
    ["win", ["Nora", "Jonas"]],
    ["flawless", ["Nora"]],
  ]);
});
