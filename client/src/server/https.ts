/** The HTTPS that a server at home has of its own: only who trusts its root certificate reaches it. */

import { pause } from "../timing";
import { api, read } from "./api";

const ANSWER_WITHIN = 6_000; // milliseconds
const BETTER_WITHIN = 2_000; // milliseconds that a better address has, once another one answers

/** Its addresses, the best first; empty if it has none. Throws `Unreachable`. */
export async function readHttps(): Promise<readonly string[]> {
  return (await read(api.GET("/api/v1/"))).https;
}

/** The best of these addresses that this phone can reach, and so trusts; null if there is none. */
export async function trusted(origins: readonly string[]): Promise<string | null> {
  const asked = origins.map(answers);
  const late = Promise.any(asked.map(async (answer) => (await answer) || Promise.reject()))
    .then(() => pause(BETTER_WITHIN))
    .catch(() => {}); // nobody answers
  const settled = asked.map((answer) => Promise.race([answer, late.then(() => false)]));
  for (const [index, answer] of settled.entries()) {
    if (await answer) return origins[index] ?? null;
  }
  return null;
}

/** Whether there is an answer, of which a page of another origin learns nothing else. */
async function answers(origin: string): Promise<boolean> {
  const how: RequestInit = {
    mode: "no-cors",
    cache: "no-store",
    credentials: "omit",
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  };
  return fetch(`${origin}/healthz`, how).then(
    () => true,
    () => false,
  );
}
