/** Cards that would make a Phase, to look at. */

import { COLORS } from "../../components/card_face";
import type { Schemas } from "../../server/problems";

const LAST = 12;

/** The numbers and the colors that a kind takes, one after the other, from a start. */
type Maker = (size: number, start: number) => string[];

const ODD = [1, 3, 5, 7, 9, 11];
const EVEN = [2, 4, 6, 8, 10, 12];

const MAKERS: Readonly<Record<Schemas["GroupKind"], Maker>> = {
  set: (size, start) => colored(Array.from({ length: size }, () => 5 + start)),
  run: (size, start) => colored(from(1 + start, size)),
  color_run: (size, start) => inOneColor(from(2 + start, size), start),
  color: (size, start) => inOneColor(spread(size), start),
  odd: (size) => colored(cycle(ODD, size)),
  even: (size) => colored(cycle(EVEN, size)),
  odd_run: (size) => colored(cycle(ODD, size)),
  even_run: (size) => colored(cycle(EVEN, size)),
  pair_run: (size, start) => colored(from(5 + start, size / 2).flatMap((one) => [one, one])),
};

/** For each group of a Phase, cards that make it. */
export function exampleCards(groups: readonly Schemas["GroupRequirement"][]): string[][] {
  return groups.map(({ kind, size }, index) => MAKERS[kind](size, index));
}

/** Consecutive numbers, as high up as they fit. */
function from(start: number, size: number): number[] {
  const first = Math.max(1, Math.min(start, LAST + 1 - size));
  return Array.from({ length: size }, (_, index) => first + index);
}

/** Numbers of one color in no order. */
function spread(size: number): number[] {
  return Array.from({ length: size }, (_, index) => ((index * 5 + 1) % LAST) + 1).toSorted(
    (one, other) => one - other,
  );
}

function cycle(numbers: readonly number[], size: number): number[] {
  return Array.from({ length: size }, (_, index) => numbers[index % numbers.length] ?? 1);
}

function colored(numbers: readonly number[]): string[] {
  return numbers.map((number, index) => `${COLORS[index % COLORS.length]}${number}`);
}

function inOneColor(numbers: readonly number[], start: number): string[] {
  return numbers.map((number) => `${COLORS[start % COLORS.length]}${number}`);
}
