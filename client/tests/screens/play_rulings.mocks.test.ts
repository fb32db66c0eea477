/** What the referee is asked about a play, and what its answer says about the groups as they were given. */

import { beforeEach, expect, test, vi } from "vitest";

const { ask, rulingOfPlay } = vi.hoisted(() => ({ ask: vi.fn(), rulingOfPlay: vi.fn() }));
vi.mock("../../src/rules", async () => ({
  ...(await import("../../src/rules/functions")),
  ask,
}));
vi.mock("../../src/store", () => ({ rulingOfPlay }));

import { Unavailable } from "../../src/rules";
import {
  type Ruled,
  type Ruling,
  ruleHit,
  ruleLayDown,
  useRuling,
  withTable,
} from "../../src/screens/table/ruling";
import type { LiveTable, Play, TableGroup } from "../../src/store";
import { game } from "./games";
import { using } from "./using";

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

test("without anybody who can be asked, there is no ruling", async () => {
  ask.mockRejectedValue(new Unavailable());
  expect(await ruleHit(GAME, TABLE, GROUP, "nora", ["Y7"])).toBeNull();
  ask.mockResolvedValue({ problem: {} });
  expect(await ruleLayDown(GAME, [], [])).toBeNull();
  ask.mockRejectedValue(new TypeError("broken"));
  await expect(ruleLayDown(GAME, [], [])).rejects.toThrow("broken");
});

const FITS: Ruling = {
  ...{ problems: [], suggestion: { kind: "add" } as never, ambiguous: true },
  ...{ groups: [standing("R7") as never], choices: [[]] },
};

test("what fits may still be against the table", async () => {
  const play = { body: { kind: "hit" } } as unknown as Play;
  const problems = ["not your turn"];
  rulingOfPlay.mockResolvedValueOnce({ problems });
  expect(await withTable(GAME, play, FITS)).toEqual({ ...FITS, problems, suggestion: null });
  expect(rulingOfPlay).toHaveBeenCalledExactlyOnceWith(GAME.id, play);
  rulingOfPlay.mockResolvedValueOnce({ problems });
  expect(await withTable(GAME, play, null)).toEqual({
    ...{ problems, suggestion: null, ambiguous: false, groups: [], choices: [] },
  });
  for (const nothing of [{ problems: [] }, null]) {
    rulingOfPlay.mockResolvedValueOnce(nothing);
    expect(await withTable(GAME, play, FITS)).toBe(FITS);
  }
  rulingOfPlay.mockReset();
  const refused = { ...FITS, problems: ["no set"] as never };
  expect(await withTable(GAME, play, refused)).toBe(refused);
  expect(rulingOfPlay).not.toHaveBeenCalled();
});

test("the ruling in view is that on the question in view, and is waited for only a moment", async () => {
  vi.useFakeTimers();
  const answers = new Map<string, (ruling: Ruling | null) => void>();
  const question = (key: string) => () =>
    new Promise<Ruling | null>((resolve) => answers.set(key, resolve));
  const { shown, draw, leave } = using<string, Ruled>(
    (key) => useRuling(key === "" ? null : question(key), key),
    "one",
  );
  await vi.advanceTimersByTimeAsync(10);
  expect(shown.value.ruling).toBeUndefined();
  const late = shown.value.settle();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await late).toBeNull();
  draw("two");
  await vi.advanceTimersByTimeAsync(10);
  answers.get("one")?.(null);
  await vi.advanceTimersByTimeAsync(10);
  expect(shown.value.ruling).toBeUndefined();
  const soon = shown.value.settle();
  answers.get("two")?.(FITS);
  expect(await soon).toBe(FITS);
  await vi.advanceTimersByTimeAsync(10);
  expect(shown.value.ruling).toBe(FITS);
  draw("");
  await vi.advanceTimersByTimeAsync(10);
  expect([shown.value.ruling, await shown.value.settle()]).toEqual([null, null]);
  leave();
});
