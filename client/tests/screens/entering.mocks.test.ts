/** The screens that enter a round: whose lines they ask for, and until when they stay in view. */

import { type ComponentProps, h, render } from "preact";
import { useEffect } from "preact/hooks";
import { beforeEach, expect, test, vi } from "vitest";

interface Form {
  isOpen: boolean;
  typed: { value: TypedRound };
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
  const forms = { savedForm: async () => undefined, saveForm: async () => {} };
  return { ...read, ...forms, openGroup: () => () => {}, saveTyped, recordRound };
});
vi.mock("../../src/router", () => ({ go: vi.fn() }));
vi.mock("../../src/components/told", () => ({ tell: vi.fn() }));
vi.mock("../../src/components/screen", () => ({ Screen: () => null }));
vi.mock("../../src/components/problem_notice", () => ({ ProblemNotice: () => null }));
vi.mock("../../src/components/stay_awake", () => ({ useStayAwake: () => {} }));
vi.mock("../../src/screens/opened_game", () => import("./game_given"));
for (const other of ["draft_entry", "meanwhile", "share_entry", "taken_over"]) {
  vi.doMock(`../../src/screens/round_entry/${other}`, () => ({}));
}
vi.mock("../../src/screens/round_entry/round_entry", () => ({
  RoundEntry({ typed, onRecord }: Form) {
    useEffect(() => {
      const form = { isOpen: true, typed, onRecord };
      forms.push(form);
      return () => {
        form.isOpen = false;
      };
    }, []);
    return null;
  },
}));

import EnterRound from "../../src/screens/round_entry";
import { MendRound } from "../../src/screens/trouble/mend_round";
import { saveTyped } from "../../src/store";
import type { TypedRound } from "../../src/store/typed/round";
import { type Game, game, player } from "./games";
import { nowhere } from "./using";

/** Let what is drawn come to rest. */
const drawn = () => new Promise((done) => setTimeout(done));
const next_round = { number: 3, tie_break: false, dealer: "nora", starter: "jonas" };
const waiting = { unchecked: [], takingBack: null, trouble: null, gone: false };

/** Open the screen with these at the table. */
function opened(...playing: string[]) {
  const parent = nowhere();
  function show(playing: string[], house_rules: Game["house_rules"]) {
    const players = playing.map((id, seat) => player(id, seat));
    const now = game({ players, house_rules, next_round: { ...next_round, playing } });
    render(h(EnterRound, { params: { game: { game: now, ...waiting } } as never }), parent);
    return drawn();
  }
  return {
    draw: (...playing: string[]) => show(playing, {}),
    ruled: (house_rules: Game["house_rules"]) => show(playing, house_rules),
    first: show(playing, {}),
  };
}

beforeEach(async () => {
  await saveTyped("game", null);
  forms.length = 0;
});

test("the form is the same until the round is recorded, so that a second press does nothing", async () => {
  let answer = (_stored: unknown) => {};
  recordRound.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await opened("nora", "jonas").first;
  expect(forms).toHaveLength(1);
  const refused = forms[0]?.onRecord([], "");
  await drawn();
  expect(forms).toEqual([expect.objectContaining({ isOpen: true })]);
  const problem = { detail: "This round is not the next one." };
  answer({ problem });
  expect(await refused).toBe(problem); // and the form is there to say so
  await drawn();
  expect(forms).toEqual([expect.objectContaining({ isOpen: true })]);
});

test("what is typed goes on with whoever plays the round by then", async () => {
  const lines = { jonas: { keys: [25], digits: null, cards: null, laid_down: null } };
  const typed = { round: 3, order: ["nora", "jonas", "mia"], out: "nora", at: "mia", overrule: "" };
  await saveTyped("game", { ...typed, lines });
  const { draw, first } = opened("nora", "jonas", "lisa"); // Mia has left, and Lisa has come
  await first;
  const now = () => forms.find(({ isOpen }) => isOpen)?.typed.value;
  expect(now()).toMatchObject({ order: ["nora", "jonas", "lisa"], out: "nora", at: null, lines });
  await draw("jonas", "lisa"); // and so has Nora, while the form is open
  expect(now()).toMatchObject({ order: ["jonas", "lisa"], out: null, lines });
});

test("a house rule that is switched on another phone is one of those that the form checks by", async () => {
  const { ruled, first } = opened("nora", "jonas");
  await first;
  await ruled({});
  expect(forms).toHaveLength(1);
  await ruled({ oversize_groups: false });
  expect(forms.map(({ isOpen }) => isOpen)).toEqual([false, true]);
});

test("a round that was refused is mended by those, and by the rules, that it is played by now", async () => {
  const entered = {
    number: 3,
    overrule: "",
    lines: ["jonas", "mia"].map((player) => ({ player })),
  };
  const playing = ["nora", "jonas"];
  const parent = nowhere();
  const trouble = { id: 1, problem: { errors: [] } };
  const show = (more: Partial<Game>) => {
    const now = game({ next_round: { ...next_round, playing }, ...more });
    const props = { game: now, trouble, entered, up: "/" } as unknown;
    render(h(MendRound, props as ComponentProps<typeof MendRound>), parent);
    return drawn();
  };
  await show({});
  expect(forms[0]?.typed.value).toMatchObject({ round: 3, order: playing });
  await show({ house_rules: { oversize_groups: false } });
  expect(forms.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  const alone = {
    house_rules: { oversize_groups: false },
    next_round: { ...next_round, playing: ["jonas"] },
  };
  await show(alone);
  expect(forms.at(-1)?.typed.value).toMatchObject({ order: ["jonas"] });
  expect(forms).toHaveLength(3);
  await show({ ...alone, phases: [{ phase: 1, name: "2 sets of 3", groups: [] }] });
  expect(forms).toHaveLength(4);
});
