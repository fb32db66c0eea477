/**
 * Cards whose color nobody has told: `7`, and `*` for a Star.
 *
 * The referee knows no such cards. It is asked with colors that cannot matter, and told which
 * cards they are, so that it does not name them; in its answers they are without a color again.
 * Pure.
 */

import { COLORS } from "../../components/card_face";
import type { Schemas } from "../../store";
import { bare } from "./slots";

type Groups = readonly (readonly string[])[];

/** Whether colors matter in a group of this kind. */
export function isOneColor(kind: Schemas["GroupKind"]): boolean {
  return kind === "color" || kind === "color_run";
}

export function isColorless(card: string): boolean {
  return /^[\d*]/.test(card);
}

export function withoutColor(card: string): string {
  return card.replace(/^[RBGY](?=[\d*])/, "");
}

export interface Colored {
  groups: string[][];
  /** The cards that have been given a color, as the referee is asked about them. */
  colorless: string[];
  /** A card of an answer as it is shown. */
  shown: (card: string) => string;
}

/**
 * Give each card a color.
 *
 * One that leaves enough copies in the deck, that the group does not have alone (it would be of one
 * color), and that nobody has told of another card.
 */
export function colored(groups: Groups, deck: Schemas["Deck"]): Colored {
  const copies = new Map(
    deck.sides.flatMap(({ cards }) => cards.map(({ card, copies }) => [card, copies] as const)),
  );
  const told = groups.flat().filter((card) => !isColorless(card));
  const toldPrints = new Set(told.map(print));
  const toldColors = new Set(told.flatMap((card) => /^[RBGY](?=[\d*])/.exec(card)?.[0] ?? []));
  const used = new Map<string, number>();
  const use = (one: string) => used.set(one, (used.get(one) ?? 0) + 1);
  for (const one of told.map(print)) use(one);
  const found = new Set<string>();

  const colorOne = (card: string, before: readonly string[]) => {
    const own = before.map((one) => one[0]).filter((letter) => letter !== "W" && letter !== "S");
    const cost = (letter: string) => {
      const one = letter + bare(card);
      const [count, most] = [used.get(one) ?? 0, copies.get(one) ?? 0];
      return [
        count >= most,
        toldPrints.has(one),
        own.length > 0 && own.every((other) => other === letter),
        toldColors.has(letter),
        own.filter((other) => other === letter).length,
        count,
      ].map(Number);
    };
    const [best = "R"] = COLORS.toSorted((one, other) => compare(cost(one), cost(other)));
    use(best + bare(card));
    found.add(best + bare(card));
    return best + card;
  };
  const filled = groups.map((group) => {
    const all: string[] = [];
    for (const card of group) all.push(isColorless(card) ? colorOne(card, all) : card);
    return all;
  });
  const shown = (card: string) => (found.has(print(card)) ? withoutColor(card) : card);
  return { groups: filled, colorless: [...found], shown };
}

/** What is printed on a card, but for the Flip symbol. */
function print(card: string): string {
  return bare(card).replace("!", "");
}

function compare(some: readonly number[], others: readonly number[]): number {
  const at = some.findIndex((cost, index) => cost !== others[index]);
  return at < 0 ? 0 : (some[at] ?? 0) - (others[at] ?? 0);
}

/** Cards of which any would do, each once: without colors if the group has cards without them. */
export function offered(cards: readonly string[], group: readonly string[]): string[] {
  return group.some(isColorless) ? [...new Set(cards.map(withoutColor))] : [...cards];
}
