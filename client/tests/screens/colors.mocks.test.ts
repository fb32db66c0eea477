/** Cards without a color, for the real rules: every kind of group in which colors do not matter. */

import editions from "virtual:editions";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Asked, RuleFunction } from "../../src/rules";
import type { Schemas } from "../../src/store";
import { answerOf, startServerRules } from "../rules/server_rules";

const rules = await startServerRules();
let asked: Asked<"phase" | "hit" | "hand" | "score">[] = [];

vi.mock("../../src/rules", () => ({
  ask: async (name: RuleFunction, request: never) => {
    asked.push(request);
    return answerOf(rules, name, request, "en");
  },
}));
vi.mock("../../src/store/editions", () => ({ editionOf: (name: "classic") => editions[name] }));
const { askHand, askHit, askPhase } = await import("../../src/screens/referee/asking");
const { isOneColor, withoutColor } = await import("../../src/screens/referee/colors");

type Requirement = Schemas["GroupRequirement"];
type EditionName = Schemas["EditionName"];

const RUNS = 10;
const EDITIONS: Readonly<Record<EditionName, Schemas["EditionDetail"]>> = editions;
const LETTERS = ["R", "B", "G", "Y"];
const NAMED = /\b(red|blue|green|yellow)\b/i;

/** Cards for a group: often what it needs, often not; with Wilds, Skips and Stars of the deck. */
function cardsFor(edition: EditionName, { kind, size }: Requirement): fc.Arbitrary<string[]> {
  const others = edition === "flip" ? ["*"] : ["W", "W", "S"];
  const steps = { odd_run: 2, even_run: 2, run: 1, color_run: 1 } as Partial<
    Record<string, number>
  >;
  const plan = (start: number) =>
    Array.from({ length: size }, (_, index) => {
      if (kind === "pair_run") return start + Math.floor(index / 2);
      if (kind === "odd" || kind === "even") return start + 2 * (index % 3);
      return start + index * (steps[kind] ?? 0);
    });
  const slip = fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
  );
  return fc
    .tuple(
      fc.integer({ min: 1, max: 12 }).map(plan),
      fc.array(slip, { minLength: size, maxLength: size }),
      fc.array(fc.integer({ min: 1, max: 12 }).map(String), { maxLength: 2 }),
    )
    .map(([numbers, slips, more]) => [
      ...slips.map((other, index) => other ?? String(Math.min(numbers[index] ?? 1, 12))),
      ...more,
    ]);
}

/** The same cards in other colors, as far as the deck has them; at least two in each group. */
function recolored(groups: readonly (readonly string[])[], edition: EditionName, seed: number) {
  const copies = new Map(
    EDITIONS[edition].deck.sides.flatMap(({ cards }) =>
      cards.map(({ card, copies }) => [card, copies] as const),
    ),
  );
  let at = seed;
  return groups.map((group) => {
    const all: string[] = [];
    for (const card of group) {
      if (!/^[\d*]/.test(card)) {
        all.push(card);
        continue;
      }
      at += 1;
      const [first] = all.filter((one) => /^[RBGY]/.test(one));
      const free = LETTERS.map((_, index) => LETTERS[(index + at) % 4] + card).filter(
        (one) => (copies.get(one) ?? 0) > 0,
      );
      const found = free.find((one) => one[0] !== first?.[0]) ?? free[0];
      if (!found) return null;
      copies.set(found, (copies.get(found) ?? 0) - 1);
      all.push(found);
    }
    return all;
  });
}

const plain = (cards: readonly string[]) => cards.map(withoutColor);
const standings = (all: readonly (Schemas["StandingDetail"] | null)[]) =>
  all.map((one) => one && { ...one, cards: plain(one.cards), color: null });

const PHASES = Object.values(EDITIONS).flatMap(({ edition, phases }) =>
  phases.map(({ phase, groups }) => ({ edition, phase, groups })),
);
const TOLD = ["G2", "G3", "G4", "G5", "G6"]; // for the groups of one color

test.each(PHASES.filter(({ groups }) => groups.some(({ kind }) => !isOneColor(kind))))(
  "$edition, Phase $phase: which colors are filled in is no matter",
  async ({ edition, groups }) => {
    const cards = fc.tuple(
      ...groups.map((group) =>
        isOneColor(group.kind) ? fc.constant(TOLD.slice(0, group.size)) : cardsFor(edition, group),
      ),
    );
    const about = { edition, phase: { groups: [...groups] } };
    await fc.assert(
      fc.asyncProperty(cards, fc.nat(3), async (laid, seed) => {
        const other = recolored(laid, edition, seed);
        fc.pre(other.every((group) => group !== null));
        const { data } = await askPhase({ ...about, groups: laid });
        const told = answerOf(rules, "phase", { ...about, groups: other as string[][] }, "en").data;
        expect(data?.legal).toBe(told?.legal);
        expect(data?.ambiguous).toBe(told?.ambiguous);
        expect(data?.extra_cards).toBe(told?.extra_cards);
        expect(standings(data?.groups ?? [])).toEqual(standings(told?.groups ?? []));
        expect(data?.choices.map(standings)).toEqual(told?.choices.map(standings));
        if (!groups.some(({ kind }) => isOneColor(kind))) {
          expect(data?.problems.map(({ code }) => code)).toEqual(
            told?.problems.map(({ code }) => code),
          );
          const shown = [
            ...(data?.groups.flatMap((one) => one?.cards ?? []) ?? []),
            ...(data?.suggestion?.cards ?? []),
            ...(data?.suggestion?.groups.flat() ?? []),
          ];
          expect(shown.filter((card) => /^[RBGY]/.test(card))).toEqual([]);
          for (const { message } of data?.problems ?? []) expect(message).not.toMatch(NAMED);
        }
      }),
      { numRuns: RUNS },
    );
  },
);

