import { BarChart } from "../../components/charts/bar_chart";
import { Disclosure } from "../../components/disclosure";
import { t, tn } from "../../i18n";
import { DOT, numberWords } from "../../i18n/formats";
import type { Schemas } from "../../store";
import { weekdayWords } from "../statistics/periods";
import { amountWords, averageWords } from "../statistics/words";

type Results = Omit<Schemas["ResultsBySeat"], "seat">;

/** A player's results by table size, seat, first dealer and weekday. */
export function Circumstances({ results }: { results: Schemas["Circumstances"] }) {
  const { by_table_size, by_seat, by_dealer, by_weekday, min_games } = results;
  return (
    <Disclosure title={t("Where and when")} value={t("By table size, seat, dealer and weekday")}>
      <ResultTable
        title={t("By table size")}
        of={t("Table size")}
        rows={by_table_size.map(({ players, ...results }) => ({
          label: tn("{count} player", "{count} players", players),
          results,
        }))}
      />
      <ResultTable
        title={t("By seat")}
        of={t("Seat")}
        rows={by_seat.map(({ seat, ...results }) => ({
          label: t("Seat {place}", { place: seat + 1 }),
          results,
        }))}
      />
      <ResultTable
        title={t("By dealer")}
        of={t("Dealer")}
        rows={by_dealer.map(({ dealt_first, ...results }) => ({
          label: dealt_first ? t("Dealt first") : t("Somebody else dealt first"),
          results,
        }))}
      />
      <ResultTable
        title={t("By weekday")}
        of={t("Weekday")}
        rows={by_weekday.map(({ weekday, ...results }) => ({
          label: weekdayWords(weekday),
          results,
        }))}
      />
      <p class="faint small">
        {tn(
          "Only what happened in at least {count} game is here: play on, and more appears.",
          "Only what happened in at least {count} games is here: play on, and more appears.",
          min_games,
        )}{" "}
        {![by_table_size, by_seat, by_dealer, by_weekday].flat().some((one) => one.stands_out) &&
          t("None of it stands out: the differences may be mere luck.")}
      </p>
    </Disclosure>
  );
}

interface ResultTableProps {
  title: string;
  of: string;
  rows: readonly { label: string; results: Results }[];
}

/** Wins and expected wins, with how many games they are of; nothing if all have too few. */
function ResultTable({ title, of, rows }: ResultTableProps) {
  if (rows.length === 0) return null;
  return (
    <BarChart
      title={title}
      of={of}
      value={t("Wins")}
      compared={t("Expected")}
      rows={rows.map(({ label, results: { games, wins, expected_wins, place, stands_out } }) => ({
        id: label,
        label,
        detail: [
          amountWords(games, "games"),
          t("average place {place}", { place: averageWords(place) }),
          stands_out === "more" && t("more wins than elsewhere, beyond luck"),
          stands_out === "fewer" && t("fewer wins than elsewhere, beyond luck"),
        ]
          .filter(Boolean)
          .join(DOT),
        value: wins,
        valueWords: numberWords(wins),
        compared: expected_wins,
        comparedWords: numberWords(expected_wins, 1),
      }))}
    />
  );
}
