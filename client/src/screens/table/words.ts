/** What lies on the table, and what was played, in words. */

import { cardName, colorName, SHAPES } from "../../components/card_face";
import { t } from "../../i18n";
import { listed } from "../../i18n/names";
import type { Game, Schemas, TableGroup } from "../../store";
import { GROUP_KINDS } from "../group_kinds";
import { nameIn } from "../round_entry/players";

type Detail = Schemas["PlayDetail"];

/** What a group is: "Color run · 5–8 · ● Blue". */
export function groupWords(group: Omit<TableGroup, "id" | "player">): string {
  if (group.irregular) return t("Against the referee");
  const { kind, number, low, high, color } = group;
  const parts = [GROUP_KINDS[kind]()];
  if (number !== null) parts.push(String(number));
  if (low !== null && high !== null) parts.push(`${low}–${high}`);
  if (color !== null) parts.push(`${SHAPES[color]} ${colorName(color)}`);
  return parts.join(" · ");
}

/** "Red 7 and Wild". */
export function cardsInWords(cards: readonly string[]): string {
  return listed(cards.map(cardName));
}

/** What was played, as a sentence. */
export function playWords(game: Game, play: Detail): string {
  const name = play.player === null ? t("Somebody") : nameIn(game, play.player);
  return WORDS[play.kind](name, play, game);
}

const WORDS: Record<Detail["kind"], (name: string, play: Detail, game: Game) => string> = {
  lay_down: (name) => t("{name} has laid down.", { name }),
  hit: (name, { cards }) => t("{name} has hit with {cards}.", { name, cards: cardsInWords(cards) }),
  discard(name, { cards, skips, player }, game) {
    if (skips) return t("{name} skips {skipped}.", { name, skipped: nameIn(game, skips) });
    const words = cardsInWords(cards);
    if (player === null) return t("The pile starts with {cards}.", { cards: words });
    return cards.length > 0
      ? t("{name} has discarded {cards}.", { name, cards: words })
      : t("{name} has discarded.", { name });
  },
  draw: (name) => t("{name} has taken the top card.", { name }),
  flip: () => t("The cards were turned over."),
  note: (_name, { text }) => text ?? "",
};

/** The side of Flip that is in play, with a shape; null if the cards have only one, or nobody knows. */
export function sideWords(side: string | null): string | null {
  if (side === null) return null;
  return side === "wild" ? `● ${t("Wild side")}` : `○ ${t("Color side")}`;
}
