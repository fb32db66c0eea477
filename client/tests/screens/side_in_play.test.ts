/** Which side of Flip is in play, as far as plays tell. */

import { expect, test } from "vitest";
import { sideOf, sidePlayed } from "../../src/components/side_tag";
import type { Schemas } from "../../src/server/problems";

function table(side: string | null, ...kinds: Schemas["PlayKind"][]) {
  return { side, plays: kinds.map((kind) => ({ kind }) as Schemas["PlayDetail"]) };
}

test("without plays nobody knows it, and notes are no plays of cards", () => {
  expect(sidePlayed(null)).toBeNull();
  expect(sidePlayed(table("color"))).toBeNull();
  expect(sidePlayed(table("color", "note"))).toBeNull();
});

test("plays tell it", () => {
  expect(sidePlayed(table("color", "note", "lay_down"))).toBe("color");
  expect(sidePlayed(table("wild", "flip"))).toBe("wild");
});

test("other cards have only one side", () => {
  expect(sidePlayed(table(null, "lay_down"))).toBeNull();
  expect(sideOf({ side: null })).toBeNull();
});
