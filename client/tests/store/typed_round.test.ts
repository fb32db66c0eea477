import { describe, expect, test } from "vitest";
import {
  canBecomePossible,
  isFinished,
  type Known,
  lineState,
} from "../../src/store/typed/line_state";
import {
  addCard,
  addDigit,
  addKey,
  askOut,
  beginRound,
  clearLine,
  entriesOf,
  following,
  goTo,
  lineOf,
  missing,
  NOBODY,
  playedBy,
  pointsOf,
  removeCard,
  sayLaidDown,
  sayOut,
  sentLine,
  type TypedRound,
  takeOff,
  termsOf,
  typedFrom,
} from "../../src/store/typed/round";

const FOUR = ["nora", "rosa", "jonas", "mia"];
const PRICES = { R9: 5, B10: 10, S: 15, W: 25 };

/** What the referee answers for Phases 6 (nine cards) and 1 of the classic edition, in short. */
const SIX = { cards_from: 1, cards_to: 1, points: [5, 10, 15, 25] };
const ONE = { cards_from: 1, cards_to: 4, points: [5, 10, 15, 20, 25, 45, 50, 55, 60, 100] };
const TEN_CARDS = { cards_from: 10, cards_to: 10, points: [50, 55, 60, 85, 100, 105, 150, 230] };
const KNOWN: Known = {
  prices: PRICES,
  possible: {
    nora: { can_go_out: true, after_laying_down: ONE, without_laying_down: TEN_CARDS },
    rosa: { can_go_out: true, after_laying_down: SIX, without_laying_down: TEN_CARDS },
    jonas: { can_go_out: true, after_laying_down: ONE, without_laying_down: TEN_CARDS },
    mia: { can_go_out: true, after_laying_down: null, without_laying_down: TEN_CARDS },
  },
};

function typing(digits: string, round = sayOut(beginRound(6, FOUR), "nora")): TypedRound {
  return [...digits].reduce(addDigit, round);
}

describe("who went out", () => {
  test("comes first, and then the others by seat", () => {
    const round = sayOut(beginRound(6, FOUR), "jonas");
    expect(round.at).toBe("nora");
    expect(missing(round)).toEqual(["nora", "rosa", "mia"]);
  });

  test("can be said again without losing what is typed", () => {
    const typed = typing("35");
    const round = sayOut(askOut(typed), "mia");
    expect(round.at).toBe("nora");
    expect(lineOf(round, "rosa").digits).toBe("35");
    expect(sayOut(askOut(round), "nora").at).toBe("jonas");
  });

  test("may be nobody", () => {
    const round = sayOut(beginRound(6, FOUR), NOBODY);
    expect(missing(round)).toEqual(FOUR);
    expect(entriesOf(typing("50", round))).toEqual([
      { player: "nora", points: 50, laid_down: null },
    ]);
  });
});

test.each([
  ["nora", "rosa", ["nora", "rosa"], "nora", "rosa"],
  ["nora", "rosa", ["nora", "mia"], "nora", null],
  ["nora", "rosa", ["rosa", "mia"], null, null],
  [NOBODY, "rosa", ["rosa", "mia"], NOBODY, "rosa"],
])(
  "with %s out and %s being typed, a round that %j play has %s and %s",
  (out, at, order, ...left) => {
    const round = playedBy({ ...beginRound(6, FOUR), out, at }, order);
    expect([round.out, round.at]).toEqual(left);
  },
);

