import { expect, test } from "vitest";
import { cleanName, LONGEST_NAME, sameName } from "../../src/store/typed/names";

test.each([
  ["  Nora ", "Nora"],
  ["Grandma\t\n Rosa", "Grandma Rosa"],
  ["Zoe\u0308", "Zoë"],
  ["\u202eevil", "evil"],
  ["\u2067נורה\u2069", "נורה"],
  ["a\u0000b", "ab"],
  ["half \ud83c", "half"],
  ["👩‍👩‍👧", "👩‍👩‍👧"], // joined
  ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ["\u200b\u00a0", ""],
  ["\u3164", ""],
])("%j is called %j", (typed, expected) => {
  expect(cleanName(typed)).toBe(expected);
});

test("a name has at most 80 characters, however many bytes they take", () => {
  expect([...cleanName("🎲".repeat(100))]).toHaveLength(LONGEST_NAME);
});

test.each([
  ["Nora", "  nora "],
  ["Zoë", "Zoe\u0308"],
  ["Grandma  Rosa", "grandma rosa"],
])("%j and %j are one name", (one, other) => {
  expect(sameName(one, other)).toBe(true);
});

test("other names are others", () => {
  expect(sameName("Nora", "Nora 2")).toBe(false);
});
