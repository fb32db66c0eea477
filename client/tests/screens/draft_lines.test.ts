import { expect, test } from "vitest";
import { agree } from "../../src/components/side_by_side";
import {
  contradicts,
  differs,
  howManyEntered,
  typedFromDraft,
} from "../../src/screens/round_entry/draft_lines";
import { nearestCounts } from "../../src/screens/round_entry/nearest_counts";
import { entriesOf } from "../../src/store/typed/round";

const SAID = { entered_by: "Mia", entered_at: "2026-11-22T12:00:00Z", version: 7 };
const NOTHING = { points: null, cards: null, laid_down: null, went_out: null };
const ROSA = { ...SAID, ...NOTHING, player: "rosa", points: 35 };
const NORA = { ...SAID, ...NOTHING, player: "nora", went_out: true };
const DRAFT = {
  round: 4,
  version: 7,
  started_by: "Mia",
  started_at: SAID.entered_at,
  lines: [NORA, ROSA],
};

test("lines differ where both say something", () => {
  expect(differs(ROSA, { player: "rosa", points: 35, laid_down: true })).toBe(false);
  expect(differs(ROSA, { player: "rosa", points: 40 })).toBe(true);
  expect(differs(NORA, { player: "nora", went_out: true })).toBe(false);
  expect(differs(NORA, { player: "nora", points: 15 })).toBe(true);
  const cards = { ...ROSA, points: null, cards: ["R5", "W"] };
  expect(differs(cards, { player: "rosa", cards: ["W", "R5"] })).toBe(false);
  expect(differs(cards, { player: "rosa", cards: ["W", "R6"] })).toBe(true);
  expect(differs(cards, { player: "rosa", cards: ["R5W"] })).toBe(true);
  expect(differs({ ...cards, cards: [] }, { player: "rosa", points: 5 })).toBe(true);
  expect(differs(cards, { player: "rosa", points: 5 })).toBe(false);
  expect(differs({ ...ROSA, laid_down: true }, { player: "rosa", laid_down: false })).toBe(true);
  expect(differs({ ...NORA, points: 0 }, { player: "nora" })).toBe(false);
  expect(differs({ ...NORA, points: 0 }, { player: "nora", points: 0 })).toBe(true);
});

test("a round contradicts a draft if one line differs", () => {
  const nora = { player: "nora", went_out: true };
  expect(contradicts(DRAFT, [nora, { player: "rosa", points: 35 }])).toBe(false);
  expect(contradicts(DRAFT, [nora, { player: "rosa", points: 5 }])).toBe(true);
  expect(contradicts(DRAFT, [nora])).toBe(true);
});

test("a draft can be finished on one phone", () => {
  const typed = typedFromDraft(DRAFT, ["nora", "rosa", "mia"]);
  expect(typed.out).toBe("nora");
  expect(entriesOf(typed)).toEqual([
    { player: "nora", went_out: true },
    { player: "rosa", points: 35, laid_down: null },
  ]);
  expect([typed.overrule, Object.keys(typed.lines)]).toEqual(["", ["rosa"]]);
  const zero = { ...ROSA, points: 0 };
  expect(typedFromDraft({ ...DRAFT, lines: [ROSA, zero] }, []).out).toBe("rosa");
  expect(typedFromDraft({ ...DRAFT, lines: [ROSA] }, []).out).toBeNull();
});

test("the nearest counts are those a slip of the pen may have meant", () => {
  const open = {
    can_go_out: true,
    after_laying_down: { cards_from: 1, cards_to: 1, points: [5, 10, 15, 25] },
    without_laying_down: { cards_from: 10, cards_to: 10, points: [50, 55, 60] },
  };
  expect(nearestCounts(35, null, open)).toEqual([25, 50]);
  expect(nearestCounts(35, true, open)).toEqual([25]);
  expect(nearestCounts(35, false, open)).toEqual([50]);
  expect(nearestCounts(0, null, open)).toEqual([5]);
});

test("two versions of a round agree if no line differs", () => {
  const theirs = [
    { player: "nora", points: 0, laid_down: true, went_out: true },
    { player: "rosa", points: 35, laid_down: false, went_out: false },
  ];
  const nora = { player: "nora", went_out: true };
  expect(agree(theirs, [nora, { player: "rosa", points: 35, laid_down: null }])).toBe(true);
  expect(agree(theirs, [nora, { player: "rosa", points: 35, laid_down: true }])).toBe(false);
  expect(agree(theirs, [nora, { player: "rosa", points: 30 }])).toBe(false);
  expect(agree(theirs, [nora])).toBe(false);
});

test("how many have entered their points is said of those who play the round", () => {
  const table = ["nora", "rosa", "mia"];
  expect(howManyEntered(DRAFT, table)).toBe("2\u00a0of 3 players have entered their points.");
  expect(howManyEntered({ lines: [ROSA] }, table)).toBe(
    "1\u00a0of 3 players has entered their points.",
  );
  // Nora has left since.
  expect(howManyEntered(DRAFT, ["rosa", "mia"])).toBe(
    "1\u00a0of 2 players has entered their points.",
  );
});