test.each(["set", "run", "odd", "even", "odd_run", "even_run", "pair_run"] as const)(
  "a hit on a group of kind %s",
  async (kind) => {
    const edition = "express";
    const size = kind === "pair_run" ? 4 : 3;
    const cards = fc.tuple(
      cardsFor(edition, { kind, size }),
      fc.array(fc.constantFrom("1", "4", "7", "8", "12", "W", "S"), { minLength: 1, maxLength: 2 }),
    );
    await fc.assert(
      fc.asyncProperty(cards, fc.nat(3), async ([lying, hit], seed) => {
        const [target, played] = recolored([lying, hit], edition, seed);
        fc.pre(Boolean(target && played));
        const ask = (of: string[], from: string[]): Asked<"hit"> => ({
          edition,
          target: { kind, cards: of },
          cards: from,
        });
        const { data } = await askHit(ask(lying, hit));
        const told = answerOf(rules, "hit", ask(target as string[], played as string[]), "en").data;
        fc.pre(told !== undefined); // otherwise it is not a group as listed
        expect(data?.legal).toBe(told?.legal);
        expect(data?.problems.map(({ code }) => code)).toEqual(
          told?.problems.map(({ code }) => code),
        );
        expect(standings([data?.target ?? null])).toEqual(standings([told?.target ?? null]));
        expect(standings(data?.choices ?? [])).toEqual(standings(told?.choices ?? []));
        for (const { message } of data?.problems ?? []) expect(message).not.toMatch(NAMED);
      }),
      { numRuns: RUNS },
    );
  },
);

test("a hit on what is no group is not legal, for what is wrong with the group", async () => {
  const target = { kind: "set" as const, cards: ["7", "7", "8"] };
  const { data } = await askHit({ edition: "classic", target, cards: ["7"] });
  expect(data).toMatchObject({ legal: false, target: null });
  expect(data?.problems[0]?.message).toContain("8 does not fit");
});

test("a set of nine sevens is one too many, whatever their colors", async () => {
  const sevens = Array.from({ length: 9 }, () => "7");
  const phase = { groups: [{ kind: "set", size: 9 } as const] };
  const { data } = await askPhase({ edition: "classic", phase, groups: [sevens] });
  expect(data?.problems[0]?.message).toContain("The deck has only eight 7s, not nine.");
  const eight = { groups: [{ kind: "set", size: 8 } as const] };
  const again = await askPhase({ edition: "classic", phase: eight, groups: [sevens.slice(1)] });
  expect(again.data?.legal).toBe(true);
  const told = await askPhase({
    edition: "classic",
    phase: eight,
    groups: [["R7", ...sevens.slice(2)]],
  });
  expect(told.data?.legal).toBe(true);
});

test("a card whose color is told keeps it", async () => {
  asked = [];
  const phase = { groups: [{ kind: "set", size: 3 } as const] };
  const { data } = await askPhase({ edition: "express", phase, groups: [["R7", "7", "9"]] });
  expect(asked).toMatchObject([
    { colorless: [expect.not.stringContaining("R7"), expect.any(String)] },
  ]);
  expect(data?.problems[0]?.message).toContain("9 does not fit");
  expect(data?.suggestion?.cards).toEqual(["7", "W"]);
});

test.each([
  [2, "R7 B7 / 5 6"],
  [2, "R7 B7 G7 / 5 6"],
  [3, "B4 R* / 6 * * *"],
])("a group of cards without colors is never of one color by chance (%#)", async (number, laid) => {
  const groups = laid.split(" / ").map((group) => group.split(" "));
  const { data } = await askPhase({ edition: "flip", phase: { number }, groups });
  expect(data?.legal).toBe(false);
  expect(data?.suggestion?.groups ?? []).toEqual([]);
});

test("what a hand needs is told by number, all colors together", async () => {
  const hand = ["3", "3", "3", "8", "8", "1", "5", "6", "10", "S"];
  const { data } = await askHand({ edition: "classic", phase: { number: 1 }, hand });
  expect(data?.outs).toEqual([
    { card: "8", unseen: 6 },
    { card: "W", unseen: 8 },
  ]);
  expect(data?.leftover.cards.join(" ")).toBe("1 3 3 3 5 6 8 8 10 S");
});
