/** What the referee is asked: about cards without a game, and about a game in play. */

import { describe, expect, test, vi } from "vitest";

vi.mock("../../src/store", () => ({}));

import * as asked from "../../src/screens/referee/asked";
import { quickQuestion } from "../../src/screens/referee/questions";
import * as subjects from "../../src/screens/referee/subject";
import type { Group, LiveTable } from "../../src/store";
import { editionOf } from "../../src/store/editions";
import { comingRound, game, player } from "./games";

const FRESH = asked.beginAsking("classic");
const NOTHING = subjects.withoutGame(FRESH);
const of = (kind: string, size = 3) => ({ kind, size }) as asked.Asked["own"][0];
const slots = (text: string, at = 0) => ({
  cards: text.split("|").map((group) => group.split(" ").filter(Boolean)),
  at,
});
const about = (mode: asked.Mode, more: Partial<asked.Asked> = {}) => ({ ...FRESH, mode, ...more });

describe("what somebody asks", () => {
  test("begins with the first Phase, without cards", () => {
    expect(asked.beginAsking("classic")).toEqual({
      ...{ mode: "phase", edition: "classic", player: null, phase: 1, own: [of("set")] },
      ...{ laid: slots(""), hit: slots("|", -1), hand: slots("") },
      ...{ kind: null, kinds: [], isDown: false },
    });
  });

  test("is about other cards in another edition", () => {
    const tapped = about("hit", { phase: null, own: [of("run")], hit: slots("R7 B7|R1") });
    expect(asked.withEdition(tapped, editionOf("classic"))).toBe(tapped);
    expect(asked.withEdition(tapped, editionOf("flip"))).toEqual({
      ...{ ...FRESH, mode: "hit", edition: "flip", phase: null, own: [of("run")] },
    });
  });

  test("is cleared of cards, and of nothing else", () => {
    const more = { player: "nora", isDown: true, own: [of("run")] };
    const full = { laid: slots("R7|B7"), hit: slots("R7|B7", 1), hand: slots("R1|R2") };
    const kinds = { kind: "set" as const, kinds: ["set" as const] };
    const cleared = asked.cleared(about("hand", { ...more, ...full, ...kinds }));
    expect(cleared).toEqual({ ...about("hand", more), laid: slots("|") });
  });

  test.each([
    ["phase", "laid"],
    ["hit", "hit"],
    ["hand", "hand"],
  ] as const)("the cards of %s are its own", (mode, place) => {
    const cards = slots("R7");
    const tapped = asked.withSlots(about(mode), cards);
    expect(tapped).toEqual({ ...about(mode), [place]: cards });
    expect(asked.slotsOf(tapped)).toBe(cards);
  });

  test("rules have no cards", () => {
    expect(asked.withSlots(about("rules"), slots("R7"))).toEqual(about("rules"));
    expect(asked.slotsOf(about("rules"))).toBeNull();
  });

  test("can be about what lies on the live table", () => {
    const lying = { kind: "set" as const, cards: ["R7", "B7", "G7"] };
    const hit = asked.withTarget(about("hit", { hit: slots("|R1", -1) }), lying);
    expect(hit).toMatchObject({ kind: "set", hit: slots("R7 B7 G7|R1", 1) });
    expect(asked.withTarget(about("hit", { hit: slots("") }), lying).hit.cards[1]).toEqual([]);
    const hand = asked.withTable(about("hand", { hand: slots("R1 R2|R9", 1) }), [lying]);
    expect(hand).toMatchObject({ kinds: ["set"], hand: slots("R1 R2|R7 B7 G7", 0) });
  });
});

test.each([
  ["7 7 W", ["set", "run"], "set"],
  ["R1 R2 R3", ["set", "run", "color_run"], "run"],
  ["R1 R2 R3", ["color_run"], "color_run"],
  ["R1 B2 R3", ["color_run"], null],
  ["R1 R2 R9", ["run", "color"], "color"],
  ["R1 2 R9", ["color"], null],
  ["R1 B2 R9", ["color"], null],
  ["R1 R3 R5", ["odd_run", "even_run"], "odd_run"],
  ["R2 R4 R6", ["odd_run", "even_run"], "even_run"],
  ["R2 R4 R7", ["odd", "even"], null],
  ["R2 R4 R4", ["odd", "even"], "even"],
  ["R1 R9 R9", ["odd", "even"], "odd"],
  ["R4 B4 R5 B5", ["pair_run"], "pair_run"],
  ["R4 B4 G4 R5", ["pair_run"], null],
  ["R4 B4 R7 B7", ["pair_run"], null],
  ["R1 R4 W", ["run"], null],
  ["W S", ["set", "odd"], null],
  ["?", ["set"], null],
] as const)("%s are, of %j, %s", (cards, kinds, kind) => {
  expect(asked.kindOf(cards.split(" "), kinds)).toBe(kind);
});

