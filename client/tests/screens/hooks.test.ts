import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const phone = vi.hoisted(() => ({
  network: { value: true },
  account: { value: null as unknown },
  games: { value: [] as unknown[] },
  groups: { value: [] as unknown[] },
  refreshHome: vi.fn(async () => {}),
  saved: new Map<string, unknown>(),
  rulingOfPlay: vi.fn(),
  openGroup: vi.fn(() => phone.closed),
  groupOf: (id: string) => ({
    value: phone.groups.value.find((one) => (one as { id: string }).id === id),
  }),
  closed: vi.fn(),
  jobs: { readJob: vi.fn(), readJobs: vi.fn() },
  rules: { ask: vi.fn(), rulesState: { value: "ready", peek: () => phone.rules.rulesState.value } },
  asking: { askPhase: vi.fn(), askHit: vi.fn() },
}));
vi.mock("../../src/store", () => ({
  ...phone,
  newId: () => "new",
  savedForm: async (name: string) => phone.saved.get(name),
  saveForm: async (name: string, value: unknown) => void phone.saved.set(name, value),
}));
vi.mock("../../src/server/jobs", () => phone.jobs);
vi.mock("../../src/screens/referee/asking", () => phone.asking);
vi.mock("../../src/rules", () => ({
  ...phone.rules,
  roundInEntry: { value: false },
  Unavailable: class extends Error {},
}));

import { roundInEntry, Unavailable } from "../../src/rules";
import { useJob, useJobs } from "../../src/screens/jobs/use_jobs";
import { useChecked } from "../../src/screens/new_game/phase_words";
import { useForm } from "../../src/screens/new_game/use_form";
import * as referee from "../../src/screens/referee/use_ruling";
import { useRoundInEntry } from "../../src/screens/round_entry/in_entry";
import { useKeyboard } from "../../src/screens/round_entry/keyboard";
import { useSecretInAddress } from "../../src/screens/secret_in_address";
import { useAnswer } from "../../src/screens/statistics/answers";
import { useGroup } from "../../src/screens/statistics/use_group";
import { useRuling } from "../../src/screens/table/ruling";
import { usePatience } from "../../src/screens/use_patience";
import { Refused, Unreachable } from "../../src/server/problems";
import { game, player } from "./games";
import { using } from "./hooks";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  phone.network.value = true;
  phone.rules.rulesState.value = "ready";
  phone.saved.clear();
  for (const each of [phone.games, phone.groups]) each.value = [];
  phone.account.value = null;
});
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("a screen goes on with what is there, or after a moment without it", async () => {
  const { shown, draw } = using(usePatience, false);
  expect(shown.value).toBe(false);
  await pass(1_490);
  expect(shown.value).toBe(false);
  await pass(60);
  expect(shown.value).toBe(true);
  draw(false);
  expect(shown.value).toBe(true);
  expect(using(usePatience, true).shown.value).toBe(true);
  phone.network.value = false;
  const offline = using(usePatience, false);
  expect(offline.shown.value).toBe(true);
  phone.network.value = true;
  offline.draw(false);
  expect(offline.shown.value).toBe(true);
});

test("while a round is entered, the rules do not change", async () => {
  const { leave } = using(useRoundInEntry, null);
  await pass(50);
  expect(roundInEntry.value).toBe(true);
  leave();
  await pass(1);
  expect(roundInEntry.value).toBe(false);
});

test("a group is followed as long as the screen is open", async () => {
  phone.groups.value = [{ id: "g1" }];
  const { shown, leave } = using(useGroup, "g1");
  await pass(50);
  expect([shown.value, phone.openGroup.mock.calls]).toEqual([{ id: "g1" }, [["g1"]]]);
  leave();
  await pass(1);
  expect(phone.closed).toHaveBeenCalledTimes(1);
});

// --- The window ----------------------------------------------------------------------------

/** A window that hears events, at an address. */
function aWindow(hash: string) {
  const window = new EventTarget();
  const location = { hash, pathname: "/reset", search: "?lang=de" };
  const replaceState = vi.fn((_state: unknown, _title: string, _to: string) => {
    location.hash = "";
  });
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", { state: "here", replaceState });
  vi.stubGlobal("document", { querySelector: () => null });
  for (const name of ["addEventListener", "removeEventListener"] as const) {
    vi.stubGlobal(name, window[name].bind(window));
  }
  return { window, location, replaceState };
}

