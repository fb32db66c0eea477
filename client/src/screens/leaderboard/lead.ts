/** The leaderboard in a sentence. */

import { isolated, t, tn } from "../../i18n";
import { numberWords, percentWords } from "../../i18n/formats";
import type { Schemas } from "../../server/api";

type Line = Pick<
  Schemas["LeaderboardLine"],
  "games" | "expected_wins" | "win_rate" | "player" | "rank"
>;

/** Games: a share of fewer would read like a promise, as odds of fewer would. */
const FEW = 5;

/** "Nora wins 40%; one of four equal players would win 25%. Grandma Rosa is closest." */
export function leadWords(lines: readonly Line[]): string {
  const [first, second] = lines.filter(({ games }) => games > 0);
  if (!first || first.win_rate.value === null) return "";
  const name = isolated(first.player.name);
  if (first.games < FEW)
    return t("{name} leads; after so few games that says little yet.", { name });
  const values = {
    name,
    share: percentWords(Math.round(100 * first.win_rate.value)),
    expected: percentWords(Math.round((100 * first.expected_wins) / first.games)),
  };
  const seats = first.games / first.expected_wins; // of one size only if that is a whole number
  const isWhole = Math.abs(seats - Math.round(seats)) < 0.001;
  const words = [
    isWhole
      ? tn(
          "{name} wins {share}; one of {count} equal players would win {expected}.",
          "{name} wins {share}; one of {count} equal players would win {expected}.",
          Math.round(seats),
          { ...values, count: numberWords(Math.round(seats)) },
        )
      : t("{name} wins {share}; at the same tables, equal players would win {expected}.", values),
  ];
  if (second) words.push(t("{name} is closest.", { name: isolated(second.player.name) }));
  // An answer that an earlier client kept has no rank.
  if (second && first.rank && first.rank.worst > first.rank.best) {
    words.push(t("By the places in all games, nobody stands out as the best yet."));
  }
  return words.join(" ");
}
