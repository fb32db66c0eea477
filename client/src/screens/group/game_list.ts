/** The games of a group as rows of lists: those that the phone knows, and those it has only heard of. Pure. */

import type { GameView, Schemas } from "../../store";

type Summary = Schemas["GameSummary"];

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
  summaries: readonly Summary[],
): GameLists {
  const games = new Map(summaries.map((summary) => [summary.id, fromSummary(summary)]));
  const changes = new Map(summaries.map(({ id, changed_at }) => [id, Date.parse(changed_at)]));
  for (const { game, unchecked, waiting } of views) {
    const isOld = Date.parse(game.changed_at) < (changes.get(game.id) ?? 0);
    if (game.group !== group || (isOld && waiting === 0)) continue;
    games.set(game.id, fromGame(game, unchecked.length));
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

function fromSummary(summary: Summary): ListedGame {
  const { id, edition, status, archived, started_at, phone_time, rounds, winners } = summary;
  return {
    id,
    edition,
    status,
    archived,
    started_at: phone_time ?? started_at,
    rounds,
    players: [...summary.players].sort((one, two) => one.rank - two.rank),
    winners: namesOf(summary.players, winners),
  };
}

function fromGame(game: GameView["game"], unchecked: number): ListedGame {
  const { id, edition, status, archived, started_at, phone_time, winners } = game;
  return {
    id,
    edition,
    status,
    archived,
    started_at: phone_time ?? started_at,
    rounds: game.totals_only ? null : game.rounds.length + unchecked,
    players: [...game.players].sort((one, other) => one.rank - other.rank),
    winners: namesOf(game.players, winners),
  };
}

function namesOf(players: readonly { id: string; name: string }[], ids: readonly string[]) {
  return players.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}
