/** Places on a leaderboard. Pure. */

interface Rated {
  rating: { points: number };
}

/** A place for each of those who are listed, the best first; the same if they are level. */
export function ranksOf(lines: readonly Rated[]): number[] {
  const points = lines.map(({ rating }) => rating.points);
  return points.map((own) => 1 + points.filter((other) => other > own).length);
}
