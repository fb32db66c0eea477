import { expect, test } from "vitest";
import { leadWords } from "../../src/screens/leaderboard/lead";

type Line = Parameters<typeof leadWords>[0][number];

function line(name: string, games: number, wins: number, more: Partial<Line> = {}): Line {
  return {
    games,
    expected_wins: games / 4,
    win_rate: { value: games > 0 ? wins / games : null, over: games, low: 0, high: 1 },
    player: { id: name, name, color: "plum", sign: null },
    rank: { best: 1, worst: 1 },
    ...more,
  };
}

test("says who wins how much, against a fair share, and who is next", () => {
  expect(leadWords([line("Nora", 10, 4), line("Rosa", 10, 3), line("Jonas", 10, 2)])).toBe(
    "Nora wins 40% of the games; a fair share would be 25%. By rating, Rosa is next.",
  );
});

test("a fair share is that of the tables where somebody was", () => {
  expect(leadWords([line("Nora", 10, 4, { expected_wins: 2.9 })])).toBe(
    "Nora wins 40% of the games; a fair share would be 29%.",
  );
});

test("says so if the games cannot tell who is best", () => {
  const lines = [line("Nora", 6, 2, { rank: { best: 1, worst: 2 } }), line("Rosa", 6, 2)];
  expect(leadWords(lines)).toContain(
    "By rating, Rosa is next. By the places in all games, nobody stands out as the best yet.",
  );
});

test("tells no share of a few games", () => {
  const few = "Nora leads; after so few games that says little yet.";
  expect(leadWords([line("Nora", 1, 1), line("Rosa", 1, 0)])).toBe(few);
  expect(leadWords([line("Nora", 4, 4)])).toBe(few);
  expect(leadWords([line("Nora", 5, 5)])).toContain("Nora wins 100%");
});

test("is empty as long as nobody has played a game throughout", () => {
  expect(leadWords([line("Nora", 0, 0)])).toBe("");
  expect(leadWords([])).toBe("");
  expect(leadWords([line("Nora", 5, 5), line("Rosa", 0, 0)])).not.toContain("Rosa");
});
