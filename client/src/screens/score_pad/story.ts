/** What there is to tell about a game that is over, from its rounds. Pure. */

import type { Schemas } from "../../store/actions/actions";
import type { Named } from "../../store/shown/faces";
import { type Frame, framesOf } from "../replay/frames";

type Game = Schemas["GameDetail"];

export interface Comeback {
  player: Named;
  /** How far behind at worst: in Phases, or in points behind the best of those on the same Phase. */
  phases: number;
  points: number;
  /** After which round that was. */
  round: number;
}

/** Fewer points than this are no comeback: a single card can make them up. */
const FEWEST_POINTS = 50;

/**
 * What a winner made up, as `scoring.statistics.facts` counts it; the first if several are equal.
 * Being behind by a handicap is none.
 */
export function comebackOf(game: Game): Comeback | null {
  if (game.players.some(({ handicap }) => handicap)) return null;
  const frames = framesOf(game).filter(({ tie_break }) => !tie_break);
  const all = frames
    .slice(0, -1)
    .flatMap((frame) => game.winners.flatMap((winner) => deficitIn(game, frame, winner)));
  return best(all, (one, other) => one.phases - other.phases || one.points - other.points);
}

function deficitIn(game: Game, { round, players }: Frame, winner: string): Comeback[] {
  const there = players.filter(({ at_table }) => at_table);
  const player = there.find(({ id }) => id === winner);
  if (!player) return [];
  const done = (one: (typeof there)[number]) =>
    game.variant === "fixed_rounds" ? 0 : (one.completed ?? 0);
  const alike = there.filter((one) => done(one) === done(player));
  const phases = Math.max(...there.map(done)) - done(player);
  const points = player.total - Math.min(...alike.map(({ total }) => total));
  return phases > 0 || points >= FEWEST_POINTS ? [{ player, phases, points, round }] : [];
}

export interface Hand {
  player: Named;
  points: number;
  round: number;
}

/** The most points that anybody was left with; null if nobody ever had any. */
export function worstHandOf(game: Game): Hand | null {
  const all = game.rounds.flatMap(({ number, lines }) =>
    lines.flatMap(({ player: id, points }): Hand[] => {
      const player = game.players.find((one) => one.id === id);
      return player && points > 0 ? [{ player, points, round: number }] : [];
    }),
  );
  return best(all, (one, other) => one.points - other.points);
}

export interface Rival {
  player: Named;
  /** By how much a winner was ahead; points count if both have as many Phases. */
  phases: number;
  points: number;
}

/** Who came next after the winners, of those who stayed to the end. */
export function rivalOf(game: Game): Rival | null {
  const winner = game.players.find(({ won }) => won);
  const others = game.players.filter(({ won, at_table }) => !won && at_table);
  const player = best(others, (one, other) => other.rank - one.rank);
  if (!winner || !player) return null;
  const phases = (winner.completed ?? 0) - (player.completed ?? 0);
  return {
    player,
    phases: game.variant === "fixed_rounds" ? 0 : Math.max(0, phases),
    points: player.total - winner.total,
  };
}

/** The first of those that none is better than. */
function best<One>(all: readonly One[], compare: (one: One, other: One) => number): One | null {
  return all.reduce<One | null>(
    (first, one) => (first === null || compare(one, first) > 0 ? one : first),
    null,
  );
}
