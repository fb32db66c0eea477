// Statistics: who is the best, and why.

import { all, api, read } from "./api";
import type { Schemas } from "./api";

type Average = Schemas["Average"];
type Line = Schemas["LeaderboardLine"];
type Phase = Schemas["PhaseStatistics"];

/** The filters of all statistics. */
export type Filters = {
  edition?: Schemas["EditionName"];
  variant?: Schemas["Variant"];
  period?: string;
};

/** An average never stands alone: `4.5 (of 12)`. */
export function average({ value, over }: Average, digits = 1): string {
  return value === null ? "–" : `${value.toFixed(digits)} (of ${over})`;
}

export async function leaderboard(group: string, query: Filters = {}): Promise<string[]> {
  const { players } = await read(
    api.GET("/api/v1/groups/{group}/statistics/leaderboard/", {
      params: { path: { group }, query },
    }),
  );
  return players.map(describe);
}

function describe({ player, games, wins, shared_wins, place, points_a_round, rating }: Line) {
  const shared = shared_wins ? ` (${shared_wins} shared)` : "";
  const figures = `place ${average(place)}, ${average(points_a_round)} points a round`;
  return `${player.name}: ${wins}${shared} of ${games}, ${figures}, ${rating.points}`;
}

export async function page(group: string, player: string, query: Filters): Promise<string[]> {
  const params = { path: { group, player }, query };
  const one = await read(
    api.GET("/api/v1/groups/{group}/statistics/players/{player}/", { params }),
  );
  const { nemesis, streaks, biggest_comeback: comeback, worst_round: worst } = one;
  return [
    `${one.player.name}: ${average(one.win_rate, 2)}, ${one.overruled.plays} plays overruled`,
    `Won ${streaks.wins.longest} in a row, ${streaks.wins.current} of them now`,
    ...(nemesis ? [`${nemesis.opponent.name} was ahead ${nemesis.behind} times`] : []),
    ...(worst ? [`${worst.points} points in round ${worst.round}`] : []),
    ...(comeback ? [`${comeback.phases} Phases behind after round ${comeback.round}`] : []),
    ...one.months.map(({ month, place }) => `${month}: ${average(place)}`),
    ...one.latest.map(({ place, players }) => `${place} of ${players}`),
    ...one.badges.map(({ letter, name, about }) => `[${letter}] ${name}: ${about}`),
    ...one.phases.map(difficulty),
  ];
}

export function difficulty(phase: Phase): string {
  const { name, success_rate, attempts_per_success: needed, simulated } = phase;
  const attempts = needed?.value ? `, ${needed.value.toFixed(1)} attempts a success` : "";
  const bots = simulated ? `, bots ${average(simulated.success_rate, 2)}` : "";
  return `${name}: ${average(success_rate, 2)}${attempts}${bots}`;
}

export async function ratings(group: string, player: string, kind: Filters): Promise<number[]> {
  const history = await all((page) =>
    api.GET("/api/v1/groups/{group}/statistics/players/{player}/ratings/", {
      params: { path: { group, player }, query: { ...page, ...kind } },
    }),
  );
  return history.map(({ rating }) => rating.points).reverse();
}

export async function rivals(group: string): Promise<string[]> {
  const { pairs } = await read(
    api.GET("/api/v1/groups/{group}/statistics/head-to-head/", { params: { path: { group } } }),
  );
  return pairs.map(
    ({ player, opponent, ahead, games }) =>
      `${player.name} before ${opponent.name}: ${ahead} of ${games}`,
  );
}

export async function duel(group: string, player: string, other: string): Promise<string> {
  const { players, latest } = await read(
    api.GET("/api/v1/groups/{group}/statistics/head-to-head/{player}/{other}/", {
      params: { path: { group, player, other } },
    }),
  );
  const sides = players.map((side) => `${side.player.name} ${side.ahead}`);
  return `${sides.join(" : ")}, last ${latest[0]?.places.join(" : ") ?? "never"}`;
}

export async function wall(group: string): Promise<string[]> {
  const params = { path: { group } };
  const { records } = await read(
    api.GET("/api/v1/groups/{group}/statistics/records/", { params }),
  );
  const { players } = await read(api.GET("/api/v1/groups/{group}/statistics/badges/", { params }));
  return [
    ...records.map(({ title, player, value, unit }) => `${title}: ${player.name}, ${value} ${unit}`),
    ...players.map(({ player, badges }) => `${player.name} ${badges.map((b) => b.letter).join("")}`),
  ];
}

export async function hardest(group: string): Promise<string | null> {
  const { phases } = await read(
    api.GET("/api/v1/groups/{group}/statistics/phases/", { params: { path: { group } } }),
  );
  const [first] = phases.sort((a, b) => (a.success_rate.value ?? 1) - (b.success_rate.value ?? 1));
  return first ? difficulty(first) : null;
}

export async function yearInReview(group: string, year: number): Promise<string[]> {
  const review = await read(
    api.GET("/api/v1/groups/{group}/statistics/years/{year}/", {
      params: { path: { group, year } },
    }),
  );
  const { champions, most_improved: improved, busiest_month: busiest } = review;
  return [
    `${review.games} games on ${review.nights} nights, ${busiest?.month ?? "never"} the most`,
    ...champions.map(({ player, wins }) => `${player.name}, ${wins} times`),
    ...(improved ? [`${improved.player.name} +${improved.rise}`] : []),
    ...review.badges.map(({ player, name }) => `${player.name}: ${name}`),
  ];
}

/** Before a game: who is likely to win. */
export async function odds(group: string, players: string[]): Promise<string[]> {
  const { players: all, too_few_games: newcomers } = await read(
    api.GET("/api/v1/groups/{group}/statistics/odds/", {
      params: { path: { group }, query: { players } },
    }),
  );
  if (newcomers.length) return newcomers.map(({ name }) => `${name} has played too little.`);
  return all.map(({ player, chance }) => `${player.name}: ${((chance ?? 0) * 100).toFixed(0)} %`);
}

export async function circumstances(group: string, player: string): Promise<string[]> {
  const { by_table_size } = await read(
    api.GET("/api/v1/groups/{group}/statistics/players/{player}/circumstances/", {
      params: { path: { group, player } },
    }),
  );
  return by_table_size.map(({ players, wins, games }) => `Of ${players}: ${wins} of ${games}`);
}

/** The last night, to send to everybody: words and a picture. */
export async function lastNight(group: string): Promise<{ text: string; picture: Blob } | null> {
  const { results } = await read(
    api.GET("/api/v1/groups/{group}/nights/", { params: { path: { group }, query: {} } }),
  );
  const [last] = results;
  if (!last) return null;
  const params = { path: { group, date: last.date } };
  const { text } = await read(api.GET("/api/v1/groups/{group}/nights/{date}/", { params }));
  const picture = await read(
    api.GET("/api/v1/groups/{group}/nights/{date}/night.png", { params, parseAs: "blob" }),
  );
  return { text, picture };
}
