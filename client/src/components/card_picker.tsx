import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import type { components } from "../server/schema";
import { type CardColorLetter, cardName, colorName, SHAPES, signOn, wordOn } from "./card_face";
import { onTap, useTouch } from "./touch";
import "./card_picker.css";

type Deck = components["schemas"]["Deck"];

interface Props {
  /** The cards of the edition: `EditionDetail.deck`. */
  deck: Deck;
  /** The side in play in Flip; the other one is a key away. */
  side?: string | undefined;
  /** The card without Flip symbol, such as `R7`. */
  onCard: (card: string) => void;
  onBackspace: () => void;
  /** The cards that are a tap away, whenever they become others. */
  onKeys?: (cards: readonly string[]) => void;
  /** Whether keys respond when they are touched: where nobody scrolls. */
  atOnce?: boolean;
}

const LETTERS: readonly CardColorLetter[] = ["R", "B", "G", "Y"];

/** A keyboard for cards: first a colour, which stays, then numbers. */
export function CardPicker({ deck, side, onCard, onBackspace, onKeys, atOnce }: Props) {
  const [color, setColor] = useState<CardColorLetter>("R");
  const [turned, setTurned] = useState<string | null>(null);
  const touch = useTouch();
  const press = atOnce ? touch : onTap;
  const shown = deck.sides.find(({ name }) => name === (turned ?? side)) ?? deck.sides[0];
  const other = deck.sides.find((one) => one !== shown);
  const cards = new Set(shown?.cards.map(({ card }) => card));
  const isWild = shown?.name === "wild";
  const prefix = isWild ? "W" : color;
  const specials = ["W", "S", `${prefix}*`].filter((card) => cards.has(card));
  const numbers = Array.from({ length: 12 }, (_, index) => `${prefix}${index + 1}`).filter((card) =>
    cards.has(card),
  );
  useEffect(() => onKeys?.([...numbers, ...specials]), [shown, prefix]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
    <div class="picker" role="group" aria-label={t("Cards")} data-side={isWild ? "wild" : "color"}>
      {!isWild &&
        LETTERS.map((letter) => (
          <button
            key={letter}
            type="button"
            class="pick"
            data-color={letter}
            aria-pressed={letter === color}
            aria-label={colorName(letter)}
            data-print={`${SHAPES[letter]} ${letter}`}
            {...press(letter, () => setColor(letter))}
          />
        ))}
      {specials.map((card) => (
        <Special key={card} card={card} {...press(card, () => onCard(card))} />
      ))}
      {other && (
        <button
          type="button"
          class="pick"
          data-wide
          {...press("side", () => setTurned(other.name))}
        >
          ⇄ {other.name === "wild" ? t("Wild side") : t("Color side")}
        </button>
      )}
      {numbers.map((card) => (
        <Pick key={card} card={card} print={card.slice(1)} {...press(card, () => onCard(card))} />
      ))}
      <button
        type="button"
        class="pick pick-last"
        aria-label={t("Delete the last card")}
        {...press("backspace", onBackspace)}
      >
        ⌫
      </button>
    </div>
  );
}

interface PickProps {
  card: string;
  onClick: () => void;
  onPointerDown?: (event: PointerEvent) => void;
  onTouchEnd?: (event: TouchEvent) => void;
}

function Pick({ card, print, ...handlers }: PickProps & { print: string }) {
  return (
    <button
      type="button"
      class="pick number"
      data-color={card[0]}
      aria-label={cardName(card)}
      {...handlers}
    >
      {print}
    </button>
  );
}

/** As on the card, and with its word. */
function Special({ card, ...handlers }: PickProps) {
  const kind = { W: "wild", S: "skip" }[card] as "wild" | "skip" | undefined;
  if (!kind) return <Pick card={card} print="★" {...handlers} />;
  return (
    <button
      type="button"
      class="pick"
      data-special
      data-print={signOn(kind)}
      aria-label={wordOn(kind)}
      {...handlers}
    >
      <span class="pick-word">{wordOn(kind)}</span>
    </button>
  );
}
