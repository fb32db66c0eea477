/** Small things that are said beside others, and have to agree with them. */

import { expect, test } from "vitest";
import { levelInWins } from "../../src/screens/night/card";
import { leadWords } from "../../src/screens/rivals";
import { mayHaveYearBefore } from "../../src/screens/year";

test("a night says who had as many wins as the winner", () => {
  const line = (id: string, wins: number) =>
    ({ player: { id, name: id, color: "plum", sign: null }, wins }) as const;
  const players = [line("Nora", 2), line("Jonas", 2), line("Mia", 1)];
  expect(levelInWins([{ id: "Nora" }], players)).toEqual(["Jonas"]);
  expect(levelInWins([{ id: "Nora" }, { id: "Jonas" }], players)).toEqual([]);
  expect(levelInWins([], players)).toEqual([]);
});

test("two who were ahead as often as each other have no difference that may be luck", () => {
  const rival = (id: string, ahead: number) =>
    ({ player: { id, name: id, color: "plum", sign: null }, ahead, stands_out: null }) as const;
  expect(leadWords([rival("Nora", 3), rival("Jonas", 2)])).toMatch(/^This difference may be/);
  expect(leadWords([rival("Nora", 2), rival("Jonas", 2)])).toBe("");
});

test("empty years end where the group began", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  expect(mayHaveYearBefore(2026, "2026-03-01T12:00:00Z", now)).toBe(true);
  expect(mayHaveYearBefore(2025, "2024-03-01T12:00:00Z", now)).toBe(true);
  expect(mayHaveYearBefore(2024, "2024-03-01T12:00:00Z", now)).toBe(false);
  expect(mayHaveYearBefore(2025, undefined, now)).toBe(false);
});
