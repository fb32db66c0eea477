/** What the rules are asked and answer, by the name of the function (docs/pocket.md). */

import type { Problem, Schemas } from "../server/problems";
import type { operations } from "../server/schema";

type Rules = operations["listRules"];

interface Functions {
  phase: [Schemas["PhaseRequest"], Schemas["PhaseAnswer"]];
  hit: [Schemas["HitRequest"], Schemas["HitAnswer"]];
  hand: [Schemas["HandRequest"], Schemas["HandAnswer"]];
  score: [Schemas["ScoreRequest"], Schemas["ScoreAnswer"]];
  tally: [Schemas["TallyRequest"], Schemas["TallyAnswer"]];
  game: [Schemas["ReplayRequest"], Schemas["GameReplay"]];
  editions: [Record<string, never>, Schemas["EditionDetail"][]];
  edition: [{ edition: Schemas["EditionName"] }, Schemas["EditionDetail"]];
  rules: [NonNullable<Rules["parameters"]["query"]>, Schemas["RuleEntryDetail"][]];
  rule: [
    { entry: Schemas["RuleEntryId"]; edition?: Schemas["EditionName"] },
    Schemas["RuleEntryDetail"],
  ];
}

export type RuleFunction = keyof Functions;
export type Asked<Name extends RuleFunction> = Functions[Name][0];

/** The answer, or the problem document of a refusal: the same whoever answers. */
export type Answered<Name extends RuleFunction> =
  | { data: Functions[Name][1]; problem?: never }
  | { problem: Problem; data?: never };

/** Neither the phone nor the server can answer now. */
export class Unavailable extends Error {
  override name = "Unavailable";
}

/** What is asked; null if nobody can answer now. */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Unavailable) return null;
    throw error;
  }
}

/** An answer as it arrives: the status, and JSON as text. */
export interface Reply {
  status: number;
  body: string;
}

/** Read a reply; its types are those that the schema promises. */
export function answered<Name extends RuleFunction>({ status, body }: Reply): Answered<Name> {
  const document = JSON.parse(body);
  return status < 400 ? { data: document } : { problem: document };
}
