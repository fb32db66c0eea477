import editions from "virtual:editions";
import { describe, expect, test } from "vitest";
import { exampleCards } from "../../src/screens/score_pad/example_cards";
import type { components } from "../../src/server/schema";

type Schemas = components["schemas"];

const numbersOf = (cards: readonly string[]) => cards.map((card) => Number(card.slice(1)));
const colorsOf = (cards: readonly string[]) => new Set(cards.map((card) => card.charAt(0)));
const isEach = (step: number) => (cards: readonly string[]) =>
  numbersOf(cards).every(
    (number, index, all) => index === 0 || number === (all[index - 1] ?? 0) + step,
  );
const isOneColor = (cards: readonly string[]) => colorsOf(cards).size === 1;
const isParity = (rest: number) => (cards: readonly string[]) =>
  numbersOf(cards).every((number) => number % 2 === rest);

/** Section 2 of the rulebook. */
const RULES: Record<Schemas["GroupKind"], ((cards: readonly string[]) => boolean)[]> = {
  set: [(cards) => new Set(numbersOf(cards)).size === 1],
  run: [isEach(1)],
  color_run: [isEach(1), isOneColor],
  color: [isOneColor],
  odd: [isParity(1)],
  even: [isParity(0)],
  odd_run: [isParity(1), isEach(2)],
  even_run: [isParity(0), isEach(2)],
  pair_run: [
    (cards) => isEach(1)(cards.filter((_card, index) => index % 2 === 0)),
    (cards) => isEach(1)(cards.filter((_card, index) => index % 2 === 1)),
    (cards) => numbersOf(cards)[0] === numbersOf(cards)[1],
  ],
};

describe.each(Object.values(editions))(
  "the cards drawn for a Phase of $edition",
  ({ phases, deck }: Schemas["EditionDetail"]) => {
    test.each(phases)("$phase: $name", ({ groups }: Schemas["NumberedPhase"]) => {
      const shown = exampleCards(groups);
      expect(shown.map((cards) => cards.length)).toEqual(groups.map(({ size }) => size));
      groups.forEach(({ kind }, index) => {
        for (const rule of RULES[kind]) expect(rule(shown[index] ?? [])).toBe(true);
      });
      for (const { card, copies } of deck.sides[0]?.cards ?? []) {
        expect(shown.flat().filter((one) => one === card).length).toBeLessThanOrEqual(copies);
      }
      const known = new Set(deck.sides[0]?.cards.map(({ card }) => card));
      expect(shown.flat().filter((card) => !known.has(card))).toEqual([]);
    });
  },
);
