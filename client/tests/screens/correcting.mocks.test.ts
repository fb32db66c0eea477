/** A correction that is open while the same round is corrected on another phone. */

import { type ContainerNode, h, render, type VNode } from "preact";
import { useEffect } from "preact/hooks";
import { beforeEach, expect, test, vi } from "vitest";

interface Form {
  typed: { value: TypedRound };
  save: (typed: TypedRound) => void;
  onRecord: (lines: RoundEntry[], overrule: string) => Promise<unknown>;
  notice: VNode<{ children: unknown[] }>;
}

const { forms, previewCorrection, shown } = vi.hoisted(() => ({
  forms: new Map<string, unknown>(),
  previewCorrection: vi.fn(),
  shown: { form: null as Form | null, confirming: false, opened: 0 },
}));
vi.mock("../../src/store", () => ({
  savedForm: async (place: string) => forms.get(place),
  saveForm: async (place: string, form: unknown) => void forms.set(place, form),
  previewCorrection,
  correctRound: vi.fn(),
}));
vi.mock("../../src/router", () => ({ go: vi.fn() }));
vi.mock("../../src/components/told", () => ({ tell: vi.fn() }));
vi.mock("../../src/components/screen", () => ({ Screen: () => null }));
vi.mock("../../src/screens/rounds/round_lines", () => ({ RoundLines: () => null }));
vi.mock("../../src/screens/opened_game", () => import("./game_given"));
vi.mock("../../src/screens/rounds/confirmation", () => ({
  Confirmation: () => {
    Object.assign(shown, { form: null, confirming: true });
    return null;
  },
}));
vi.mock("../../src/screens/round_entry/round_entry", () => ({
  RoundEntry: (form: Form) => {
    useEffect(() => {
      shown.opened += 1;
    }, []);
    Object.assign(shown, { form, confirming: false });
    return null;
  },
}));

import CorrectRound from "../../src/screens/rounds/correct";
import type { RoundEntry } from "../../src/store";
import { entriesOf, type TypedRound, typedFrom } from "../../src/store/typed/round";
import { type Game, game, line, round } from "./games";
import { nowhere } from "./using";

const drawn = () => new Promise((done) => setTimeout(done));
const lines = (points: number) => [line("nora", 0), line("jonas", points)];
const typedAs = (points: number) => typedFrom(1, lines(points), null);

/** Show round 1, in which Jonas has this many points. */
async function draw(
  points: number,
  parent: ContainerNode,
  more: Partial<Game> = {},
): Promise<void> {
  const view = { game: game({ rounds: [round(1, lines(points))], ...more }), unchecked: [] };
  render(h(CorrectRound, { params: { game: view, number: "1" } as never }), parent);
  await drawn();
}

/** The points of Jonas in the form. */
const points = () =>
  shown.form && entriesOf(shown.form.typed.value).find(({ player }) => player === "jonas")?.points;
const told = () => {
  const above = (shown.form?.notice.props.children ?? []) as (VNode<{ title?: string }> | false)[];
  return above.map((one) => (one ? one.props.title : "")).find(Boolean) ?? "";
};
const TOLD = "Round 1 was changed on another phone.";

beforeEach(() => forms.clear());

test("what is typed stays, and it is told", async () => {
  const screen = nowhere();
  await draw(25, screen);
  shown.form?.save(typedAs(30));
  await draw(40, screen);
  expect([points(), told()]).toEqual([30, TOLD]);
  const reopened = nowhere();
  await draw(45, reopened);
  expect([points(), told()]).toEqual([30, TOLD]);
});

test("the confirmation is asked for again", async () => {
  const screen = nowhere();
  await draw(25, screen);
  shown.form?.save(typedAs(30));
  previewCorrection.mockResolvedValue({ problem: null });
  await shown.form?.onRecord([], "");
  await drawn();
  expect(shown.confirming).toBe(true);
  await draw(40, screen);
  expect([shown.confirming, points(), told()]).toEqual([false, 30, TOLD]);
});

test("effects that are worked out meanwhile are of another round, and are not shown", async () => {
  const screen = nowhere();
  await draw(25, screen);
  shown.form?.save(typedAs(30));
  const answers: ((preview: object) => void)[] = [];
  previewCorrection.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const asked = shown.form?.onRecord([], "");
  await draw(40, screen);
  answers[0]?.({ game: {}, consequences: [] });
  expect(await asked).toBeNull();
  await drawn();
  expect([shown.confirming, points(), told()]).toEqual([false, 30, TOLD]);
});

test("the form follows what is recorded if nothing else was typed", async () => {
  const screen = nowhere();
  await draw(25, screen);
  await draw(40, screen);
  expect([points(), told()]).toEqual([40, ""]);
  shown.form?.save({ ...typedAs(40), at: "jonas" });
  await draw(45, screen);
  expect([points(), told()]).toEqual([45, ""]);
  shown.form?.save(typedAs(50));
  await draw(50, screen); // as it comes back from my own correction, too
  expect([points(), told()]).toEqual([50, ""]);
});

test("the form checks by the Phases and the house rules of now", async () => {
  const screen = nowhere();
  await draw(25, screen);
  shown.form?.save(typedAs(30));
  shown.opened = 0;
  await draw(25, screen, {
    rounds: [
      round(
        1,
        lines(25).map((one) => ({ ...one, phase: 2 })),
      ),
    ],
  });
  expect([shown.opened, points()]).toEqual([1, 30]);
  await draw(25, screen, { house_rules: { oversize_groups: false } });
  expect([shown.opened, points()]).toEqual([2, 30]);
});
