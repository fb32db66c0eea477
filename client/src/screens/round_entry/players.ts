/** Who plays the next round, and who does not. */

import type { Faced } from "../../components/face";
import { t } from "../../i18n";
import { isolated, listed } from "../../i18n/names";
import type { Game } from "../../store";
import { bySeat } from "../rounds/sheet";
import type { EntryPlayer } from "./tally";

/**
 * The players of the next round, by seat, each with the Phase to lay down.
 *
 * That is not known as long as something about earlier rounds is `unsure`.
 */
export function roundPlayers(game: Game, unsure = false): EntryPlayer[] {
  const playing = new Set(game.next_round?.playing);
  return bySeat(game)
    .filter(({ id }) => playing.has(id))
    .map((player) => ({
      ...player,
      // A tie-break is about the last Phase once more.
      phase: unsure ? null : (player.phase ?? game.phases.length),
    }));
}

/**
 * By what the referee checks a round, as a key of its form.
 *
 * Whoever comes, goes or is on another Phase by now makes it another form, and so do other rules: what
 * is typed stays.
 */
export function checkedBy(game: Game, players: readonly EntryPlayer[]): string {
  const playing = players.map(({ id, phase }) => [id, phase]);
  return JSON.stringify([playing, game.phases, game.house_rules]);
}

/** The others, with the reason. */
export function absentFrom(game: Game): (Faced & { id: string; why: string })[] {
  const { next_round: next } = game;
  const playing = new Set(next?.playing);
  return bySeat(game)
    .filter(({ id }) => !playing.has(id))
    .map((player) => ({ ...player, why: whyAbsent(game, player) }));
}

/** Why a player is not in the next round. */
export function whyAbsent(game: Game, player: Game["players"][number]): string {
  const round = game.next_round?.number ?? game.rounds.length;
  const later = player.stints.find((stint) => stint.first_round > round);
  if (later) return t("joins in round {number}", { number: later.first_round });
  if (!player.at_table) return t("has left");
  return game.next_round?.tie_break ? t("not in the tie-break") : t("not in this round");
}

/** A player's name inside a sentence. */
export function nameIn(game: Game, player: string): string {
  return isolated(nameOf(game, player));
}

/** "Nora, Jonas and Mia". */
export function namesIn(game: Game, players: readonly string[]): string {
  return listed(players.map((player) => nameOf(game, player)));
}

/** A player's name by itself; empty for somebody who is not in the game. */
export function nameOf(game: Game, player: string): string {
  return game.players.find(({ id }) => id === player)?.name ?? "";
}
