import type { Answered, Asked, RuleFunction } from "../../src/rules";
import type { Memory, PythonRules } from "../../src/rules/python";

/** The rules with all languages, from the files that phones get. */
export function startServerRules(memory?: Memory): Promise<PythonRules>;

/** A published case; request and answer are text. */
export interface Case {
  language: string;
  request: string;
  status: number;
  answer: string;
}
export function cases(name: RuleFunction): Case[];

/** Ask rules of this process as `ask` does. */
export function answerOf<Name extends RuleFunction>(
  rules: PythonRules,
  name: Name,
  request: Asked<Name>,
  language: string,
): Answered<Name>;

export function pythonSays<Answer>(program: string, input?: unknown): Answer;
