/** What the referee is asked about a round that is typed, with what lies on its live table. */

import { signal } from "@preact/signals";
import { afterEach, expect, test, vi } from "vitest";

const { ask } = vi.hoisted(() => ({ ask: vi.fn() }));
vi.mock("../../src/rules", () => ({
  ask,
  rulesState: { value: "ready" },
  Unavailable: class extends Error {},
}));
vi.mock("../../src/store", () => ({ network: { value: true }, tableOf: () => null }));

import { Tally } from "../../src/screens/round_entry/tally";
import { shownOn } from "../../src/screens/table/laid_down";
import type { Game, LiveTable, Schemas } from "../../src/store";
import { lineState } from "../../src/store/typed/line_state";
import { beginRound, sayOut, setPoints } from "../../src/store/typed/round";

const GAME = { phases: [{ groups: [] }], edition: "classic", house_rules: {} } as unknown as Game;
const PLAYERS = [
  { id: "n", name: "Nora", color: "plum", sign: null, phase: 1 },
  { id: "j", name: "Jonas", color: "umber", sign: null, phase: 1 },
] as const;
const HANDS = { cards_from: 1, cards_to: 4, points: [15] };
const TABLE = {
  round: 2,
  turns_logged: true,
  went_out: null,
  players: [
    { player: "n", laid_down: true },
    { player: "j", laid_down: false },
  ],
  plays: [{ kind: "lay_down" }],
} as unknown as LiveTable;

afterEach(() => {
  ask.mockReset();
});

test("the table says who laid down; without plays of the round it says nothing", () => {
  expect(shownOn(TABLE, 2)).toEqual({ turns_logged: true, laid_down: ["n"], went_out: null });
  expect(shownOn(TABLE, 3)).toBeNull();
  expect(shownOn({ ...TABLE, plays: [] }, 2)).toBeNull();
});

test("what a line can be is asked with the table, and anew when that changes", async () => {
  ask.mockImplementation(async (_name, { table }) => {
    const after_laying_down = table ? null : HANDS;
    const open = { can_go_out: false, after_laying_down, without_laying_down: null };
    return { data: { ok: false, problems: [], results: [{ player: "j", open }] } };
  });
  const shown = signal<Schemas["TallyTable"] | null>(null);
  const tally = new Tally(GAME, PLAYERS, shown);
  const known = signal<Parameters<typeof tally.learn>[0]["value"]>({ possible: null, prices: {} });
  const stop = tally.learn(known);
  const typed = setPoints(sayOut(beginRound(2, ["n", "j"]), "n"), 15);
  await vi.waitFor(() => expect(lineState(typed, "j", known.value).is).toBe("counted"));
  shown.value = shownOn(TABLE, 2);
  await vi.waitFor(() => expect(lineState(typed, "j", known.value).is).toBe("impossible"));
  await tally.settle(typed);
  expect(ask.mock.calls.at(-1)?.[1].table).toEqual(shown.value);
  stop();
});
