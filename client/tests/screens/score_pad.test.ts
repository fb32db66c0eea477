/** What the score pad says above all. */

import { expect, test } from "vitest";
import { titleOf } from "../../src/screens/score_pad";
import { game } from "./games";

test("the last of a fixed number of rounds is followed by no other while it is unchecked", () => {
  const next_round = { number: 2, tie_break: false, dealer: null, starter: null, playing: [] };
  const phases = [1, 2].map((phase) => ({ phase, name: "", groups: [] }));
  const played = game({ variant: "fixed_rounds", phases, next_round });
  expect(titleOf(played, 0)).toBe("Round 2 of 2");
  expect(titleOf(played, 1)).toBe("Round 2 of 2");
  expect(titleOf({ ...played, variant: "standard" }, 1)).toBe("Round 3");
});
