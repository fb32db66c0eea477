/** What players begin with, before the first round: a copy of what the engine says. Pure. */

import type { Schemas } from "../actions/actions";

type Standing = Schemas["PlayerStanding"];

/** What somebody with this handicap, or with none, begins with. */
export function begun(
  asked: Schemas["HandicapRequest"] | null | undefined,
): Pick<Standing, "handicap" | "phase" | "completed" | "total"> {
  const { phase = 1, total = 0 } = asked ?? {};
  const handicap = phase > 1 || total > 0 ? { phase, total } : null;
  return { handicap, phase, completed: phase - 1, total };
}

/** The furthest Phase first, then the fewest points; who is level shares a rank. */
export function ranked(players: readonly Omit<Standing, "rank">[]): Standing[] {
  return players.map((player) => ({
    ...player,
    rank: 1 + players.filter((other) => isAhead(other, player)).length,
  }));
}

type Begun = Pick<Standing, "completed" | "total">;

function isAhead(one: Begun, other: Begun): boolean {
  const phases = (one.completed ?? 0) - (other.completed ?? 0);
  return phases > 0 || (phases === 0 && one.total < other.total);
}