test.each([
  ["phase", slots("7 7|R7"), ["color", "set"], true],
  ["phase", slots("R7 B7|7"), ["color", "set"], false],
  ["phase", slots("7"), ["set", "color"], false],
  ["hit", slots("1 2 3|R4"), ["run"], false],
  ["hit", slots("R1 R2|3"), ["color"], true],
  ["hit", slots("9 2|3"), ["set", "color"], true],
  ["hit", slots("9|3"), ["set", "color"], false],
  ["hit", slots("9 2|3"), ["set"], false],
  ["hand", slots("7|R7"), ["color_run"], true],
  ["hand", slots("R7|R7"), ["color_run"], false],
  ["hand", slots("7|R7"), ["run"], false],
  ["rules", slots("7"), ["color"], false],
] as const)("in %s, cards lack colors that matter (%#)", (mode, cards, kinds, lacks) => {
  const question = { ...about(mode), laid: cards, hit: cards, hand: cards };
  expect(
    asked.lacksColors(
      question,
      kinds.map((kind) => of(kind)),
      kinds,
    ),
  ).toBe(lacks);
});

test.each([
  ["phase", slots(""), ["set"], [], "hidden"],
  ["phase", slots("|", 1), ["set", "color"], [], "needed"],
  ["phase", slots("|", 0), ["set", "color"], [], "open"],
  ["hit", slots("R1 R9|"), ["color"], ["color", "color_run"], "needed"],
  ["hit", slots("R1 R2|3"), ["color_run"], ["color_run"], "open"],
  ["hit", slots("R1 B1|"), ["set"], ["set"], "hidden"],
  ["hand", slots(""), ["set", "color"], [], "needed"],
  ["hand", slots(""), ["set"], [], "hidden"],
] as const)(
  "in %s, keys have colors where these matter (%#)",
  (mode, cards, groups, kinds, keys) => {
    const question = { ...about(mode), laid: cards, hit: cards, hand: cards };
    expect(
      asked.colorsFor(
        question,
        groups.map((kind) => of(kind)),
        kinds,
      ),
    ).toBe(keys);
    const beside = { ...question, kinds: ["color" as const, "set" as const] };
    if (mode === "hand") expect(asked.colorsFor(beside, [], kinds)).toBe("needed");
  },
);

describe("a question is complete", () => {
  const phases = editionOf("classic").phases.slice(0, 1); // two sets of 3
  const subject = { ...NOTHING, phases };
  const chosen = subjects.chosenPhase(subject, FRESH);
  const rules = { must_lay_down: true } as NonNullable<subjects.Subject["houseRules"]>;
  const ask = (
    mode: asked.Mode,
    cards: asked.Asked["laid"],
    houseRules: typeof rules | null = null,
  ) =>
    quickQuestion({ ...subject, houseRules }, chosen, { ...about(mode), laid: cards, hit: cards });

  test("once no group of a Phase is empty", () => {
    expect(ask("phase", slots("R7"))).toBeNull();
    expect(ask("phase", slots("R7|"))).toBeNull();
    const groups = [["R7"], ["B7", "B8"]];
    expect(ask("phase", slots("R7|B7 B8"))).toEqual({
      about: "phase",
      question: { edition: "classic", phase: { groups: [of("set"), of("set")] }, groups },
    });
    expect(ask("phase", slots("R7|B7 B8"), rules)?.question.house_rules).toBe(rules);
  });

  test("once a group that is hit has two cards, and there is one to add", () => {
    expect(
      [slots("R7|R7"), slots("R7 B7|"), slots("R7 B8|R7")].map((one) => ask("hit", one)),
    ).toEqual([null, null, null]);
    expect(ask("hit", slots("R7 B7|G7"))).toEqual({
      about: "hit",
      question: { edition: "classic", target: { kind: "set", cards: ["R7", "B7"] }, cards: ["G7"] },
    });
    expect(ask("hit", slots("R7 B7|G7"), rules)?.question.house_rules).toBe(rules);
  });

  test("and none is asked at once about a hand, or where colors are missing", () => {
    expect(ask("hand", slots("R7"))).toBeNull();
    const color = { ...chosen, groups: [of("color")] };
    expect(quickQuestion(subject, color, about("phase", { laid: slots("7") }))).toBeNull();
  });
});

