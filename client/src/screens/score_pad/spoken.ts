/** How a game stands, to be read aloud. */

import { t } from "../../i18n";
import type { Game } from "../../store";
import { amountWords } from "../statistics/words";

/** "Anna: Phase 4, 170 points. Ben: Phase 3, 305 points. Anna deals." */
export function spokenStandings(game: Game): string {
  const players = [...game.players]
    .filter(({ at_table }) => at_table)
    .sort((one, other) => one.rank - other.rank || one.seat - other.seat)
    .map(({ name, phase, total }) => {
      const values = { name, points: amountWords(total, "points") };
      return phase === null
        ? t("{name}: all Phases, {points}.", values)
        : t("{name}: Phase {phase}, {points}.", { ...values, phase });
    });
  const winners = game.players
    .filter(({ won }) => won)
    .map(({ name }) => t("{name} wins!", { name }));
  const dealer = game.players.find(({ id }) => id === game.next_round?.dealer);
  const next = dealer ? [t("{name} deals.", { name: dealer.name })] : [];
  return [...winners, ...players, ...next].join(" ");
}

const known = new Map<string, number>();

/** Whether a round has come since the score pad was seen last. */
export function hasNewRound(game: Game): boolean {
  const before = known.get(game.id);
  known.set(game.id, game.rounds.length);
  return before !== undefined && game.rounds.length > before;
}
