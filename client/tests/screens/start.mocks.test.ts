/** What the first screen, and the form of a new game, make of what this phone and the server know. */

import { beforeEach, expect, test, vi } from "vitest";

const known = vi.hoisted(() => ({
  account: { value: null as unknown },
  games: { value: [] as unknown[] },
  groups: { value: [] as unknown[] },
  home: { value: null as unknown },
}));
vi.mock("../../src/store", () => ({ ...known, newId: () => "new" }));

import { canDeal, known as knownSeats, me, usual } from "../../src/screens/new_game/who_played";
import { lastGames, tablesInPlay, yourGroups } from "../../src/screens/start/tables";
import { comingRound, type Game, game, player } from "./games";

const AT = ["2026-11-22T18:00:00Z", "2026-11-22T19:00:00Z", "2026-11-22T20:00:00Z"] as const;
const view = (more: Partial<Game>, besides: object = {}) => ({
  ...{ game: game(more), unchecked: [], trouble: null, ...besides },
});
const group = (id: string, name: string, more: object = {}) => ({
  ...{ id, name, players: [], my_role: "owner", ...more },
});
const told = (id: string, more: object = {}) => ({
  ...{ id, group: { id: `of ${id}`, name: `Group of ${id}` }, round: 3, players: [] },
  ...{ changed_at: AT[0], started_at: AT[0], unseen: 2, winners: [], edition: "flip", ...more },
});
function knows(more: object) {
  known.home.value = { games: [], groups: [], last_games: [], ...more };
}

beforeEach(() => {
  for (const each of [known.games, known.groups]) each.value = [];
  known.account.value = null;
  known.home.value = null;
});
const seats = (...ranks: number[]) =>
  ["nora", "jonas", "mia"].map((id, seat) => player(id, seat, { rank: ranks[seat] ?? 1 }));

test.each([
  [[1, 1, 1], "Nora, Jonas, and Mia"],
  [[2, 1, 3], "Jonas leads · Nora and Mia"],
  [[1, 1, 3], "Nora and Jonas lead · Mia"],
])("of a table in play, it says who leads (%j)", (ranks, words) => {
  known.games.value = [view({ players: seats(...ranks) })];
  expect(tablesInPlay()[0]).toMatchObject({ words, name: "A table", round: 1, unseen: 0 });
});

test("tables in play are those of this phone and of the server, the latest change first", () => {
  known.groups.value = [group("group", "Thursdays")];
  knows({ games: [told("a1", { changed_at: AT[1] }), told("local", { unseen: 5 })] });
  known.games.value = [
    view(
      { id: "local", changed_at: AT[0], next_round: comingRound(4), players: seats(1, 2, 2) },
      { unchecked: [{}], trouble: {} },
    ),
    view({ id: "latest", changed_at: AT[2] }),
    view({ id: "archived", archived: true }),
    view({ id: "over", status: "over" }),
  ];
  expect(tablesInPlay()).toMatchObject([
    { id: "latest", needsYou: false, unseen: 0 },
    { id: "a1", name: "Group of a1", round: 3, needsYou: false, unseen: 2 },
    { id: "local", name: "Thursdays", round: 5, needsYou: true, unseen: 5 },
  ]);
});

test("who has left is not at the table, and a group that is called after its players says enough", () => {
  const players = [...seats(1, 1, 1).slice(0, 2), player("mia", 2, { at_table: false })];
  known.groups.value = [group("group", "Nora and Jonas")];
  known.games.value = [view({ players })];
  const shown = { words: "", players: [{ id: "nora" }, { id: "jonas" }] };
  knows({ games: [told("a1", { players, group: { id: "g", name: "Nora and Jonas" } })] });
  expect(tablesInPlay()).toMatchObject([shown, shown]);
});

test("names from right to left are no other names", () => {
  const players = [...seats(1).slice(0, 1), player("dana", 1, { name: "דנה" })];
  known.groups.value = [group("group", "Nora and דנה")];
  known.games.value = [view({ players })];
  expect(tablesInPlay()).toMatchObject([{ words: "" }]);
});

test("groups without a game in play: those that the server does not know yet come first", () => {
  known.games.value = [view({ group: "playing here" })];
  known.groups.value = [
    group("playing here", "A"),
    group("playing there", "B"),
    group("both", "New name", { players: [1, 2] }),
    group("only here", "D", { players: [1, 2, 3] }),
  ];
  const groups = ["both", "only there", "playing here"].map((id) => ({ id, name: id, unseen: 4 }));
  knows({ groups, games: [told("a1", { group: { id: "playing there", name: "B" } })] });
  expect(yourGroups()).toEqual([
    { id: "only here", name: "D", players: 3, unseen: 0 },
    { id: "both", name: "New name", players: 2, unseen: 4 },
    { id: "only there", name: "only there", players: null, unseen: 4 },
  ]);
  known.home.value = null;
  expect(yourGroups().map(({ id }) => id)).toEqual(["playing there", "both", "only here"]);
});

