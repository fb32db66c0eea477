/** The table with plays that wait for the server. */

import { expect, test } from "vitest";
import type { LiveTable, Play, TableGroup } from "../../src/store/actions/actions";
import { tableAfter, type WaitingPlay } from "../../src/store/shown/live_table";

const SIDES = ["color", "wild"];
const AT = "2026-11-22T18:00:00Z";

const EMPTY: LiveTable = {
  game: "game",
  round: 2,
  event: 7,
  turns_logged: true,
  dealer: "cleo",
  starter: "ann",
  turn: "ann",
  draw_due: true,
  side: "color",
  skipped: [],
  went_out: null,
  top_discard: "R3",
  players: ["ann", "ben"].map((player) => ({ player, phase: 1, laid_down: false })),
  groups: [],
  plays: [],
};

function set(id: string, ...cards: string[]): TableGroup {
  const open = { color: null, low: null, high: null, irregular: false };
  return { id, player: "ann", kind: "set", number: 5, size: cards.length, cards, ...open };
}

const GROUP = set("fives", "R5", "B5", "G5");
const HIT = set("fives", "R5", "B5", "G5", "Y5");

function back(id: string, before: TableGroup[] = []): WaitingPlay {
  return { action: { kind: "takeBackPlay", game: "game", round: 2, id, before }, at: AT };
}

function playing(play: Play, after: TableGroup[] = [], before: TableGroup[] = []): WaitingPlay {
  return { action: { kind: "play", game: "game", play, after, before }, at: AT };
}

const laying = playing(
  {
    kind: "lay_down",
    body: { id: "1", round: 2, player: "ann", groups: [GROUP.cards], group_ids: ["fives"] },
  },
  [GROUP],
);
const hitting = playing(
  { kind: "hit", body: { id: "2", round: 2, player: "ben", group: "fives", cards: ["Y5"] } },
  [HIT],
  [GROUP],
);

function shown(...waiting: WaitingPlay[]): LiveTable {
  return tableAfter(EMPTY, waiting, SIDES);
}

const discard = (card: string, more: { skips?: string; goes_out?: boolean } = {}) =>
  playing({ kind: "discard", body: { id: card, round: 2, player: "ann", card, ...more } });

test("what was laid down and hit lies there before the server knows it", () => {
  const table = shown(laying, hitting);
  expect(table.groups).toEqual([HIT]);
  expect(table.players.map(({ laid_down }) => laid_down)).toEqual([true, false]);
  expect(table.plays.map(({ kind, number, cards }) => [kind, number, cards])).toEqual([
    ["lay_down", 1, ["R5", "B5", "G5"]],
    ["hit", 2, ["Y5"]],
  ]);
});

test("a play of another round, and one that the server has told of, change nothing", () => {
  const told = { ...shown(laying), round: 3 };
  expect(tableAfter(told, [hitting], SIDES)).toBe(told);
  const table = shown(laying, hitting);
  expect(tableAfter(table, [hitting], SIDES)).toBe(table);
});

test("taken back, the group is as it was, or gone", () => {
  expect(shown(laying, hitting, back("2", [GROUP]))).toEqual(shown(laying));
  const empty = shown(laying, back("1"));
  expect(empty).toEqual(EMPTY);
  const other = set("nines", "R9", "B9", "G9");
  const lying = { ...EMPTY, groups: [other] };
  expect(tableAfter(lying, [laying, back("1")], SIDES).groups).toEqual([other]);
});

test("what is not there any more cannot be taken back, and the rest stays", () => {
  const laid = shown(laying);
  expect(tableAfter(laid, [back("gone")], SIDES)).toEqual(laid);
});

