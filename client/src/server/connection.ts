/**
 * Every request to a server: with a token and a language, with a time-out, and only answered by
 * the server itself, not by the page of a captive portal.
 */

import { type ReadonlySignal, signal } from "@preact/signals-core";
import createClient, { type Client } from "openapi-fetch";
import { isProblem, Refused, retryAfter, Unreachable } from "./problems.js";
import type { paths } from "./schema.js";

const ANSWER_WITHIN = 15_000; // milliseconds, with the whole body
const FILE_WITHIN = 60_000;

type Send = (request: Request) => Promise<Response>;

export interface Connection {
  /** Where the server is, without a slash at the end. */
  readonly server: string;
  /** Typed calls; `read` and `write` make values of their answers. */
  readonly api: Client<paths>;
  /** Like `fetch`, but throws `Unreachable` for everything that is not the server's answer. */
  readonly send: Send;
  /** For files, which take longer than documents. */
  readonly sendForFile: Send;
  /** For answers that the server may hold back: without `milliseconds`, there is no time-out. */
  sendWithin(milliseconds: number | null): Send;
  /** Send this token from now on, or none. */
  holdToken(next: string | null): void;
  /** Whether the server no longer accepts the token: it was revoked, or has ended. */
  readonly tokenRefused: ReadonlySignal<boolean>;
  /** Whether the last request got an answer of the server; true before the first one. */
  readonly reachable: ReadonlySignal<boolean>;
}

export interface Options {
  token?: string | null;
  /** In which language texts are answered, such as `de`. */
  language?: () => string;
}

/** Ask a server, such as `https://tableside.example.org`. */
export function connect(address: string, options: Options = {}): Connection {
  const server = address.replace(/\/+$/, "");
  let token = options.token ?? null;
  const refused = signal(false);
  const answered = signal(true);

  function sendWithin(milliseconds: number | null): Send {
    return async (request) => {
      if (token !== null && !request.headers.has("Authorization")) {
        request.headers.set("Authorization", `Bearer ${token}`);
      }
      const sentWith = request.headers.get("Authorization");
      if (options.language) request.headers.set("Accept-Language", options.language());
      const signal = limited(request.signal, milliseconds);
      let response: Response;
      try {
        response = await fetch(request, { signal });
      } catch (error) {
        if (request.signal.aborted) throw error;
        answered.value = false;
        throw new Unreachable(String(error));
      }
      if (!isFromServer(response)) {
        answered.value = false;
        throw new Unreachable(
          `not from the server: ${response.status}`,
          retryAfter(response.headers),
        );
      }
      answered.value = true;
      if (response.status === 401 && sentWith === `Bearer ${token}`) {
        refused.value = (await codeOf(response)) === "not_authenticated";
      }
      return response;
    };
  }

  const send = sendWithin(ANSWER_WITHIN);
  return {
    server,
    api: createClient<paths>({ baseUrl: server, fetch: send }),
    send,
    sendForFile: sendWithin(FILE_WITHIN),
    sendWithin,
    holdToken(next) {
      if (next !== token) refused.value = false;
      token = next;
    },
    tokenRefused: refused,
    reachable: answered,
  };
}

/** Throw what a response says that is not a success. */
export async function throwIfRefused(response: Response): Promise<void> {
  if (response.ok) return;
  const document: unknown = await response.json().catch(() => null);
  const wait = retryAfter(response.headers);
  if (isProblem(document)) throw new Refused(document, wait);
  throw new Unreachable(`no problem document: ${response.status}`, wait);
}

/** The signal of a request that ends after a time, too. */
function limited(asked: AbortSignal, milliseconds: number | null): AbortSignal {
  if (milliseconds === null) return asked;
  const controller = new AbortController();
  const end = () => controller.abort(asked.reason);
  if (asked.aborted) end();
  asked.addEventListener("abort", end, { once: true });
  setTimeout(() => {
    asked.removeEventListener("abort", end);
    controller.abort(new DOMException("The server did not answer in time.", "TimeoutError"));
  }, milliseconds);
  return controller.signal;
}

/** The server answers with no page below `/api/v1/`, and errors only as problem documents. */
function isFromServer(response: Response): boolean {
  const type = response.headers.get("Content-Type") ?? "";
  if (response.ok) return !type.startsWith("text/html");
  return response.status === 304 || type.startsWith("application/problem+json");
}

async function codeOf(response: Response): Promise<string | null> {
  const document: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return isProblem(document) ? document.code : null;
}
