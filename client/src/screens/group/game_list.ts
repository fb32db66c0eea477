/** The games of a group as rows of lists: those that the phone knows, and those it has only heard of. Pure. */

import type { GameView, Schemas } from "../../store";

export interface ListedGame {
  id: string;
  edition: Schemas["EditionName"];
  status: Schemas["GameStatus"];
  archived: boolean;
  started_at: string;
  /** How many rounds were played; null if only the totals are known. */
  rounds: number | null;
  /** The leader first, as far as the places are known. */
  players: readonly { id: string; name: string; total: number }[];
  winners: readonly string[];
}

export interface GameLists {
  current: readonly ListedGame[];
  over: readonly ListedGame[];
  archived: readonly ListedGame[];
}

/** The games of a group, newest first: as the phone knows them, unless the list is newer. */
export function listsOf(
  group: string,
  views: readonly GameView[],
  summaries: readonly Schemas["GameSummary"][],
): GameLists {
  const games = new Map(summaries.map((summary) => [summary.id, listed(summary, summary.rounds)]));
  const changes = new Map(summaries.map(({ id, changed_at }) => [id, Date.parse(changed_at)]));
  for (const { game, unchecked, waiting } of views) {
    const isOld = Date.parse(game.changed_at) < (changes.get(game.id) ?? 0);
    if (game.group !== group || (isOld && waiting === 0)) continue;
    const rounds = game.totals_only ? null : game.rounds.length + unchecked.length;
    games.set(game.id, listed(game, rounds));
  }
  const newest = [...games.values()].sort((one, other) =>
    other.started_at.localeCompare(one.started_at),
  );
  const shown = newest.filter(({ archived }) => !archived);
  return {
    current: shown.filter(({ status }) => status === "playing"),
    over: shown.filter(({ status }) => status !== "playing"),
    archived: newest.filter(({ archived }) => archived),
  };
}

/** Which games two players have both sat in. */
export function sharedGames(games: readonly ListedGame[], one: string, other: string) {
  return games.filter(({ players }) =>
    [one, other].every((id) => players.some((player) => player.id === id)),
  );
}

function listed(of: Schemas["GameSummary"] | GameView["game"], rounds: number | null): ListedGame {
  const { id, edition, status, archived, started_at, phone_time, winners } = of;
  const players = [...of.players].sort((one, other) => one.rank - other.rank);
  const won = of.players.filter((player) => winners.includes(player.id));
  return {
    ...{ id, edition, status, archived, rounds, players },
    started_at: phone_time ?? started_at,
    winners: won.map(({ name }) => name),
  };
}