test("the last games say who has won: the five latest", () => {
  knows({
    last_games: [
      told("a1", { started_at: AT[2] }),
      told("over", { started_at: AT[2] }),
      ...["a2", "a3", "a4", "a5"].map((id) => told(id, { started_at: "2025-01-01T18:00:00Z" })),
    ],
  });
  known.games.value = [
    view({ id: "over", status: "over", changed_at: AT[1], winners: ["jonas"], group: "of a1" }),
    view({ id: "archived", status: "over", archived: true }),
    view({ id: "playing" }),
  ];
  const games = lastGames();
  expect(games.map(({ id }) => id)).toEqual(["a1", "over", "a2", "a3", "a4"]);
  expect(games[0]).toEqual({
    ...{ id: "a1", title: "Group of a1", words: "Phase 10 Flip!", winner: undefined, at: AT[2] },
  });
  expect(games[1]).toMatchObject({
    title: "Won by Jonas",
    words: "Group of a1 · Phase 10",
    winner: { id: "jonas" },
    at: AT[1],
  });
});

test("a group is called as this phone knows it, then as the server told it", () => {
  const named = () => tablesInPlay()[0]?.name;
  known.games.value = [view({})];
  expect(named()).toBe("A table");
  knows({ games: [told("other", { group: { id: "group", name: "of a game" } })] });
  expect(tablesInPlay().find(({ id }) => id === "game")?.name).toBe("of a game");
  knows({ groups: [{ id: "group", name: "of the group" }] });
  expect(named()).toBe("of the group");
  known.groups.value = [group("group", "of this phone")];
  expect(named()).toBe("of this phone");
});

// --- Who could sit at the table ------------------------------------------------------------

const inGroup = (id: string, more: object = {}) => ({
  ...{ id, name: id, is_me: false, has_left: false, ...more },
});

test("the seats are those of the last time, with handicaps, and without whoever has left", () => {
  const handicap = { phase: 3, total: 0 };
  known.groups.value = [
    group("group", "Thursdays", {
      players: ["ida", "mia", "nora"].map((id) => inGroup(id, { is_me: id === "nora" })),
    }),
  ];
  const players = [
    player("mia", 2),
    player("nora", 1, { handicap }),
    player("jonas", 0), // who has left the group
    player("ida", 3, { at_table: false }),
  ];
  known.games.value = [view({ group: "another" }), view({ players })];
  const nora = { id: "nora", name: "nora", me: true, known: true };
  const mia = { id: "mia", name: "mia", me: false, known: true };
  expect(usual("group")).toEqual([{ ...nora, handicap }, mia]);
  expect(usual("group", game({ players: [player("mia", 0)] }))).toEqual([mia]);
  expect(usual("group", game({ group: "another", players: [] }))).toHaveLength(2);
  known.games.value = [];
  expect(usual("group")).toEqual([nora]);
});

test("of a group, the last players come first; those who have left are not offered", () => {
  const ids = ["ida", "mia", "nora", "otto"];
  const players = [...ids.map((id) => inGroup(id)), inGroup("left", { has_left: true })];
  known.groups.value = [group("group", "Thursdays", { players }), group("other", "Fridays")];
  known.games.value = [
    view({ group: "other", players: [player("otto", 0)] }),
    view({ players: [player("nora", 0), player("mia", 1)] }),
    view({ players: [player("ida", 0), player("nora", 1)] }),
  ];
  expect(knownSeats("group").map(({ id }) => id)).toEqual(["nora", "mia", "ida", "otto"]);
  expect(knownSeats("unknown")).toEqual([]);
});

test("for a new group, the names of all others are offered, each once", () => {
  known.account.value = { name: "Nora" };
  known.groups.value = [
    group("g1", "A", { players: [inGroup("Nora"), inGroup("Mia")] }),
    group("g2", "B", { players: [inGroup("Mia")] }),
  ];
  expect(knownSeats(null)).toEqual([
    { id: "Nora", name: "Nora", me: true, known: false },
    { id: "Mia", name: "Mia", me: false, known: false },
  ]);
  expect(me()).toEqual([{ id: "new", name: "Nora", me: true, known: false }]);
  known.account.value = null;
  expect(me()).toEqual([]);
  expect(["owner", "scorer", "viewer"].map((my_role) => canDeal({ my_role } as never))).toEqual([
    ...[true, true, false],
  ]);
});
