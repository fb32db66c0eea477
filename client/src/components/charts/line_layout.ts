/** Where the lines of a chart run, in pixels. Pure. */

import type { Faced } from "../face";

export interface Series {
  id: string;
  name: string;
  /** The player whose line it is. */
  of?: Faced;
  /** A value for each place on the x-axis; null where there is none. */
  values: readonly (number | null)[];
}

export interface Size {
  width: number;
  height: number;
  /** How large the text is. */
  em: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Tick {
  /** Where it is on its axis, in pixels. */
  at: number;
  text: string;
}

export interface LineLayout {
  /** What the axes enclose. */
  plot: { left: number; right: number; top: number; bottom: number };
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  /** For each series: what is drawn with a pen that never leaves the paper, and where marks are. */
  lines: readonly { paths: readonly (readonly Point[])[]; marks: readonly Point[] }[];
}

interface Options {
  /** What to write below each place of the x-axis. */
  labels: readonly string[];
  series: readonly Series[];
  size: Size;
  words: (value: number) => string;
  /** Lines that would lie on each other run beside each other, this many pixels apart. */
  apart?: number;
  /** The least that the y-axis covers. */
  from?: number | undefined;
  to?: number | undefined;
}

/** Marks closer than this look like a rope. */
const MARKS_APART = 14;
const LETTER = 0.6; // of an em: how wide a digit is at most
const SIGN = 0.85; // a plus or a minus

/** Lay out a chart of lines; places on the x-axis are equally far from each other. */
export function layoutLines(options: Options): LineLayout {
  const { labels, series, size, words, apart = 0 } = options;
  const { width, height, em } = size;
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const low = Math.min(options.from ?? Number.POSITIVE_INFINITY, ...values);
  const high = Math.max(options.to ?? Number.NEGATIVE_INFINITY, ...values);
  const most = Math.max(2, Math.floor(height / (em * 2.5)));
  const ticks = values.length > 0 ? ticksBetween(low, high, most) : [0];
  const [bottomValue, topValue] = [ticks[0] ?? 0, ticks.at(-1) ?? 0];

  const spread = (apart * (series.length - 1)) / 2;
  const gutter = Math.max(...ticks.map((tick) => widthOf(words(tick)))) * em + 6;
  const plot = {
    left: gutter,
    right: width - Math.max(6, ((labels.at(-1)?.length ?? 0) * LETTER * em) / 2),
    top: Math.max(6, em * 0.6) + spread, // half of a number stands above the highest line
    bottom: height - em * 1.9 - spread,
  };
  const xOf = (index: number) =>
    labels.length < 2
      ? (plot.left + plot.right) / 2
      : plot.left + 6 + (index * (plot.right - plot.left - 6)) / (labels.length - 1);
  const yOf = (value: number) =>
    topValue === bottomValue
      ? (plot.top + plot.bottom) / 2
      : plot.bottom - ((value - bottomValue) * (plot.bottom - plot.top)) / (topValue - bottomValue);

  const step = labels.length < 2 ? 1 : Math.ceil(MARKS_APART / (xOf(1) - xOf(0)));
  return {
    plot,
    xTicks: sparse(labels, xOf, em)
      .map((index) => ({ index, text: labels[index] ?? "" }))
      // The first date begins where the drawing does.
      .map(({ index, text }) => ({
        at: Math.max(xOf(index), (text.length * LETTER * em) / 2),
        text,
      }))
      // Games of one night have the same date: said once.
      .filter(({ text }, index, all) => text !== all[index - 1]?.text),
    yTicks: ticks.map((tick) => ({ at: yOf(tick), text: words(tick) })),
    lines: series.map((one, number) => {
      const shift = number * apart - spread;
      const paths = unbroken(one.values).map((part) =>
        part.map(({ index, value }) => ({ x: xOf(index), y: yOf(value) + shift })),
      );
      const marks = paths.flatMap((path) =>
        path.filter((_point, index) => (path.length - 1 - index) % step === 0),
      );
      return { paths, marks };
    }),
  };
}

/** How wide a number is at most, in em. */
function widthOf(text: string): number {
  return LETTER * text.length + (/^[-+\u2212]/.test(text) ? SIGN - LETTER : 0);
}

/** Round numbers that cover a range, from the first at or below it to the first at or above. */
export function ticksBetween(low: number, high: number, most: number): number[] {
  const raw = (high - low) / Math.max(1, most - 1);
  const power = 10 ** Math.floor(Math.log10(raw || 1));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= raw) ?? 10) * power);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Which labels there is room for: the first, the last, and some between them. */
function sparse(labels: readonly string[], xOf: (index: number) => number, em: number): number[] {
  const last = labels.length - 1;
  if (last < 1) return last === 0 ? [0] : [];
  const widest = Math.max(...labels.map((label) => label.length)) * LETTER * em + em;
  const step = Math.ceil(widest / (xOf(1) - xOf(0)));
  const shown = labels.flatMap((_label, index) =>
    index % step === 0 && last - index >= step ? [index] : [],
  );
  return shown.length === 0 ? [0, last] : [...shown, last];
}

/** The parts of a line between its gaps. */
function unbroken(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const parts: { index: number; value: number }[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value !== null) parts.at(-1)?.push({ index, value });
    else if (parts.at(-1)?.length) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}
