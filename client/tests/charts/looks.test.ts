import { expect, it } from "vitest";
import { lookOf } from "../../src/components/charts/looks";

const LINES = Array.from({ length: 12 }, (_, number) => lookOf(number));

it("tells twelve lines apart in grey by their marks", () => {
  expect(new Set(LINES.map(({ mark, filled }) => `${mark} ${filled}`)).size).toBe(12);
});

it("gives a full table of six different marks, and neighbours different dashes", () => {
  expect(new Set(LINES.slice(0, 6).map(({ mark }) => mark)).size).toBe(6);
  for (const [number, { dashes }] of LINES.entries()) {
    if (number > 0) expect(dashes).not.toBe(LINES[number - 1]?.dashes);
  }
});
