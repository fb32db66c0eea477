/**
 * A finished game for the app Board Game Stats, by the link that its makers describe for plays of
 * other apps: https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
 */

import type { Game, Schemas } from "../../store";

/** What the app calls a game, whatever language the phone speaks, and its number at BoardGameGeek. */
const GAMES: Record<Schemas["EditionName"], { name: string; bggId?: number }> = {
  classic: { name: "Phase 10", bggId: 1258 },
  flip: { name: "Phase 10 Flip!" },
  express: { name: "Phase 10 Express" },
};

const A_NIGHT = 12 * 60; // minutes: a game that took longer was put away and taken out again

/** Opens the app, which asks before it records anything; nothing is sent over the network. */
export function bgStatsLink(game: Game): string {
  const last = game.rounds.at(-1);
  const from = Date.parse(game.phone_time ?? game.started_at);
  const at = last?.phone_time ?? last?.recorded_at;
  const until = at ? Date.parse(at) : from;
  const minutes = Math.round((until - from) / 60_000);
  const play = {
    sourceName: "Tableside",
    sourcePlayId: game.id,
    // In UTC, without saying so: the app wants it like that.
    playDate: new Date(until).toISOString().slice(0, 19).replace("T", " "),
    ...(minutes > 0 && minutes < A_NIGHT && { durationMin: minutes }),
    game: {
      ...GAMES[game.edition],
      sourceGameId: game.edition,
      highestWins: false,
      noPoints: false,
    },
    players: game.players.map(({ id, name, total, rank, won }) => ({
      name,
      sourcePlayerId: id,
      score: total,
      rank,
      winner: won,
    })),
  };
  return `bgstats://app.bgstatsapp.com/createPlay.html?data=${encodeURIComponent(JSON.stringify(play))}`;
}
