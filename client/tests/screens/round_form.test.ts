import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Press } from "../../src/screens/round_entry/keys";
import { RoundForm } from "../../src/screens/round_entry/round_form";
import type { Known } from "../../src/store/typed/line_state";
import {
  beginRound,
  entriesOf,
  lineOf,
  pointsOf,
  sayLaidDown,
  sayOut,
  sayOverrule,
  type TypedRound,
} from "../../src/store/typed/round";

const FOUR = ["nora", "rosa", "jonas", "mia"];
const SIX = {
  can_go_out: true,
  after_laying_down: { cards_from: 1, cards_to: 1, points: [5, 10, 15, 25] },
  without_laying_down: { cards_from: 10, cards_to: 10, points: [50, 55, 85, 100, 105, 150] },
};
const KNOWN: Known = {
  prices: {},
  possible: Object.fromEntries(FOUR.map((player) => [player, SIX])),
};

function begun(known = KNOWN) {
  const typed = signal<TypedRound>(beginRound(3, FOUR));
  const form = new RoundForm(typed, signal(known), (now) => {
    typed.value = now;
  });
  form.change((now) => sayOut(now, "nora"));
  const type = (digits: string) => {
    for (const digit of digits) form.press({ digit });
    return digits.length;
  };
  return { form, typed, type };
}

function next(form: RoundForm): number {
  form.next();
  return 1;
}

test("a round of four takes at most twelve taps, whatever the points", () => {
  const { form, typed, type } = begun();
  let taps = 2; // somebody went out, and who it was
  taps += type("105"); // can only be 105
  taps += type("10") + next(form); // could become 100
  taps += type("150");
  expect(form.isComplete).toBe(true);
  expect(taps + 1).toBeLessThanOrEqual(12); // Record
  expect(entriesOf(typed.value).map(({ points }) => points)).toEqual([undefined, 105, 10, 150]);
});

test("where nobody can be asked, each line waits for the next tap", () => {
  const { form, typed, type } = begun({ prices: {}, possible: null });
  type("85");
  expect(typed.value.at).toBe("rosa");
  form.next();
  expect(typed.value.at).toBe("jonas");
});

test("one rule for all numbers: on by itself only with as many digits as a count can have", () => {
  const { typed, type } = begun();
  type("85"); // no 850 is possible, but nobody has to know that
  expect(typed.value.at).toBe("rosa");
  const second = begun();
  second.type("105");
  expect(second.typed.value.at).toBe("jonas");
});

test("the step to the next player is undone together with its digit", () => {
  const { form, typed, type } = begun();
  type("105");
  expect(typed.value.at).toBe("jonas");
  form.undo();
  expect([typed.value.at, lineOf(typed.value, "rosa").digits]).toEqual(["rosa", "10"]);
});

test("a count that cannot be is complained about at the next step, not while it is typed", () => {
  const { form, typed } = begun();
  const tap = (points: number) => form.press({ points } satisfies Press);
  tap(10);
  tap(10);
  expect(form.isRefused("rosa")).toBe(false);
  form.next();
  expect([typed.value.at, form.isRefused("rosa")]).toEqual(["rosa", true]);
  tap(5);
  expect(form.isRefused("rosa")).toBe(false);
  form.press({ tool: "off" });
  form.replacePoints(25);
  expect(typed.value.at).toBe("jonas");
  expect(lineOf(typed.value, "rosa").laid_down).toBeNull();
});

test("a refused count is done once the table insists and says who laid down", () => {
  const { form, type } = begun();
  type("35");
  form.change((now) => sayOverrule(now, "nine cards"));
  expect(form.isDone("rosa")).toBe(false);
  form.change((now) => form.onward(sayLaidDown(now, "rosa", true)));
  expect(form.isDone("rosa")).toBe(true);
  expect(form.typed.value.at).toBe("jonas");
});

