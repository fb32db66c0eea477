/** Answers that come before their questions are on the screen. */

import type { Signal } from "@preact/signals";
import { beforeEach, expect, test, vi } from "vitest";

const ask = vi.hoisted(() => vi.fn());
vi.mock("../../src/rules", async () => ({
  ...(await import("../../src/rules/functions")),
  ask,
  rulesState: (await import("@preact/signals")).signal("ready"),
}));
vi.mock("../../src/store", () => ({ network: { value: true } }));

import { rulesState, Unavailable } from "../../src/rules";
import { foresee, forgetAnswers, lookAhead, useRuling } from "../../src/screens/referee/use_ruling";
import { using } from "./using";

const state = rulesState as unknown as Signal<string>;
const phase = (number: number) => ({
  about: "phase" as const,
  question: {
    edition: "classic" as const,
    ...{ phase: { groups: [{ kind: "set" as const, size: 3 }] }, groups: [[`R${number}`]] },
  },
});
const hit = {
  about: "hit" as const,
  question: {
    edition: "classic" as const,
    ...{ target: { kind: "set" as const, cards: ["R7", "B7"] }, cards: ["G7"] },
  },
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const asked = () => ask.mock.calls.map(([name]) => name);

beforeEach(() => {
  vi.useFakeTimers();
  forgetAnswers();
  state.value = "ready";
  ask.mockReset();
  ask.mockImplementation(async () => ({ problem: { errors: [] } }));
});

test("an answer that is there is shown at once, and not asked for again", async () => {
  expect(foresee(null)).toBeNull();
  await foresee(phase(1));
  expect(asked()).toEqual(["phase"]);
  expect(foresee(phase(1))).toBeNull();
  const later = vi.fn();
  const { shown, leave } = using(
    (question: unknown) => useRuling(question, later),
    phase(1).question as unknown,
  );
  expect(shown.value).toEqual({ answer: { problem: { errors: [] } }, isFresh: true });
  await pass(50);
  expect(later).not.toHaveBeenCalled();
  leave();
  forgetAnswers();
  expect(foresee(phase(1))).not.toBeNull();
});

test("nobody waits for an answer longer than for a picture, or without rules on the phone", async () => {
  state.value = "loading";
  expect(foresee(phase(999))).toBeNull();
  state.value = "ready";
  ask.mockImplementation(() => new Promise(() => {}));
  const come = vi.fn();
  void foresee(phase(999))?.then(come);
  await pass(25);
  expect(come).not.toHaveBeenCalled();
  await pass(10);
  expect(come).toHaveBeenCalled();
});

test("a question that failed is asked again", async () => {
  ask.mockRejectedValueOnce(new Unavailable());
  await foresee(phase(1));
  await foresee(phase(1));
  expect(foresee(phase(1))).toBeNull();
  expect(asked()).toEqual(["phase", "phase"]);
});

test("what the next tap may ask is asked two at a time, and each only once", async () => {
  const answers: (() => void)[] = [];
  ask.mockImplementation(
    () => new Promise((done) => answers.push(() => done({ problem: { errors: [] } }))),
  );
  lookAhead(() => [phase(1), null, hit, phase(1), phase(2)]);
  await pass(100);
  expect(asked()).toEqual(["phase", "hit"]);
  const same = foresee(phase(1));
  for (let index = 0; index < 5; index += 1) {
    answers[index]?.();
    await pass(1);
  }
  await same;
  expect(asked()).toEqual(["phase", "hit", "phase"]);
});

test("looking ahead stops with the screen, and without rules", async () => {
  lookAhead(() => [phase(1)])();
  await pass(200);
  expect(ask).not.toHaveBeenCalled();
  const stop = lookAhead(() => [1, 2, 3, 4, 5].map(phase));
  ask.mockImplementationOnce(async () => {
    stop();
    return { problem: { errors: [] } };
  });
  await pass(200);
  expect(ask.mock.calls.length).toBeLessThanOrEqual(2);
  ask.mockClear();
  state.value = "failed";
  lookAhead(() => [phase(8)]);
  await pass(200);
  expect(ask).not.toHaveBeenCalled();
});

test("of many answers, the oldest are forgotten", async () => {
  for (let number = 0; number <= 200; number += 1) await foresee(phase(number));
  expect([foresee(phase(1)), foresee(phase(200))]).toEqual([null, null]);
  expect(foresee(phase(0))).not.toBeNull();
});