describe("a line", () => {
  test("adds up keys, and numbers that are typed between them", () => {
    let round = sayOut(beginRound(6, FOUR), "nora");
    round = addKey(addKey(round, 25), 25);
    round = addKey(typing("15", round), 5);
    expect(termsOf(lineOf(round, "rosa"))).toEqual([25, 25, 15, 5]);
    expect(pointsOf(lineOf(round, "rosa"), PRICES)).toBe(70);
  });

  test("has no leading zeros and at most four digits", () => {
    expect(lineOf(typing("005"), "rosa").digits).toBe("5");
    expect(lineOf(typing("123456"), "rosa").digits).toBe("1234");
  });

  test("loses what was typed last", () => {
    let round = addKey(sayOut(beginRound(6, FOUR), "nora"), 25);
    round = typing("15", round);
    const sums = [];
    for (let taps = 0; taps < 4; taps++) {
      round = takeOff(round);
      sums.push(pointsOf(lineOf(round, "rosa"), PRICES));
    }
    expect(sums).toEqual([26, 25, null, null]);
  });

  test("gives its last digit away from the next, still empty one", () => {
    const round = takeOff(goTo(typing("55"), "jonas"));
    expect(round.at).toBe("rosa");
    expect(lineOf(round, "rosa").digits).toBe("5");
  });

  test("takes the digit of the nearest one before it that has any, but not of who went out", () => {
    const both = goTo(typing("55", goTo(typing("25"), "jonas")), "mia");
    const round = takeOff(both);
    expect([round.at, lineOf(round, "jonas").digits]).toEqual(["jonas", "5"]);
    const alone = goTo(sayOut(beginRound(6, FOUR), "nora"), "jonas");
    expect(takeOff(alone)).toBe(alone);
  });

  test("can be cleared", () => {
    expect(missing(clearLine(typing("55")))).toEqual(["rosa", "jonas", "mia"]);
  });

  test("can be the cards in hand", () => {
    let round = sayOut(beginRound(6, FOUR), "nora");
    for (const card of ["W", "R9", "B10"]) round = addCard(round, card);
    expect(pointsOf(lineOf(round, "rosa"), PRICES)).toBe(40);
    expect(entriesOf(removeCard(round, 1))[1]).toEqual({
      player: "rosa",
      cards: ["W", "B10"],
      laid_down: null,
    });
    expect(lineOf(typing("5", round), "rosa").cards).toBeNull();
    expect(missing(takeOff(takeOff(takeOff(round))))).toContain("rosa");
  });

  test("of the player who went out cannot be typed", () => {
    const round = goTo(sayOut(beginRound(6, FOUR), "nora"), "nora");
    expect(addDigit(round, "5")).toBe(round);
  });

  test("forgets what was said about laying down once its points change", () => {
    const said = sayLaidDown(typing("5"), "rosa", true);
    expect(lineOf(addDigit(said, "0"), "rosa").laid_down).toBeNull();
  });
});

test("the next line is the next one by seat that is not done, or none", () => {
  const next = (round: TypedRound, ...done: string[]) =>
    following(round, (player) => done.includes(player));
  expect(next(typing("35"), "rosa")).toBe("jonas");
  expect(next(goTo(typing("35"), "mia"), "rosa")).toBe("jonas");
  expect(next(goTo(typing("35"), "jonas"), "mia")).toBe("rosa");
  expect(next(typing("35"), "jonas", "mia")).toBeNull();
});

