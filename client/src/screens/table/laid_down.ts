import { type ReadonlySignal, useComputed } from "@preact/signals";
import { type LiveTable, type Schemas, tableOf } from "../../store";

/** Who has laid down, as far as it is noted. */
export function laidDownOn({ players }: Pick<LiveTable, "players">): string[] {
  return players.filter(({ laid_down }) => laid_down).map(({ player }) => player);
}

/** What the referee is told of the table of a round, for its tally; null if nothing is noted. */
export function shownOn(
  table: LiveTable | null,
  round: number | null,
): Schemas["TallyTable"] | null {
  if (!table || table.round !== round || table.plays.length === 0) return null;
  const { turns_logged, went_out } = table;
  return { turns_logged, laid_down: laidDownOn(table), went_out };
}

/** The same of the table that this phone knows, as it changes. */
export function useShown(
  game: string,
  round: number,
): ReadonlySignal<Schemas["TallyTable"] | null> {
  const table = tableOf(game);
  return useComputed(() => shownOn(table.value, round));
}
