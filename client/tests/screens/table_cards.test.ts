/** Which cards of a play are which once the referee has spoken. */

import { expect, test } from "vitest";
import { changedAs, declaredFor, inOrderGiven } from "../../src/screens/table/cards";

const RUN = ["R4", "R5", "W=6", "R7"];

test("the cards of a hit are declared as its choice has them", () => {
  expect(declaredFor(RUN, ["W"], { cards: ["W=3", ...RUN] })).toEqual(["W=3"]);
  expect(declaredFor(RUN, ["W", "R8"], { cards: [...RUN, "R8", "W=9"] })).toEqual(["R8", "W=9"]);
});

test("if what lies there is settled by the hit, too, the server asks", () => {
  expect(declaredFor(["W", "W"], ["W"], { cards: ["W=R4", "W=R5", "W=R6"] })).toEqual(["W"]);
});

test("groups are found again in whichever order the referee names them", () => {
  const set = { cards: ["R5", "W=5", "B5"] };
  const run = { cards: ["R1", "R2", "W=3", "R4"] };
  const given = [
    ["R4", "W", "R1", "R2"],
    ["R5", "B5", "W"],
  ];
  expect(inOrderGiven(given, [set, run])).toEqual([run, set]);
  expect(inOrderGiven(given, [null, set])).toEqual([null, set]);
});

test("a suggestion changes one group, or all places", () => {
  const groups = [["R5", "B5", "G6"], ["R1"]];
  const one = { group: 0, without: "G6", groups: [] };
  expect(changedAs(groups, one, "Y5")).toEqual([["R5", "B5", "Y5"], ["R1"]]);
  expect(changedAs([["R6", "R5"]], { group: null, without: "R6", groups: [] }, null)).toEqual([
    ["R5"],
  ]);
  const swapped = [["R1"], ["R5"]];
  expect(changedAs([["R5"], ["R1"]], { group: null, without: null, groups: swapped }, null)).toBe(
    swapped,
  );
});
