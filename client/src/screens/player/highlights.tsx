import { List, ListRow } from "../../components/list";
import { ListSection } from "../../components/list_section";
import { t, tn } from "../../i18n";
import { DOT, numberWords } from "../../i18n/formats";
import type { Schemas } from "../../store";
import { amountWords, kindWords } from "../statistics/words";

interface Highlight {
  title: string;
  value?: string;
  detail?: string;
  game: string | null;
}

/** The best and the worst of a player; each leads to its game. */
export function Highlights({ statistics }: { statistics: Schemas["PlayerStatistics"] }) {
  const found = highlightsOf(statistics);
  if (found.length === 0) return null;
  return (
    <ListSection title={t("Best and worst")}>
      <List label={t("Best and worst")}>
        {found.map(({ title, value, detail, game }) => (
          <ListRow
            key={title + value}
            title={title}
            {...(value && { end: <strong class="number">{value}</strong> })}
            {...(detail && { detail })}
            {...(game && { href: `/g/${game}` })}
          />
        ))}
      </List>
    </ListSection>
  );
}

function highlightsOf(statistics: Schemas["PlayerStatistics"]): Highlight[] {
  const { best_round, worst_round, fastest_wins, biggest_comeback, streaks } = statistics;
  const { nemesis, favourite_opponent } = statistics;
  const found: Highlight[] = [];
  for (const { variant, phases, game, rounds, points } of fastest_wins) {
    found.push({
      title: t("Fastest win"),
      value: amountWords(rounds, "rounds"),
      detail: [kindWords(variant, phases), amountWords(points, "points")].join(DOT),
      game,
    });
  }
  if (biggest_comeback) {
    const { phases, points, round, game } = biggest_comeback;
    found.push({
      title: t("Biggest comeback"),
      value:
        phases > 0
          ? tn("{count} Phase behind", "{count} Phases behind", phases)
          : tn("{count} point behind", "{count} points behind", points),
      detail: t("After round {round}, and won", { round }),
      game,
    });
  }
  if (best_round) {
    const { points, others, round, game } = best_round;
    found.push({
      title: t("Best round"),
      value: amountWords(points, "points"),
      detail: t("Round {round}; the others took {points} together", {
        round,
        points: numberWords(others),
      }),
      game,
    });
  }
  if (worst_round) {
    const { points, round, game } = worst_round;
    found.push({
      title: t("Worst round"),
      value: amountWords(points, "points"),
      detail: t("Round {round}", { round }),
      game,
    });
  }
  found.push(
    ...streak(t("Wins in a row"), streaks.wins, "games"),
    ...streak(t("Went out in a row"), streaks.going_out, "rounds"),
    ...streak(t("Laid down in a row"), streaks.laying_down, "rounds"),
  );
  if (nemesis) found.push(against(t("Nemesis"), nemesis));
  if (favourite_opponent) found.push(against(t("Favorite opponent"), favourite_opponent));
  if (!nemesis && !favourite_opponent && statistics.games > 0) {
    found.push({
      title: t("Nemesis and favorite opponent"),
      detail: t("Nobody yet: who was ahead of whom how often may be mere luck."),
      game: null,
    });
  }
  return found;
}

/** The longest streak, if it is one. */
function streak(
  title: string,
  { longest, current, game }: Schemas["Streak"],
  unit: "games" | "rounds",
): Highlight[] {
  if (longest < 2) return [];
  const detail = current > 1 ? { detail: t("{count} now", { count: numberWords(current) }) } : {};
  return [{ title, value: amountWords(longest, unit), game, ...detail }];
}

function against(
  title: string,
  { opponent, games, ahead, behind }: Schemas["Opponent"],
): Highlight {
  return {
    title,
    value: opponent.name,
    detail: tn(
      "Ahead in {ahead}, behind in {behind} of {count} game: more than luck explains",
      "Ahead in {ahead}, behind in {behind} of {count} games: more than luck explains",
      games,
      { ahead: numberWords(ahead), behind: numberWords(behind) },
    ),
    game: null,
  };
}
