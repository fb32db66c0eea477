/** The form of a new game: as it was left, else like the last one; and what the referee says of its Phases. */

import type { Signal } from "@preact/signals";
import { beforeEach, expect, test, vi } from "vitest";

const { ask, forms, refreshHome } = vi.hoisted(() => ({
  ask: vi.fn(),
  forms: new Map<string, unknown>(),
  refreshHome: vi.fn(),
}));
vi.mock("../../src/rules", async () => ({
  ...(await import("../../src/rules/functions")),
  ask,
}));
vi.mock("../../src/store", async () => {
  const { signal } = await import("@preact/signals");
  return {
    ...{ account: signal(null), games: signal([]), groups: signal([]), network: signal(true) },
    newId: () => "new",
    refreshHome,
    savedForm: async (name: string) => forms.get(name),
    saveForm: async (name: string, value: unknown) => void forms.set(name, value),
  };
});

import { Unavailable } from "../../src/rules";
import { emptyForm, type PhaseChoice } from "../../src/screens/new_game/form";
import { useChecked } from "../../src/screens/new_game/phase_words";
import { useForm } from "../../src/screens/new_game/use_form";
import * as store from "../../src/store";
import { game, player } from "./games";
import { using } from "./using";

const known = store as unknown as Record<"account" | "games" | "groups", Signal<unknown>>;
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const group = (id: string, my_role = "owner") => ({
  ...{ id, name: id, my_role },
  players: ["nora", "jonas"].map((id) => ({ id, name: id, is_me: id === "nora", has_left: false })),
});
const form = (like: string | null = null, of: string | null = null) =>
  using(() => useForm(of, like), null).shown;
const played = (id: string, group: string, more: object = {}) => ({
  game: game({ id, group, players: [player("jonas", 0), player("nora", 1)], ...more }),
});

beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [ask, refreshHome]) mock.mockReset();
  refreshHome.mockResolvedValue(undefined);
  forms.clear();
  known.account.value = { token: "t1", name: "Nora" };
  known.groups.value = [group("g1"), group("g2")];
  known.games.value = [played("a1", "g2", { edition: "flip" }), played("a2", "g1")];
});

test("the form is as it was left, each group and each game having its own", async () => {
  const left = { ...emptyForm("express", "g1"), typed: "Mi" };
  forms.set("new-game/g1/a2", left);
  const same = form("a2", "g1");
  expect(same.value.form).toBeNull();
  await pass(1);
  expect(same.value.form).toEqual(left);
  const other = form(null, "g1");
  await pass(1);
  expect(other.value.form?.edition).toBe("classic");
  same.value.change({ ...left, typed: "Mia" });
  await pass(1);
  expect([same.value.form?.typed, forms.get("new-game/g1/a2")]).toEqual([
    "Mia",
    { ...left, typed: "Mia" },
  ]);
  await same.value.forget();
  expect(forms.get("new-game/g1/a2")).toBeUndefined();
});

test.each([
  ["the last game", null, null, "g2", "flip"],
  ["the last game of a group", null, "g1", "g1", "classic"],
  ["a certain game", "a2", null, "g1", "classic"],
])("a new form is like %s", async (_words, like, of, its, edition) => {
  const { value } = await shown(form(like, of));
  expect(value.form).toMatchObject({ group: its, edition });
  expect(value.form?.seats.map(({ id }) => id)).toEqual(["jonas", "nora"]);
});

test("a form of a group that is gone begins again", async () => {
  forms.set("new-game", { ...emptyForm("express", "g3"), typed: "Mi" });
  const { value } = await shown(form());
  expect(value.form).toMatchObject({ group: "g2", typed: "" });
  forms.set("new-game", { ...emptyForm("express", null), typed: "Mi" }); // a group of its own
  expect((await shown(form())).value.form).toMatchObject({ group: null, typed: "Mi" });
});

test("somebody new begins with their own name", async () => {
  known.groups.value = [];
  known.games.value = [];
  const { value } = await shown(form());
  expect(value.form).toMatchObject({ group: null, groupName: "", edition: "classic", typed: "" });
  expect(value.form?.seats).toEqual([{ id: "new", name: "Nora", me: true, known: false }]);
});

test("who may only watch the last group gets one in which games can be started", async () => {
  known.groups.value = [group("g2", "viewer"), group("g1")];
  expect((await shown(form())).value.form?.group).toBe("g1");
});

test("the group of a link is read first; if that fails or takes long, the form is there", async () => {
  known.groups.value = [];
  const read: (() => void)[] = [];
  refreshHome.mockImplementation(() => new Promise((_, fail) => read.push(() => fail(Error()))));
  const slow = form(null, "g3");
  await pass(1_400);
  expect([slow.value.form, refreshHome.mock.calls.length]).toEqual([null, 1]);
  await pass(200);
  expect(slow.value.form?.group).toBe("g3");
  const failing = form(null, "g3");
  await pass(10);
  expect(failing.value.form).toBeNull();
  read[1]?.();
  await pass(10);
  expect(failing.value.form?.group).toBe("g3");
  known.groups.value = [group("g3")];
  const quick = form(null, "g3");
  await pass(10);
  expect(quick.value.form?.group).toBe("g3"); // as this phone knows the group
});

test("without an account there is nothing to read", async () => {
  known.account.value = null;
  known.groups.value = [];
  known.games.value = [];
  expect((await shown(form())).value.form?.seats).toEqual([]);
  expect(refreshHome).not.toHaveBeenCalled();
});

async function shown<Shown>(hook: Shown): Promise<Shown> {
  await pass(10);
  return hook;
}

const own = (size: number): PhaseChoice => ({ kind: "own", phases: [[{ kind: "set", size }]] });

test("the referee is asked about Phases once they have not changed for a moment", async () => {
  ask.mockImplementation(async (_name, { phases }) => ({
    data: { phases: phases.map(() => ({ name: "1 set of 3" })) },
  }));
  const { shown, draw, leave } = using((choice: PhaseChoice) => useChecked("flip", choice), own(2));
  await pass(250);
  draw(own(3));
  await pass(250);
  expect([shown.value, ask.mock.calls]).toEqual([{ names: [], problem: null }, []]);
  await pass(100);
  expect(shown.value).toEqual({ names: ["1 set of 3"], problem: null });
  const [[name, asked]] = ask.mock.calls as [[string, Record<string, unknown>]];
  expect([name, asked.edition, asked.phases]).toEqual([
    "game",
    "flip",
    [{ groups: [{ kind: "set", size: 3 }] }],
  ]);
  expect(asked.players).toHaveLength(2);
  // What is wrong is said beside the words of before; who cannot be asked says nothing.
  ask.mockResolvedValueOnce({ problem: { code: "phases_invalid" } });
  draw(own(14));
  await pass(350);
  expect(shown.value).toEqual({
    names: ["1 set of 3"],
    problem: { code: "phases_invalid" },
  });
  ask.mockRejectedValueOnce(new Unavailable());
  draw(own(4));
  await pass(350);
  expect(shown.value).toEqual({ names: ["1 set of 3"], problem: null });
  draw({ kind: "official" });
  await pass(350);
  expect(shown.value).toEqual({ names: [], problem: null });
  draw(own(5));
  leave();
  await pass(350);
  expect(ask).toHaveBeenCalledTimes(3);
});
