/** Cards as people type them: `R7 W Y11`. */

import type { components } from "../../server/schema";
import { bare } from "./slots";

type Deck = components["schemas"]["Deck"];

export interface TypedCards {
  cards: string[];
  /** The first word that is no card of the deck; null if all are. */
  unknown: string | null;
}

/** Read cards with blanks or commas between them, in small or capital letters. */
export function readCards(text: string, deck: Deck): TypedCards {
  const words = text
    .toUpperCase()
    .split(/[\s,;]+/u)
    .filter(Boolean);
  const known = new Set(deck.sides.flatMap(({ cards }) => cards.map(({ card }) => card)));
  const isCard = (word: string) => known.has(bare(word).replace("!", ""));
  const unknown = words.find((word) => !isCard(word)) ?? null;
  return { cards: unknown === null ? words : [], unknown };
}

/** One card of each sort in the deck, as an example of how they are written. */
export function examples(deck: Deck): string[] {
  const cards = deck.sides.flatMap((side) => side.cards.map(({ card }) => card));
  return ["R7", "W7", "R*", "W*", "W", "S"].filter((card) => cards.includes(card));
}
