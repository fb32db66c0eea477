import { LineChart } from "../../components/charts/line_chart";
import { t, tn } from "../../i18n";
import { signedNumber } from "../../i18n/formats";
import type { Schemas } from "../../store";
import { shortDaysWords } from "../statistics/periods";

interface Props {
  /** Of the one whose lead it is, and of the other. */
  names: readonly string[];
  timeline: Schemas["Rivalry"]["timeline"];
}

/** How the lead between two players came about; nothing until there are two games. */
export function LeadChart({ names: [one = "", other = ""], timeline }: Props) {
  if (timeline.length < 2) return null;
  return (
    <LineChart
      title={t("Who leads, game by game")}
      hint={[
        t("Above 0, {one} was ahead more often; below 0, {other} was.", { one, other }),
        tn("The last {count} game.", "The last {count} games.", timeline.length),
        t("Ups and downs may be mere luck."),
      ].join(" ")}
      xTitle={t("Game")}
      labels={shortDaysWords(timeline.map(({ played_at }) => played_at))}
      series={[
        {
          id: "lead",
          name: t("Lead of {name}", { name: one }),
          values: timeline.map(({ lead }) => lead),
        },
      ]}
      words={signedNumber}
      from={0}
      to={0}
    />
  );
}
