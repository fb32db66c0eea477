/** Answers become values, everything else `Refused` or `Unreachable`. */

import { newId } from "./ids.js";
import { isProblem, type Problem, Refused, retryAfter, Unreachable } from "./problems.js";

/** What the API answers; every operation has the same problems. */
export type Answer<T> = { response: Response } & (
  | { data: T; error?: never }
  | { data?: never; error: Problem }
);

/** The value of an answer; throws `Refused` or `Unreachable`. */
export async function read<T>(asked: Promise<Answer<T>>): Promise<T> {
  return contentOf(await whole(asked));
}

/** A value; null if the server cannot be reached, or has nothing to tell. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refused) return null;
    throw error;
  }
}

// --- What this phone has already -------------------------------------------------------

/** A value and what names its state, for the next time. */
export type Tagged<T> = { value: T; etag: string | null };
type IfNoneMatch = { "If-None-Match"?: string };

/** What is there now; null if it is still what the `etag` names. */
export async function readIfChanged<T>(
  etag: string | null,
  ask: (header: IfNoneMatch) => Promise<Answer<T>>,
): Promise<Tagged<T> | null> {
  const answer = await whole(ask(etag === null ? {} : { "If-None-Match": etag }));
  if (answer.response.status === 304) return null;
  return { value: contentOf(answer), etag: answer.response.headers.get("ETag") };
}

// --- Writes ----------------------------------------------------------------------------

/** A write has a key of its own: sent again with it, it is carried out once. */
export type Key = { "Idempotency-Key": string };

/** Write now, for what works online only: tried twice with one key if the line breaks. */
export async function write<T>(ask: (key: Key) => Promise<Answer<T>>): Promise<T> {
  const key = { "Idempotency-Key": newId() };
  try {
    return await read(ask(key));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return read(ask(key)); // nobody knows on which way it was lost
  }
}

// --- Lists -----------------------------------------------------------------------------

type Page<T> = { next: string | null; results: T[] };

/** All pages of a list. */
export async function readAll<T>(
  ask: (page: { limit: number; cursor?: string }) => Promise<Answer<Page<T>>>,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Page<T> = await read(ask(cursor ? { limit: 100, cursor } : { limit: 100 }));
    found.push(...page.results);
    cursor = page.next && new URL(page.next, "http://any").searchParams.get("cursor");
  }
  return found;
}

// --- Answers ---------------------------------------------------------------------------

/** An answer whose body has arrived, too. */
async function whole<T>(asked: Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable(String(error)); // the line broke within the body, or it is no JSON
  }
}

function contentOf<T>(answer: Answer<T>): T {
  const { data, error, response } = answer;
  if (response.ok) return data as T;
  const wait = retryAfter(response.headers);
  if (isProblem(error)) throw new Refused(error, wait);
  throw new Unreachable(`no problem document: ${response.status}`, wait);
}
