/** What files, columns and their problems are called. */

import { t } from "../../i18n";
import type { FileFormat } from "../../server/imports";
import type { Preview } from "./reading";

export const FORMATS: Readonly<Record<FileFormat, () => string>> = {
  csv: () => t("Table (CSV)"),
  xlsx: () => t("Workbook (XLSX)"),
  bgstats: () => t("Board Game Stats"),
  archive: () => t("Archive of Tableside"),
};

const LAYOUTS: Readonly<Record<string, () => string>> = {
  rounds: () => t("a line for each round"),
  games: () => t("a line for each game"),
  lines: () => t("a line for each player"),
};

/** How a file was read: "Table (CSV), a line for each round". */
export function kindWords({ format, layout }: Preview): string {
  const kind = FORMATS[format as FileFormat]?.() ?? format;
  const how = LAYOUTS[layout]?.();
  return how ? `${kind}, ${how}` : kind;
}

export const IGNORE = "ignore";
const PLAYER = "player:";

/** What a column can be read as, besides the scores of a player. */
const MEANINGS: Readonly<Record<string, () => string>> = {
  date: () => t("Date"),
  game: () => t("Which game it is"),
  round: () => t("Round"),
  player: () => t("Player"),
  points: () => t("Points of the round"),
  phase: () => t("Phase"),
  laid_down: () => t("Laid down"),
  went_out: () => t("Went out"),
  dealer: () => t("Dealer"),
  score: () => t("Score"),
  total: () => t("Total"),
  completed: () => t("Completed Phases"),
  won: () => t("Winner"),
  edition: () => t("Edition"),
  variant: () => t("How it ends"),
  phases: () => t("Phases of the game"),
  ended_early: () => t("Ended early"),
  status: () => t("Over or not"),
  overrule: () => t("Why it is accepted"),
};

/** What a column with this heading can mean, as choices of a list. */
export function meaningsOf(heading: string, readAs: string): { value: string; label: string }[] {
  const players = new Set([readAs, PLAYER + heading].filter((value) => value.startsWith(PLAYER)));
  return [
    { value: IGNORE, label: t("Not read") },
    ...[...players].map((value) => ({
      value,
      label: t("Scores of {name}", { name: value.slice(PLAYER.length) }),
    })),
    ...Object.entries(MEANINGS).map(([value, label]) => ({ value, label: label() })),
  ];
}
