/** The screen that enters a round: the form stays in view until the round is recorded. */

import { h, render } from "preact";
import { useEffect } from "preact/hooks";
import { expect, test, vi } from "vitest";

interface Form {
  isOpen: boolean;
  onRecord: (lines: unknown[], overrule: string) => Promise<unknown>;
}

const { forms, recordRound } = vi.hoisted(() => ({
  forms: [] as Form[],
  recordRound: vi.fn(),
}));
vi.mock("../../src/store", async () => {
  const { signal } = await import("@preact/signals");
  const [none, typed] = [signal(null), signal<unknown>(null)];
  const saveTyped = async (_game: string, round: unknown) => {
    typed.value = round;
  };
  const read = { draftOf: () => none, tableOf: () => none, typedRound: () => typed };
  return { ...read, openGroup: () => () => {}, saveTyped, recordRound };
});
vi.mock("../../src/router", () => ({ go: vi.fn() }));
vi.mock("../../src/components/told", () => ({ tell: vi.fn() }));
vi.mock("../../src/components/screen", () => ({ Screen: () => null }));
vi.mock("../../src/components/stay_awake", () => ({ useStayAwake: () => {} }));
vi.mock("../../src/screens/opened_game", () => ({
  OpenedGame: ({ children }: { children: (view: unknown) => unknown }) => children(view),
}));
for (const other of ["draft_entry", "meanwhile", "share_entry", "taken_over"]) {
  vi.doMock(`../../src/screens/round_entry/${other}`, () => ({}));
}
vi.mock("../../src/screens/round_entry/round_entry", () => ({
  RoundEntry({ onRecord }: Form) {
    useEffect(() => {
      const form = { isOpen: true, onRecord };
      forms.push(form);
      return () => {
        form.isOpen = false;
      };
    }, []);
    return null;
  },
}));

import EnterRound from "../../src/screens/round_entry";
import { game } from "./games";
import { nowhere } from "./using";

const next_round = { number: 3, tie_break: false, dealer: "nora", starter: "jonas" };
const view = {
  game: game({ next_round: { ...next_round, playing: ["nora", "jonas"] } }),
  ...{ waiting: 0, unchecked: [], takingBack: null, trouble: null, gone: false },
};

test("the form is the same until the round is recorded, so that a second press does nothing", async () => {
  let answer = (_stored: unknown) => {};
  recordRound.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  render(h(EnterRound, { params: { game: "game" } }), nowhere());
  await new Promise((done) => setTimeout(done));
  expect(forms).toHaveLength(1);
  const refused = forms[0]?.onRecord([], "");
  await new Promise((done) => setTimeout(done));
  expect(forms).toEqual([expect.objectContaining({ isOpen: true })]);
  const problem = { detail: "This round is not the next one." };
  answer({ problem });
  expect(await refused).toBe(problem); // and the form is there to say so
  await new Promise((done) => setTimeout(done));
  expect(forms).toEqual([expect.objectContaining({ isOpen: true })]);
});
