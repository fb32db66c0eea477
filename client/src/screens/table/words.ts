/** What lies on the table, and what was played, in words. */

import {
  type CardColorLetter,
  cardName,
  cardsInWords,
  colorName,
  SHAPES,
} from "../../components/card_face";
import { sideOf, sideWords } from "../../components/side_tag";
import { t } from "../../i18n";
import { isolated } from "../../i18n/names";
import type { Game, LiveTable, Schemas, TableGroup } from "../../store";
import { GROUP_KINDS } from "../group_kinds";
import { nameIn } from "../round_entry/players";
import { colorGiver } from "./cards";

type Detail = Schemas["PlayDetail"];

/** What a group is: "Color run · 5–8 · ● Blue since Blue 8", if plays tell what gave it its color. */
export function groupWords(group: TableGroup, plays: readonly Detail[]): string {
  if (group.irregular) return t("Against the referee");
  const { kind, number, low, high, color } = group;
  const parts = [GROUP_KINDS[kind]()];
  if (number !== null) parts.push(String(number));
  if (low !== null && high !== null) parts.push(`${low}–${high}`);
  if (color !== null) parts.push(colorWords(color, colorGiver(group, plays)));
  return parts.join(" · ");
}

function colorWords(color: CardColorLetter, giver: string | null): string {
  const name = `${SHAPES[color]} ${colorName(color)}`;
  if (giver === null) return name;
  const card = cardName(giver);
  return t("{color} since {card}", { color: name, card });
}

/** What was played, as a sentence. */
export function playWords(game: Game, play: Detail): string {
  const name = play.player === null ? t("Somebody") : nameIn(game, play.player);
  return WORDS[play.kind](name, play, game);
}

/** Who drew a card, and from which pile if it is the other one. */
export function drawWords(name: string, pile: Detail["pile"]): string {
  return pile === "draw_pile"
    ? t("{name} drew a card", { name })
    : t("{name} took the top card", { name });
}

/** What others have played between two tables, in words; nothing of what this phone played. */
export function playsBetween(game: Game, before: LiveTable, after: LiveTable): string {
  if (before.round !== after.round) return "";
  const known = new Set(before.plays.map(({ id }) => id));
  const played = after.plays.filter(
    ({ id, recorded_by }) => !known.has(id) && recorded_by !== null,
  );
  const words = played.map((play) => playWords(game, play));
  const side = sideOf(after);
  if (played.length > 0 && side && side !== sideOf(before)) words.push(sideWords(side));
  return words.join(". ");
}

const WORDS: Record<Detail["kind"], (name: string, play: Detail, game: Game) => string> = {
  lay_down: (name) => t("{name} laid down", { name }),
  hit: (name, { cards }) => t("{name} added {cards}", { name, cards: cardsInWords(cards) }),
  discard(name, { cards, skips, player }, game) {
    if (skips) return t("{name} skips {skipped}", { name, skipped: nameIn(game, skips) });
    const words = cardsInWords(cards);
    if (player === null) return t("The pile starts with {cards}", { cards: words });
    return cards.length > 0
      ? t("{name} discarded {cards}", { name, cards: words })
      : t("{name} discarded", { name });
  },
  draw: (name, { pile }) => drawWords(name, pile),
  flip: () => t("Cards turned over"),
  note: (_name, { text }) => t("Note: {text}", { text: isolated(text ?? "") }),
};
