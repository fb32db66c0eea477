import type { LiveTable } from "../../store";

/** Who has laid down, as far as it is noted. */
export function laidDownOn({ players }: Pick<LiveTable, "players">): string[] {
  return players.filter(({ laid_down }) => laid_down).map(({ player }) => player);
}
