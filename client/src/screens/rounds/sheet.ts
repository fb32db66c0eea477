/** The score sheet of a game as rows and columns. Pure. */

import type { components } from "../../server/schema";

type Schemas = components["schemas"];
type Game = Schemas["GameDetail"];

/** A round that nobody could check yet, so the game does not contain it. */
export interface UncheckedEntries {
  number: number;
  results: readonly Schemas["RoundEntry"][];
  overrule?: string | null;
}

export interface SheetColumn {
  id: string;
  name: string;
  at_table: boolean;
  total: number;
  /** The Phase to lay down next; null after the last, and for somebody who has left. */
  phase: number | null;
  won: boolean;
}

export interface SheetCell {
  /** null if only the cards are known. */
  points: number | null;
  /** Which Phase the player was on; null while nobody has checked the round. */
  phase: number | null;
  /** null if the points are still to decide it. */
  laid_down: boolean | null;
  went_out: boolean;
  /** After this round; null while nobody has checked it. */
  total: number | null;
}

export interface SheetRow {
  number: number;
  dealer: string | null;
  tie_break: boolean;
  /** Why the table overruled the check; null if it did not. */
  overrule: string | null;
  checked: boolean;
  /** A cell for each column; null for somebody who did not play this round. */
  cells: readonly (SheetCell | null)[];
}

export interface Sheet {
  columns: readonly SheetColumn[];
  rows: readonly SheetRow[];
}

/** The whole sheet: players by seat, rounds in order, those that are not checked yet last. */
export function sheetOf(game: Game, unchecked: readonly UncheckedEntries[] = []): Sheet {
  const columns = bySeat(game).map(({ id, name, at_table, total, phase, won }) => ({
    id,
    name,
    at_table,
    total,
    phase,
    won,
  }));
  const rows = game.rounds.map((round) => checkedRow(round, columns));
  const waiting = unchecked
    .filter(({ number }) => number > game.rounds.length)
    .map((round) => uncheckedRow(round, columns));
  return { columns, rows: [...rows, ...waiting] };
}

/** The players of a game, each to the left of the one before. */
export function bySeat(game: Game): Schemas["PlayerStanding"][] {
  return [...game.players].sort((one, other) => one.seat - other.seat);
}

function checkedRow(round: Schemas["RoundDetail"], columns: readonly SheetColumn[]): SheetRow {
  const lines = new Map(round.lines.map((line) => [line.player, line]));
  return {
    number: round.number,
    dealer: round.dealer,
    tie_break: round.tie_break,
    overrule: round.overrule,
    checked: true,
    cells: columns.map(({ id }) => {
      const line = lines.get(id);
      if (!line) return null;
      const { points, phase, laid_down, went_out, total } = line;
      return { points, phase, laid_down, went_out, total };
    }),
  };
}

function uncheckedRow(round: UncheckedEntries, columns: readonly SheetColumn[]): SheetRow {
  const entries = new Map(round.results.map((entry) => [entry.player, entry]));
  return {
    number: round.number,
    dealer: null,
    tie_break: false,
    overrule: round.overrule || null,
    checked: false,
    cells: columns.map(({ id }) => {
      const entry = entries.get(id);
      if (!entry) return null;
      return {
        points: entry.points ?? null,
        phase: null,
        laid_down: entry.laid_down ?? null,
        went_out: entry.went_out ?? false,
        total: null,
      };
    }),
  };
}

export type Move =
  | { kind: "joined"; name: string; round: number; phase: "first" | "lowest"; total: number }
  | { kind: "began"; name: string; round: 1; handicap: Schemas["HandicapDetail"] }
  | { kind: "came_back"; name: string; round: number }
  | { kind: "left"; name: string; round: number };

/**
 * Who has a handicap, joined late, left or came back, in order; the round is the first one that it
 * concerns.
 */
export function movesOf(game: Game): Move[] {
  const began = game.players.flatMap(({ name, handicap }): Move[] =>
    handicap ? [{ kind: "began", name, round: 1, handicap }] : [],
  );
  const moves = game.players.flatMap(({ name, stints }) =>
    stints.flatMap((stint): Move[] => {
      const { first_round: round, last_round, phase, total } = stint;
      const left: Move[] =
        last_round === null ? [] : [{ kind: "left", name, round: last_round + 1 }];
      if (round === 1) return left;
      return phase === null || total === null
        ? [{ kind: "came_back", name, round }, ...left]
        : [{ kind: "joined", name, round, phase, total }, ...left];
    }),
  );
  return [...began, ...moves].sort((one, other) => one.round - other.round);
}
