/** What can be said at once about a typed line, from what the referee said a line can be. */

import type { Schemas } from "../../server/problems";
import {
  isEmpty,
  lineOf,
  pointsOf,
  saidOf,
  type TypedLine,
  type TypedRound,
  termsOf,
} from "./round";

type Hands = Schemas["PossibleHandsDetail"];
type OpenLine = Schemas["OpenLineDetail"];

/** What the referee has told about a round of which nothing is known yet. */
export interface Known {
  /** By player; null as long as the referee cannot be asked. */
  readonly possible: Readonly<Record<string, OpenLine>> | null;
  /** The points of each card of the deck. */
  readonly prices: Readonly<Record<string, number>>;
}

/**
 * A line is `missing`, `out`, `counted` (`laid_down` is null as long as nobody can tell),
 * `either` (the points leave open whether the player laid down) or `impossible`.
 */
export type LineState =
  | { readonly is: "missing" | "out" }
  | { readonly is: "counted"; readonly laid_down: boolean | null }
  | { readonly is: "either" | "impossible" };

export function lineState(round: TypedRound, player: string, known: Known): LineState {
  if (player === round.out) return { is: "out" };
  const line = lineOf(round, player);
  if (isEmpty(line)) return { is: "missing" };
  const open = known.possible?.[player];
  const said = saidOf(round, player);
  if (!open) return { is: "counted", laid_down: said };
  const fitting = [true, false].filter(
    (laidDown) =>
      fits(line, laidDown ? open.after_laying_down : open.without_laying_down, known) &&
      (said ?? laidDown) === laidDown,
  );
  const [laid_down] = fitting;
  if (laid_down === undefined) return { is: "impossible" };
  return fitting.length > 1 ? { is: "either" } : { is: "counted", laid_down };
}

/** Whether the table insists on what a line says, and has said if the player laid down. */
export function isOverruled(round: TypedRound, player: string): boolean {
  return round.overrule !== "" && saidOf(round, player) !== null;
}

/** Whether nothing is left to say about a player. */
export function isDone(round: TypedRound, player: string, known: Known): boolean {
  const { is } = lineState(round, player, known);
  return is === "counted" || is === "out" || (is === "impossible" && isOverruled(round, player));
}

/** Whether more taps can still make the line possible, so that it is too early to complain. */
export function canBecomePossible(line: TypedLine, open: OpenLine | undefined): boolean {
  if (!open) return true;
  const hands = handsOf(open);
  if (line.cards) {
    const count = line.cards.length;
    return hands.some((hand) => count < hand.cards_to);
  }
  if (line.digits !== null) return continuations(line, hands).length > 0;
  const sum = termsOf(line).reduce((before, term) => before + term, 0);
  return hands.some((hand) => hand.points.some((points) => points > sum));
}

/**
 * Whether the line needs no further tap: a number was typed that is possible, that tells whether
 * the player laid down, and that has as many digits as any count in this edition.
 */
export function isFinished(round: TypedRound, player: string, known: Known): boolean {
  const line = lineOf(round, player);
  const open = known.possible?.[player];
  if (!open || line.digits === null || line.keys.length > 0) return false;
  const isLong = line.digits.length >= (mostDigits(known) ?? Number.POSITIVE_INFINITY);
  return isLong && lineState(round, player, known).is === "counted";
}

/** How many digits the highest count in this edition has, the same for everybody; null if unknown. */
export function mostDigits({ possible }: Known): number | null {
  if (!possible) return null;
  const counts = Object.values(possible).flatMap((open) =>
    handsOf(open).flatMap(({ points }) => points),
  );
  return counts.length > 0 ? String(Math.max(...counts)).length : null;
}

/** What the referee can still be told by typing more digits. */
function continuations(line: TypedLine, hands: readonly Hands[]): number[] {
  const before = line.keys.reduce((sum, key) => sum + key, 0);
  const digits = line.digits ?? "";
  return hands
    .flatMap((hand) => hand.points)
    .filter((points) => {
      const typed = String(points - before);
      return typed.length > digits.length && typed.startsWith(digits);
    });
}

function fits(line: TypedLine, hands: Hands | null, known: Known): boolean {
  if (!hands) return false;
  if (line.cards) {
    return line.cards.length >= hands.cards_from && line.cards.length <= hands.cards_to;
  }
  return hands.points.includes(pointsOf(line, known.prices) ?? -1);
}

function handsOf(open: OpenLine): Hands[] {
  return [open.after_laying_down, open.without_laying_down].filter((hands) => hands !== null);
}
