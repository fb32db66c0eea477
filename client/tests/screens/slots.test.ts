import editions from "virtual:editions";
import { describe, expect, test, vi } from "vitest";
import { cardName, signOn } from "../../src/components/card_face";
import { useLanguage } from "../../src/i18n";
import {
  addCard,
  addedTo,
  drawn,
  emptySlots,
  fitted,
  followed,
  ON,
  placesOf,
  removeCard,
  type Slots,
  takeOff,
} from "../../src/screens/referee/slots";
import { examples, legend, readCards } from "../../src/screens/referee/typed_cards";

const laid = (text: string, at = 0): Slots => ({
  cards: text.split("|").map((group) => group.split(" ").filter(Boolean)),
  at,
});
const suggestion = { group: null, without: null, cards: [], groups: [] };

describe("the cards of a Phase", () => {
  test("fill one group after the other", () => {
    const cards = ["R7", "B7", "R1", "R2", "R3", "R4"];
    const filled = cards.reduce((slots, card) => addCard(slots, card, [2, 3]), emptySlots(2));
    expect(filled).toEqual(laid("R7 B7|R1 R2 R3 R4", 1));
  });

  test("stay in a group that is meant to have more than it needs", () => {
    expect(addCard(laid("R7 B7|"), "G7", [2, 3])).toEqual(laid("R7 B7 G7|"));
  });

  test("are taken out by how they are drawn", () => {
    expect(removeCard(laid("R5 W W=7|R1"), 0, "W=7")).toEqual(laid("R5 W|R1"));
    expect(removeCard(laid("R5 W|R1"), 0, "W=6")).toEqual(laid("R5|R1"));
    expect(removeCard(laid("R5 W|R1"), 1, "W=6")).toEqual(laid("R5 W|R1"));
  });

  test("are taken off one by one, from the last group that has any", () => {
    const once = takeOff(laid("R7 B7|R1", 1));
    expect(once).toEqual(laid("R7 B7|", 1));
    expect(takeOff(once)).toEqual(laid("R7|"));
    expect(takeOff(emptySlots(2))).toEqual(emptySlots(2));
  });

  test("stay when another Phase is asked about", () => {
    expect(fitted(laid("R7|B7", 1), 1)).toEqual(laid("R7"));
    expect(fitted(laid("R7"), 2)).toEqual(laid("R7|"));
  });
});

describe("what the referee suggests", () => {
  test("is added, changed or left out", () => {
    const slots = laid("R3 R5|R9");
    expect(followed(slots, { ...suggestion, group: 0, cards: ["Y4", "W"] }, "Y4")).toEqual(
      laid("R3 R5 Y4|R9"),
    );
    expect(
      followed(slots, { ...suggestion, group: 0, without: "R5", cards: ["R4"] }, "R4"),
    ).toEqual(laid("R3 R4|R9"));
    expect(followed(slots, { ...suggestion, group: 1, without: "R9" }, null)).toEqual(
      laid("R3 R5|", 1),
    );
  });

  test("can be other places for the same cards", () => {
    const groups = [["R3"], ["R5", "R9"]];
    expect(followed(laid("R3 R5|R9", 1), { ...suggestion, groups }, null).cards).toEqual(groups);
  });

  test("is about the cards to hit with, if it names no group", () => {
    expect(followed(laid("R3 R4|G9"), { ...suggestion, without: "G9" }, "R5", 1)).toEqual(
      laid("R3 R4|R5", 1),
    );
  });
});

describe("standings", () => {
  const set = { cards: ["R7", "W=7"] };
  const run = { cards: ["R1", "W=2", "R3"] };

  test("belong to the groups, in whatever order these lie", () => {
    expect(placesOf(laid("R3 R1 W|W R7").cards, [set, run])).toEqual([1, 0]);
  });

  test("that are open belong to the group that is left", () => {
    expect(placesOf(laid("W W|R7 W").cards, [set, null])).toEqual([1, 0]);
  });

  test("are how groups are drawn", () => {
    expect(drawn(["W", "R7"], [run, set])).toEqual(["R7", "W=7"]);
    expect(drawn(["W", "R8"], [run, set, null])).toEqual(["W", "R8"]);
  });

  test("tell what a hit has added, at either end", () => {
    expect(addedTo(["R4", "B5"], ["R4", "B5", "W=6"])).toEqual(["W=6"]);
    expect(addedTo(["W", "R4", "B5"], ["W=2", "W=3", "R4", "B5", "G6"])).toEqual(["W=2", "G6"]);
    expect(addedTo(["R4", "B5"], ["R4", "G9"])).toBeNull();
  });
});

describe("typed cards", () => {
  const { deck } = editions.classic;

  test("are read in small letters, with blanks or commas", () => {
    expect(readCards(" r7 w, Y11  w=b5 ", deck).cards).toEqual(["R7", "W", "Y11", "W=B5"]);
    expect(readCards("r*! w7!", editions.flip.deck).cards).toEqual(["R*!", "W7!"]);
  });

  test("that are in another deck are told", () => {
    expect(readCards("R7 R13 W7", deck)).toEqual({ cards: [], unknown: "R13" });
    expect(readCards("S", editions.flip.deck).unknown).toBe("S");
    expect(readCards("7 w", deck).unknown).toBe("7");
    expect(readCards("7 w r7 13", deck, false)).toEqual({ cards: [], unknown: "13" });
    expect(readCards("7 w r7", deck, false).cards).toEqual(["7", "W", "R7"]);
  });

  test("can be written with the letters of their words in another language", async () => {
    vi.stubGlobal("document", { documentElement: {} });
    await useLanguage("de");
    expect(readCards("r7 j=b5 w a", deck).cards).toEqual(["R7", "W=B5", "W", "S"]);
    expect(readCards("j7 j*", editions.flip.deck).cards).toEqual(["W7", "W*"]);
    expect(readCards("R7 jein", deck).unknown).toBe("JEIN");
    expect(examples(deck)).toEqual(["R7", "J", "A"]);
    expect(legend(deck)).toEqual(["R Rot", "B Blau", "G Grün", "Y Gelb", "J Joker", "A Aussetzen"]);
    expect([signOn("wild"), cardName("W")]).toEqual(["J", "Joker"]);
    await useLanguage("en");
  });

  test("have colors without capitals where a language has none there", async () => {
    vi.stubGlobal("document", { documentElement: {} });
    await useLanguage("es");
    expect(["G5", "W=R8"].map(cardName)).toEqual(["5 verde", "Comodín como 8 rojo"]);
    expect(legend(deck)[0]).toBe("R Rojo");
    await useLanguage("en");
  });

  test("have examples from the deck", () => {
    expect(examples(deck)).toEqual(["R7", "W", "S"]);
    expect(examples(editions.flip.deck)).toEqual(["R7", "W7", "R*", "W*"]);
    const legends = [deck, editions.flip.deck].map(legend);
    expect(legends.map((words) => words.includes("S Skip"))).toEqual([true, false]);
  });
});

describe("a hit", () => {
  const typed = (text: string) =>
    text.split(" ").reduce((slots, card) => addCard(slots, card), emptySlots(2, ON));

  test("is the last card, and the others lie there", () => {
    expect(typed("4 5")).toEqual(laid("4 5|", ON));
    expect(typed("4 5 W 7 8")).toEqual(laid("4 5 W 7|8", ON));
    expect(takeOff(typed("4 5 W"))).toEqual(laid("4 5|", ON));
    expect(removeCard(typed("4 5 W 7"), 0, "4")).toEqual(laid("5 W|7", ON));
  });
});
