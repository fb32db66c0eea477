/** The score sheet of a game as rows and columns. Pure. */

import type { GameView, Schemas } from "../../store";

type Game = Schemas["GameDetail"];

/** A column for each player, by seat. */
export type SheetColumn = Schemas["PlayerStanding"];

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
export function sheetOf(game: Game, unchecked: GameView["unchecked"] = []): Sheet {
  const columns = bySeat(game);
  const cellsOf = <Line extends { player: string }>(
    lines: readonly Line[],
    cellOf: (line: Line) => SheetCell,
  ) =>
    columns.map(({ id }) => {
      const line = lines.find(({ player }) => player === id);
      return line ? cellOf(line) : null;
    });
  const rows = game.rounds.map((round) => ({
    ...round,
    checked: true,
    cells: cellsOf(round.lines, (line) => line),
  }));
  const waiting = unchecked
    .filter(({ number }) => number > game.rounds.length)
    .map(({ number, results, overrule }) => ({
      number,
      dealer: null,
      tie_break: false,
      overrule: overrule || null,
      checked: false,
      cells: cellsOf(results, ({ points = null, laid_down = null, went_out }) => ({
        points,
        phase: null,
        laid_down,
        went_out: went_out ?? false,
        total: null,
      })),
    }));
  return { columns, rows: [...rows, ...waiting] };
}

/** The players of a game, each to the left of the one before. */
export function bySeat(game: Game): SheetColumn[] {
  return [...game.players].sort((one, other) => one.seat - other.seat);
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