test("a secret is taken out of the address, also of a link that is opened meanwhile", async () => {
  const { window, location, replaceState } = aWindow("#a%20b");
  const { shown, leave } = using(useSecretInAddress, null);
  await pass(50);
  expect(shown.value).toBe("a b");
  expect(replaceState.mock.calls).toEqual([["here", "", "/reset?lang=de"]]);
  location.hash = "#next";
  window.dispatchEvent(new Event("hashchange"));
  window.dispatchEvent(new Event("hashchange")); // there is none by now
  await pass(50);
  expect([shown.value, replaceState.mock.calls.length]).toEqual(["next", 2]);
  leave();
  await pass(1);
  location.hash = "#later";
  window.dispatchEvent(new Event("hashchange"));
  expect(location.hash).toBe("#later");
  location.hash = "#%E0";
  expect(using(useSecretInAddress, null).shown.value).toBe("");
});

describe("the keyboard", () => {
  class FakeElement {
    constructor(readonly inside: string = "") {}
    closest(selectors: string) {
      return selectors.split(", ").includes(this.inside) ? this : null;
    }
  }
  const type = (
    window: EventTarget,
    key: string,
    { target = window, ...more }: object & { target?: unknown } = {},
  ) => {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more });
    Object.defineProperty(event, "target", { value: target });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  function typing() {
    const { window } = aWindow("");
    vi.stubGlobal("HTMLElement", FakeElement);
    vi.stubGlobal("Element", FakeElement);
    const done: unknown[] = [];
    const handlers = {
      onPress: (press: unknown) => done.push(press),
      onEnter: () => done.push("enter"),
      onUndo: () => done.push("undo"),
    };
    return { window, done, ...using(useKeyboard, handlers) };
  }

  test.each([
    ["7", {}, { digit: "7" }],
    ["Backspace", {}, { tool: "off" }],
    ["Delete", {}, { tool: "clear" }],
    ["Enter", {}, "enter"],
    ["z", { ctrlKey: true }, "undo"],
    ["z", { metaKey: true }, "undo"],
  ])("%s (%j) does %j", (key, more, expected) => {
    const { window, done } = typing();
    expect([type(window, key, more), done]).toEqual([true, [expected]]);
  });

  test.each([
    ["z", {}],
    ["77", {}],
    ["x7", {}],
    ["7", { altKey: true }],
    ["7", { ctrlKey: true }],
    ["7", { target: new FakeElement("input") }],
    ["7", { target: new FakeElement("select") }],
    ["Enter", { target: new FakeElement("button") }],
  ])("%s (%j) is left to the browser", (key, more) => {
    const { window, done } = typing();
    expect([type(window, key, more), done]).toEqual([false, []]);
  });

  test("after a digit, Enter goes on even on a button, until something is tapped", () => {
    const { window, done } = typing();
    const button = { target: new FakeElement("button") };
    type(window, "1");
    expect(type(window, "Enter", button)).toBe(true);
    type(window, "1");
    window.dispatchEvent(new Event("pointerdown"));
    expect(type(window, "Enter", button)).toBe(false);
    expect(done).toEqual([{ digit: "1" }, "enter", { digit: "1" }]);
  });

  test("does nothing beside a dialog, for keys that were taken, and on other screens", () => {
    const { window, done, leave } = typing();
    vi.stubGlobal("document", { querySelector: (of: string) => of === "dialog[open]" });
    expect(type(window, "7")).toBe(false);
    vi.stubGlobal("document", { querySelector: () => null });
    const taken = Object.assign(new Event("keydown", { cancelable: true }), { key: "7" });
    taken.preventDefault();
    window.dispatchEvent(taken);
    leave();
    type(window, "7");
    expect(done).toEqual([]);
  });
});

// --- What is read ----------------------------------------------------------------------------

