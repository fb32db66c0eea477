/** Cards as people type them: `R7 W Y11`. */

import { COLORS, cardName, colorName } from "../../components/card_face";
import type { Schemas } from "../../server/problems";
import { bare } from "./slots";

type Deck = Schemas["Deck"];

export interface TypedCards {
  cards: string[];
  /** The first word that is not a card of the deck; null if all are. */
  unknown: string | null;
}

const WORDED = ["W", "S"] as const;

/** The letters that stand for a Wild and a Skip because their words begin with them: "J" in German. */
export function wordLetters(): Map<string, "W" | "S"> {
  const found = new Map<string, "W" | "S">();
  for (const card of WORDED) {
    const letter = cardName(card)[0]?.toUpperCase() ?? card;
    const isTaken = [...COLORS, ...WORDED].some((other) => other === letter && other !== card);
    if (!isTaken) found.set(letter, card);
  }
  return found;
}

/**
 * Read cards with blanks or commas between them, in small or capital letters; `7` if they need no
 * color.
 */
export function readCards(text: string, deck: Deck, needsColors = true): TypedCards {
  const letters = wordLetters();
  const words = text
    .toUpperCase()
    .split(/[\s,;]+/u)
    .filter(Boolean);
  const card = (word: string) => (letters.get(word[0] ?? "") ?? word[0]) + word.slice(1);
  const known = new Set(deck.sides.flatMap(({ cards }) => cards.map(({ card }) => card)));
  const isColorless = (word: string) => !needsColors && known.has(`R${word}`);
  const isCard = (word: string) =>
    isColorless(word) || known.has(bare(card(word)).replace("!", ""));
  const unknown = words.find((word) => !isCard(word)) ?? null;
  const read = (word: string) => (isColorless(word) ? word : card(word));
  return { cards: unknown === null ? words.map(read) : [], unknown };
}

/** One card of each sort in the deck, as an example of how they are written. */
export function examples(deck: Deck, needsColors = true): string[] {
  const cards = cardsOf(deck);
  const found = ["R7", "W7", "R*", "W*", "W", "S"]
    .filter((card) => cards.includes(card))
    .map(written);
  return needsColors ? found : ["7", ...found];
}

/** What each letter stands for: "R Red". */
export function legend(deck: Deck): string[] {
  const cards = cardsOf(deck);
  return [
    ...COLORS.map((color) => `${color} ${colorName(color)}`),
    ...WORDED.filter((card) => cards.some((each) => each[0] === card)).map(
      (card) => `${written(card)} ${cardName(card)}`,
    ),
  ];
}

/** A card with the letter of its word, where there is one. */
function written(card: string): string {
  const own = [...wordLetters()].find(([, letter]) => letter === card[0]);
  return own ? own[0] + card.slice(1) : card;
}

function cardsOf(deck: Deck): string[] {
  return deck.sides.flatMap((side) => side.cards.map(({ card }) => card));
}
