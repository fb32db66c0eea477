/** The keys of the pad: the prices of the edition's cards, and digits. */

import { wordOn } from "../../components/card_face";
import type { Key } from "../../components/keypad";
import { t } from "../../i18n";
import type { Schemas } from "../../server/problems";
import type { Edition } from "../../store/editions";

/** What a key does: the points of a card, a digit, or a tool. */
export type Press = { points: number } | { digit: string } | { tool: "off" | "clear" };

/** The rows of the pad. */
export function padRows(edition: Edition): readonly (readonly Key[])[] {
  const prices = edition.points.map(
    (price): Key => ({
      id: `+${price.points}`,
      label: `+${price.points}`,
      small: cardsOf(price),
      tone: "count",
    }),
  );
  return [
    prices,
    [...digits("123"), { id: "off", label: "⌫", name: t("Delete"), tone: "tool" }],
    [...digits("456"), { id: "clear", label: "C", name: t("Clear"), tone: "tool" }],
    digits("7890"),
  ];
}

/** What a key of the pad does. */
export function pressOf(id: string): Press {
  if (id === "off" || id === "clear") return { tool: id };
  return id.startsWith("+") ? { points: Number(id) } : { digit: id };
}

/** The points of each card of the deck. */
export function pricesOf(edition: Edition): Record<string, number> {
  const cards = edition.deck.sides.flatMap((side) => side.cards);
  return Object.fromEntries(cards.map(({ card, points }) => [card, points]));
}

function digits(text: string): Key[] {
  return [...text].map((digit) => ({ id: digit, label: digit }));
}

/** The cards of a price, in words: "1 to 9", "Skip", "Star". */
function cardsOf({ cards }: Schemas["CardPrice"]): string {
  const [first, last] = [cards[0] ?? "", cards[cards.length - 1] ?? ""];
  if (/^\d+$/.test(first) && first !== last) return t("{first} to {last}", { first, last });
  const words: Record<string, string> = { S: wordOn("skip"), W: t("Wild"), "*": t("Star") };
  return words[first] ?? first;
}
