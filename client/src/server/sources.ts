/** Where events come from: a game, a group, a game by a share link. */

import { type Answer, api } from "./api";
import type { Schemas } from "./problems";

export type GameEvent = Schemas["GameEvent"];
export type GroupEvent = Schemas["GroupEvent"];

export interface Source<Event> {
  /** The path of the stream. */
  stream: string;
  log(
    query: { after: number; wait: number },
    how: { signal: AbortSignal; fetch: (request: Request) => Promise<Response> },
  ): Promise<Answer<{ events: Event[]; more: boolean }>>;
}

export function ofGame(game: string): Source<GameEvent> {
  return {
    stream: `/api/v1/games/${game}/events/`,
    log: (query, how) =>
      api.GET("/api/v1/games/{game}/log/", { params: { path: { game }, query }, ...how }),
  };
}

export function ofGroup(group: string): Source<GroupEvent> {
  return {
    stream: `/api/v1/groups/${group}/events/`,
    log: (query, how) =>
      api.GET("/api/v1/groups/{group}/log/", { params: { path: { group }, query }, ...how }),
  };
}

/** A game by a share link, without an account. */
export function ofSharedGame(token: string): Source<GameEvent> {
  return {
    stream: `/api/v1/watch/${encodeURIComponent(token)}/events/`,
    log: (query, how) =>
      api.GET("/api/v1/watch/{token}/log/", { params: { path: { token }, query }, ...how }),
  };
}
