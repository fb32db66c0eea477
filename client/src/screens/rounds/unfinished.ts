/** A correction that is being typed, kept until it is made. */

import { type Game, type Schemas, saveForm } from "../../store";
import type { TypedRound } from "../../store/typed/round";

export interface Unfinished {
  typed: TypedRound;
  /** The round that it corrects, as it was recorded then. */
  lines: Schemas["RoundDetail"]["lines"];
}

/**
 * What was entered of a round. Totals and Phases also change when an earlier round is corrected,
 * and come back from the server as new objects: neither is a reason to type anything again.
 */
export function entered(lines: Unfinished["lines"]): string {
  return JSON.stringify(
    lines.map(({ player, points, cards, laid_down, went_out }) => [
      player,
      points,
      cards,
      laid_down,
      went_out,
    ]),
  );
}

/** The name under which the correction of a round is kept. */
export function placeOf(game: Game, number: number): string {
  return `correction of round ${number} of ${game.id}`;
}

/** Have the form for a correction begin with what was typed elsewhere. */
export async function beginCorrection(game: Game, typed: TypedRound): Promise<void> {
  const round = game.rounds.find(({ number }) => number === typed.round);
  if (!round) return;
  const unfinished: Unfinished = { typed, lines: round.lines };
  await saveForm(placeOf(game, typed.round), unfinished);
}
