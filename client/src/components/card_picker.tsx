import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Schemas } from "../server/problems";
import {
  type CardColorLetter,
  COLORS,
  cardName,
  colorName,
  SHAPES,
  signOn,
  wordOn,
} from "./card_face";
import { onTap, useTouch } from "./touch";
import "./card_picker.css";

/** Whether a card gets its color: always, if somebody tells it, or if somebody asks for the keys. */
export type Colors = "needed" | "open" | "hidden";

interface Props {
  /** The cards of the edition: `EditionDetail.deck`. */
  deck: Schemas["Deck"];
  colors?: Colors;
  /** The side in play in Flip; the other one is a key away. */
  side?: string | undefined;
  /** The card without Flip symbol, such as `R7`; `7` without a color. */
  onCard: (card: string) => void;
  onBackspace: () => void;
  /** The cards that are a tap away, whenever they become others. */
  onKeys?: (cards: readonly string[]) => void;
  /** Whether keys respond when they are touched: where nobody scrolls. */
  atOnce?: boolean;
}

/** A keyboard for cards: numbers; where colors matter, first a color, which stays. */
export function CardPicker(props: Props) {
  const { deck, colors = "needed", side, onCard, onBackspace, onKeys, atOnce } = props;
  const [told, setTold] = useState<CardColorLetter | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [turned, setTurned] = useState<string | null>(null);
  useEffect(() => {
    if (colors === "needed") return;
    setTold(null);
    setAsked(false);
  }, [colors]);
  const touch = useTouch();
  const press = atOnce ? touch : onTap;
  const shown = deck.sides.find(({ name }) => name === (turned ?? side)) ?? deck.sides[0];
  const other = deck.sides.find((one) => one !== shown);
  const cards = new Set(shown?.cards.map(({ card }) => card));
  const isWild = shown?.name === "wild";
  const color = told ?? (colors === "needed" ? "R" : null);
  const prefix = isWild ? "W" : (color ?? "");
  const isThere = (card: string) =>
    cards.has(isWild || color ? card : card.replace(/^(?=[\d*])/, "R"));
  const specials = ["W", "S", `${prefix}*`].filter(isThere);
  const numbers = Array.from({ length: 12 }, (_, index) => `${prefix}${index + 1}`).filter(isThere);
  useEffect(() => onKeys?.([...numbers, ...specials]), [shown, prefix]);
  const choose = (letter: CardColorLetter) =>
    setTold(letter === told && colors !== "needed" ? null : letter);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
    <div class="picker" role="group" aria-label={t("Cards")} data-side={isWild ? "wild" : "color"}>
      {!isWild && (colors !== "hidden" || isAsked) && (
        <div class="picker-row">
          {COLORS.map((letter) => (
            <button
              key={letter}
              type="button"
              class="pick"
              data-color={letter}
              aria-pressed={letter === color}
              aria-label={colorName(letter)}
              data-print={`${SHAPES[letter]} ${letter}`}
              {...press(letter, () => choose(letter))}
            />
          ))}
        </div>
      )}
      {numbers.map((card) => (
        <Pick
          key={card}
          card={card}
          print={card.slice(prefix.length)}
          {...press(card, () => onCard(card))}
        />
      ))}
      <div class="picker-row">
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
        {!isWild && colors === "hidden" && (
          <button
            type="button"
            class="pick"
            aria-pressed={isAsked}
            aria-label={t("Colors")}
            data-print={Object.values(SHAPES).join("")}
            {...press("colors", () => {
              setAsked(!isAsked);
              setTold(null);
            })}
          />
        )}
        <button
          type="button"
          class="pick"
          aria-label={t("Delete the last card")}
          {...press("backspace", onBackspace)}
        >
          ⌫
        </button>
      </div>
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
      data-color={/^[RBGY]/.exec(card)?.[0]}
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