describe("jobs", () => {
  const job = (id: string, state: string, kind = "export") =>
    ({ id, kind, group: "g1", state, created_at: id }) as never;
  const notFound = new Refused({ status: 404, code: "not_found", detail: "", errors: [] } as never);

  test("are asked about as long as they are at work", async () => {
    phone.jobs.readJobs.mockResolvedValue([job("2", "running"), job("1", "done", "import")]);
    phone.jobs.readJob
      .mockResolvedValueOnce(job("2", "running"))
      .mockResolvedValue(job("2", "done"));
    const { shown } = using((kinds: string[]) => useJobs("g1", kinds), ["export"]);
    expect(shown.value.jobs).toBeNull();
    await pass(100);
    expect(shown.value.jobs).toEqual([job("2", "running")]);
    await pass(1_050);
    expect(phone.jobs.readJob.mock.calls).toEqual([["2"]]);
    await pass(10_000);
    expect(phone.jobs.readJob).toHaveBeenCalledTimes(2);
    expect([shown.value.jobs, phone.jobs.readJobs.mock.calls]).toEqual([
      [job("2", "done")],
      [["g1"]],
    ]);
    shown.value.put(job("3", "done"));
    await pass(50);
    expect(shown.value.jobs).toHaveLength(2);
  });

  test("are asked about again a little later if nobody answers", async () => {
    phone.jobs.readJob
      .mockRejectedValueOnce(new Unreachable(""))
      .mockResolvedValue(job("2", "done"));
    const { shown, leave } = using<string, ReturnType<typeof useJob>>(useJob, "2");
    await pass(100);
    expect([shown.value.job, shown.value.missing]).toEqual([null, false]);
    await pass(4_800);
    expect(phone.jobs.readJob).toHaveBeenCalledTimes(1);
    await pass(400);
    expect([shown.value.job, shown.value.missing]).toEqual([job("2", "done"), false]);
    await pass(20_000);
    expect(phone.jobs.readJob).toHaveBeenCalledTimes(2);
    leave();
  });

  test("that the server does not know are missing", async () => {
    phone.jobs.readJob.mockRejectedValue(notFound);
    const { shown } = using<string, ReturnType<typeof useJob>>(useJob, "2");
    await pass(100);
    expect([shown.value.job, shown.value.missing]).toEqual([null, true]);
  });

  test("are of the screen that is open", async () => {
    phone.jobs.readJob.mockImplementation(async (id: string) => job(id, "running"));
    const { shown, draw, leave } = using<string, ReturnType<typeof useJob>>(useJob, "2");
    await pass(100);
    draw("3");
    expect(shown.value.job).toBeNull();
    await pass(100);
    expect(shown.value.job).toEqual(job("3", "running"));
    const asked = phone.jobs.readJob.mock.calls.length;
    leave();
    await pass(5_000);
    expect(phone.jobs.readJob).toHaveBeenCalledTimes(asked);
  });
});

test("an answer is the one that was saved, then the one of the server", async () => {
  const read = vi.fn(async () => ({ counting: false, as_of: null, wins: 2 }));
  phone.saved.set("wins", { wins: 1 });
  const question = { name: "wins", read };
  const { shown, draw } = using(
    (of: typeof question | null) => useAnswer(of),
    question as typeof question | null,
  );
  expect(shown.value).toEqual({ value: null, state: "reading" });
  await pass(50);
  expect(shown.value).toMatchObject({ value: { wins: 2 }, state: "known" });
  expect(phone.saved.get("wins")).toMatchObject({ wins: 2 });
  draw({ ...question, name: "other" });
  expect(shown.value).toEqual({ value: null, state: "reading" });
  draw(null);
  expect(shown.value).toEqual({ value: null, state: "refused" });
  await pass(50);
  expect(shown.value).toEqual({ value: null, state: "refused" });
  expect(read).toHaveBeenCalledTimes(1); // nobody wanted the other one any more
});

// --- What is asked -----------------------------------------------------------------------------

describe("chosen Phases", () => {
  const chosen = (...sizes: number[]) => ({
    kind: "own" as const,
    phases: sizes.map((size) => [{ kind: "set" as const, size }]),
  });
  const checking = (choice: unknown) =>
    using((of: never) => useChecked("classic", of), choice as never);

  test("are checked a moment after the last change", async () => {
    phone.rules.ask.mockResolvedValue({ data: { phases: [{ name: "Set of 3" }] } });
    const { shown, draw } = checking(chosen(2));
    await pass(250);
    draw(chosen(3) as never);
    await pass(290);
    expect([phone.rules.ask.mock.calls.length, shown.value]).toEqual([
      0,
      { names: [], problem: null },
    ]);
    await pass(100);
    expect(shown.value).toEqual({ names: ["Set of 3"], problem: null });
    const [name, asked] = phone.rules.ask.mock.calls[0] as [string, { players: unknown[] }];
    expect([name, asked]).toMatchObject([
      "game",
      { edition: "classic", phases: [{ groups: [{ size: 3 }] }] },
    ]);
    expect(asked.players).toHaveLength(2);
    phone.rules.ask.mockResolvedValue({ problem: { code: "too_long" } });
    draw(chosen(99) as never);
    await pass(400);
    expect(shown.value).toEqual({ names: ["Set of 3"], problem: { code: "too_long" } });
    phone.rules.ask.mockRejectedValue(new Unavailable());
    draw(chosen(4) as never);
    await pass(400);
    expect(shown.value).toEqual({ names: ["Set of 3"], problem: null });
  });

  test("need no check if they are those of the rulebook", async () => {
    const { shown } = checking({ kind: "official" });
    await pass(400);
    expect([shown.value, phone.rules.ask.mock.calls]).toEqual([{ names: [], problem: null }, []]);
  });
});

