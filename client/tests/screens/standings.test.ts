/** The players on the score pad: their order, what the last round did, and the Phases behind them. */

import { toChildArray, type VNode } from "preact";
import { expect, test } from "vitest";
import { doneWords } from "../../src/components/phase";
import { addedBy, PlayerRow } from "../../src/components/player_row";
import { standingWords } from "../../src/screens/join/who_are_you";
import { inOrder } from "../../src/screens/score_pad/standings";
import { game, line, player, round } from "./games";

const NORA = player("nora", 0, { rank: 2, total: 90 });
const PLAYERS = [NORA, player("jonas", 1, { total: 90 })];
const TIED = round(11, [line("nora", 60), line("jonas", 0)], { tie_break: true });

test("they sit by seat while they play, and stand by place at the end", () => {
  const ids = (status: "playing" | "over") =>
    inOrder(game({ status, players: PLAYERS })).map(({ id }) => id);
  expect(ids("playing")).toEqual(["nora", "jonas"]);
  expect(ids("over")).toEqual(["jonas", "nora"]);
});

test("the points of a tie-break are not told as if they counted", () => {
  const [nora, jonas] = TIED.lines;
  expect(addedBy(TIED, nora)).toBe("tie-break");
  expect(addedBy(TIED, jonas)).toBe("went out");
  expect(addedBy({ tie_break: false }, nora)).toBe("+60");
});

test("who has no Phase to lay down has not done all of them", () => {
  expect(doneWords(10, 10)).toBe("All Phases done");
  expect(doneWords(7, 10)).toBe("7 of 10 Phases");
  expect(standingWords({ ...NORA, phase: null, completed: 4 }, 10)).toBe("4 of 10 Phases");
  expect(standingWords({ ...NORA, phase: 5 }, 10)).toBe("Phase 5");
});

test("a total is written as numbers are in the language", () => {
  const row = PlayerRow({ player: NORA, total: 1205, phase: null, phases: 10, completed: 4 });
  const cells = toChildArray(row.props.children) as VNode<{ class: string; children: unknown }>[];
  expect(cells.find(({ props }) => props.class.includes("total"))?.props.children).toBe("1,205");
});
