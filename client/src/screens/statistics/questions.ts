/** The questions about a group's games that the server answers. */

import { locale } from "../../i18n";
import { api, read, type Schemas } from "../../server/api";
import type { paths } from "../../server/schema";
import type { Counted, Question } from "./answers";

/** Which games count: those of a year, a month or a season, and of an edition; null for all. */
export interface Filter {
  period: string | null;
  /** The night on which the season begins; instead of a period. */
  season: string | null;
  edition: Schemas["EditionName"] | null;
}

export const ALL: Filter = { period: null, season: null, edition: null };

export function leaderboard(group: string, filter: Filter): Question<Schemas["Leaderboard"]> {
  const { period, edition } = filter;
  const query = { ...(period && { period }), ...(edition && { edition }) };
  return {
    name: ["leaderboard of", group, period, edition].filter(Boolean).join(" "),
    read: () =>
      read(
        api.GET("/api/v1/groups/{group}/statistics/leaderboard/", {
          params: { path: { group }, query },
        }),
      ),
  };
}

/** A year or a season: its name says which. */
function aboutPeriod(
  group: string,
  period: string,
  query: { edition?: Schemas["EditionName"] },
): Promise<Schemas["Period"]> {
  const path = { group, period };
  return read(
    api.GET("/api/v1/groups/{group}/statistics/periods/{period}/", { params: { path, query } }),
  );
}

/** Who has won how much in the season that begins on a night. */
export function season(
  group: string,
  date: string,
  edition: Filter["edition"],
): Question<Schemas["Season"]> {
  const query = edition ? { edition } : {};
  return {
    name: ["season of", group, date, edition].filter(Boolean).join(" "),
    read: () => aboutPeriod(group, date, query) as Promise<Schemas["Season"]>,
  };
}

/** How many games of a player are rated one by one: the latest. */
export const MOST_RATINGS = 100;

/** What a player's games add up to, with results by circumstance and the rating after each of the latest games. */
export function player(group: string, id: string): Question<Schemas["PlayerStatistics"]> {
  const path = { group, player: id };
  const query = { include: ["circumstances" as const, "ratings" as const], limit: MOST_RATINGS };
  return {
    name: `statistics of ${id}`,
    read: () =>
      read(
        api.GET("/api/v1/groups/{group}/statistics/players/{player}/", { params: { path, query } }),
      ),
  };
}

export interface OddsOf {
  edition: Schemas["EditionName"];
  variant: Schemas["Variant"];
  phases: number;
  /** With what they begin; null for one who begins like everybody else. */
  players: readonly { id: string; handicap: Schemas["HandicapDetail"] | null }[];
}

/** The chances of players against each other in such a game, in whatever order they are given. */
export function odds(group: string, game: OddsOf): Question<Schemas["Odds"]> {
  const { edition, phases } = game;
  const sorted = game.players.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const players = sorted.map(({ id }) => id);
  const handicaps = sorted
    .map(({ handicap }) => (handicap ? `${handicap.phase}:${handicap.total}` : "1"))
    .join();
  // Points matter with fixed rounds alone, and who is good at these need not be good at others.
  const variant = game.variant === "fixed_rounds" ? { variant: game.variant } : {};
  return {
    name: ["odds in", edition, game.variant, phases, handicaps, "of", ...players].join(" "),
    read: () =>
      read(
        api.GET("/api/v1/groups/{group}/statistics/odds/", {
          params: {
            path: { group },
            query: { edition, ...variant, phases, handicaps, players },
          },
        }),
      ),
  };
}

type Parts = NonNullable<paths["/api/v1/groups/{group}/statistics/"]["get"]["parameters"]["query"]>;

/** Parts of what all games of a group add up to. */
function parts(name: string, group: string, query: Parts): Question<Schemas["GroupStatistics"]> {
  const params = { path: { group }, query };
  return { name, read: () => read(api.GET("/api/v1/groups/{group}/statistics/", { params })) };
}

/** Everyone against everyone. */
export function headToHead(group: string) {
  return parts(`everyone against everyone in ${group}`, group, { include: ["head_to_head"] });
}

/** Two players, over the games in which both played. */
export function rivals(group: string, player: string, other: string) {
  const query: Parts = { include: ["head_to_head"], players: [player, other] };
  return parts(`rivalry of ${player} and ${other}`, group, query);
}

/** The records of a group, and who has earned which badge. */
export function records(group: string) {
  return parts(`records of ${group}`, group, { include: ["records", "badges"] });
}

export function phases(group: string) {
  return parts(`phases of ${group}`, group, { include: ["phases"] });
}

export function year(group: string, number: number): Question<Schemas["YearInReview"]> {
  return {
    name: `year ${number} of ${group}`,
    read: () => aboutPeriod(group, String(number), {}) as Promise<Schemas["YearInReview"]>,
  };
}

/** What each figure means, in the language of this phone. */
export function figures(): Question<Schemas["Figures"] & Counted> {
  return {
    name: `figures in ${locale()}`,
    read: async () => ({
      ...(await read(api.GET("/api/v1/figures/"))),
      counting: false, // it does not depend on games
      as_of: null,
    }),
  };
}

/** The latest nights of a group; earlier ones from a cursor on. */
export function nights(
  group: string,
  cursor: string | null = null,
): Question<Schemas["PaginatedNightLineList"]> {
  const query = cursor === null ? {} : { cursor };
  return {
    name: `nights of ${group}`,
    read: () =>
      read(api.GET("/api/v1/groups/{group}/nights/", { params: { path: { group }, query } })),
  };
}

/** The card of a night, which may have ended just now. */
export function night(group: string, date: string): Question<Schemas["NightCard"]> {
  const path = { group, date };
  return {
    name: `night ${date} of ${group}`,
    read: async () => {
      const card = await read(
        api.GET("/api/v1/groups/{group}/nights/{date}/", { params: { path } }),
      );
      return card as Schemas["NightCard"]; // and no picture, which was not asked for
    },
    mayCome: true,
  };
}