describe("the ruling on a play", () => {
  const question = (answer: unknown) => vi.fn(async () => answer as never);
  const ruling = (ask: (() => Promise<never>) | null) =>
    using(
      ({ ask, key }: { ask: (() => Promise<never>) | null; key: string }) => useRuling(ask, key),
      {
        ...{ ask, key: "one" },
      },
    );

  test("is about what is tapped now", async () => {
    const { shown, draw } = ruling(question("legal"));
    expect(shown.value.ruling).toBeUndefined();
    await pass(50);
    expect(shown.value.ruling).toBe("legal");
    expect(await shown.value.settle()).toBe("legal");
    draw({ ask: question("illegal"), key: "two" });
    expect(shown.value.ruling).toBeUndefined();
    await pass(50);
    expect(shown.value.ruling).toBe("illegal");
    draw({ ask: null, key: "none" });
    await pass(50);
    expect(shown.value.ruling).toBeNull();
  });

  test("is not waited for any longer than a moment", async () => {
    const { shown } = ruling(() => new Promise(() => {}));
    await pass(50);
    const settled = vi.fn();
    void shown.value.settle().then(settled);
    await pass(1_490);
    expect(settled).not.toHaveBeenCalled();
    await pass(20);
    expect(settled).toHaveBeenCalledWith(null);
  });
});

describe("the referee", () => {
  const asked = (edition: string, about: "phase" | "hit" = "phase") =>
    ({ about, question: { edition } }) as never;
  const ruling = (ask: (of: string) => Promise<string>, first: string | null) =>
    using((of: string | null) => referee.useRuling(of, ask), first);
  afterEach(referee.forgetAnswers);

  test("answers what is asked now, and shows the last answer until then", async () => {
    const { shown, draw } = ruling(async (of) => `${of}!`, "one");
    expect(shown.value).toBeNull();
    await pass(50);
    expect(shown.value).toEqual({ answer: "one!", isFresh: true });
    draw("two");
    expect(shown.value).toEqual({ answer: "one!", isFresh: false });
    await pass(50);
    expect(shown.value).toEqual({ answer: "two!", isFresh: true });
    draw(null);
    expect(shown.value).toBeNull();
  });

  test("is asked one question at a time, and not those that are outdated by then", async () => {
    const answers: ((answer: string) => void)[] = [];
    const ask = vi.fn((_of: string) => new Promise<string>((resolve) => answers.push(resolve)));
    const { draw, shown } = ruling(ask, "one");
    await pass(50);
    for (const next of ["two", "three"]) {
      draw(next);
      await pass(50);
    }
    answers[0]?.("late");
    await pass(50);
    answers[1]?.("three!");
    await pass(50);
    expect(ask.mock.calls).toEqual([["one"], ["three"]]);
    expect(shown.value).toEqual({ answer: "three!", isFresh: true });
  });

  test("has no answer if nobody can be asked", async () => {
    const { shown } = ruling(() => Promise.reject(new Unavailable()), "one");
    await pass(50);
    expect(shown.value).toEqual({ answer: null, isFresh: true });
  });

  test("foresees answers, so that cards and verdict are drawn at once", async () => {
    const { askPhase, askHit } = phone.asking;
    askPhase.mockResolvedValue("phase!");
    askHit.mockResolvedValue("hit!");
    expect(referee.foresee(null)).toBeNull();
    phone.rules.rulesState.value = "loading";
    expect(referee.foresee(asked("classic"))).toBeNull();
    phone.rules.rulesState.value = "ready";
    await referee.foresee(asked("classic"));
    await referee.foresee(asked("flip", "hit"));
    expect([askPhase.mock.calls, askHit.mock.calls]).toEqual([
      ...[[[{ edition: "classic" }]], [[{ edition: "flip" }]]],
    ]);
    expect(referee.foresee(asked("classic"))).toBeNull();
    const ask = vi.fn();
    const { shown } = using((of: unknown) => referee.useRuling(of, ask), { edition: "classic" });
    expect(shown.value).toEqual({ answer: "phase!", isFresh: true });
    await pass(50);
    expect(ask).not.toHaveBeenCalled();
    referee.forgetAnswers();
    askPhase.mockRejectedValueOnce(new Unavailable());
    await referee.foresee(asked("classic"));
    expect(referee.foresee(asked("classic"))).not.toBeNull();
  });

  test("is not waited for long", async () => {
    phone.asking.askPhase.mockReturnValueOnce(new Promise(() => {}));
    const done = vi.fn();
    void referee.foresee(asked("slow"))?.then(done);
    await pass(25);
    expect(done).not.toHaveBeenCalled();
    await pass(10);
    expect(done).toHaveBeenCalled();
  });

  test("looks ahead once nothing else is to be done, two questions at a time", async () => {
    const { askPhase } = phone.asking;
    const answers: (() => void)[] = [];
    askPhase.mockImplementation(() => new Promise<void>((resolve) => answers.push(resolve)));
    const names = ["a", "b", "c"];
    const stop = referee.lookAhead(() => [null, ...names.map((name) => asked(name))]);
    await pass(40);
    expect(askPhase).not.toHaveBeenCalled();
    await pass(20);
    expect(askPhase).toHaveBeenCalledTimes(2);
    answers[0]?.();
    await pass(1);
    expect(askPhase).toHaveBeenCalledTimes(3);
    stop();
    askPhase.mockClear();
    referee.lookAhead(() => [asked("d")])();
    const other = referee.lookAhead(() => [asked("e")]);
    phone.rules.rulesState.value = "off";
    await pass(100);
    expect(askPhase).not.toHaveBeenCalled();
    other();
  });

  test("remembers the latest answers", async () => {
    phone.asking.askPhase.mockResolvedValue("known");
    for (let number = 0; number <= 200; number += 1)
      await referee.foresee(asked(`edition ${number}`));
    expect(referee.foresee(asked("edition 200"))).toBeNull();
    expect(referee.foresee(asked("edition 1"))).toBeNull();
    expect(referee.foresee(asked("edition 0"))).not.toBeNull();
  });
});

