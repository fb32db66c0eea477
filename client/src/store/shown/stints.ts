/**
 * Who is at the table once a player joins or leaves: a copy of what the engine says, for as long as it
 * cannot be asked (decision 26). Pure. Who deals and starts, and how players rank, stays as it was.
 */

import type { Game, Schemas } from "../actions/actions";
import type { Named } from "./faces";

type Standing = Schemas["PlayerStanding"];
type Terms = Omit<Schemas["JoinGameRequest"], "player">;

/** Somebody new, or back again, from the next round on. */
export function withPlayer(game: Game, named: Named, terms: Terms): Partial<Game> {
  const { id } = named;
  const round = terms.round ?? game.rounds.length + 1;
  const before = game.players.find((player) => player.id === id);
  const players = before
    ? game.players.map((player) => (player === before ? back(game, player, round) : player))
    : withNewcomer(game, { named, round, terms });
  return { players, ...playing(game, (ids) => [...ids.filter((one) => one !== id), id]) };
}

/** The others go on; whoever had not played a round yet was never there. */
export function withoutPlayer(game: Game, id: string, round: number): Partial<Game> {
  const next = playing(game, (ids) => ids.filter((one) => one !== id));
  const leaving = game.players.find((player) => player.id === id);
  if (!leaving) return next;
  const others = game.players.filter((player) => player !== leaving);
  const stints = (leaving.stints.length > 0 ? leaving.stints : [stint(1)])
    .filter(({ first_round }) => first_round < round)
    .map((one) => (one.last_round === null ? { ...one, last_round: round - 1 } : one));
  const players =
    stints.length > 0
      ? [...others, { ...leaving, at_table: false, phase: null, stints }]
      : others.map((one) => (one.seat > leaving.seat ? { ...one, seat: one.seat - 1 } : one));
  return { players, ...next };
}

function playing(game: Game, change: (ids: string[]) => string[]): Partial<Game> {
  const { next_round: next } = game;
  return { next_round: next && { ...next, playing: change(next.playing) } };
}

function back(game: Game, player: Standing, round: number): Standing {
  const last = player.stints.at(-1);
  const next = isFixed(game) ? round : (player.completed ?? 0) + 1;
  const returned = { ...player, at_table: true, phase: next > game.phases.length ? null : next };
  if (last?.last_round !== round - 1) {
    return { ...returned, stints: [...player.stints, stint(round)] };
  }
  // They never left.
  const stints = [...player.stints.slice(0, -1), { ...last, last_round: null }];
  const isThroughout = stints.length === 1 && last.first_round === 1;
  return { ...returned, stints: isThroughout ? [] : stints };
}

interface Newcomer {
  named: Named;
  round: number;
  terms: Terms;
}

function withNewcomer(game: Game, { named, round, terms }: Newcomer): Standing[] {
  const { left_of, phase = "first", total = 0 } = terms;
  const right = game.players.find((player) => player.id === left_of);
  const seat = right ? right.seat + 1 : game.players.length;
  const begun = phase === "lowest" && !isFixed(game) ? lowest(game) : 1;
  const newcomer: Standing = {
    ...named,
    seat,
    at_table: true,
    stints: [stint(round, phase, total)],
    handicap: null,
    phase: isFixed(game) ? round : begun,
    completed: begun - 1,
    total,
    rank: game.players.length + 1,
    won: false,
  };
  const others = game.players.map((player) =>
    player.seat < seat ? player : { ...player, seat: player.seat + 1 },
  );
  return [...others, newcomer];
}

/** Whether everybody is on the Phase of the round (7.2). */
function isFixed({ variant }: Game): boolean {
  return variant === "fixed_rounds";
}

function lowest(game: Game): number {
  const phases = game.players.flatMap(({ at_table, phase }) => (at_table && phase) || []);
  return Math.min(game.phases.length, ...phases);
}

function stint(
  first_round: number,
  phase: Schemas["StintDetail"]["phase"] = null,
  total: number | null = null,
): Schemas["StintDetail"] {
  return { first_round, last_round: null, phase, total };
}
