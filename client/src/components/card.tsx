import {
  type CardColorLetter,
  type CardFace,
  cardName,
  faceOf,
  SHAPES,
  signOn,
  wordOn,
} from "./card_face";
import "./card.css";

interface Props {
  /** In the referee's notation: `R7`, `W=R7`, `W*`, `S`. */
  card: string;
  small?: boolean;
  /** Whether words beside it name it. */
  silent?: boolean;
}

/** A card: white in both themes, its color always with shape and letter. */
export function Card({ card, small, silent }: Props) {
  const face = faceOf(card);
  if (!face) return <span class="card">{card}</span>;
  return (
    <span
      class="card"
      role="img"
      aria-label={cardName(card)}
      aria-hidden={silent || undefined}
      data-color={face.color ?? undefined}
      data-face={face.kind}
      data-side={face.side}
      data-small={small || undefined}
    >
      <span class="card-print number">{print(face.kind, face.number)}</span>
      <span class="card-mark">{mark(face.kind, face.color)}</span>
      {face.flip && <span class="card-flip">⇄</span>}
    </span>
  );
}

function print(kind: CardFace["kind"], number: number | null): string {
  if (number !== null) return String(number);
  if (kind === "star") return "★";
  return kind === "number" ? "" : signOn(kind);
}

/** Color as shape and letter; what a card without a color is. */
function mark(kind: CardFace["kind"], color: CardColorLetter | null): string {
  if (color) return `${SHAPES[color]} ${color}`;
  if (kind === "wild") return Object.values(SHAPES).join("");
  return kind === "skip" ? wordOn(kind) : "";
}

/** Cards in a row, such as a group or a hand. */
export function Cards({ cards, small }: { cards: readonly string[]; small?: boolean }) {
  return (
    <span class="wrapping cards">
      {cards.map((card, index) => (
        <Card key={index} card={card} small={small ?? false} />
      ))}
    </span>
  );
}
