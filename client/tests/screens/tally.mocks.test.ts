/** What the referee is asked about a round that is typed, with what lies on its live table. */

import { signal } from "@preact/signals";
import { afterEach, expect, test, vi } from "vitest";

const { ask, rulesState, network } = vi.hoisted(() => ({
  ask: vi.fn(),
  rulesState: { value: "ready" },
  network: { value: true },
}));
vi.mock("../../src/rules", async () => ({
  ...(await import("../../src/rules/functions")),
  ...{ ask, rulesState },
}));
vi.mock("../../src/store", () => ({ network, tableOf: () => null }));

import { Unavailable } from "../../src/rules";

import { settledLines, Tally } from "../../src/screens/round_entry/tally";
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
  rulesState.value = "ready";
  network.value = true;
});

test("the table says who laid down; without plays of the round it says nothing", () => {
  expect(shownOn(TABLE, 2)).toEqual({ turns_logged: true, laid_down: ["n"], went_out: null });
  expect(shownOn(TABLE, 3)).toBeNull();
  expect(shownOn({ ...TABLE, plays: [] }, 2)).toBeNull();
});

test("what a line can be is asked with the table, and again when that changes", async () => {
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

test("what the table tells of laying down is recorded, unless somebody has said it", () => {
  const [out, open, said] = [
    { player: "n", went_out: true },
    { player: "j", points: 55, laid_down: null },
    { player: "m", points: 60, laid_down: true },
  ];
  const results = ["n", "j", "m"].map((player) => ({ player, laid_down: player === "n" }));
  const answer = { ok: true, problems: [], results } as unknown as Schemas["TallyAnswer"];
  expect(settledLines([out, open, said], answer)).toEqual([
    out,
    { ...open, laid_down: false },
    said,
  ]);
  expect(settledLines([open], null)).toEqual([open]);
});

const OPEN = { data: { ok: true, problems: [], results: [{ player: "j" }] } };
const untouched = beginRound(2, ["n", "j"]);
const typing = () => setPoints(sayOut(untouched, "n"), 15);

test("nothing is asked without the rules and without a network, nor before the Phases are known", async () => {
  ask.mockResolvedValue(OPEN);
  const known = signal<Parameters<Tally["learn"]>[0]["value"]>({ possible: null, prices: {} });
  [rulesState.value, network.value] = ["off", false];
  new Tally(GAME, PLAYERS).learn(known);
  expect(ask).not.toHaveBeenCalled();
  network.value = true;
  new Tally(GAME, [PLAYERS[0], { ...PLAYERS[1], phase: null }]).learn(known);
  await Promise.resolve();
  expect(ask).not.toHaveBeenCalled();
  [rulesState.value, network.value] = ["ready", false];
  new Tally(GAME, PLAYERS).learn(known);
  await vi.waitFor(() => expect(known.value.possible).toEqual({}));
  new Tally(GAME, PLAYERS).learn(signal({ possible: {}, prices: {} }));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(ask.mock.calls[0]).toEqual([
    "tally",
    {
      ...{ edition: "classic", phases: [{ groups: [] }], house_rules: {} },
      results: PLAYERS.map(({ id, name }) => ({ player: id, name, phase: 1 })),
    },
  ]);
});

test("an answer about a table of a moment ago is not learnt", async () => {
  const shown = signal<Schemas["TallyTable"] | null>(null);
  const known = signal<Parameters<Tally["learn"]>[0]["value"]>({ possible: null, prices: {} });
  const answers: ((answer: unknown) => void)[] = [];
  ask.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  new Tally(GAME, PLAYERS, shown).learn(known);
  shown.value = shownOn(TABLE, 2);
  const told = (open: string) => ({ data: { results: [{ player: "j", open }] } });
  answers[1]?.(told("now"));
  answers[0]?.(told("a moment ago"));
  await vi.waitFor(() => expect(known.value.possible).toEqual({ j: "now" }));
  await Promise.resolve();
  expect(known.value.possible).toEqual({ j: "now" });
});

test("what is typed is checked after a pause, once", async () => {
  vi.useFakeTimers();
  ask.mockResolvedValue(OPEN);
  const typed = signal<ReturnType<typeof typing> | null>(untouched);
  const tally = new Tally(GAME, PLAYERS);
  const stop = tally.follow(typed);
  await vi.advanceTimersByTimeAsync(200);
  expect(ask).not.toHaveBeenCalled();
  typed.value = sayOut(untouched, "n");
  await vi.advanceTimersByTimeAsync(100);
  typed.value = typing();
  await vi.advanceTimersByTimeAsync(119);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(tally.verdict.value).toEqual({ typed: typed.value, shown: null, answer: OPEN.data });
  expect(ask.mock.calls[0]?.[1].results).toMatchObject([
    { player: "n", went_out: true },
    { player: "j", points: 15, name: "Jonas", phase: 1 },
  ]);
  expect(await tally.settle(typed.value)).toBe(tally.verdict.value);
  expect(ask).toHaveBeenCalledTimes(1);
  typed.value = null;
  typed.value = typing();
  stop();
  await vi.advanceTimersByTimeAsync(500);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("Record waits for the verdict, but not for long, and not for two", async () => {
  vi.useFakeTimers();
  let answer: (found: unknown) => void = () => {};
  ask.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const tally = new Tally(GAME, PLAYERS);
  const typed = typing();
  const settled = [tally.settle(typed), tally.settle(typed)];
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await Promise.all(settled)).toEqual([null, null]);
  expect(ask).toHaveBeenCalledTimes(1);
  answer(OPEN);
  await vi.advanceTimersByTimeAsync(0);
  expect(tally.verdict.value?.typed).toBe(typed);
  const late = tally.settle(typing());
  const later = typing();
  const fresh = tally.settle(later);
  answer(OPEN);
  expect((await fresh)?.typed).toBe(later);
  await vi.advanceTimersByTimeAsync(1_500);
  await late;
  expect(tally.verdict.value?.typed).toBe(later);
});

test("where nobody can be asked, there is no verdict, and it is asked again", async () => {
  ask.mockRejectedValueOnce(new Unavailable()).mockResolvedValueOnce({ problem: {} });
  const tally = new Tally(GAME, PLAYERS);
  const typed = typing();
  expect(await tally.settle(typed)).toMatchObject({ answer: null });
  expect(await tally.settle(typed)).toMatchObject({ answer: null });
  ask.mockRejectedValueOnce(new RangeError("a mistake"));
  await expect(tally.settle(typed)).rejects.toThrow(RangeError);
});
