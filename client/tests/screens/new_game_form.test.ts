import { expect, test } from "vitest";
import {
  again,
  emptyForm,
  gameRequest,
  handicapsOf,
  isSeated,
  moveSeat,
  type NewGame,
  newPlayers,
  type Seat,
  seat,
  unseat,
  withEdition,
  withGroup,
  withHandicap,
} from "../../src/screens/new_game/form";

const player = (name: string, known = false): Seat => ({ id: name, name, me: false, known });
const names = (form: NewGame) => form.seats.map(({ name }) => name).join(" ");

function table(...seated: string[]): NewGame {
  return seated.map((name) => player(name)).reduce(seat, emptyForm("classic", null));
}

test("players sit in the order in which they are added, each once", () => {
  const form = seat(table("Nora", "Jonas"), player("Nora"));
  expect(names(form)).toBe("Nora Jonas");
});

test("a name is taken, however it is written", () => {
  expect(isSeated(table("Grandma Rosa"), " grandma  rosa")).toBe(true);
  expect(isSeated(table("Grandma Rosa"), "Rosa")).toBe(false);
});

test.each([
  ["c", 0, "c a b d"],
  ["a", 3, "b c d a"],
  ["b", 2, "a c b d"],
  ["b", -5, "b a c d"],
  ["b", 99, "a c d b"],
  ["x", 1, "a b c d"],
])("moving %s to place %i gives %s", (id, to, expected) => {
  expect(names(moveSeat(table("a", "b", "c", "d"), id, to))).toBe(expected);
});

test("a dealer who leaves the table deals no more", () => {
  const form = { ...table("a", "b"), dealer: "b" };
  expect(unseat(form, "b").dealer).toBeNull();
  expect(unseat(form, "a").dealer).toBe("b");
  expect(gameRequest(unseat(form, "b")).first_dealer).toBe("a");
});

test("as long as nothing is chosen, the server decides what is usual", () => {
  expect(gameRequest(table("a", "b"))).toEqual({
    edition: "classic",
    variant: "standard",
    players: [{ id: "a" }, { id: "b" }],
    first_dealer: "a",
  });
});

test("Phases and house rules of one's own are sent", () => {
  const phases = [[{ kind: "set" as const, size: 3 }]];
  const form: NewGame = {
    ...table("a", "b"),
    phases: { kind: "own", phases },
    houseRules: { must_lay_down: true },
  };
  const sent = gameRequest(form);
  expect(sent.phases).toEqual([{ groups: phases[0] }]);
  expect(sent.house_rules).toEqual({ must_lay_down: true });
});

test("another edition keeps the house rules that it has, and starts from its own Phases", () => {
  const form: NewGame = {
    ...table("a"),
    edition: "flip",
    phases: { kind: "own", phases: [] },
    houseRules: { must_lay_down: true, flip_on_going_out: false },
  };
  const classic = withEdition(form, "classic", { must_lay_down: false });
  expect(classic.houseRules).toEqual({ must_lay_down: true });
  expect(classic.phases).toEqual({ kind: "official" });
  expect(withEdition(form, "flip", { must_lay_down: false }).phases.kind).toBe("own");
});

test("another group has other players, and its own lists of Phases", () => {
  const form: NewGame = {
    ...table("a"),
    dealer: "a",
    phases: { kind: "saved", list: "l", phases: [] },
  };
  const other = withGroup(form, "g", [player("b", true)]);
  expect([names(other), other.dealer, other.phases.kind]).toEqual(["b", null, "official"]);
});

test("only those whom the group does not know are created", () => {
  const form = seat(table("new"), player("known", true));
  expect(newPlayers({ ...form, seats: [{ ...player("I"), me: true }, ...form.seats] })).toEqual([
    { id: "I", name: "I", me: true },
    { id: "new", name: "new" },
  ]);
});

test("the same game again has its edition, Phases and house rules", () => {
  const run = [{ kind: "run" as const, size: 4 }];
  const phase = { phase: 1, name: "Run of 4", groups: run };
  const edition = {
    phases: [phase],
    house_rules: { must_lay_down: false, pair_run_singles: false },
  };
  const game = {
    edition: "express",
    variant: "fixed_rounds",
    phases: [phase],
    house_rules: { must_lay_down: true, pair_run_singles: false, oversize_groups: true },
  } as Parameters<typeof again>[1];

  const form = again(table("a"), game, edition);
  expect(form).toMatchObject({ edition: "express", variant: "fixed_rounds" });
  expect(form.phases).toEqual({ kind: "official" });
  expect(form.houseRules).toEqual({ must_lay_down: true });

  const twice = { ...game, phases: [phase, phase] };
  expect(again(table("a"), twice, edition).phases).toEqual({ kind: "own", phases: [run, run] });
});

test("handicaps are sent in the order of the seats, and only if somebody has one", () => {
  const form = withHandicap(table("a", "b", "c"), "b", { phase: 4, total: 20 });
  expect(gameRequest(form).handicaps).toEqual([null, { phase: 4, total: 20 }, null]);
  expect(gameRequest(moveSeat(form, "b", 0)).handicaps?.[0]).toEqual({ phase: 4, total: 20 });
  expect(gameRequest(withHandicap(form, "b", { phase: 1, total: 0 }))).not.toHaveProperty(
    "handicaps",
  );
  expect(gameRequest(unseat(form, "b"))).not.toHaveProperty("handicaps");
});

test("a handicap fits the game as it is chosen: its Phases, and with fixed rounds points alone", () => {
  const form = withHandicap(table("a", "b"), "a", { phase: 7, total: 20 });
  const short: NewGame = { ...form, phases: { kind: "own", phases: [[], [], []] } };
  expect(handicapsOf(short)).toEqual([{ phase: 3, total: 20 }, null]);
  expect(handicapsOf({ ...form, variant: "fixed_rounds" })).toEqual([
    { phase: 1, total: 20 },
    null,
  ]);
  const plain = withHandicap(form, "a", { phase: 7, total: 0 });
  expect(gameRequest({ ...plain, variant: "fixed_rounds" })).not.toHaveProperty("handicaps");
});
