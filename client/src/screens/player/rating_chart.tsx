import { LineChart } from "../../components/charts/line_chart";
import { t, tn } from "../../i18n";
import type { Schemas } from "../../store";
import { shortDaysWords } from "../statistics/periods";

interface Props {
  player: string;
  /** The rating after each of the latest games, the last one first. */
  ratings: readonly Schemas["RatingAfterGame"][];
}

/** How a player's rating went, game by game; nothing until there are two. */
export function RatingChart({ player, ratings }: Props) {
  const results = ratings.toReversed();
  if (results.length < 2) return null;
  return (
    <LineChart
      title={t("Rating, game by game")}
      hint={[
        tn("The last {count} game.", "The last {count} games.", results.length),
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
