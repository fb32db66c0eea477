/** What can stand in a face: the same as on the server (`games.domain.faces.is_sign`). */

import { expect, test } from "vitest";
import { isSign, SIGNS } from "../../src/screens/faces/signs";

test.each(["🦊", "👩🏽‍🚀", "🇫🇷", "A", "JJ", "é", "é", "7", "❤️"])("%s is a sign", (text) => {
  expect(isSign(text)).toBe(true);
});

test.each(["", "Ann", "🦊🦊", "!", " A", "🦊A", "<b"])("%j is none", (text) => {
  expect(isSign(text)).toBe(false);
});

test("the signs to tap are signs, each of them once", () => {
  expect(SIGNS.filter((one) => !isSign(one))).toEqual([]);
  expect(new Set(SIGNS).size).toBe(24);
});
