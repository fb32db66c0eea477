import { describe, expect, test } from "vitest";
import type { RuleFunction } from "../../src/rules";
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

const fresh = await startServerRules({ from: null, makes: true });
const remembered = await startServerRules({ from: fresh.memory(), makes: false });

describe.each([
  ["fresh", fresh],
  ["remembered", remembered],
])("%s rules answer the published cases to the byte", (_how, rules) => {
  test.each(FUNCTIONS)("%s", (name) => {
    const tried = cases(name);
    expect(tried.length).toBeGreaterThan(0);
    for (const { language, request, status, answer } of tried) {
      expect(rules.answer(name, request, language), request).toEqual({ status, body: answer });
    }
  });
});
