import { beforeAll, describe, expect, test } from "vitest";
import type { RuleFunction } from "../../src/rules";
import type { PythonRules } from "../../src/rules/python";
import { cases, startServerRules } from "./server_rules";

const FUNCTIONS: readonly RuleFunction[] = [
  "phase",
  "hit",
  "hand",
  "score",
  "tally",
  "game",
  "editions",
  "edition",
  "rules",
  "rule",
];

const started: Record<string, PythonRules> = {};

beforeAll(async () => {
  const fresh = await startServerRules({ from: null, makes: true });
  started.fresh = fresh;
  started.remembered = await startServerRules({ from: fresh.memory(), makes: false });
}, 120_000);

describe.each(["fresh", "remembered"])("%s rules answer the published cases to the byte", (how) => {
  test.each(FUNCTIONS)("%s", (name) => {
    const tried = cases(name);
    expect(tried.length).toBeGreaterThan(0);
    const rules = started[how] as PythonRules;
    for (const { language, request, status, answer } of tried) {
      expect(rules.answer(name, request, language), request).toEqual({ status, body: answer });
    }
  });
});
