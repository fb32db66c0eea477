/** Why a call did not succeed: the server refused it, or could not be reached. */

import type { components } from "./schema.js";

export type Schemas = components["schemas"];
/** A problem, with what belongs to its code. */
export type Problem = Schemas["Problem"];

/** The server answered, and its answer is a problem. */
export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    /** Seconds after which the same request can be sent again; null if the server does not say. */
    readonly retryAfter: number | null = null,
  ) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.name = "Refused";
  }
}

/** No answer of the server: no network, too late, or somebody else's page instead. */
export class Unreachable extends Error {
  constructor(
    reason: string,
    readonly retryAfter: number | null = null,
  ) {
    super(reason);
    this.name = "Unreachable";
  }
}

/** Whether an error is a refusal with one of these codes. */
export function isRefused(error: unknown, ...codes: string[]): error is Refused {
  return error instanceof Refused && (codes.length === 0 || codes.includes(error.problem.code));
}

/** Seconds of a header `Retry-After`, which is a number or a date; null without a usable one. */
export function retryAfter(headers: Headers): number | null {
  const text = headers.get("Retry-After");
  if (text === null || text.trim() === "") return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

/** Whether this is a problem document, and not what something between us and the server says. */
export function isProblem(document: unknown): document is Problem {
  if (typeof document !== "object" || document === null) return false;
  const { status, code, detail, errors } = document as Partial<Problem>;
  return (
    typeof status === "number" &&
    typeof code === "string" &&
    typeof detail === "string" &&
    Array.isArray(errors)
  );
}
