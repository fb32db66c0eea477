/** Small things that are told beside others, and have to agree with them. */

import { expect, test } from "vitest";
import { levelInWins } from "../../src/screens/night/card";
import { mayHaveYearBefore } from "../../src/screens/year";

test("a night says who had as many wins as the winner", () => {
  const line = (id: string, wins: number) =>
    ({ player: { id, name: id, color: "plum", sign: null }, wins }) as const;
  const players = [line("Nora", 2), line("Jonas", 2), line("Mia", 1)];
  expect(levelInWins([{ id: "Nora" }], players)).toEqual(["Jonas"]);
  expect(levelInWins([{ id: "Nora" }, { id: "Jonas" }], players)).toEqual([]);
  expect(levelInWins([], players)).toEqual([]);
});

test("empty years end where the group began", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  expect(mayHaveYearBefore(2026, "2026-03-01T12:00:00Z", now)).toBe(true);
  expect(mayHaveYearBefore(2025, "2024-03-01T12:00:00Z", now)).toBe(true);
  expect(mayHaveYearBefore(2024, "2024-03-01T12:00:00Z", now)).toBe(false);
  expect(mayHaveYearBefore(2025, undefined, now)).toBe(false);
});
