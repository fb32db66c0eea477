/** What is different between a game and the same game after a correction. Pure. */

import type { Schemas } from "../../server/problems";
import { bySeat } from "./sheet";

type Game = Schemas["GameDetail"];

/** Something before and after. */
export type Pair<Value> = readonly [before: Value, after: Value];

export interface PlayerDifference {
  id: string;
  name: string;
  total: Pair<number>;
  /** The Phase to lay down next; null after the last one. */
  phase: Pair<number | null>;
  completed: Pair<number | null>;
}

/**
 * `ends`: the game ends with an earlier round, or at last; `goes_on`: it is not over any more;
 * `other_winners`: it is over as before, but somebody else has won.
 */
export type EndDifference = "ends" | "goes_on" | "other_winners";

export interface GameDifference {
  /** Those for whom something is different, by seat. */
  players: PlayerDifference[];
  end: EndDifference | null;
  /** The rounds that the game no longer has. */
  dropped: number[];
  winners: string[];
}

/** What is different in `after`, which has the same players. */
export function differenceOf(before: Game, after: Game): GameDifference {
  const now = new Map(after.players.map((player) => [player.id, player]));
  const players = bySeat(before).flatMap((was): PlayerDifference[] => {
    const is = now.get(was.id);
    if (!is) return [];
    const same = was.total === is.total && was.phase === is.phase && was.completed === is.completed;
    if (same) return [];
    return [
      {
        id: was.id,
        name: was.name,
        total: [was.total, is.total],
        phase: [was.phase, is.phase],
        completed: [was.completed, is.completed],
      },
    ];
  });
  return {
    players,
    end: endDifference(before, after),
    dropped: before.rounds.slice(after.rounds.length).map(({ number }) => number),
    winners: bySeat(after)
      .filter(({ won }) => won)
      .map(({ name }) => name),
  };
}

function endDifference(before: Game, after: Game): EndDifference | null {
  const [was, is] = [before.status === "over", after.status === "over"];
  if (was && !is) return "goes_on";
  if (!is) return null;
  if (!was || after.rounds.length < before.rounds.length) return "ends";
  return sameMembers(before.winners, after.winners) ? null : "other_winners";
}

function sameMembers(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
