/** Badges that players have earned in a night or a year, each once. Pure. */

import type { Schemas } from "../../server/api";

export interface NewlyEarned {
  badge: Schemas["PlayerBadge"];
  /** The names of those who have earned it, in the order in which they did. */
  names: readonly string[];
}

export function newlyEarned(badges: readonly Schemas["PlayerBadge"][]): NewlyEarned[] {
  const found = new Map<string, { badge: Schemas["PlayerBadge"]; names: string[] }>();
  for (const badge of badges) {
    const known = found.get(badge.code);
    if (known) known.names.push(badge.player.name);
    else found.set(badge.code, { badge, names: [badge.player.name] });
  }
  return [...found.values()];
}