// --- The form of a new game ----------------------------------------------------------------------

describe("a new game", () => {
  const form = (of: [string | null, string | null] = [null, null]) =>
    using(([group, like]: [string | null, string | null]) => useForm(group, like), of);
  const players = [{ id: "nora", name: "Nora", is_me: true, has_left: false }];
  const group = (id: string, my_role = "owner") => ({ id, my_role, players });

  test("is as it was left, and begins anew once it has begun", async () => {
    phone.saved.set("new-game/g1/a1", { groupName: "left" });
    const { shown } = form(["g1", "a1"]);
    expect(shown.value.form).toBeNull();
    await pass(50);
    expect(shown.value.form).toEqual({ groupName: "left" });
    shown.value.change({ groupName: "changed" } as never);
    await pass(50);
    expect([shown.value.form, phone.saved.get("new-game/g1/a1")]).toEqual([
      ...[{ groupName: "changed" }, { groupName: "changed" }],
    ]);
    await shown.value.forget();
    expect(phone.saved.get("new-game/g1/a1")).toBeUndefined();
  });

  test("is for the last group once more, or the one that is open", async () => {
    phone.groups.value = [group("g1", "viewer"), group("g2"), group("g3")];
    const last = game({ id: "a3", group: "g3", edition: "flip", players: [player("nora", 0)] });
    phone.games.value = [{ game: last }];
    const { shown } = form();
    await pass(50);
    expect(shown.value.form).toMatchObject({
      group: "g3",
      edition: "flip",
      seats: [{ id: "nora" }],
    });
    phone.games.value = [];
    const fresh = form();
    await pass(50);
    expect(fresh.shown.value.form).toMatchObject({
      group: "g2",
      edition: "classic",
      seats: [{ me: true }],
    });
    phone.games.value = [
      { game: last },
      { game: game({ id: "a2", group: "g2", edition: "express" }) },
    ];
    const inGroup = form(["g2", null]);
    await pass(50);
    expect(inGroup.shown.value.form).toMatchObject({ group: "g2", edition: "express" });
    const like = form([null, "a2"]);
    await pass(50);
    expect(like.shown.value.form).toMatchObject({ group: "g2", edition: "express" });
  });

  test("waits until the phone has read the group, but not for long", async () => {
    phone.account.value = { name: "Ann", token: "t1" };
    let done = () => {};
    phone.refreshHome.mockImplementationOnce(
      () => new Promise<void>((resolve) => (done = resolve)),
    );
    const { shown } = form();
    await pass(100);
    expect([shown.value.form, phone.refreshHome.mock.calls.length]).toEqual([null, 1]);
    done();
    await pass(50);
    expect(shown.value.form).toMatchObject({ group: null, seats: [{ name: "Ann", me: true }] });
    phone.account.value = null;
    const offline = form();
    await pass(100);
    expect(offline.shown.value.form).toMatchObject({ group: null, seats: [] });
  });
});
