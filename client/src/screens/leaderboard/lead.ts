/** The leaderboard in a sentence. */

import { isolated, t } from "../../i18n";
import { percentWords } from "../../i18n/formats";
import type { Schemas } from "../../server/api";

type Line = Pick<
  Schemas["LeaderboardLine"],
  "games" | "expected_wins" | "win_rate" | "player" | "rank"
>;

/** Games: a share of fewer would read like a promise, as odds of fewer would. */
const FEW = 5;

/** "Nora wins 40% of the games; a fair share would be 25%. By rating, Grandma Rosa is next." */
export function leadWords(lines: readonly Line[]): string {
  const [first, second] = lines.filter(({ games }) => games > 0);
  if (!first || first.win_rate.value === null) return "";
  const name = isolated(first.player.name);
  if (first.games < FEW)
    return t("{name} leads; after so few games that says little yet.", { name });
  const words = [
    t("{name} wins {share} of the games; a fair share would be {expected}.", {
      name,
      share: percentWords(Math.round(100 * first.win_rate.value)),
      expected: percentWords(Math.round((100 * first.expected_wins) / first.games)),
    }),
  ];
  if (second) words.push(t("By rating, {name} is next.", { name: isolated(second.player.name) }));
  // An answer that an earlier client kept has no rank.
  if (second && first.rank && first.rank.worst > first.rank.best) {
    words.push(t("By the places in all games, nobody stands out as the best yet."));
  }
  return words.join(" ");
}