describe("what the points tell", () => {
  const cases: [player: string, digits: string, state: object, goesOn: boolean][] = [
    ["rosa", "15", { is: "counted", laid_down: true }, true],
    ["rosa", "150", { is: "counted", laid_down: false }, false],
    ["rosa", "85", { is: "counted", laid_down: false }, false],
    ["rosa", "3", { is: "impossible" }, false],
    ["rosa", "30", { is: "impossible" }, false],
    ["rosa", "10", { is: "counted", laid_down: true }, true],
    ["jonas", "55", { is: "either" }, false],
    ["jonas", "45", { is: "counted", laid_down: true }, false],
    ["mia", "0", { is: "impossible" }, false],
    ["mia", "5", { is: "impossible" }, true],
    ["mia", "55", { is: "counted", laid_down: false }, false],
  ];
  test.each(cases)("%s with %s", (player, digits, state, goesOn) => {
    const round = typing(digits, goTo(sayOut(beginRound(6, FOUR), "nora"), player));
    expect(lineState(round, player, KNOWN)).toEqual(state);
    expect(canBecomePossible(lineOf(round, player), KNOWN.possible?.[player])).toBe(goesOn);
    expect(isFinished(round, player, KNOWN)).toBe(digits.length === 3 && "laid_down" in state);
  });

  test("are not asked about somebody who has laid down on the table", () => {
    const begun = beginRound(6, FOUR, ["jonas"]);
    const round = typing("55", goTo(sayOut(begun, "nora"), "jonas"));
    expect(lineState(round, "jonas", KNOWN)).toEqual({ is: "counted", laid_down: true });
    expect(entriesOf(round)).toContainEqual({ player: "jonas", points: 55, laid_down: true });
    // The table may be wrong, and somebody say so.
    const other = sayLaidDown(round, "jonas", false);
    expect(lineState(other, "jonas", KNOWN)).toEqual({ is: "counted", laid_down: false });
    // Nobody can be left with so much after laying down.
    const much = typing("230", goTo(sayOut(begun, "nora"), "jonas"));
    expect(lineState(much, "jonas", KNOWN)).toEqual({ is: "impossible" });
  });

  test("is asked where they leave it open", () => {
    const open = typing("55", goTo(sayOut(beginRound(6, FOUR), "nora"), "jonas"));
    const said = sayLaidDown(open, "jonas", false);
    expect(lineState(said, "jonas", KNOWN)).toEqual({ is: "counted", laid_down: false });
    expect(entriesOf(said)[1]).toEqual({ player: "jonas", points: 55, laid_down: false });
  });

  test("does not agree with what is said otherwise", () => {
    const said = sayLaidDown(typing("85"), "rosa", true);
    expect(lineState(said, "rosa", KNOWN)).toEqual({ is: "impossible" });
  });

  test("is nothing as long as the referee cannot be asked", () => {
    const unknown = { prices: PRICES, possible: null };
    expect(lineState(typing("31"), "rosa", unknown)).toEqual({ is: "counted", laid_down: null });
    expect(isFinished(typing("85"), "rosa", unknown)).toBe(false);
  });

  test("is told by the number of cards, too", () => {
    const begun = goTo(sayOut(beginRound(6, FOUR), "nora"), "jonas");
    const four = ["W", "W", "R9", "S"].reduce(addCard, begun);
    expect(lineState(four, "jonas", KNOWN)).toEqual({ is: "counted", laid_down: true });
    const five = addCard(four, "B10");
    expect(lineState(five, "jonas", KNOWN)).toEqual({ is: "impossible" });
    expect(canBecomePossible(lineOf(five, "jonas"), KNOWN.possible?.jonas)).toBe(true);
  });

  test("goes on with keys as long as further cards can make it possible", () => {
    const round = addKey(addKey(sayOut(beginRound(6, FOUR), "nora"), 10), 10);
    expect(lineState(round, "rosa", KNOWN)).toEqual({ is: "impossible" });
    expect(canBecomePossible(lineOf(round, "rosa"), KNOWN.possible?.rosa)).toBe(true);
    const tooMany = Array.from({ length: 10 }).reduce<TypedRound>((to) => addKey(to, 25), round);
    expect(canBecomePossible(lineOf(tooMany, "rosa"), KNOWN.possible?.rosa)).toBe(false);
    expect(isFinished(tooMany, "rosa", KNOWN)).toBe(false);
  });
});

test("a recorded round reads as it was typed", () => {
  const line = { phase: 6, total: 0, cards: null, went_out: false };
  const round = typedFrom(
    6,
    [
      { ...line, player: "nora", points: 0, laid_down: true, went_out: true },
      { ...line, player: "rosa", points: 35, laid_down: false },
      { ...line, player: "mia", points: 25, laid_down: true, cards: ["W"] },
    ],
    "nine cards",
  );
  expect(entriesOf(round)).toEqual([
    { player: "nora", went_out: true },
    { player: "rosa", points: 35, laid_down: false },
    { player: "mia", cards: ["W"], laid_down: true },
  ]);
  expect(round.overrule).toBe("nine cards");
  expect(missing(round)).toEqual([]);
});

test("what is typed while a line is being sent stays", () => {
  const now = addDigit(goTo(beginRound(6, FOUR), "rosa"), "5");
  const sent = lineOf(now, "rosa");
  expect(sentLine(now, "rosa", sent)).toEqual(beginRound(6, FOUR));
  const next = addDigit(goTo(now, "jonas"), "2");
  expect(entriesOf(sentLine(next, "rosa", sent))).toMatchObject([{ player: "jonas", points: 2 }]);
  expect(sentLine(next, "rosa", sent).at).toBe("jonas");
  const more = addDigit(now, "0");
  expect(sentLine(more, "rosa", sent)).toBe(more);
});
