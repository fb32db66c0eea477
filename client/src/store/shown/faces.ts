/** How players are shown before the server has given them a color. Pure. */

import type { Schemas } from "../actions/actions";

/** A player, by id, name and face. */
export type Named = Schemas["PlayerReference"];

type Color = Named["color"];

/** In the order in which the players of a group get them, as `games.domain.faces` has them. */
export const COLORS: readonly Color[] = [
  "plum",
  "orange",
  "petrol",
  "raspberry",
  "indigo",
  "umber",
  "lilac",
  "slate",
];

type Colored = { color: Color };

/** A player who is new beside others, in the first of the colors that fewest have. */
export function withFace<Player extends object>(player: Player, others: readonly Colored[]) {
  const used = (one: Color) => others.filter(({ color }) => color === one).length;
  const color = COLORS.reduce((least, one) => (used(one) < used(least) ? one : least));
  return { ...player, color, sign: null };
}

/** Several new players, each in another color. */
export function withFaces<Player extends object>(
  players: readonly Player[],
  others: readonly Colored[],
) {
  const all = [...others];
  return players.map((player) => {
    const shown = withFace(player, all);
    all.push(shown);
    return shown;
  });
}
