import { LineChart } from "../../components/charts/line_chart";
import { t, tn } from "../../i18n";
import { useAnswer } from "../statistics/answers";
import { shortDaysWords } from "../statistics/periods";
import { MOST_RATINGS, ratings } from "../statistics/questions";

interface Props {
  group: string;
  player: string;
  /** How many games the player has: after another one, the ratings are read again. */
  games: number;
}

/** How a player's rating went, game by game; nothing until there are two. */
export function RatingChart({ group, player, games }: Props) {
  const { value, state } = useAnswer(ratings(group, player), games);
  const results = value?.results.toReversed() ?? [];
  const mayCome = state === "reading" && games > 1; // its room is kept: what is below stays there
  if (results.length < 2 && !mayCome) return null;
  return (
    <LineChart
      title={t("Rating, game by game")}
      hint={[
        tn(
          "The last {count} game.",
          "The last {count} games.",
          results.length || Math.min(games, MOST_RATINGS),
        ),
        t("Ups and downs may be mere luck."),
      ].join(" ")}
      xTitle={t("Game")}
      labels={shortDaysWords(results.map(({ played_at }) => played_at))}
      series={[
        { id: player, name: t("Rating"), values: results.map(({ rating }) => rating.points) },
      ]}
    />
  );
}
