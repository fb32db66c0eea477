/** What can be done about the players of a game before its next round. Pure. */

import { t } from "../../i18n";
import type { Game, Schemas } from "../../store";
import { isUntouched, type TypedRound } from "../../store/typed/round";
import { bySeat } from "../rounds/sheet";
import { VARIANTS } from "../variants";

type Standing = Schemas["PlayerStanding"];

/** Why nobody can join or leave now; `before_first` changes the seats instead. */
export type Seating = "open" | "before_first" | "tie_break" | "over";

/** Whether players can join and leave, after rounds that are not among the game's yet. */
export function seatingOf(game: Game, unchecked: number): Seating {
  if (game.status !== "playing") return "over";
  if (game.rounds.length + unchecked === 0) return "before_first";
  return game.next_round?.tie_break ? "tie_break" : "open";
}

/** The number of the round that comes next. */
export function nextRound(game: Game, unchecked: number): number {
  return game.rounds.length + unchecked + 1;
}

/** Whether somebody has joined for the next round, and has played none before. */
export function hasNotPlayed({ stints }: Pick<Standing, "stints">, next: number): boolean {
  return stints[0]?.first_round === next;
}

/** The lowest Phase that somebody at the table is on; null if nobody has one. */
export function lowestPhase(game: Game): number | null {
  const phases = game.players.flatMap(({ phase, at_table }) =>
    at_table && phase !== null ? [phase] : [],
  );
  return phases.length > 0 ? Math.min(...phases) : null;
}

/** Totals with which a newcomer may begin: those at the table suggest them. */
export interface StartingTotals {
  average: number;
  highest: number;
}

/** null if everybody has 0 points. */
export function startingTotals(game: Game): StartingTotals | null {
  const totals = game.players.filter(({ at_table }) => at_table).map(({ total }) => total);
  const highest = Math.max(0, ...totals);
  if (highest === 0) return null;
  const sum = totals.reduce((before, total) => before + total, 0);
  // Every count is a multiple of 5.
  return { average: Math.round(sum / totals.length / 5) * 5, highest };
}

/** Who would win if the game ended now: furthest in the Phases, then with the fewest points. */
export function leadersOf(game: Game): Standing[] {
  return bySeat(game).filter(({ rank }) => rank === 1);
}

/** Why these lead. */
export function leadWords({ variant }: Game): string {
  return variant === "fixed_rounds"
    ? VARIANTS.fixed_rounds.hint()
    : t("Whoever is furthest in the Phases leads; the fewest points break a tie.");
}

/** The next round if somebody has begun to enter it, on this phone or on several; null if nobody has. */
export function roundBegun(
  game: Game,
  typed: TypedRound | null,
  draft: Pick<Schemas["RoundDraftDetail"], "round" | "lines"> | null,
): number | null {
  const number = game.next_round?.number;
  if (number === undefined) return null;
  const isTyped = typed?.round === number && !isUntouched(typed);
  return isTyped || (draft?.round === number && draft.lines.length > 0) ? number : null;
}