test("as long as a question is open, digits are not added to its line", () => {
  const open = { ...SIX, after_laying_down: { ...SIX.after_laying_down, points: [10, 50] } };
  const { form, typed, type } = begun({ prices: {}, possible: { ...KNOWN.possible, rosa: open } });
  type("50"); // laid down or not
  expect(form.stateOf("rosa").is).toBe("either");
  type("5");
  expect(lineOf(typed.value, "rosa").digits).toBe("505"); // a slip, which shows
  form.undo();
  form.next();
  expect(typed.value.at).toBe("rosa");
  expect(form.isInsisted("rosa")).toBe(true);
  type("40");
  expect(lineOf(typed.value, "rosa").digits).toBe("50");
  form.press({ tool: "clear" });
  type("10");
  expect(lineOf(typed.value, "rosa").digits).toBe("10");
});

test("the first digit on a line that was chosen replaces what is on it", () => {
  const { form, typed, type } = begun();
  type("105");
  type("150");
  form.choose("rosa");
  type("85");
  expect(lineOf(typed.value, "rosa").digits).toBe("85");
  expect(typed.value.at).toBe("rosa");
  form.undo();
  form.undo();
  expect(lineOf(typed.value, "rosa").digits).toBe("105");
});

test("each tap can be undone, and nothing before the first one", () => {
  const typed = signal<TypedRound>(beginRound(3, FOUR));
  const form = new RoundForm(typed, signal(KNOWN), (now) => {
    typed.value = now;
  });
  form.undo();
  expect([form.canUndo, typed.value]).toEqual([false, beginRound(3, FOUR)]);
  form.change((now) => now);
  expect(form.canUndo).toBe(false);
  form.change((now) => sayOut(now, "nora"));
  form.press({ points: 5 });
  form.press({ points: 10 });
  expect(pointsOf(lineOf(typed.value, "rosa"), {})).toBe(15);
  form.press({ tool: "clear" });
  form.undo();
  expect(pointsOf(lineOf(typed.value, "rosa"), {})).toBe(15);
  for (let tap = 0; tap < 3; tap += 1) form.undo();
  expect([form.canUndo, typed.value.out]).toEqual([false, null]);
  for (let tap = 0; tap < 150; tap += 1) form.change((now) => ({ ...now }));
  let undone = 0;
  for (; form.canUndo; undone += 1) form.undo();
  expect(undone).toBe(100);
});

test("a round is complete once somebody is out and every line is said", () => {
  const { form, typed, type } = begun();
  expect([form.isComplete, form.nextPlayer()]).toEqual([false, "jonas"]);
  type("105");
  expect([form.isComplete, form.isDone("rosa"), form.isDone("jonas")]).toEqual([
    false,
    true,
    false,
  ]);
  type("105");
  type("105");
  expect([form.isComplete, form.nextPlayer()]).toEqual([true, null]);
  typed.value = { ...typed.value, out: null };
  expect(form.isComplete).toBe(false);
});

test("whoever wants to record is led to what is open, which then complains", () => {
  const { form, typed, type } = begun();
  type("105");
  type("3"); // 3 is impossible, 3x too
  expect([typed.value.at, form.isRefused("jonas")]).toEqual(["jonas", true]);
  form.choose("mia");
  type("1"); // which can become 10
  expect(form.isRefused("mia")).toBe(false);
  form.showProblem();
  expect([typed.value.at, form.isRefused("mia"), form.isInsisted("mia")]).toEqual([
    ...["mia", true, true],
  ]);
  type("0");
  expect([form.isInsisted("mia"), form.isRefused("mia")]).toEqual([false, false]);
  form.showProblem();
  expect([typed.value.at, form.isInsisted("jonas")]).toEqual(["jonas", true]);
  form.press({ tool: "off" });
  expect(form.isRefused("jonas")).toBe(false);
  type("105");
  form.showProblem();
  expect([form.isComplete, form.isInsisted("jonas")]).toEqual([true, false]);
});

test("the points are asked to decide only where they can", () => {
  const { form, type } = begun({
    prices: {},
    possible: Object.fromEntries(
      FOUR.map((player) => [
        player,
        { ...SIX, after_laying_down: { ...SIX.after_laying_down, points: [5, 55] } },
      ]),
    ),
  });
  type("55");
  form.change((now) => sayLaidDown(now, "rosa", false));
  expect(form.isLeftOpen("rosa")).toBe(true);
  form.choose("jonas");
  type("50");
  form.change((now) => sayLaidDown(now, "jonas", true));
  expect(form.isLeftOpen("jonas")).toBe(false);
});
