// What every part of the client uses: the typed fetch, the device's token, writes that are
// safe to repeat, lists in pages, and refusals as one kind of error.

import createClient from "openapi-fetch";
import type { components, paths } from "../schema";

export type Schemas = components["schemas"];
/** A problem with what belongs to its code, which most of them do without. */
export type Problem = Schemas["Problem"];

export const SERVER =
  (globalThis as { server?: string }).server ?? "http://localhost:8000"; // of a test, or our own

export const api = createClient<paths>({ baseUrl: SERVER });

// --- The device's token -----------------------------------------------------------------

let token: string | null = null;

api.use({
  onRequest({ request }) {
    if (token !== null) request.headers.set("Authorization", `Bearer ${token}`);
  },
});

export function keep(login: Schemas["Login"]): Schemas["Account"] {
  token = login.token;
  return login.user;
}

/** Forget the token, and give it back for whoever wants to hold it again. */
export function forget(): string | null {
  const forgotten = token;
  token = null;
  return forgotten;
}

export function hold(known: string | null): void {
  token = known;
}

// --- Questions and answers --------------------------------------------------------------

/** What the API answers: of every operation the same problems, so that they fit here. */
export type Answer<T> = { data: T; error?: never } | { data?: never; error: Problem };

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(explain(problem));
  }
}

export async function read<T>(asked: Promise<Answer<T>>): Promise<T> {
  const { data, error } = await asked;
  if (error) throw new Refused(error);
  return data;
}

/** A write has a key of its own, with which it can be sent again and is carried out once. */
export type Key = { "Idempotency-Key": string };

export async function once<T>(ask: (key: Key) => Promise<Answer<T>>): Promise<Answer<T>> {
  const key = { "Idempotency-Key": crypto.randomUUID() };
  try {
    return await ask(key);
  } catch {
    return ask(key); // the line broke, and nobody knows on which way
  }
}

export function write<T>(ask: (key: Key) => Promise<Answer<T>>): Promise<T> {
  return read(once(ask));
}

/** What a change to a game needs: which game, and how it was seen. */
export function asSeen({ id, version }: Schemas["GameDetail"], key: Key) {
  return { path: { game: id }, header: { ...key, "If-Match": `"${version}"` } };
}

// --- Unions -----------------------------------------------------------------------------

/** The kinds that this schema knows: `switch` over them, and do without the others by default. */
export type Known<Union extends { kind: string }> = Union extends unknown
  ? string extends Union["kind"]
    ? never
    : Union
  : never;

// --- Lists ------------------------------------------------------------------------------

type Page<T> = { next: string | null; previous: string | null; results: T[] };

export async function all<T>(
  ask: (page: { limit: number; cursor?: string }) => Promise<Answer<Page<T>>>,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Page<T> = await read(ask({ limit: 100, ...(cursor && { cursor }) }));
    found.push(...page.results);
    cursor = page.next && new URL(page.next, SERVER).searchParams.get("cursor");
  }
  return found;
}

// --- In words ---------------------------------------------------------------------------

export function explain(problem: Problem): string {
  const fields = problem.errors.map(({ field, code, message }) => `${field}: ${message} (${code})`);
  return [`${problem.status} ${problem.title}: ${problem.detail}`, ...fields].join("\n");
}
