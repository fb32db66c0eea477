/** Sentences with the rules behind them. */

import { expect, test } from "vitest";
import { sentencesByRule } from "../../src/components/rule_text";
import { hitReason, layDownReason } from "../../src/screens/referee/reasons";

test("each rule is linked once, below the sentences that it is behind", () => {
  const sentences = [
    { message: "Red 3 is no 4.", rule_entry: "set" },
    { message: "A card is missing.", rule_entry: "run" },
    { message: "Red 5 is no 4.", rule_entry: "set" },
    { message: "Red 3 is no 4.", rule_entry: "set" },
    { message: "The table says otherwise.", rule_entry: null },
  ];
  expect(sentencesByRule(sentences)).toEqual([
    ["set", ["Red 3 is no 4.", "Red 5 is no 4."]],
    ["run", ["A card is missing."]],
    ["", ["The table says otherwise."]],
  ]);
});

test("a yes says what lies there, and names the rule", () => {
  const run = { kind: "run", size: 5, number: null, low: 4, high: 8 } as const;
  expect(layDownReason(run)).toEqual({ message: "Run of 5 · 4–8", rule_entry: "run" });
  expect(hitReason(run).rule_entry).toBe("ends-of-a-run");
  const set = { kind: "set", size: 4, number: 7, low: null, high: null } as const;
  expect(hitReason(set)).toEqual({ message: "Then it is: Set of 4 · 7", rule_entry: "what-fits" });
});
