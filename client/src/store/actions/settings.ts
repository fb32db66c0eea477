/** The settings of a game as changes name them. */

import type { Schemas } from "../../server/problems";

/** A game with its players by their ids, their handicaps by seat, and its Phases by their groups. */
export function settingsOf(game: Schemas["GameDetail"]) {
  return {
    ...game,
    players: game.players.map(({ id }) => id),
    handicaps: game.players.map(({ handicap }) => handicap ?? null),
    phases: game.phases.map(({ groups }) => ({ groups })),
  };
}

/** The values that a change replaces. */
export function valuesNow<Change extends object>(now: object, change: Change): Change {
  const names = Object.keys(change).filter((name) => name in now);
  return Object.fromEntries(
    names.map((name) => [name, (now as Record<string, unknown>)[name]]),
  ) as Change;
}
