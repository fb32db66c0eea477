/** Figures in words, always with what they are over. */

import { t, tn } from "../../i18n";
import { numberWords, percentWords } from "../../i18n/formats";
import type { Schemas } from "../../server/api";

/** "5 of 8 games won, fair share 2.3"; for somebody who was never there throughout, how many games. */
export function winsWords({
  games,
  part_games,
  wins,
  expected_wins,
}: Pick<Schemas["LeaderboardLine"], "games" | "part_games" | "wins" | "expected_wins">): string {
  if (games === 0) return tn("{count} game in part", "{count} games in part", part_games);
  return tn(
    "{wins} of {count} game won, fair share {expected}",
    "{wins} of {count} games won, fair share {expected}",
    games,
    { wins: numberWords(wins), expected: numberWords(expected_wins, 1) },
  );
}

/** The places in somebody's latest games, the latest first. */
export function placesWords(form: Schemas["LeaderboardLine"]["form"]): string {
  return t("Places in the latest games: {places}", {
    places: form.map(({ place }) => numberWords(place)).join(", "),
  });
}

/** An average; a dash if it is over nothing. */
export function averageWords({ value }: Schemas["Average"]): string {
  return value === null ? "–" : numberWords(value, 1);
}

/** A share in percent; a dash if it is of nothing. */
export function shareWords({ value }: Schemas["Average"]): string {
  return value === null ? "–" : percentWords(Math.round(value * 100));
}

/** Where a share may well lie: of a few games, it says little. Nothing if it is of none. */
export function likelyWords({ low, high, over }: Schemas["Share"]): string | null {
  if (over === 0 || low === undefined) return null; // an answer that an earlier client kept
  return t("in the long run likely {low} to {high}", {
    low: percentWords(Math.round(low * 100)),
    high: percentWords(Math.round(high * 100)),
  });
}

const UNITS: Record<Schemas["FeatUnit"], (count: number) => string> = {
  games: (count) => tn("{count} game", "{count} games", count),
  rounds: (count) => tn("{count} round", "{count} rounds", count),
  points: (count) => tn("{count} point", "{count} points", count),
  phases: (count) => tn("{count} Phase", "{count} Phases", count),
};

/** "12 rounds", "135 points". */
export function amountWords(count: number, unit: Schemas["FeatUnit"]): string {
  return UNITS[unit](count);
}

/** What kind of game a record compares: "10 Phases", "10 Phases in fixed rounds". */
export function kindWords(variant: Schemas["Variant"], phases: number): string {
  return variant === "standard"
    ? tn("{count} Phase", "{count} Phases", phases)
    : tn("{count} Phase in fixed rounds", "{count} Phases in fixed rounds", phases);
}

/** What a group of people calls a Phase: by its number, or by what it asks for. */
export function phaseTitle({ number, name }: Schemas["PhaseStatistics"]): string {
  return number === null ? name : t("Phase {number}", { number });
}
