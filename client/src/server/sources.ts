/** Where events come from: a game, a group, a game by a share link. */

import { type Answer, read } from "./answers.js";
import { type Connection, throwIfRefused } from "./connection.js";
import type { Schemas } from "./problems.js";

export type GameEvent = Schemas["GameEvent"];
export type GroupEvent = Schemas["GroupEvent"];

const MORE = 15; // seconds beyond those that the server may hold an answer back

export interface Source<Event> {
  /** The stream of events after the one with this number. */
  open(after: number, signal: AbortSignal): Promise<Response>;
  /** The events after it; without any, the server holds its answer back for `wait` seconds. */
  log(
    after: number,
    wait: number,
    signal: AbortSignal,
  ): Promise<{ events: Event[]; more: boolean }>;
}

type Query = { after: number; wait: number };
type How = { signal: AbortSignal; fetch: (request: Request) => Promise<Response> };
type Log<Event> = (query: Query, how: How) => Promise<Answer<{ events: Event[]; more: boolean }>>;

export function ofGame(server: Connection, game: string): Source<GameEvent> {
  return source(server, `/api/v1/games/${game}/events/`, (query, how) =>
    server.api.GET("/api/v1/games/{game}/log/", { params: { path: { game }, query }, ...how }),
  );
}

export function ofGroup(server: Connection, group: string): Source<GroupEvent> {
  return source(server, `/api/v1/groups/${group}/events/`, (query, how) =>
    server.api.GET("/api/v1/groups/{group}/log/", { params: { path: { group }, query }, ...how }),
  );
}

/** A game by a share link, without an account. */
export function ofSharedGame(server: Connection, token: string): Source<GameEvent> {
  return source(server, `/api/v1/watch/${encodeURIComponent(token)}/events/`, (query, how) =>
    server.api.GET("/api/v1/watch/{token}/log/", { params: { path: { token }, query }, ...how }),
  );
}

function source<Event>(server: Connection, stream: string, ask: Log<Event>): Source<Event> {
  return {
    async open(after, signal) {
      const request = new Request(`${server.server}${stream}?after=${after}`, {
        headers: { Accept: "text/event-stream" },
        signal,
        cache: "no-store",
      });
      const response = await server.sendWithin(null)(request);
      await throwIfRefused(response);
      return response;
    },
    log(after, wait, signal) {
      const fetch = server.sendWithin((wait + MORE) * 1000);
      return read(ask({ after, wait }, { signal, fetch }));
    },
  };
}
