/** What a card of the referee's notation looks like, and what it is called. */

import editions from "virtual:editions";
import { t, tc } from "../i18n";
import { listed } from "../i18n/names";
import type { Schemas } from "../server/problems";

/** The colors by their letters, in the order of the keys. */
export const COLORS = ["R", "B", "G", "Y"] as const;

export type CardColorLetter = (typeof COLORS)[number];

const { colors }: Schemas["EditionDetail"] = editions.classic;

/** The shape that always goes with a color, as printed on the cards; every edition says the same. */
export const SHAPES = Object.fromEntries(
  colors.map(({ letter, shape }) => [letter, shape]),
) as Readonly<Record<CardColorLetter, string>>;

export interface CardFace {
  kind: "number" | "star" | "wild" | "skip";
  /** The wild side of Flip has a dark face. */
  side: "color" | "wild";
  /** As printed, or else as declared. */
  color: CardColorLetter | null;
  number: number | null;
  /** Whether the color or number is only declared. */
  declared: boolean;
  flip: boolean;
}

const NOTATION = /^(?:([RYGB])?(\d+|\*)|(W)(\d+|\*)?|(S))(!)?(?:=([RYGB])?(\d+)?)?$/;

/** Read a card such as `R7`, `W*!=G5`, `S`, or `7` without a color; null if it is none. */
export function faceOf(card: string): CardFace | null {
  const found = NOTATION.exec(card.trim().toUpperCase());
  if (!found) return null;
  const [, color, print, wild, wildPrint, skip, flip, asColor, asNumber] = found;
  const text = print ?? wildPrint;
  const printed = text && text !== "*" ? Number(text) : null;
  return {
    kind: skip ? "skip" : text === "*" ? "star" : printed !== null ? "number" : "wild",
    side: wild && wildPrint !== undefined ? "wild" : "color",
    color: letter(color) ?? letter(asColor),
    number: printed ?? (asNumber ? Number(asNumber) : null),
    declared: asColor !== undefined || asNumber !== undefined,
    flip: flip !== undefined,
  };
}

function letter(text: string | undefined): CardColorLetter | null {
  return COLORS.find((color) => color === text) ?? null;
}

/** The name of a color, as a word of its own. */
export function colorName(color: CardColorLetter): string {
  return {
    R: () => t("Red"),
    Y: () => t("Yellow"),
    G: () => t("Green"),
    B: () => t("Blue"),
  }[color]();
}

/** The name of a color in that of a card: some languages write no capital there. */
function colorOfCard(color: CardColorLetter): string {
  return {
    R: () => tc("of a card", "Red"),
    Y: () => tc("of a card", "Yellow"),
    G: () => tc("of a card", "Green"),
    B: () => tc("of a card", "Blue"),
  }[color]();
}

/** What is written on a card that has neither color nor number. */
export function wordOn(card: "wild" | "skip"): string {
  return card === "wild" ? t("Wild") : tc("on a card", "Skip");
}

/** What is drawn there: of a Wild, the letter with which its word begins. */
export function signOn(card: "wild" | "skip"): string {
  return card === "wild" ? (t("Wild")[0] ?? "W") : "⊘";
}

/** The name of a card, as people say it: "Red 7", "Wild as Blue 5". */
export function cardName(card: string): string {
  const face = faceOf(card);
  if (!face) return card;
  if (face.kind === "skip") return t("Skip");
  const as = face.declared ? cardValue(face.color, face.number) : "";
  if (face.kind === "wild") return as ? t("Wild as {card}", { card: as }) : t("Wild");
  if (face.side === "wild") {
    if (face.kind === "star") {
      return as ? t("Wild-side Star as {card}", { card: as }) : t("Wild-side Star");
    }
    const name = t("Wild-side {number}", { number: face.number ?? "" });
    return face.color
      ? t("{card} as {color}", { card: name, color: colorOfCard(face.color) })
      : name;
  }
  if (face.kind === "star") {
    const name = face.color ? t("{color} Star", { color: colorOfCard(face.color) }) : t("Star");
    return face.number === null
      ? name
      : t("{card} as {number}", { card: name, number: face.number });
  }
  return cardValue(face.color, face.number);
}

/** "Red 7 and Wild". */
export function cardsInWords(cards: readonly string[]): string {
  return listed(cards.map(cardName));
}

function cardValue(color: CardColorLetter | null, number: number | null): string {
  if (!color) return number === null ? "" : String(number);
  return number === null
    ? colorOfCard(color)
    : t("{color} {number}", { color: colorOfCard(color), number });
}
