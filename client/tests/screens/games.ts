/** Games for tests, with as much as a test needs to say. */

import type { components } from "../../src/server/schema";

type Schemas = components["schemas"];
export type Game = Schemas["GameDetail"];
type Line = Schemas["RoundLine"];

export function line(player: string, points: number, more: Partial<Line> = {}): Line {
  return {
    player,
    points,
    cards: null,
    laid_down: true,
    went_out: points === 0,
    phase: 1,
    total: points,
    ...more,
  };
}

export function round(
  number: number,
  lines: Line[],
  more: Partial<Schemas["RoundDetail"]> = {},
): Schemas["RoundDetail"] {
  return {
    number,
    tie_break: false,
    dealer: lines[0]?.player ?? null,
    overrule: null,
    lines,
    id: `00000000-0000-4000-8000-00000000000${number}`,
    recorded_by: "Nora",
    recorded_at: "2026-11-22T18:00:00Z",
    phone_time: null,
    ...more,
  };
}

export function player(
  id: string,
  seat: number,
  more: Partial<Schemas["PlayerStanding"]> = {},
): Schemas["PlayerStanding"] {
  return {
    id,
    name: id[0]?.toUpperCase() + id.slice(1),
    color: "plum",
    sign: null,
    seat,
    at_table: true,
    stints: [],
    handicap: null,
    phase: 1,
    completed: 0,
    total: 0,
    rank: 1,
    won: false,
    ...more,
  };
}

type NextRound = NonNullable<Game["next_round"]>;

export function comingRound(number: number, more: Partial<NextRound> = {}): NextRound {
  return { number, tie_break: false, playing: [], dealer: null, starter: null, ...more };
}

/** How long somebody was at the table, who begins with the first Phase. */
export function stint(first_round: number, last_round: number | null = null, total = 0) {
  return { first_round, last_round, phase: "first" as const, total };
}

export function game(more: Partial<Game> = {}): Game {
  return {
    id: "game",
    group: "group",
    status: "playing",
    ended_early: false,
    next_round: null,
    winners: [],
    players: [player("nora", 0), player("jonas", 1)],
    version: 1,
    archived: false,
    changed_at: "2026-11-22T18:00:00Z",
    event: 1,
    my_role: "owner",
    edition: "classic",
    variant: "standard",
    phases: [],
    house_rules: {},
    first_dealer: "nora",
    turns_logged: false,
    started_at: "2026-11-22T18:00:00Z",
    phone_time: null,
    totals_only: false,
    rounds: [],
    ...more,
  };
}
