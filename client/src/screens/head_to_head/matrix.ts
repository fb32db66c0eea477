/** Everyone against everyone as rows and columns. Pure. */

import type { Schemas } from "../../store/actions/actions";

export interface Matrix {
  players: readonly Schemas["PlayerReference"][];
  /** A row for each player; null against themselves, and where two have never met. */
  rows: readonly (readonly (Schemas["MatrixPair"] | null)[])[];
}

/** The pairs of a group as a matrix, by name. */
export function matrixOf(pairs: readonly Schemas["MatrixPair"][]): Matrix {
  const byId = new Map(pairs.map(({ player }) => [player.id, player]));
  const players = [...byId.values()].sort((one, other) => one.name.localeCompare(other.name));
  const found = new Map(pairs.map((pair) => [`${pair.player.id} ${pair.opponent.id}`, pair]));
  return {
    players,
    rows: players.map(({ id }) =>
      players.map((opponent) => found.get(`${id} ${opponent.id}`) ?? null),
    ),
  };
}