test("a Skip lies in front of its player, other cards on the pile", () => {
  const unlogged = { ...EMPTY, turns_logged: false, turn: null, draw_due: false };
  expect(tableAfter(unlogged, [discard("S", { skips: "ben" })], SIDES)).toMatchObject({
    skipped: ["ben"],
    top_discard: "R3",
  });
  expect(shown(discard("S", { skips: "ben" }))).toMatchObject({
    // Of two players, the other's turn is over at once.
    skipped: [],
    top_discard: "S",
    turn: "ann",
  });
  expect(shown(discard("G9", { goes_out: true }))).toMatchObject({
    top_discard: "G9",
    went_out: "ann",
  });
});

const draw = (player: string, pile?: "draw_pile" | "discard_pile") =>
  playing({
    kind: "draw",
    body: { id: `${player} draws`, round: 2, player, ...(pile && { pile }) },
  });

test("a turn begins with a draw, without a network, too", () => {
  expect(shown(draw("ann", "draw_pile"))).toMatchObject({ draw_due: false, top_discard: "R3" });
  expect(shown(draw("ann"))).toMatchObject({ draw_due: false, top_discard: null });
  expect(shown(draw("ben")).draw_due).toBe(true); // it is not their turn
  expect(shown(laying).draw_due).toBe(false); // as the table has overruled it
  const next = shown(draw("ann"), discard("R9"));
  expect(next).toMatchObject({ turn: "ben", draw_due: true, top_discard: "R9" });
  const skip = discard("S", { skips: "ben" });
  expect(shown(draw("ann"), skip)).toMatchObject({ turn: "ann", draw_due: true });
  expect(tableAfter(next, [back("R9")], SIDES)).toMatchObject({ turn: "ann", draw_due: false });
  expect(shown(draw("ann"), back("ann draws")).draw_due).toBe(true);
});

test("where turns are not logged, nobody knows whose it is, nor whether they have drawn", () => {
  const table = { ...EMPTY, turns_logged: false, turn: null, draw_due: false };
  for (const deed of [discard("R9"), draw("ann"), laying]) {
    expect(tableAfter(table, [deed], SIDES)).toMatchObject({ turn: null, draw_due: false });
  }
});

test("the cards turn over, unless nobody knows which side is up", () => {
  const flip = playing({ kind: "flip", body: { id: "3", round: 2 } });
  expect(shown(flip)).toMatchObject({ side: "wild", top_discard: null });
  expect(shown(discard("R5!"))).toMatchObject({ side: "wild", top_discard: null });
  expect(shown(discard("R5!", { goes_out: true })).side).toBe("color"); // house rules decide
  expect(tableAfter({ ...EMPTY, side: null }, [flip], SIDES).side).toBeNull();
});

test("turned over by somebody else meanwhile, they do not turn back before the server has asked", () => {
  const body = { id: "3", round: 2 };
  const play = { kind: "flip", body } satisfies Play;
  const flip = (side: string | null): WaitingPlay => ({
    action: { kind: "play", game: "game", play, after: [], before: [], side },
    at: AT,
  });
  expect(shown(flip("color"))).toMatchObject({ side: "wild", plays: [{ id: "3" }] });
  const turned = { ...EMPTY, side: "wild" as const };
  expect(tableAfter(turned, [flip("color")], SIDES)).toEqual(turned);
  expect(tableAfter(turned, [flip(null)], SIDES).side).toBe("color"); // somebody insists
});

test("taken back, they turn to the side on which they were", () => {
  const flip = playing({ kind: "flip", body: { id: "3", round: 2 } });
  expect(shown(flip, back("3")).side).toBe("color");
  expect(shown(discard("R5!"), back("R5!")).side).toBe("color");
});

test("a note is among the plays at once, and changes nothing else", () => {
  const body = { id: "3", round: 2, text: "The pile was shuffled." };
  const { plays, ...table } = shown(playing({ kind: "note", body }));
  expect({ ...table, plays: [] }).toEqual(EMPTY);
  expect(plays.map(({ kind, player, text }) => [kind, player, text])).toEqual([
    ["note", null, "The pile was shuffled."],
  ]);
});
