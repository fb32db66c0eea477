/** Chances to win, as people read them. Pure. */

interface WithChance {
  chance: number | null;
}

/** The favourites first, each with a whole percentage: together these are a hundred. */
export function favourites<Player extends WithChance>(
  players: readonly Player[],
): (Player & { percent: number })[] {
  const exact = players.map(({ chance }) => 100 * (chance ?? 0));
  const percents = exact.map(Math.floor);
  const rest = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const cutOff = (index: number) => (exact[index] ?? 0) - (percents[index] ?? 0);
  const most = [...players.keys()].sort((one, other) => cutOff(other) - cutOff(one));
  const rounded = new Set(most.slice(0, rest));
  return players
    .map((player, index) => ({
      ...player,
      percent: (percents[index] ?? 0) + (rounded.has(index) ? 1 : 0),
    }))
    .sort((one, other) => (other.chance ?? 0) - (one.chance ?? 0));
}
