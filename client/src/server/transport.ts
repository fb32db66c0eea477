/**
 * Every request to the server: with the phone's token and language, with a time-out, and only
 * answered by the server itself, not by the page of a captive portal.
 */

import { type ReadonlySignal, signal } from "@preact/signals";
import { language } from "../i18n";
import { isProblem, Refused, retryAfter, Unreachable } from "./problems";

/** Where the server is: where this page comes from. */
export const SERVER = globalThis.location?.origin ?? "http://localhost:8000";

const ANSWER_WITHIN = 15_000; // milliseconds, with the whole body
const FILE_WITHIN = 60_000;

// --- The token of this phone -----------------------------------------------------------

let token: string | null = null;
const refused = signal(false);

/** Whether the server no longer accepts the token: the device was logged out, or deleted. */
export const tokenRefused: ReadonlySignal<boolean> = refused;

/** Send this token from now on, or none. */
export function holdToken(next: string | null): void {
  if (next !== token) refused.value = false;
  token = next;
}

// --- Whether there is a network --------------------------------------------------------

const answered = signal(true);

/** Whether the last request got an answer of the server; true before the first one. */
export const reachable: ReadonlySignal<boolean> = answered;

// --- Requests --------------------------------------------------------------------------

/** Like `fetch`, but throws `Unreachable` for everything that is not the server's answer. */
export function send(request: Request): Promise<Response> {
  return sendWithin(ANSWER_WITHIN)(request);
}

/** For files, which take longer than documents. */
export function sendForFile(request: Request): Promise<Response> {
  return sendWithin(FILE_WITHIN)(request);
}

/** For answers that the server may hold back: without `milliseconds`, there is no time-out. */
export function sendWithin(milliseconds: number | null): (request: Request) => Promise<Response> {
  return async (request) => {
    if (token !== null && !request.headers.has("Authorization")) {
      request.headers.set("Authorization", `Bearer ${token}`);
    }
    const sentWith = request.headers.get("Authorization");
    request.headers.set("Accept-Language", language.peek());
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

/** Throw what a response says that is no success. */
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
