/** Badges with those who have earned them. Pure. */

import type { Schemas } from "../../server/api";

export interface Held {
  badge: Schemas["Badge"];
  /** The names of those who have it. */
  names: readonly string[];
}

/** All badges in their order, with the players who have earned each. */
export function holdersOf({ badges, players }: Schemas["BadgeHolders"]): Held[] {
  return badges.map((badge) => ({
    badge,
    names: players
      .filter((one) => one.badges.some(({ code }) => code === badge.code))
      .map(({ player }) => player.name),
  }));
}

/** Those that were earned in a night or a year, each once, with who did in the order in which they did. */
export function newlyEarned(badges: readonly Schemas["PlayerBadge"][]): Held[] {
  const codes = [...new Set(badges.map(({ code }) => code))];
  return codes.flatMap((code) => {
    const [badge, ...others] = badges.filter((one) => one.code === code);
    return badge ? { badge, names: [badge, ...others].map(({ player }) => player.name) } : [];
  });
}
