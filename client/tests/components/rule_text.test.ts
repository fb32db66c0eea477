/** Sentences with the rules behind them. */

import { expect, test } from "vitest";
import { sentencesByRule } from "../../src/components/rule_text";

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
