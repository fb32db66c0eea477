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
/** With `wait`, a page is answered, and not the stream that the schema names as well. */
type Page<Event> = Promise<Answer<{ events: Event[]; more: boolean }>>;
type Log<Event> = (query: Query, how: How) => Page<Event>;

export function ofGame(server: Connection, game: string): Source<GameEvent> {
  return watchedGame(server, () => game, {});
}

export function ofGroup(server: Connection, group: string): Source<GroupEvent> {
  return source(
    server,
    () => `/api/v1/groups/${group}/events/?`,
    (query, how) =>
      server.api.GET("/api/v1/groups/{group}/events/", {
        params: { path: { group }, query },
        ...how,
      }) as Page<GroupEvent>,
  );
}

/** A game by a share link, without an account; its id is what `GET shared/{token}/` answers. */
export function ofSharedGame(
  server: Connection,
  token: string,
  game: () => string,
): Source<GameEvent> {
  return watchedGame(server, game, { link: token });
}

function watchedGame(
  server: Connection,
  game: () => string,
  link: { link?: string },
): Source<GameEvent> {
  return source(
    server,
    () => `/api/v1/games/${game()}/events/?${link.link ? `${new URLSearchParams(link)}&` : ""}`,
    (query, how) =>
      server.api.GET("/api/v1/games/{game}/events/", {
        params: { path: { game: game() }, query: { ...link, ...query } },
        ...how,
      }) as Page<GameEvent>,
  );
}

function source<Event>(server: Connection, stream: () => string, ask: Log<Event>): Source<Event> {
  return {
    async open(after, signal) {
      const request = new Request(`${server.server}${stream()}after=${after}`, {
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
