import type { ComponentChildren } from "preact";
import { t, tc, tn } from "../../i18n";
import { DOT, numberWords } from "../../i18n/formats";
import type { Schemas } from "../../store";
import { Explained } from "../statistics/meaning";
import { amountWords, averageWords, likelyWords, shareWords, winsWords } from "../statistics/words";

/** What all games of a player add up to, each figure with what it is over. */
export function Figures({ statistics }: { statistics: Schemas["PlayerStatistics"] }) {
  const { games, part_games, place, rounds, gone_out, points_a_round, phases_a_round } = statistics;
  return (
    <dl class="figures">
      <Figure code="rating" title={t("Rating")} value={numberWords(statistics.rating.points)}>
        {[likelyRating(statistics), amountWords(games, "games")].filter(Boolean).join(DOT)}
        {part_games > 0 &&
          `${DOT}${tn("{count} more in part", "{count} more in part", part_games)}`}
      </Figure>
      <Figure code="wins" title={t("Wins")} value={numberWords(statistics.wins)}>
        {[winsWords(statistics), likelyShare(statistics)].filter(Boolean).join(DOT)}
        {statistics.shared_wins > 0 &&
          `${DOT}${tn("{count} shared", "{count} shared", statistics.shared_wins)}`}
      </Figure>
      {place.value !== null && (
        <Figure code="place" title={t("Average place")} value={averageWords(place)}>
          {amountWords(place.over, "games")}
          {DOT}
          {t("1 is best")}
        </Figure>
      )}
      {points_a_round.value !== null && (
        <Figure
          code="points_a_round"
          title={t("Points a round")}
          value={averageWords(points_a_round)}
        >
          {amountWords(points_a_round.over, "rounds")}
          {DOT}
          {t("fewer is better")}
        </Figure>
      )}
      {rounds > 0 && (
        <Figure
          code="gone_out"
          title={t("Went out")}
          value={shareWords({ value: gone_out / rounds, over: rounds })}
        >
          {roundsWords(gone_out, rounds)}
        </Figure>
      )}
      {phases_a_round.value !== null && (
        <Figure
          code="phases_a_round"
          title={tc("figure", "Laid down")}
          value={shareWords(phases_a_round)}
        >
          {roundsWords(Math.round(phases_a_round.value * phases_a_round.over), phases_a_round.over)}
        </Figure>
      )}
    </dl>
  );
}

function roundsWords(times: number, count: number): string {
  return tn("in {times} of {count} round", "in {times} of {count} rounds", count, {
    times: numberWords(times),
  });
}

/** "likely 950 to 1,064": how far off the rating of a few games may be. */
function likelyRating({ rating }: Schemas["PlayerStatistics"]): string | null {
  const { points, margin } = rating;
  if (margin === undefined) return null; // an answer that an earlier client kept
  return t("likely {low} to {high}", {
    low: numberWords(points - margin),
    high: numberWords(points + margin),
  });
}

/** "63%, in the long run likely 31% to 86%": how little the wins of a few games say. */
function likelyShare({ win_rate }: Schemas["PlayerStatistics"]): string | null {
  const likely = likelyWords(win_rate);
  return likely && `${shareWords(win_rate)}, ${likely}`;
}

interface FigureProps {
  code: string;
  title: string;
  value: string;
  children: ComponentChildren;
}

function Figure({ code, title, value, children }: FigureProps) {
  return (
    <div class="figure">
      <dt>
        <Explained code={code} title={title} />
      </dt>
      <dd class="figure-value number">{value}</dd>
      <dd class="faint small">{children}</dd>
    </div>
  );
}