describe("a game that is asked about", () => {
  const phases = editionOf("flip").phases;
  const playing = game({
    edition: "flip",
    phases,
    players: [
      player("ida", 3),
      player("mia", 2, { phase: null }),
      player("nora", 0, { phase: 4 }),
      player("jonas", 1),
    ],
    next_round: comingRound(3, { starter: "mia", playing: ["nora", "jonas", "mia"] }),
  });
  const group = (me: string) =>
    ({ players: ["nora", "jonas"].map((id) => ({ id, is_me: id === me })) }) as unknown as Group;
  const lying = (player: string, irregular = false) => ({ player, irregular });
  const table = (more: object = {}) =>
    ({ round: 3, turn: "jonas", side: "wild", groups: [], ...more }) as unknown as LiveTable;

  test("has those who play, by seat, with their Phases", () => {
    const { players, edition, houseRules } = subjects.ofGame(playing, undefined, undefined);
    expect(players.map(({ id, phase }) => [id, phase.phase])).toEqual([
      ...[
        ["nora", 4],
        ["jonas", 1],
        ["mia", phases.length],
      ],
    ]);
    expect([edition.edition, houseRules]).toEqual(["flip", playing.house_rules]);
    expect(subjects.ofGame({ ...playing, phases: [] }, undefined, undefined).players).toEqual([]);
  });

  test.each([
    ["whose turn is noted", playing, group("nora"), table(), "jonas"],
    ["whose phone it is", playing, group("nora"), table({ round: 2 }), "nora"],
    ["whose phone it is", playing, group("nora"), table({ turn: null }), "nora"],
    ["who starts", playing, group("ida"), undefined, "mia"],
    [
      "who sits first",
      { ...playing, next_round: { ...playing.next_round, starter: null } },
      undefined,
      undefined,
      "nora",
    ],
    ["nobody", { ...playing, next_round: null }, undefined, undefined, null],
  ])("it is the turn of %s", (_who, of, group, table, turn) => {
    expect(subjects.ofGame(of as typeof playing, group, table).turn).toBe(turn);
  });

  test("has what lies on its table, as far as anybody can say what would fit", () => {
    const groups = [lying("nora"), lying("mia", true), lying("jonas")];
    const subject = subjects.ofGame(playing, undefined, table({ groups }));
    expect(subject.lying.map(({ name }) => name)).toEqual(["Nora", "Jonas"]);
    expect(subject.lying[0]?.group).toBe(groups[0]);
    expect(subject.side).toBe("wild");
    expect(subjects.ofGame(playing, undefined, undefined)).toMatchObject({ lying: [], side: null });
  });

  test("a choice is for this turn", () => {
    const subject = subjects.ofGame(playing, undefined, table());
    const chosen = about("phase", { turn: "jonas", player: "nora" });
    expect(subjects.ofThisTurn(subject, chosen)).toBe(chosen);
    const old = about("phase", { player: "nora" });
    expect(subjects.ofThisTurn(subject, old)).toEqual({ ...old, turn: "jonas", player: "jonas" });
    expect(subjects.ofThisTurn(subjects.withoutGame(old), old)).toBe(old);
  });

  test("the Phase is that of a player, one by its number, or one's own", () => {
    const subject = subjects.ofGame(playing, undefined, undefined);
    const choose = (more: Partial<asked.Asked>) =>
      subjects.chosenPhase(subject, about("phase", more));
    const [nora] = subject.players;
    expect(choose({ player: "nora" })).toEqual({
      ...{ player: nora, phase: phases[3], groups: phases[3]?.groups },
    });
    expect(choose({ phase: 2 })).toMatchObject({ player: null, phase: phases[1] });
    expect(choose({ phase: 99 }).groups).toBe(phases[0]?.groups);
    const own = [of("run", 7)];
    expect(choose({ phase: null, own })).toEqual({ player: null, phase: null, groups: own });
    const empty = subjects.chosenPhase({ ...subject, phases: [] }, about("phase", { own }));
    expect(empty).toEqual({ player: null, phase: null, groups: own });
  });
});
