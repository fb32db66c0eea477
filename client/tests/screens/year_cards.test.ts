/** The cards of a year in review. */

import { expect, test } from "vitest";
import { cardsOf } from "../../src/screens/year/cards";

type Review = Parameters<typeof cardsOf>[0];

const QUIET = {
  games: 9,
  nights: 3,
  rounds: 80,
  points: 4000,
  players: 2,
  months: [],
  champions: [],
  leaderboard: [],
  most_improved: null,
  records: [],
  badges: [],
} as unknown as Review;

function champions(...names: string[]) {
  const found = names.map((name) => ({ player: { id: name, name }, wins: 4 }));
  const review = { ...QUIET, champions: found } as unknown as Review;
  return cardsOf(review, "group", null).find(({ key }) => key === "champions");
}

test("who won most often is told with how often, and of several that each did", () => {
  expect(champions("Ann")).toMatchObject({
    big: "Ann",
    rows: [{ label: "4 of 9\u00a0games won" }],
  });
  expect(champions("Ann", "Ben")).toMatchObject({
    big: "Ann and Ben",
    rows: [{ label: "Each: 4 of 9\u00a0games won" }],
  });
});
