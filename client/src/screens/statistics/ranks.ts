/** Places on a leaderboard, and how sure they are. Pure. */

import { numberWords } from "../../i18n/formats";
import type { Schemas } from "../../server/api";

type Line = Pick<Schemas["LeaderboardLine"], "rating"> &
  Partial<Pick<Schemas["LeaderboardLine"], "rank">>;

/** The place of each of those who are listed, such as "2", or "1–3" if others may be as good. */
export function placesOf(lines: readonly Line[]): string[] {
  return lines.map(({ rank, rating }) => {
    // An answer that an earlier client kept has no rank.
    const best = rank?.best ?? 1 + lines.filter((one) => one.rating.points > rating.points).length;
    const worst = rank?.worst ?? best;
    return best === worst ? numberWords(best) : `${numberWords(best)}–${numberWords(worst)}`;
  });
}

interface Span {
  /** In percent of the width. */
  from: number;
  to: number;
  at: number;
}

/** Where each rating and its margin lie, on one scale for all. */
export function spansOf(lines: readonly Line[]): Span[] {
  const ends = lines.map(({ rating: { points, margin = 0 } }) => ({
    low: points - margin,
    high: points + margin,
    points,
  }));
  const low = Math.min(...ends.map((one) => one.low));
  const width = Math.max(...ends.map((one) => one.high)) - low || 1;
  const percent = (value: number) => (100 * (value - low)) / width;
  return ends.map((one) => ({
    from: percent(one.low),
    to: percent(one.high),
    at: percent(one.points),
  }));
}
