/** Requests of stored calls, and what they are answered. */

import { isProblem, type Problem, retryAfter, Unreachable } from "../../server/problems";
import type { Call } from "../actions/calls";

/** What the server has answered; a problem is an answer, too. */
export interface Answer {
  status: number;
  data: unknown;
  problem: Problem | null;
  /** Seconds. */
  retryAfter: number | null;
  /** The server's time in milliseconds, if it says so. */
  date: number | null;
}

/** The server, as the store needs it. Throws `Unreachable` if there is no answer. */
export interface Server {
  send(call: Call, how: { token: string | null; key: string | null }): Promise<Answer>;
}

/** Paths of what is read. */
export const GAME = (id: string) => `/api/v1/games/${id}/`;
export const GROUP = (id: string) => `/api/v1/groups/${id}/`;
export const TABLE = (id: string) => `/api/v1/games/${id}/table/`;
/** Needs no token, and is not limited. */
export const ROOT = "/api/v1/";
export const HOME = "/api/v1/me/home/";

/** A call that only reads. */
export function readingOf(path: string): Call {
  return { method: "GET", path, body: undefined, version: null };
}

/** A server at an origin; `send` is `fetch`, or what is put around it. */
export function serverAt(origin: string, send: (request: Request) => Promise<Response>): Server {
  return {
    async send({ method, path, body, version }, { token, key }) {
      const headers = new Headers({ Accept: "application/json" });
      if (body !== undefined) headers.set("Content-Type", "application/json");
      if (token !== null) headers.set("Authorization", `Bearer ${token}`);
      if (key !== null) headers.set("Idempotency-Key", key);
      if (version !== null) headers.set("If-Match", `"${version}"`);
      const text = body === undefined ? null : JSON.stringify(body);
      const request = new Request(origin + path, {
        method,
        headers,
        body: text,
        cache: "no-store",
      });
      const response = await send(request);
      return answerIn(response);
    },
  };
}

async function answerIn(response: Response): Promise<Answer> {
  const text = await response.text().catch((error: unknown) => {
    throw new Unreachable(String(error)); // the line broke within the body
  });
  let document: unknown = null;
  try {
    document = text === "" ? null : JSON.parse(text);
  } catch {
    throw new Unreachable("the answer is no JSON");
  }
  const wait = retryAfter(response.headers);
  const problem = !response.ok && isProblem(document) ? document : null;
  if (!response.ok && !problem) {
    throw new Unreachable(`no problem document: ${response.status}`, wait);
  }
  const date = Date.parse(response.headers.get("Date") ?? "");
  return {
    status: response.status,
    data: response.ok ? document : null,
    problem,
    retryAfter: wait,
    date: Number.isNaN(date) ? null : date,
  };
}
