/** Two versions of a line, in words. */

import { expect, test } from "vitest";
import { lineWords } from "../../src/components/side_by_side";

const line = (points: number, laid_down: boolean | null) => ({ player: "ben", points, laid_down });

test("two that agree have the same words, whichever says who laid down", () => {
  expect(lineWords(line(15, true), line(15, null))).toBe("15, laid down");
  expect(lineWords(line(15, null), line(15, true))).toBe("15, laid down");
  expect(lineWords(line(15, false), line(15, null))).toBe("15");
});

test("where they differ, each says what it says", () => {
  expect(lineWords(line(50, false), line(50, true))).toBe("50, did not lay down");
  expect(lineWords(line(15, null), line(20, true))).toBe("15");
  expect(lineWords(undefined, line(20, true))).toBe("–");
});

test("cards are said as people say them", () => {
  const cards = ["R7", "W"];
  expect(lineWords({ player: "ben", cards, laid_down: true }, undefined)).toBe(
    "Red 7 and Wild, laid down",
  );
});
