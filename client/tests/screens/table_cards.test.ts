/** Which cards of a play are which once the referee has spoken, and what can be played at all. */

import { expect, test } from "vitest";
import { changedAs, colorGiver, declaredFor } from "../../src/screens/table/cards";
import { PlayerArea } from "../../src/screens/table/player_area";
import { type Game, game } from "./games";

const RUN = ["R4", "R5", "W=6", "R7"];

test("the cards of a hit are declared as its choice has them", () => {
  expect(declaredFor(RUN, ["W"], { cards: ["W=3", ...RUN] })).toEqual(["W=3"]);
  expect(declaredFor(RUN, ["W", "R8"], { cards: [...RUN, "R8", "W=9"] })).toEqual(["R8", "W=9"]);
});

test("if what lies there is settled by the hit, too, the server asks", () => {
  expect(declaredFor(["W", "W"], ["W"], { cards: ["W=R4", "W=R5", "W=R6"] })).toEqual(["W"]);
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

const hit = (...cards: string[]) => ({ kind: "hit" as const, group: "g", cards });
const given = (color: "B" | null, cards: string[], ...plays: Parameters<typeof colorGiver>[1]) =>
  colorGiver({ id: "g", cards, color }, plays);

test("a run of the wild side has its color since the first card of the other side", () => {
  const laid = ["W8=B", "W9=B", "W10=B"];
  expect(given("B", ["B7", ...laid], hit("B7"))).toBe("B7");
  expect(given("B", ["B6", "B7", ...laid, "W11=B"], hit("W11"), hit("B7"), hit("B6"))).toBe("B7");
  expect(given("B", [...laid, "B*=11"], hit("B*"))).toBe("B*");
  expect(given(null, ["W8", "W9", "W10", "W11"], hit("W11"))).toBeNull();
});

test("what is not certain is not said", () => {
  // Two at once, and hits of another group.
  expect(given("B", ["B6", "B7", "W8=B", "W9=B"], hit("B6", "B7"))).toBeNull();
  expect(given("B", ["B7", "W8=B"], { ...hit("B7"), group: "other" })).toBeNull();
  // Laid down with its color.
  expect(given("B", ["B4", "B5", "B6", "B7"], hit("B7"))).toBeNull();
  expect(given("B", ["W=B4", "B5", "B6", "W=B7"], hit("W=B7"))).toBeNull();
});

test("nothing can be laid down as long as nobody knows which Phases are played", () => {
  const player = { player: "nora", phase: 1, laid_down: false };
  const table = { groups: [], plays: [], skipped: [], turn: null, went_out: null, starter: null };
  const shown = (phases: Game["phases"]) => {
    const on = { game: game({ phases }), table, player, mayPlay: true };
    return JSON.stringify(PlayerArea({ ...on, onHit() {}, onLayDown() {} } as never));
  };
  expect(shown([{ phase: 1, name: "2 sets of 3", groups: [] }])).toContain('"Lay down"');
  expect(shown([])).not.toContain('"Lay down"');
});
