/** Chance that can be repeated: the same seed throws the same dice. */

/** A number from 0 to below `sides`. */
export type Dice = (sides: number) => number;

export function diceOf(seed: number): Dice {
  let state = seed * 2_654_435_761;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}

export function chance(dice: Dice, probability: number): boolean {
  return dice(1000) < probability * 1000;
}

export function oneOf<T>(dice: Dice, choices: readonly T[]): T {
  const chosen = choices[dice(choices.length)];
  if (chosen === undefined) throw new Error("There is nothing to choose from.");
  return chosen;
}
