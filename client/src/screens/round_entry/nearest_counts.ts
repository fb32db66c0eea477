import type { Schemas } from "../../server/problems";

/** The possible counts next to one that is not: the next lower and the next higher, if any. */
export function nearestCounts(
  points: number,
  laidDown: boolean | null,
  { after_laying_down: after, without_laying_down: without }: Schemas["OpenLineDetail"],
): number[] {
  const possible = [
    ...(laidDown === false ? [] : (after?.points ?? [])),
    ...(laidDown === true ? [] : (without?.points ?? [])),
  ];
  const lower = possible.filter((count) => count < points);
  const higher = possible.filter((count) => count > points);
  return [
    ...(lower.length ? [Math.max(...lower)] : []),
    ...(higher.length ? [Math.min(...higher)] : []),
  ];
}
