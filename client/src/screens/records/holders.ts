/** Badges with those who have earned them. Pure. */

import type { Schemas } from "../../store/actions/actions";

export interface Held {
  badge: Schemas["Badge"];
  /** The names of those who have it. */
  holders: readonly string[];
}

/** All badges in their order, with the players who have earned each. */
export function holdersOf({ badges, players }: Schemas["BadgeHolders"]): Held[] {
  return badges.map((badge) => ({
    badge,
    holders: players
      .filter((one) => one.badges.some(({ code }) => code === badge.code))
      .map(({ player }) => player.name),
  }));
}
