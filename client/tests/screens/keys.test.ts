/** The keys of the pad, for each edition. */

import { expect, test } from "vitest";
import { padRows, pressOf, pricesOf } from "../../src/screens/round_entry/keys";
import { editionOf } from "../../src/store/editions";

const labels = (edition: "classic" | "flip" | "express") =>
  padRows(editionOf(edition)).map((row) => row.map(({ label, small }) => [label, small]));

test("the pad has the prices of the cards, then digits and tools", () => {
  const [prices, ...rest] = labels("classic");
  expect(prices).toEqual([
    ["+5", "1 to 9"],
    ["+10", "10 to 12"],
    ["+15", "Skip"],
    ["+25", "Wild"],
  ]);
  expect(rest.map((row) => row.map(([label]) => label).join(""))).toEqual(["123⌫", "456C", "7890"]);
  expect(padRows(editionOf("classic"))[0]?.map(({ id, tone }) => [id, tone])).toContainEqual([
    ...["+5", "count"],
  ]);
  const tools = padRows(editionOf("classic")).flatMap((row) => row.filter(({ name }) => name));
  expect(tools.map(({ id, name, tone }) => [id, name, tone])).toEqual([
    ["off", "Delete", "tool"],
    ["clear", "Clear", "tool"],
  ]);
});

test("each edition names the cards of its prices", () => {
  expect(labels("flip")[0]?.map(([, small]) => small)).toContain("Star");
  for (const edition of ["flip", "express"] as const) {
    expect(labels(edition)[0]?.filter(([, small]) => !small)).toEqual([]);
  }
});

test.each([
  ["+25", { points: 25 }],
  ["7", { digit: "7" }],
  ["off", { tool: "off" }],
  ["clear", { tool: "clear" }],
])("the key %s", (id, press) => {
  expect(pressOf(id)).toEqual(press);
});

test("each card of the deck has a price", () => {
  const prices = pricesOf(editionOf("classic"));
  expect(prices).toMatchObject({ R1: 5, Y12: 10, S: 15, W: 25 });
});
