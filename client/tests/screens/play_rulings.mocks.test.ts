/** What the referee is asked about a play, and what its answer says about the groups as they were given. */

import { beforeEach, expect, test, vi } from "vitest";

const { ask } = vi.hoisted(() => ({ ask: vi.fn() }));
vi.mock("../../src/rules", () => ({ ask }));
vi.mock("../../src/store", () => ({}));

import { ruleHit, ruleLayDown } from "../../src/screens/table/ruling";
import type { LiveTable, TableGroup } from "../../src/store";
import { game } from "./games";

const GAME = game();
const GROUP = { kind: "set", cards: ["R7", "B7", "G7"], irregular: false } as TableGroup;
const TABLE = {
  players: [
    { player: "nora", laid_down: true },
    { player: "jonas", laid_down: false },
  ],
} as LiveTable;
const standing = (...cards: string[]) => ({ kind: "set", cards });

beforeEach(() => void ask.mockReset());

test.each([
  ["nora", true],
  ["jonas", false],
  ["mia", false],
])("a hit by %s is asked with what they have laid down", async (player, phase_laid) => {
  const found = { problems: [], suggestion: null, choices: ["choice"], ambiguous: true };
  ask.mockResolvedValue({ data: { ...found, target: standing("R7") } });
  expect(await ruleHit(GAME, TABLE, GROUP, player, ["Y7"])).toEqual({
    ...{ ...found, choices: [["choice"]], groups: [standing("R7")] },
  });
  const target = { kind: "set", cards: GROUP.cards };
  expect(ask.mock.calls).toEqual([
    ["hit", { edition: "classic", house_rules: {}, target, cards: ["Y7"], phase_laid }],
  ]);
});

test("nobody can tell what fits an irregular group", async () => {
  expect(await ruleHit(GAME, TABLE, { ...GROUP, irregular: true }, "nora", ["Y7"])).toBeNull();
  expect(ask).not.toHaveBeenCalled();
});

test("groups are ruled on in the order in which they were given", async () => {
  const [sevens, fives] = [standing("R7", "B7"), standing("R5", "B5")];
  ask.mockResolvedValue({
    data: {
      ...{ problems: [], suggestion: "suggestion", ambiguous: false },
      ...{ groups: [sevens, fives], choices: [["a seven"], ["a five"]] },
    },
  });
  const phase = [{ kind: "set" as const, size: 2 }];
  const groups = [fives.cards, sevens.cards];
  expect(await ruleLayDown(GAME, phase, groups)).toEqual({
    ...{ problems: [], suggestion: "suggestion", ambiguous: false },
    ...{ groups: [fives, sevens], choices: [["a five"], ["a seven"]] },
  });
  expect(ask.mock.calls).toEqual([
    ["phase", { edition: "classic", house_rules: {}, phase: { groups: phase }, groups }],
  ]);
});
