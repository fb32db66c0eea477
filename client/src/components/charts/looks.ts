/** How lines differ: by color, by dashes and by marks, so that two of the three are enough. */

import type { Faced } from "../face";

export interface Look {
  color: string;
  dashes: string;
  /** The path of the mark around 0, 0. */
  mark: string;
  filled: boolean;
}

const DASHES = ["", "7 4", "2 3", "10 3 2 3"];
const MARKS = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", // circle
  "M0 -5.5L5.5 0L0 5.5L-5.5 0z", // diamond
  "M0 -5L5 4H-5z", // triangle
  "M-4 -4H4V4H-4z", // square
  "M-4.5 -4.5L4.5 4.5M4.5 -4.5L-4.5 4.5", // cross
  "M0 5L5 -4H-5z", // triangle, upside down
];

/** The look of a line by its number and its player; with many lines, marks become hollow. */
export function lookOf(number: number, of?: Faced): Look {
  const around = Math.floor(number / MARKS.length);
  return {
    color: `var(--${of?.color ?? "accent"})`,
    dashes: DASHES[(number + around) % DASHES.length] ?? "",
    mark: MARKS[number % MARKS.length] ?? "",
    filled: around % 2 === 0,
  };
}
