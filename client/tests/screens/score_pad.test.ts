/** What the score pad says above all. */

import { expect, test } from "vitest";
import { titleOf } from "../../src/screens/score_pad";
import { comingRound, game } from "./games";

test("the last of a fixed number of rounds is followed by no other while it is unchecked", () => {
  const phases = [1, 2].map((phase) => ({ phase, name: "", groups: [] }));
  const played = game({ variant: "fixed_rounds", phases, next_round: comingRound(2) });
  expect(titleOf(played, 0)).toBe("Round 2 of 2");
  expect(titleOf(played, 1)).toBe("Round 2 of 2");
  expect(titleOf({ ...played, variant: "standard" }, 1)).toBe("Round 3");
});
